"""The runs of a template: the list of them, and the beginning of one, which is its plan."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from designer.cloud import connection_of, offers_clouds
from designer.cloud.fault_messages import tell_fault
from designer.cloud.service.faults import CloudFault
from designer.deployment.plans.plans import hidden_values, typed_hidden
from designer.deployment.runs.runs import plan_run
from designer.fill.form_draft import keep_form
from designer.fill.form_outcome import Outcome
from designer.fill.opened import Opened, opened_by
from designer.fill.package.stack_names import is_stack_name, stack_name
from designer.models import CloudConnection, Run
from designer.site.pages import render_page

PAGE = 50


@sensitive_post_parameters()
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def runs(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a person's runs of a template, the newest first, or plan one with the values of a form."""
    opened = opened_by(request.user, slug)
    if not offers_clouds(request):
        raise Http404
    if request.method != "POST":
        return page(request, opened)
    connection = usable_connection(request)
    if connection is None:
        return redirect(f"{reverse('clouds')}?next={reverse('fill', args=[slug])}")
    return plan(request, opened, connection)


def plan(request: HttpRequest, opened: Opened, connection: CloudConnection) -> HttpResponse:
    """Plan a run; where the cloud cannot be asked, the form has kept what was typed."""
    if opened.template is None:
        raise Http404
    assert isinstance(request.user, User)
    states = opened.states
    state = states.posted(request.POST)
    keep_form(request, opened, Outcome(state))
    wanted = request.POST.get("stack", "") if is_stack_name(request.POST.get("stack", "")) else ""
    try:
        run = plan_run(
            owner=request.user,
            design=opened.design,
            connection=connection,
            form=states.kept(state),
            stack_name=wanted or stack_name(state.set_name, opened.design.slug),
            hidden=hidden_values(states, state),
            typed=typed_hidden(states, state),
            updates=bool(wanted),
        )
    except CloudFault as fault:
        tell_fault(request, connection, fault)
        return redirect("fill", slug=opened.design.slug)
    return redirect("run", slug=opened.design.slug, number=run.pk)


def usable_connection(request: HttpRequest) -> CloudConnection | None:
    """Return the connection of a request's session if it is good for a project."""
    connection = connection_of(request)
    return connection if connection and connection.project_id and not connection.has_ended else None


def page(request: HttpRequest, opened: Opened) -> HttpResponse:
    """Render the list."""
    assert isinstance(request.user, User)
    found = (
        Run.objects.filter(design=opened.design, owner=request.user).select_related("revision").defer("plan", "form")
    )
    context: dict[str, Any] = {"runs": Paginator(found, PAGE).get_page(request.GET.get("page"))}
    return render_page(
        request, "deployment/runs.html", opened.page_context(request.user, "runs") | context, partial="part"
    )
