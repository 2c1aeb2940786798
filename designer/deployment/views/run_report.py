"""The file that reports where Heat and we differ about a plan."""

from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from designer.cloud import offers_clouds
from designer.cloud.project.heat import Heat, heat_of
from designer.cloud.service.faults import CloudFault
from designer.deployment.plans.mismatch_report import report_of
from designer.deployment.views.run import connection_for
from designer.fill.opened import opened_by
from designer.models import Run


@login_required
@require_safe
def run_report(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Return what differs as JSON, to be read before it is sent to anybody."""
    opened = opened_by(request.user, slug)
    if not offers_clouds(request):
        raise Http404
    assert isinstance(request.user, User)
    found = get_object_or_404(Run.objects.filter(design=opened.design, owner=request.user), pk=number)
    return JsonResponse(
        report_of(found, heat_for(request, found)),
        headers={"Content-Disposition": 'attachment; filename="difference.json"'},
        json_dumps_params={"indent": 2},
    )


def heat_for(request: HttpRequest, found: Run) -> Heat | None:
    """Return Heat of the project of a run, if this session is connected to it."""
    connection = connection_for(request, found)
    try:
        return heat_of(connection) if connection is not None else None
    except CloudFault:
        return None
