"""Middleware of the designer."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.middleware.common import CommonMiddleware
from django.urls import reverse
from django.utils.http import urlencode
from django.views.defaults import page_not_found

from designer.models import Design

Answer = Callable[[HttpRequest], HttpResponse]

FOR_MONITORS = ("/healthz", "/readyz", "/metrics")
SIGN_IN = "X-Sign-In"
"""The header that tells a script that the user is signed out, with the address of the sign-in page."""


class CheckedHost(CommonMiddleware):
    """Django's common middleware, without its host check for what monitors request by IP address."""

    def process_request(self, request: HttpRequest) -> HttpResponsePermanentRedirect | None:
        """Check the host, except for monitors."""
        return None if request.path_info in FOR_MONITORS else super().process_request(request)


class GoneDesigns:
    """Responds with 404 when a design is deleted while a request is working on it."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on."""
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Respond with 404 for a deleted design; leave other exceptions alone."""
        return page_not_found(request, exception) if isinstance(exception, Design.DoesNotExist) else None


class SignedOut:
    """Tells a page's script that its user has been signed out elsewhere, in place of a 403 or 404 response.

    Whether the template exists makes no difference.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Respond with 403 and the address of the sign-in page."""
        response = self.get_response(request)
        if response.status_code in (403, 404) and is_signed_out(request):
            response.status_code = 403
            response[SIGN_IN] = sign_in_address(request)
        return response


def is_signed_out(request: HttpRequest) -> bool:
    """Whether this is an htmx request to a template's address by somebody who is not signed in."""
    found = request.resolver_match
    is_asked = bool(getattr(request, "htmx", False)) and found is not None and "slug" in found.kwargs
    return is_asked and not request.user.is_authenticated


def sign_in_address(request: HttpRequest) -> str:
    """Return the address of the sign-in page that leads back to the current page."""
    page = request.htmx.current_url_abs_path  # type: ignore[attr-defined]
    return f"{reverse('login')}?{urlencode({'next': page or request.path})}"
