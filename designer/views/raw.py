"""A template's text, exactly as it was saved, at an address that `openstack stack create -t` can fetch."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from designer.access import get_readable_design, get_revision, get_viewable_link
from designer.models import Revision


@require_safe
def raw(request: HttpRequest, slug: str) -> HttpResponse:
    """Answer with the newest revision's bytes."""
    return text_of(get_readable_design(request.user, slug).newest)


@require_safe
def raw_revision(request: HttpRequest, slug: str, revision: int) -> HttpResponse:
    """Answer with one revision's bytes, which never change."""
    return text_of(get_revision(get_readable_design(request.user, slug), revision))


@require_safe
def shared_raw(_request: HttpRequest, token: str) -> HttpResponse:
    """Answer with the newest revision's bytes to the holder of a link that shows the template."""
    return text_of(get_viewable_link(token).design.newest)


def text_of(revision: Revision) -> HttpResponse:
    """Return the response that holds a revision's text, byte for byte."""
    return HttpResponse(
        bytes(revision.text),
        content_type="text/yaml; charset=utf-8",
        headers={"Cache-Control": "private, no-cache", "ETag": f'"{revision.content_hash}"'},
    )
