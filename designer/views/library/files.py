"""The files beside a template: add, upload, rename, take away, make one the template; each makes a revision."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from designer.access import get_editable_design, get_readable_design
from designer.files.content import Content
from designer.files.uploads import (
    LARGEST_FILE,
    LONGEST_KEPT_PATH,
    RefusedUpload,
    checked_files,
    checked_path,
    checked_text,
    is_template,
    uploaded_files,
    words_for_size,
)
from designer.models import Design, Revision
from designer.services import Conflict, revision_create
from designer.views.design.requests import may_edit, whole_number
from designer.views.design.save import LONGEST_MESSAGE
from designer.views.pages import sign_in_for

MOST_WHOLE = 100  # files whose list is not folded, with all that can be done at every one


@require_http_methods(["GET", "HEAD", "POST"])
def files(request: HttpRequest, slug: str) -> HttpResponse:
    """List the files beside a template, and do the one thing to them that a form asks for."""
    if request.method != "POST":
        return page(request, get_readable_design(request.user, slug))
    if not isinstance(request.user, User):
        return sign_in_for(request, reverse("files", args=[slug]))
    found = get_editable_design(request.user, slug)
    try:
        return change(request, request.user, found)
    except RefusedUpload as refused:
        return page(request, found, refused=str(refused))
    except Conflict as conflict:
        words = _("Revision %(number)d was saved in between, and nothing was changed. Look at the files and try again.")
        found.refresh_from_db()
        return page(request, found, refused=words % {"number": conflict.head.number})


def change(request: HttpRequest, user: User, found: Design) -> HttpResponse:
    """Add, rename or take away, and go on to where the person sees it."""
    asked = request.POST.get("do")
    before = found.newest
    content, path = before.content, request.POST.get("path", "")
    if asked == "add":
        added = brought(request, content)
        kept(request, user, found, {**content.files, **added}, _("Added %(path)s") % {"path": ", ".join(added)})
        if len(added) == 1 and not any(added.values()):
            return redirect(reverse("design", args=[found.slug]) + "?" + urlencode({"file": next(iter(added))}))
        return redirect("files", slug=found.slug)
    if path not in content.files:
        raise Http404
    if asked == "turn":
        return turned(request, user, found, path)
    others = {name: data for name, data in content.files.items() if name != path}
    if asked == "remove":
        kept(request, user, found, others, _("Removed %(path)s") % {"path": path})
        still_named(request, content, path)
        return redirect("files", slug=found.slug)
    if asked != "rename":
        raise Http404
    to = request.POST.get("to", "").strip()
    to = path if to == path else checked_path(to, content.taken - {path}, content.folder)
    message = _("Renamed %(path)s to %(to)s") % {"path": path, "to": to}
    revision = kept(request, user, found, {**others, to: content.files[path]}, message)
    still_named(request, content, path)
    moved = {"renamed": path, "to": to, "before": str(before.number), "after": str(revision.number)}
    return redirect(reverse("files", args=[found.slug]) + ("?" + urlencode(moved) if to != path else ""))


def turned(request: HttpRequest, user: User, found: Design, path: str) -> HttpResponse:
    """Make a file the template: the template becomes a file beside it, and the paths are those seen from there."""
    before = found.newest
    content = before.content.about(path)
    if long := next((name for name in content.files if len(name) > LONGEST_KEPT_PATH), ""):
        words = _("Seen from “%(path)s”, a file's path would have more than %(most)d characters: “%(long)s…”.")
        raise RefusedUpload(words % {"path": path, "most": LONGEST_KEPT_PATH, "long": long[:60]})
    revision = revision_create(
        design=found,
        author=user,
        text=checked_text(content.text),
        files=content.files,
        path=content.path,
        message=(_("Made %(path)s the template") % {"path": content.path})[:LONGEST_MESSAGE],
        based_on=whole_number(request.POST.get("based_on")),
    )
    words = _("“%(path)s” is the template now. This is revision %(number)d; restore the one before to go back.")
    messages.success(request, words % {"path": content.path, "number": revision.number})
    return redirect("files", slug=found.slug)


def brought(request: HttpRequest, content: Content) -> dict[str, bytes]:
    """Return the new files: those that were uploaded, or an empty one to be written."""
    uploads, name = request.FILES.getlist("upload"), request.POST.get("name", "")
    return uploaded_files(uploads, name, content) or {checked_path(name, content.taken, content.folder): b""}


def kept(request: HttpRequest, user: User, found: Design, changed: Mapping[str, bytes], message: str) -> Revision:
    """Save the files as a revision, and say so."""
    revision = revision_create(
        design=found,
        author=user,
        text=found.newest.content.text,
        files=checked_files(changed),
        message=message[:LONGEST_MESSAGE],
        based_on=whole_number(request.POST.get("based_on")),
    )
    words = _("%(what)s. This is revision %(number)d; the history has the one before.")
    messages.success(request, words % {"what": message[:LONGEST_MESSAGE], "number": revision.number})
    return revision


def still_named(request: HttpRequest, content: Content, path: str) -> None:
    """Warn when the template speaks of a file by the name that it no longer has."""
    if path.encode() in content.text:
        words = _("The template still says “%(path)s”. Change it there too.")
        messages.warning(request, words % {"path": path})


def in_folders(rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return the rows of files by their folders, open where a file is chosen."""
    folders: dict[str, list[Mapping[str, Any]]] = {}
    for row in rows:
        folders.setdefault(row["path"].rpartition("/")[0], []).append(row)
    return [
        {"name": name, "files": inside, "is_open": any(row["is_chosen"] for row in inside)}
        for name, inside in sorted(folders.items())
    ]


def page(request: HttpRequest, found: Design, *, refused: str = "") -> HttpResponse:
    """Show the files, and why something could not be done."""
    content = found.newest.content
    is_long = len(content.files) > MOST_WHOLE
    typed: dict[str, Any] = {"path": request.POST.get("path"), "to": request.POST.get("to", "")[:1000]}
    chosen = typed["path"] or request.GET.get("at")
    rows = [
        {
            "path": path,
            "name": path.rpartition("/")[2],
            "number": number,
            "size": words_for_size(len(data)),
            "to": typed["to"] if typed["path"] == path else path,
            "is_template": is_template(path, data),
            "is_chosen": is_long and path == chosen,
            "is_whole": not is_long or path == chosen,
        }
        for number, (path, data) in enumerate(sorted(content.files.items()), 1)
    ]
    context = {
        "design": found,
        "page": "files",
        "owns": may_edit(request.user, found),
        "place": content.path,
        "address": reverse("files", args=[found.slug]),
        "design_address": reverse("design", args=[found.slug]),
        "files": rows,
        "folders": in_folders(rows) if is_long else [{"files": rows}],
        "is_long": is_long,
        "refused": refused,
        "refused_path": typed["path"] if refused else None,
        "name": request.POST.get("name", "")[:1000],
        "most": words_for_size(LARGEST_FILE),
    }
    return render(request, "library/files.html", context)
