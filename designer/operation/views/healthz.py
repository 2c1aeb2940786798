"""The health check for load balancers and monitors, which is answered without most of the middleware."""

from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe


@require_safe
def healthz(_request: HttpRequest) -> HttpResponse:
    """Return 200 if the database responds, else 503."""
    try:
        connection.ensure_connection()
        if not connection.is_usable():  # one that the database has ended meanwhile
            connection.close()
            connection.ensure_connection()
    except DatabaseError:
        return _plain("the database does not respond\n", 503)
    return _plain("ok\n", 200)


def _plain(text: str, status: int) -> HttpResponse:
    return HttpResponse(text, status=status, content_type="text/plain", headers={"Cache-Control": "no-store"})
