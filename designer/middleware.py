"""What is deleted by somebody while somebody else works on it."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.middleware.common import CommonMiddleware
from django.urls import reverse
from django.utils.http import urlencode
from django.views.defaults import page_not_found

from designer.models import Design


class GoneDesigns:
    """Answers a request as for a design that never was, when it is deleted between being found and being written."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Let the request through."""
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Answer 404 for a design that is gone; other exceptions stay what they are."""
        return page_not_found(request, exception) if isinstance(exception, Design.DoesNotExist) else None
