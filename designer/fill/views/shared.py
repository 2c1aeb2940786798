"""A template's form for holders of a share link. With a fill-only link, no response contains template text."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from designer.fill.opened import opened_by_link
from designer.fill.views.environment import download
from designer.fill.views.fill import answer


@require_http_methods(["GET", "HEAD", "POST"])
def shared(request: HttpRequest, token: str) -> HttpResponse:
    """Show the form of a link, and respond to input."""
    return answer(request, opened_by_link(request, token))


@require_http_methods(["GET", "HEAD", "POST"])
def shared_environment(request: HttpRequest, token: str) -> HttpResponse:
    """Return the values of the form as an environment file."""
    return download(request, opened_by_link(request, token))
