"""The health check for load balancers and monitors."""

from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe


@require_safe
def healthz(_request: HttpRequest) -> HttpResponse:
    """Return 200 if the database responds, else 503."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return HttpResponse("the database does not respond\n", status=503, content_type="text/plain")
    return HttpResponse("ok\n", content_type="text/plain")
