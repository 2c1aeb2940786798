"""One stack of the connected project: what there is, and what can be done with it."""

from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from designer.cloud import offers_clouds
from designer.cloud.service.faults import CloudFault, Fault
from designer.deployment.stack_actions import act
from designer.deployment.stack_page import page
from designer.deployment.stacks.stacks import is_at_work
from designer.deployment.views.runs import usable_connection
from designer.fill.package.stack_names import is_stack_name
from designer.models import CloudConnection


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def stack(request: HttpRequest, name: str, stack_id: UUID) -> HttpResponse:
    """Show a stack, and ask Heat for what its buttons say."""
    if not offers_clouds(request) or not is_stack_name(name):
        raise Http404
    connection = usable_connection(request)
    if connection is None:
        return redirect("stacks")
    identifier = str(stack_id)
    if "watch" in request.GET:
        return watched(connection, name, identifier)
    if request.method != "POST" or "show" in request.POST:
        return page(request, connection, name, identifier, shown=request.POST.get("show", ""))
    return act(request, connection, name, identifier)


def watched(connection: CloudConnection, name: str, stack_id: str) -> HttpResponse:
    """Answer the page of a stack at work, which asks again and again: it loads anew when Heat has done its work."""
    try:
        is_working = is_at_work(connection, name, stack_id)
    except CloudFault as fault:
        is_working = fault.fault is not Fault.GONE
    return HttpResponse(status=204, headers={} if is_working else {"HX-Refresh": "true"})
