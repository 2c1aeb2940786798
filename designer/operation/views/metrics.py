"""Metrics for Prometheus."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.http import require_safe


@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Return the metrics of this node to whoever has the token; 404 if they are off."""
    if not settings.METRICS_TOKEN:
        raise Http404
    if not constant_time_compare(request.headers.get("Authorization", ""), f"Bearer {settings.METRICS_TOKEN}"):
        return HttpResponse(status=401, headers={"WWW-Authenticate": "Bearer"})
    from designer.operation.metrics import exposition

    return HttpResponse(exposition(), content_type="text/plain; version=0.0.4; charset=utf-8")
