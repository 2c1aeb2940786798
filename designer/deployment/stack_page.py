"""The page of a stack as it is now: one of its tabs, and what can be done with it."""

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy

from designer.cloud.connection.connections import looks_only
from designer.cloud.fault_messages import fault_context
from designer.cloud.project.reachability import remember_success
from designer.cloud.service.faults import CloudFault, Fault
from designer.content.impact import semantic_diff_context
from designer.deployment.drift.drift import Drift, drift_of
from designer.deployment.stacks.revision_match import known_matches
from designer.deployment.stacks.snapshots import snapshots_of
from designer.deployment.stacks.stack_details import DEPTH, Details, difference_of, environment_text, stack_of
from designer.deployment.stacks.stack_events import events_of
from designer.deployment.stacks.stack_list import StackPage, counts_of
from designer.deployment.stacks.stacks import newest_stacks
from designer.models import CloudConnection
from designer.site.pages import render_page

TABS = {
    "map": gettext_lazy("Map"),
    "list": gettext_lazy("List"),
    "events": gettext_lazy("Events"),
    "parameters": gettext_lazy("Parameters"),
    "environment": gettext_lazy("Environment"),
    "text": gettext_lazy("Text"),
    "snapshots": gettext_lazy("Snapshots"),
}
PAGE = 100  # resources, and findings of drift
BESIDE = 50  # stacks beside the one that is shown


def page(
    request: HttpRequest, connection: CloudConnection, name: str, stack_id: str, *, shown: str = "", refused: str = ""
) -> HttpResponse:
    """Render a stack as it is now; `refused` is the act, and its value, for which the stack's name was missing."""
    tab = request.GET.get("tab", "") if request.GET.get("tab", "") in TABS else "map"
    context: dict[str, Any] = {
        "connection": connection,
        "name": name,
        "refused": refused,
        "tabs": TABS,
        "tab": tab,
        "shown": shown,
    }
    try:
        context["looks_only"] = looks_only(connection)
        details = stack_of(connection, name, stack_id, shown, depth=DEPTH if tab == "list" else 0)
    except CloudFault as fault:
        status = 404 if fault.fault is Fault.GONE else 502
        context |= fault_context(request, connection, fault)
        return render_page(request, "deployment/stack.html", context, partial="part", status=status)
    remember_success(connection)
    context |= {"details": details, "listed": stacks_beside(connection), "chosen": request.POST.getlist("gone")}
    try:
        if "drift" in request.GET and not details.stack.is_at_work:
            context |= drift_context(request, details, drift_of(connection, details))
        context |= tab_context(request, connection, details, tab)
    except CloudFault as fault:
        context |= {**fault_context(request, connection, fault), "tab_fault": True}
    return render_page(request, "deployment/stack.html", context, partial="part")


def drift_context(request: HttpRequest, details: Details, drift: Drift) -> dict[str, Any]:
    """Return what has drifted, with a page of it and its words on the map; what is unread may be told to Heat."""
    findings = Paginator(drift.findings, PAGE).get_page(request.GET.get("page"))
    unread = [each.name for each in findings if each.kind == "unread"]
    unsupported = [name for name in drift.unsupported if name in unread]
    words = drift.words(details.policies) if details.picture else ""
    return {"drift": drift, "findings": findings, "unread": unread, "unsupported": unsupported, "map_words": words}


def tab_context(request: HttpRequest, connection: CloudConnection, details: Details, tab: str) -> dict[str, Any]:
    """Return what only one of the tabs shows."""
    if tab == "list":
        return {"resources": Paginator(details.resources, PAGE).get_page(request.GET.get("page"))}
    if tab == "events":
        after = request.GET.get("after", "")
        return {"page": events_of(connection, details, after), "after": after}
    if tab == "snapshots":
        return {"snapshots": snapshots_of(connection, details)}
    if tab == "text":
        difference = difference_of(connection, details)
        return {"difference": difference, **semantic_diff_context(difference, 0, "")} if difference else {}
    return {"environment": environment_text(connection, details)} if tab == "environment" else {}


def stacks_beside(connection: CloudConnection) -> StackPage:
    """Return the newest stacks, for the list beside a stack, and the counts if these are all; none if Heat fails."""
    try:
        found = known_matches(connection, newest_stacks(connection, BESIDE))
    except CloudFault:
        return StackPage()
    return StackPage(found, counts=counts_of(found) if len(found) < BESIDE else {})
