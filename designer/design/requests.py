"""Parsing of requests from the design page: the file, its text, and the state of the draft."""

import json
from dataclasses import replace

from django.http import Http404, HttpRequest

from designer.content.content import Content
from designer.content.line_endings import like, plain
from designer.content.uploads import checked_text
from designer.models import Design
from designer.site.requests import parse_number
from designer.store.access import Person, get_revision
from designer.store.drafts.design_drafts import Fresh, Window
from designer.store.drafts.workspace import Work, work_on

MARK = "\ufeff"
"""A byte order mark, which is kept on saving but not shown or counted in positions."""
LARGEST_FRESH = 1024 * 1024


def window_of(request: HttpRequest) -> Window:
    """Return the window that sent a form, with the state of the draft that it shows."""
    name, before = (request.POST.get(key, "")[:36].replace("\0", "") for key in ("window", "before"))
    based_on = parse_number(request.POST.get("base", request.POST.get("based_on", "0")))
    return Window(parse_number(request.POST.get("counter")), based_on, name, before)


def fresh_of(request: HttpRequest) -> Fresh:
    """Return the fresh resources that a page sends, as a JSON list of pairs of a name and paths."""
    try:
        sent = json.loads(request.POST.get("fresh", "[]")[:LARGEST_FRESH])
    except (ValueError, RecursionError):
        raise Http404 from None
    if not isinstance(sent, list) or not all(map(is_fresh, sent)):
        raise Http404
    return sent


def is_fresh(value: object) -> bool:
    """Whether a value is a pair of a name and paths."""
    match value:
        case [name, [*paths]]:
            return all(map(is_storable, (name, *paths)))
    return False


def is_storable(value: object) -> bool:
    """Whether a value is a string that every database can store: without NUL and lone surrogates."""
    return isinstance(value, str) and "\0" not in value and not any("\ud800" <= one <= "\udfff" for one in value)


def work_sent(request: HttpRequest, found: Design) -> Work:
    """Return the work on the requested file, with the sent text."""
    return work_on(request.user, found, request.POST.get("file", "")).with_text(plain(request.POST.get("text", "")))


def template_sent(request: HttpRequest, found: Design) -> Content:
    """Return the edited template with the sent text, and with file paths relative to it."""
    return work_sent(request, found).template


def work_from(user: Person, found: Design, path: str, number: int) -> Work:
    """Return the work on a file based on a revision, with the user's draft if it has the same base."""
    work = work_on(user, found)
    if work.revision.number != number:
        revision = get_revision(found, number)
        content = revision.content
        work = Work(found, revision, content, content)
    if path and path not in work.content.files:
        if path not in found.newest.content.files:
            raise Http404
        return replace(work, path=path).with_bytes(b"")  # it was added later
    return replace(work, path=path)


def shown_text(data: bytes) -> str | None:
    """Return a file's text as a page shows it; None if it is not text."""
    try:
        return plain(data.decode()).removeprefix(MARK)
    except UnicodeDecodeError:
        return None


def typed_bytes(work: Work, typed: str) -> bytes:
    """Return the typed text of a file, with the line endings and the byte order mark that the file had."""
    before = work.saved_bytes or work.now
    try:
        saved = before.decode()
    except UnicodeDecodeError:
        raise Http404 from None
    marked = MARK if saved.startswith(MARK) and not typed.startswith(MARK) else ""
    return like(saved, marked + plain(typed)).encode("utf-8", "replace")


def checked_bytes(work: Work, typed: str) -> bytes:
    """Return the typed text of a file if it is valid; raise `RefusedUpload` with the reason if not."""
    data = typed_bytes(work, typed)
    return data if work.path else checked_text(data)
