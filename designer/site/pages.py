"""Responses of views: a whole page, or the part of it that htmx requests."""

from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers


def render_page(
    request: HttpRequest, template: str, context: dict[str, Any], *, partial: str, status: int | None = None
) -> HttpResponse:
    """Return a page, or its `partial` for htmx; caches keep the two apart."""
    asked = getattr(request, "htmx", False)
    response = render(request, f"{template}#{partial}" if asked else template, context, status=status)
    patch_vary_headers(response, ["HX-Request"])
    return response


def sign_in_for(request: HttpRequest, address: str) -> HttpResponse:
    """Redirect to sign-in, and from there to a page; an htmx request gets 403, so that the open page can report it."""
    if getattr(request, "htmx", False):
        raise PermissionDenied
    return redirect_to_login(address)
