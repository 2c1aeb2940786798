"""Writes to the draft of a design: the edited text, and adding, renaming and removing files."""

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBadRequest, JsonResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from designer.content.content import Content
from designer.content.text_diff import differences
from designer.content.uploads import RefusedUpload, checked_path, uploaded_files
from designer.design import answers
from designer.design.requests import fresh_of, shown_text, typed_bytes, window_of, work_from
from designer.models import Design
from designer.store.access import get_editable_design
from designer.store.drafts.design_drafts import (
    Changes,
    Outdated,
    draft_bring_back,
    draft_give_up,
    draft_write,
    draft_write_fresh,
)
from designer.store.drafts.workspace import Work, work_on
from hotcore import edits

OUTDATED, REFUSED = 409, 422


@require_POST
def draft(request: HttpRequest, slug: str) -> HttpResponse:
    """Write to the user's draft: `do` is the action, `counter` the state that the page shows, `base` its revision.

    Returns the new state; 409 if another window has changed the draft, 422 with the reason for an invalid change.
    """
    found = get_editable_design(request.user, slug)
    if not isinstance(request.user, User):
        raise Http404
    asked, window = request.POST.get("do", "write"), window_of(request)
    try:
        if asked == "give-up":
            draft_give_up(design=found, owner=request.user, window=window)
            if "text/html" in request.headers.get("Accept", ""):  # from a page without scripts
                return redirect("design", slug=slug)
        elif asked == "bring-back":
            draft_bring_back(design=found, owner=request.user)
        elif asked == "fresh":
            path = request.POST.get("file", "").replace("\0", "")
            draft_write_fresh(design=found, owner=request.user, window=window, path=path, fresh=fresh_of(request))
        elif asked in ACTIONS:
            work = work_from(request.user, found, "", window.based_on)
            changes = ACTIONS[asked](request, work)
            fresh = fresh_of(request)
            draft_write(design=found, owner=request.user, window=window, changes=changes, fresh=fresh)
            return JsonResponse(state(request.user, found, work, changes))
        else:
            return HttpResponseBadRequest(
                _("There is no such action on drafts."), content_type="text/plain; charset=utf-8"
            )
    except Outdated:
        return JsonResponse(state_elsewhere(request, found), status=OUTDATED)
    except RefusedUpload as refused:
        return JsonResponse({"refused": str(refused)}, status=REFUSED)
    return JsonResponse(state(request.user, found))


def state(user: User, found: Design, before: Work | None = None, changes: Changes | None = None) -> dict[str, Any]:
    """Return the state of the draft for the page: the counter, the files, and the changed texts.

    For a removed file, `was` holds the text to restore it.
    """
    work = work_on(user, found)
    answer: dict[str, Any] = {
        "counter": work.counter,
        "base": work.revision.number,
        "files": sorted(work.content.files),
        "changed": sorted(work.changes),
    }
    if before is None or changes is None:
        return answer
    shown = {path: shown_text(data) for path, data in changes.items() if data is not None}
    gone = [path for path, data in changes.items() if data is None]
    answer["texts"] = {path: text for path, text in shown.items() if text is not None}
    answer["was"] = {path: shown_text(before.content.files[path]) for path in gone if path in before.content.files}
    return answer


def state_elsewhere(request: HttpRequest, found: Design) -> dict[str, Any]:
    """Return the state that another window has written, with the text of the file that this window shows."""
    work, path = work_on(request.user, found), request.POST.get("file", "")
    data = work.at(path).now if not path or path in work.content.files else None
    text = None if data is None else shown_text(data)
    answer = {"outdated": True, "counter": work.counter, "text": text, "files": sorted(work.content.files)}
    if text is None or data is None or request.POST.get("do", "write") != "write":
        return answer
    before = work_from(request.user, found, "", window_of(request).based_on)
    mine = typed_bytes(before.at(path), request.POST.get("text", ""))
    shown = {"differences": differences(Content(data, {}), Content(mine, {}))}
    difference = render_to_string("design/_merge/elsewhere.html", shown)
    both = merged_text(before.at(path).saved_bytes, mine, data)
    return answer | {"base": work.revision.number, "difference": difference, "merged": both}


def merged_text(base: bytes | None, mine: bytes, theirs: bytes) -> str | None:
    """Return a text with the changes of both windows; None if they conflict or a text is not UTF-8."""
    try:
        made = edits.merge((base or b"").decode(), mine.decode(), theirs.decode())
    except UnicodeDecodeError:
        return None
    return made.text if made.text is not None and made.text.encode() not in (mine, theirs) else None


def written(request: HttpRequest, work: Work) -> dict[str, bytes | None]:
    """Return the change of a file to the typed text."""
    path = request.POST.get("file", "")
    if path and path not in work.content.files:
        raise Http404
    return {path: typed_bytes(work.at(path), request.POST.get("text", ""))}


def added(request: HttpRequest, work: Work) -> dict[str, bytes | None]:
    """Return a new file with a text, or the uploaded files."""
    uploads, name = request.FILES.getlist("upload"), request.POST.get("file", "")
    if not uploads:
        text = request.POST.get("text", "").replace("\r\n", "\n")
        return {checked_path(name, work.content.taken, work.content.folder): text.encode("utf-8", "replace")}
    return {**uploaded_files(uploads, name, work.content)}


def renamed(request: HttpRequest, work: Work) -> dict[str, bytes | None]:
    """Return the changes that rename a file, including the references to it if requested."""
    old = existing(request, work)
    new = checked_path(request.POST.get("to", ""), work.content.taken - {old}, work.content.folder)
    if new == old:
        return {}
    if request.POST.get("references"):
        return {**answers.file_renamed(work.content, old, new), old: None}
    return {old: None, new: work.content.files[old]}


def removed(request: HttpRequest, work: Work) -> dict[str, bytes | None]:
    """Return the removal of a file."""
    return {existing(request, work): None}


def restored(request: HttpRequest, work: Work) -> dict[str, bytes | None]:
    """Return a file as it was saved, or with the `text` that it had when it was removed."""
    path, text = request.POST.get("file", ""), request.POST.get("text")
    known = not path or path in work.saved.files
    if text is None and not known:
        raise Http404
    if path:
        checked_path(path, work.content.taken - {path}, work.content.folder)
    if not known:
        return {path: (text or "").encode("utf-8", "replace")}
    saved = work.at(path).saved_bytes
    return {path: saved if text is None else typed_bytes(work.at(path), text)}


def existing(request: HttpRequest, work: Work) -> str:
    """Return the requested path of an existing file."""
    path = request.POST.get("file", "")
    if path not in work.content.files:
        raise Http404
    return path


ACTIONS: Mapping[str, Callable[[HttpRequest, Work], dict[str, bytes | None]]] = {
    "write": written,
    "add": added,
    "rename": renamed,
    "remove": removed,
    "restore": restored,
}
"""The actions on files of a draft."""
