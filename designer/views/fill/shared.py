"""A template's form as the holder of a share link sees it. With a link to fill only, no answer holds template text."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from designer.access import get_shared_link
from designer.views.fill.environment import download
from designer.views.fill.fill import answer
from designer.views.fill.opened import Opened


@require_http_methods(["GET", "HEAD", "POST"])
def shared(request: HttpRequest, token: str) -> HttpResponse:
    """Show the form that a link leads to, and answer to what is typed into it."""
    link = get_shared_link(token)
    return answer(request, Opened(link.design, link))


@require_http_methods(["GET", "HEAD", "POST"])
def shared_environment(request: HttpRequest, token: str) -> HttpResponse:
    """Answer with the values of such a form as an environment file."""
    link = get_shared_link(token)
    return download(request, Opened(link.design, link))
