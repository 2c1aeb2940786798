"""What is done around every view, beside what Django and its packages do."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.middleware.common import CommonMiddleware
from django.urls import reverse
from django.utils.http import urlencode
from django.views.defaults import page_not_found

from designer.models import Design

Answer = Callable[[HttpRequest], HttpResponse]

HEALTHZ = "/healthz"
SIGN_IN = "X-Sign-In"
"""The header that tells a script that the person is signed out, with the address that brings them back signed in."""


class CheckedHost(CommonMiddleware):
    """Django's common middleware, which refuses the names of other hosts; monitors ask for one page by address."""

    def process_request(self, request: HttpRequest) -> HttpResponsePermanentRedirect | None:
        """Check the host, unless it is asked how the designer is."""
        return None if request.path_info == HEALTHZ else super().process_request(request)


class GoneDesigns:
    """Answers a request as for a design that never was, when it is deleted between being found and being written."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Let the request through."""
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Answer 404 for a design that is gone; other exceptions stay what they are."""
        return page_not_found(request, exception) if isinstance(exception, Design.DoesNotExist) else None


class SignedOut:
    """Tells the script of a page that its person was signed out elsewhere, where a template is not to be seen.

    Whether there is such a template makes no difference.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Refuse with 403 what would be missing, and say where to sign in."""
        response = self.get_response(request)
        if response.status_code in (403, 404) and is_signed_out(request):
            response.status_code = 403
            response[SIGN_IN] = sign_in_address(request)
        return response


def is_signed_out(request: HttpRequest) -> bool:
    """Whether htmx asks for somebody who is not signed in, at an address of a template."""
    found = request.resolver_match
    is_asked = bool(getattr(request, "htmx", False)) and found is not None and "slug" in found.kwargs
    return is_asked and not request.user.is_authenticated


def sign_in_address(request: HttpRequest) -> str:
    """Return the address at which one signs in and comes back to the page that is open."""
    page = request.htmx.current_url_abs_path  # type: ignore[attr-defined]
    return f"{reverse('login')}?{urlencode({'next': page or request.path})}"
