"""The health check, against a view without middleware that only responds."""

import logging
from collections.abc import Callable
from types import ModuleType

from django.core.handlers.wsgi import WSGIHandler
from django.http import HttpResponse
from django.test import RequestFactory, override_settings
from django.urls import path

from designer import urls
from tests.benchmarks.database import empty_database
from tests.benchmarks.timing import fastest, report

REQUESTS = 50  # in a row, since one is shorter than the clock is exact


def main() -> None:
    """Print how many bare views the health check takes."""
    logging.getLogger("designer.requests").addHandler(logging.NullHandler())
    logging.getLogger("designer.requests").propagate = False
    own = ModuleType("own_urls")
    own.urlpatterns = [path("bare", lambda _request: HttpResponse("ok\n")), *urls.urlpatterns]  # type: ignore[attr-defined]
    with empty_database(), override_settings(ROOT_URLCONF=own):
        check = asked(WSGIHandler(), "/healthz")
        with override_settings(MIDDLEWARE=[]):
            bare = asked(WSGIHandler(), "/bare")
        taken = fastest([check, bare], enough=3)
    report("the health check", taken[0] / REQUESTS, taken[1] / REQUESTS, "a bare view", most=3)


def asked(handler: WSGIHandler, address: str) -> Callable[[], None]:
    """Return what asks a handler for an address several times."""
    environ = RequestFactory().get(address, headers={"host": "localhost"}).environ

    def ask() -> None:
        for _ in range(REQUESTS):
            response = handler(dict(environ), lambda _status, _headers: None)
            assert b"".join(response) == b"ok\n"
            response.close()

    return ask
