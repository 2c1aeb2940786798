"""The file with all events of a run."""

from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from designer.cloud import offers_clouds
from designer.fill.opened import opened_by
from designer.models import Run


@login_required
@require_safe
def run_events(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Return what Heat has said of a run so far as JSON, by Heat's names; hidden values were masked as it came in."""
    opened = opened_by(request.user, slug)
    if not offers_clouds(request):
        raise Http404
    assert isinstance(request.user, User)
    found = get_object_or_404(Run.objects.filter(design=opened.design, owner=request.user), pk=number)
    events = [
        {
            "id": event.event_id,
            "event_time": event.at.isoformat(),
            "stack_name": event.stack or found.stack_name,
            "resource_name": event.resource or found.stack_name,
            "resource_status": event.status,
            "resource_status_reason": event.reason,
        }
        for event in found.events.all()
    ]
    told = {"stack_name": found.stack_name, "stack_id": found.stack_id, "action": found.action, "events": events}
    return JsonResponse(
        told,
        headers={"Content-Disposition": f'attachment; filename="run-{found.pk}-events.json"'},
        json_dumps_params={"indent": 2},
    )
