"""The raw text of a template, exactly as saved, at an address that `openstack stack create -t` can fetch."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_safe

from designer.models import Revision
from designer.store.access import get_readable_design, get_revision, get_viewable_link


@require_safe
def raw(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the newest revision's bytes."""
    return text_of(get_readable_design(request.user, slug).newest)


@require_safe
def raw_revision(request: HttpRequest, slug: str, revision: int) -> HttpResponse:
    """Return a revision's bytes, which never change."""
    return text_of(get_revision(get_readable_design(request.user, slug), revision))


@require_safe
def shared_raw(request: HttpRequest, token: str) -> HttpResponse:
    """Return the newest revision's bytes to the holder of a link that shows the template."""
    return text_of(get_viewable_link(request, token).design.newest)


@require_safe
def shared_raw_revision(request: HttpRequest, token: str, revision: int) -> HttpResponse:
    """Return a revision's bytes to the holder of a link that shows the template."""
    return text_of(get_revision(get_viewable_link(request, token).design, revision))


@require_safe
def raw_file(request: HttpRequest, slug: str, path: str) -> HttpResponse:
    """Return a file of the template, at the address that clients resolve relative to the template's own."""
    found = get_readable_design(request.user, slug)
    if is_number(path) and path not in found.newest.content.files:
        return redirect("raw_revision", slug=slug, revision=get_revision(found, int(path)).number)
    return file_of(found.newest, path)


@require_safe
def raw_revision_file(request: HttpRequest, slug: str, revision: int, path: str) -> HttpResponse:
    """Return a file of a revision."""
    return file_of(get_revision(get_readable_design(request.user, slug), revision), path)


@require_safe
def shared_raw_file(request: HttpRequest, token: str, path: str) -> HttpResponse:
    """Return a file of the template to the holder of a link that shows the template."""
    found = get_viewable_link(request, token).design
    if is_number(path) and path not in found.newest.content.files:
        return redirect("shared_raw_revision", token=token, revision=get_revision(found, int(path)).number)
    return file_of(found.newest, path)


@require_safe
def shared_raw_revision_file(request: HttpRequest, token: str, revision: int, path: str) -> HttpResponse:
    """Return a file of a revision to the holder of a link that shows the template."""
    return file_of(get_revision(get_viewable_link(request, token).design, revision), path)


def is_number(path: str) -> bool:
    """Whether a path is a revision number without the trailing slash."""
    return path.isascii() and path.isdigit() and len(path) < 10


def file_of(revision: Revision, path: str) -> HttpResponse:
    """Return a response with a file of a revision, byte for byte, that no browser renders as a page."""
    content = revision.content.files.get(path)
    if content is None:
        raise Http404
    return HttpResponse(
        content,
        content_type="application/octet-stream",
        headers={"Cache-Control": "private, no-cache", **saved_as(path.rpartition("/")[2])},
    )


def saved_as(name: str) -> dict[str, str]:
    """Return the header with the file name for downloads."""
    header = content_disposition_header(as_attachment=False, filename=name)
    return {"Content-Disposition": header} if header else {}


def text_of(revision: Revision) -> HttpResponse:
    """Return a response with a revision's text, byte for byte."""
    return HttpResponse(
        bytes(revision.text),
        content_type="text/yaml; charset=utf-8",
        headers={
            "Cache-Control": "private, no-cache",
            "ETag": f'"{revision.content_hash}"',
            **saved_as(f"{revision.design.slug}.yaml"),
        },
    )
