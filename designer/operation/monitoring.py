"""What operators learn of requests: an id, a log line and metrics, never what somebody typed."""

import logging
import re
import time
import uuid
from collections.abc import Callable
from contextvars import ContextVar

from django.conf import settings
from django.http import HttpRequest, HttpResponse

HEADER = "X-Request-ID"
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
SOUND_ID = re.compile(r"[A-Za-z0-9._-]{8,64}")

request_id: ContextVar[str] = ContextVar("request_id", default="-")
"""The id of the request that the current thread responds to."""

logger = logging.getLogger("designer.requests")


class MeasuredRequests:
    """Gives each request an id, which its response and log lines have, and reports how it went.

    The address in a log line is the pattern of `designer.urls`: paths and queries hold what people typed.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Measure the request."""
        own_id = id_of(request)
        token = request_id.set(own_id)
        begun = time.perf_counter()
        try:
            response = self.get_response(request)
            report(request, response, time.perf_counter() - begun)
        finally:
            request_id.reset(token)
        response[HEADER] = own_id
        return response


def id_of(request: HttpRequest) -> str:
    """Return the id that the proxy gave a request, or a new one."""
    given = request.headers.get(HEADER, "") if settings.SECURE_PROXY_SSL_HEADER else ""
    return given if SOUND_ID.fullmatch(given) else uuid.uuid4().hex


def route_of(request: HttpRequest) -> str:
    """Return the pattern of a request's address, which nobody has typed; "none" for an address that does not exist."""
    return f"/{request.resolver_match.route}" if request.resolver_match else "none"


def report(request: HttpRequest, response: HttpResponse, seconds: float) -> None:
    """Log a request, and count it if metrics are on."""
    method = request.method if request.method in METHODS else "other"
    route = route_of(request)
    fields = {"method": method, "route": route, "status": response.status_code, "seconds": round(seconds, 4)}
    logger.info("%s %s %d %.3f s", method, route, response.status_code, seconds, extra={"fields": fields})
    if settings.METRICS_TOKEN:
        from designer.operation import metrics  # its library decides on import where the processes of a node meet

        metrics.count(str(method), route, response.status_code, seconds)
