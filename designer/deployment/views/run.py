"""A run: its plan, then what happens, then its result, all at one address."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from hashlib import sha256
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from designer.cloud import offers_clouds
from designer.cloud.fault_messages import fault_context, tell_fault
from designer.cloud.project.heat import heat_of
from designer.cloud.project.lists import FRESH
from designer.cloud.service.faults import CloudFault, Fault
from designer.deployment.plans.plans import (
    actions_of,
    counts_of,
    destroys,
    hidden_parameters,
    hidden_values,
    is_as_read,
    lacking,
    states_of,
)
from designer.deployment.runs.card_notes import card_notes
from designer.deployment.runs.failures import failure_of
from designer.deployment.runs.outcomes import outcomes_of
from designer.deployment.runs.outputs import results_of
from designer.deployment.runs.progress import progress_of
from designer.deployment.runs.real_attributes import real_attributes, wanted_attributes
from designer.deployment.runs.run_form import RunForm
from designer.deployment.runs.run_map import picture_of
from designer.deployment.runs.runs import (
    begin_run,
    cancel_run,
    cancel_stack,
    plan_again,
    run_at_work,
    stop_watching,
    update_instead,
)
from designer.deployment.stacks.stack_details import MOST_OUTPUTS
from designer.deployment.stacks.stacks import WORK_WORDS
from designer.deployment.views.runs import usable_connection
from designer.fill.opened import Opened, opened_by
from designer.fill.values.given import given_in_form
from designer.models import CloudConnection, Run, RunState
from designer.site.pages import render_page
from designer.store.drafts.form_drafts import FormWindow, find_form_draft, form_draft_write

MOST_FAILURES = 5  # that the page explains; the list has them all


@sensitive_post_parameters()
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def run(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show a person's own run, begin it, and cancel it."""
    opened = opened_by(request.user, slug)
    if not offers_clouds(request):
        raise Http404
    assert isinstance(request.user, User)
    found = get_object_or_404(
        Run.objects.select_related("design", "revision").filter(design=opened.design, owner=request.user), pk=number
    )
    if request.method != "POST":
        return page(request, opened, found)
    if "discard" in request.POST:
        Run.objects.filter(pk=found.pk, state=RunState.PLANNED).delete()
        return redirect("fill", slug=slug)
    if "forget" in request.POST:
        stop_watching(run=found)
        return redirect("run", slug=slug, number=number)
    connection = connection_for(request, found)
    if connection is None:
        messages.error(request, _("Connect to %(cloud)s, project %(project)s, first.") % vars(found))
    elif found.state == RunState.PLANNED and "cancel-stack" in request.POST:
        cancel_other(request, found, connection)
    elif found.state == RunState.PLANNED:
        return planned(request, opened, found, connection)
    elif "show" in request.POST:
        return page(request, opened, found, shown=request.POST["show"])
    elif "stand-ins" in request.POST and found.ended and found.stack_id:
        return stand_in(request, opened, found, connection)
    elif found.is_at_work and ("cancel" in request.POST or "stop" in request.POST):
        cancel(request, found, connection)
    return redirect("run", slug=slug, number=number)


def connection_for(request: HttpRequest, found: Run) -> CloudConnection | None:
    """Return the connection of this session if it is to the project of a run."""
    connection = usable_connection(request)
    return connection if connection and connection.scope == found.scope else None


def planned(request: HttpRequest, opened: Opened, found: Run, connection: CloudConnection) -> HttpResponse:
    """Plan a run again, or begin it: only if Heat agrees with what the page has shown."""
    form = RunForm(request.POST)
    if not form.is_valid():
        return page(request, opened, found, form=form)
    form.apply(found)
    hidden = sent_hidden_values(request, found)
    before = found.plan
    if "go" in request.POST and request.POST.get("made") != found.plan.get("made"):
        told = _("The plan has changed meanwhile. Look at it, and begin again.")
        return page(request, opened, found, form=form, told=told)
    if "go" in request.POST and destroys(found) and request.POST.get("confirm", "") != found.stack_name:
        told = _("Type the stack's name first: this plan deletes or replaces what there is.")
        return page(request, opened, found, form=form, told=told)
    lacks = lacking(found, hidden)
    if "go" in request.POST and lacks:
        told = _("Type the hidden values first: %(names)s") % {"names": ", ".join(lacks)}
        return page(request, opened, found, form=form, told=told)
    try:
        if "update" in request.POST:
            update_instead(run=found, connection=connection, hidden=hidden)
        elif "go" not in request.POST or is_outdated(found, before):
            plan_again(run=found, connection=connection, hidden=hidden)
        if "go" in request.POST and (told := why_not(found, before)):
            messages.warning(request, told)
        elif "go" in request.POST and not waits(found):
            begin_run(run=found, connection=connection, hidden=hidden)
    except CloudFault as fault:
        if fault.fault is not Fault.CONFLICT:  # which the page says beside the buttons that help
            tell_fault(request, connection, fault, _("Nothing was sent.") if "go" in request.POST else "")
    return redirect("run", slug=opened.design.slug, number=found.pk)


def sent_hidden_values(request: HttpRequest, found: Run) -> dict[str, object]:
    """Return the hidden values that the form of a plan has sent."""
    states = states_of(found)
    given = given_in_form(states.template, request.POST)
    state = states.untouched()
    return hidden_values(states, type(state)(given, state.environments, state.bases))


