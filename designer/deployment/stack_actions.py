"""What the buttons of a stack's page do: each asks Heat for one thing, and says what has begun."""

from collections.abc import Callable, Mapping
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from designer.cloud.fault_messages import tell_fault
from designer.cloud.service.faults import CloudFault
from designer.deployment.drift.missing_resources import tell_heat
from designer.deployment.runs.runs import plan_restore
from designer.deployment.stack_page import page
from designer.deployment.stacks.adoption import abandon_stack, exported
from designer.deployment.stacks.snapshots import delete_snapshot, restore_snapshot, take_snapshot
from designer.deployment.stacks.stack_details import stack_of
from designer.deployment.stacks.stacks import ACTIONS, ask_for_action, delete_stack
from designer.models import CloudConnection

Act = Callable[[CloudConnection, str, str, QueryDict], str | HttpResponse]
"""Does something with a stack, by name, ID and what was sent; returns what to say of it, or a file."""


def act(request: HttpRequest, connection: CloudConnection, name: str, stack_id: str) -> HttpResponse:
    """Do what a button asks for; what cannot be taken back only with the stack's name."""
    key = next((key for key in ACTS if key in request.POST), None)
    if key is None:
        raise Http404
    value = request.POST[key]
    if key in CONFIRMED and request.POST.get("name", "") != name:
        return page(request, connection, name, stack_id, refused=f"{key} {value}")
    back = reverse("stack", args=[name, stack_id]) + BACK.get(value if key == "action" else key, "")
    try:
        done = ACTS[key](connection, name, stack_id, request.POST)
    except CloudFault as fault:
        tell_fault(request, connection, fault)
        return redirect(back)
    if isinstance(done, HttpResponse):
        return done
    messages.success(request, done)
    return redirect("stacks") if key == "delete" else redirect(back)


def _delete(connection: CloudConnection, name: str, stack_id: str, _sent: QueryDict) -> str:
    delete_stack(connection=connection, name=name, stack_id=stack_id)
    return _("Heat deletes %(name)s now.") % {"name": name}


def _tell(connection: CloudConnection, name: str, stack_id: str, sent: QueryDict) -> str:
    count = tell_heat(connection, stack_of(connection, name, stack_id), sent.getlist("gone"))
    return ngettext("Heat knows now of %d that is gone.", "Heat knows now of %d that are gone.", count) % count


def _act(connection: CloudConnection, name: str, stack_id: str, sent: QueryDict) -> str:
    action = str(sent["action"])
    if action not in ACTIONS:
        raise Http404
    ask_for_action(connection=connection, name=name, stack_id=stack_id, action=action)
    return _begun()


def _take(connection: CloudConnection, name: str, stack_id: str, sent: QueryDict) -> str:
    take_snapshot(connection=connection, name=name, stack_id=stack_id, title=str(sent["snapshot"]).strip())
    return _begun()


def _restore(connection: CloudConnection, name: str, stack_id: str, sent: QueryDict) -> str:
    restore_snapshot(connection=connection, name=name, stack_id=stack_id, snapshot=_snapshot(str(sent["restore"])))
    return _begun()


def _plan_restore(connection: CloudConnection, name: str, stack_id: str, sent: QueryDict) -> HttpResponse:
    """Plan a run of the template that a stack comes from."""
    snapshot, details = _snapshot(str(sent["plan-restore"])), stack_of(connection, name, stack_id)
    if details.stack.origin is None:
        raise Http404
    run = plan_restore(
        owner=connection.owner,
        revision=details.stack.origin,
        connection=connection,
        stack=details.stack,
        snapshot=snapshot,
        hidden=details.hidden,
    )
    return redirect("run", slug=run.design.slug, number=run.pk)


def _forget(connection: CloudConnection, name: str, stack_id: str, sent: QueryDict) -> str:
    delete_snapshot(connection=connection, name=name, stack_id=stack_id, snapshot=_snapshot(str(sent["forget"])))
    return _("The snapshot is deleted.")


def _snapshot(value: str) -> str:
    """Return the ID of a snapshot; what is none could lead to another address of Heat's."""
    try:
        return str(UUID(value))
    except ValueError:
        raise Http404 from None


def _export(connection: CloudConnection, name: str, stack_id: str, _sent: QueryDict) -> HttpResponse:
    return _file(exported(connection=connection, name=name, stack_id=stack_id), name)


def _abandon(connection: CloudConnection, name: str, stack_id: str, _sent: QueryDict) -> HttpResponse:
    return _file(abandon_stack(connection=connection, name=name, stack_id=stack_id), name)


def _begun() -> str:
    return _("Heat has begun. This page shows when it is done.")


def _file(data: str, name: str) -> HttpResponse:
    """Return the data of a stack to be taken away; nothing on the way may keep it."""
    headers = {"Content-Disposition": f'attachment; filename="{name}.json"', "Cache-Control": "no-store"}
    return HttpResponse(data, content_type="application/json", headers=headers)


ACTS: Mapping[str, Act] = {
    "delete": _delete,
    "tell": _tell,
    "action": _act,
    "snapshot": _take,
    "plan-restore": _plan_restore,
    "restore": _restore,
    "forget": _forget,
    "export": _export,
    "abandon": _abandon,
}
"""What is done, by the name of the button or field that asks for it."""
CONFIRMED = ("delete", "restore", "forget", "abandon", "tell")
BACK = {
    "check": "?drift=1",
    "tell": "?drift=1",
    **dict.fromkeys(("snapshot", "plan-restore", "restore", "forget"), "?tab=snapshots"),
}
"""The query of the page that follows, by action or button."""
