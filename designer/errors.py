"""The page for a request that fails on our side."""

import sys

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.defaults import server_error

from designer.operation.sessions import UNAVAILABLE
from designer.store.unknown_outcomes import UnknownOutcome, remember_save

RETRY_SECONDS = 5


def failed(request: HttpRequest) -> HttpResponse:
    """Return 503 with the time of another attempt where the database cannot do its part, else 500."""
    error = sys.exception()
    if not isinstance(error, UNAVAILABLE):
        return server_error(request)
    # A connection that is lost at the end of a transaction does not tell whether the database has ended it.
    may_be_saved = request.method not in ("GET", "HEAD")
    words = {"may_be_saved": may_be_saved, "will_be_told": isinstance(error, UnknownOutcome)}
    response = HttpResponse(render_to_string("503.html", words), status=503)
    response["Retry-After"] = str(RETRY_SECONDS)
    if isinstance(error, UnknownOutcome):
        remember_save(response, error)
    return response