def is_outdated(found: Run, plan: Mapping[str, Any]) -> bool:
    """Whether a plan has to be made anew: of an older revision, stack or list, without hidden values, or refused."""
    if found.changes_stack or timezone.now() > datetime.fromisoformat(plan["made"]) + FRESH:
        return True
    return found.design.newest != found.revision or bool(plan.get("lacks")) or bool(plan.get("refusal"))


def waits(found: Run) -> bool:
    """Whether a plan waits for its stack or another name, which the page says beside the buttons that help."""
    return bool(found.plan.get("at_work") or found.plan.get("is_taken"))


def why_not(found: Run, before: Mapping[str, Any]) -> str:
    """Return why a plan cannot begin; empty if it can."""
    if waits(found):
        return ""
    if found.plan.get("refusal"):
        return _("Heat refuses this plan. Nothing was sent.")
    if not is_as_read(found.plan, before):
        return _("The plan has changed. Look at what is new in it, and begin again.")
    return ""


def cancel(request: HttpRequest, found: Run, connection: CloudConnection) -> None:
    """Cancel a run, and say what Heat refuses."""
    try:
        cancel_run(run=found, connection=connection, rolls_back="cancel" in request.POST)
    except CloudFault as fault:
        tell_fault(request, connection, fault)


def cancel_other(request: HttpRequest, found: Run, connection: CloudConnection) -> None:
    """Cancel what is at work in the stack of a plan, which then can be made again."""
    try:
        cancel_stack(run=found, connection=connection, rolls_back=request.POST["cancel-stack"] == "rollback")
    except CloudFault as fault:
        tell_fault(request, connection, fault)
    else:
        messages.success(request, _("Heat ends what is at work. Plan again when it is done."))


def stand_in(request: HttpRequest, opened: Opened, found: Run, connection: CloudConnection) -> HttpResponse:
    """Put the real attributes of a stack into the form, which is otherwise as the person left it."""
    assert isinstance(request.user, User)
    if opened.template is None:
        messages.error(request, _("The newest revision cannot be read. Mend it on the design page first."))
        return redirect("run", slug=opened.design.slug, number=found.pk)
    try:
        real = real_attributes(found, heat_of(connection))
    except CloudFault as fault:
        tell_fault(request, connection, fault)
        return redirect("run", slug=opened.design.slug, number=found.pk)
    draft, states = find_form_draft(request.user, opened.design), opened.states
    left = states.restored(draft.state) if draft else states.untouched()
    form_draft_write(
        design=opened.design,
        owner=request.user,
        window=FormWindow(draft.counter if draft else 0),
        state=states.kept(replace(left, attributes={**(left.attributes or {}), **real.texts})),
        keeps_former=True,
        is_decided=True,
    )
    told = ngettext("One real attribute stands in.", "%(count)s real attributes stand in.", len(real.texts))
    messages.success(request, told % {"count": len(real.texts)})
    if real.unread:
        told = ngettext("One more was not read in time.", "%(count)s more were not read in time.", real.unread)
        messages.warning(request, told % {"count": real.unread})
    return redirect(f"{reverse('fill', args=[opened.design.slug])}#stand-ins")


def page(
    request: HttpRequest, opened: Opened, found: Run, *, form: RunForm | None = None, shown: str = "", told: str = ""
) -> HttpResponse:
    """Render a run as it is now: `shown` is the output whose hidden value is asked for, `told` why nothing began."""
    context: dict[str, Any] = {"run": found, "connection": connection_for(request, found), "told": told, "shown": shown}
    context["counts"] = counts_of(found.plan)
    if found.state == RunState.PLANNED:
        context |= {"form": form or RunForm.of(found), "hidden_parameters": hidden_parameters(found)}
        context |= {"destroys": destroys(found), "actions": actions_of(found)}
        context["unfolds"] = any(
            row["action"] == "unchanged" and "since" in row for row in found.plan.get("resources", ())
        )
        if action := found.plan.get("at_work"):
            context |= {"run_at_work": run_at_work(found), "work": WORK_WORDS.get(action, "")}
    else:
        context["progress"] = progress = progress_of(found)
        context["failures"] = [failure_of(found, line) for line in progress.failures[:MOST_FAILURES]]
        context["more_failures"] = max(0, len(progress.failures) - MOST_FAILURES)
        context["notes"] = card_notes(progress)
        context["compared"] = outcomes_of(found) if found.ended else None
    if found.stack_id and found.ended and context["connection"]:
        context |= result_context(request, found, context["connection"], shown)
    failed = [(each.name, each.reason) for each in context.get("failures", ())]
    shows = (found.state, bool(found.stack_id), bool(context["connection"]), failed, context.get("more_failures"))
    context |= {"mark": sha256(repr(shows).encode()).hexdigest()[:16], "seen": request.GET.get("seen", "")}
    if not getattr(request, "htmx", False):
        context["only_changes"] = request.GET.get("only") == "changes"
        context["picture"] = picture_of(found, only_changes=context["only_changes"])
    return render_page(
        request, "deployment/run.html", opened.page_context(request.user, "runs") | context, partial="part"
    )


def result_context(request: HttpRequest, found: Run, connection: CloudConnection, shown: str) -> dict[str, Any]:
    """Return the outputs of a stack, asked for now: what is hidden is never stored."""
    try:
        stack = heat_of(connection).with_outputs(found.stack_name, found.stack_id)
        count = sum(map(len, wanted_attributes(found).values()))
        results = results_of(found, stack, shown)
        more = len(results[MOST_OUTPUTS:])
        return {"results": results[:MOST_OUTPUTS], "more_outputs": more, "stand_in_count": count}
    except CloudFault as fault:
        return {**fault_context(request, connection, fault), "result_fault": True}
