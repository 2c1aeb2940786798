"""The color theme: the system's, light or dark."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest, HttpResponseRedirect
from django.shortcuts import resolve_url
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

YEAR = 365 * 24 * 60 * 60


@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    """Store the theme in a cookie, so that every page is rendered with it, and redirect back."""
    chosen = request.POST.get("theme")
    if chosen not in ("system", "light", "dark"):
        return HttpResponseBadRequest()
    response = HttpResponseRedirect(return_address(request))
    if chosen == "system":
        response.delete_cookie("theme", samesite="Lax")
    else:
        response.set_cookie("theme", chosen, max_age=YEAR, secure=settings.SESSION_COOKIE_SECURE, samesite="Lax")
    return response


def return_address(request: HttpRequest) -> str:
    """Return the page that the form was on; the library if its address is on another host."""
    page = request.POST.get("next", "")
    here = url_has_allowed_host_and_scheme(page, allowed_hosts={request.get_host()}, require_https=request.is_secure())
    return page if here else resolve_url("library")
