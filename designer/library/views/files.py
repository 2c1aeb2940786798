"""The files of a template: add, upload, rename, remove, or make one the template; each creates a revision."""

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

from designer.content.content import Content
from designer.content.uploads import (
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
from designer.site.pages import sign_in_for
from designer.site.requests import parse_number
from designer.store.access import get_editable_design, get_readable_design, may_edit
from designer.store.designs import LONGEST_MESSAGE, Conflict, revision_create

MOST_WHOLE = 100  # files up to which the list is not folded and has all actions for each file


@require_http_methods(["GET", "HEAD", "POST"])
def files(request: HttpRequest, slug: str) -> HttpResponse:
    """List a template's files; on POST, perform the requested action."""
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
        words = _(
            "Revision %(number)d was saved in the meantime, so nothing was changed. Check the files and try again."
        )
        found.refresh_from_db()
        return page(request, found, refused=words % {"number": conflict.head.number})


def change(request: HttpRequest, user: User, found: Design) -> HttpResponse:
    """Perform the requested action, and redirect to a page that shows the result."""
    asked = request.POST.get("do")
    before = found.newest
    content, path = before.content, request.POST.get("path", "")
    if asked == "add":
        added = new_files(request, content)
        save(request, user, found, {**content.files, **added}, _("Added %(path)s") % {"path": ", ".join(added)})
        if len(added) == 1 and not any(added.values()):
            return redirect(reverse("design", args=[found.slug]) + "?" + urlencode({"file": next(iter(added))}))
        return redirect("files", slug=found.slug)
    if path not in content.files:
        raise Http404
    if asked == "turn":
        return make_template(request, user, found, path)
    others = {name: data for name, data in content.files.items() if name != path}
    if asked == "remove":
        save(request, user, found, others, _("Removed %(path)s") % {"path": path})
        warn_of_references(request, content, path)
        return redirect("files", slug=found.slug)
    if asked != "rename":
        raise Http404
    to = request.POST.get("to", "").strip()
    to = path if to == path else checked_path(to, content.taken - {path}, content.folder)
    message = _("Renamed %(path)s to %(to)s") % {"path": path, "to": to}
    revision = save(request, user, found, {**others, to: content.files[path]}, message)
    warn_of_references(request, content, path)
    moved = {"renamed": path, "to": to, "before": str(before.number), "after": str(revision.number)}
    return redirect(reverse("files", args=[found.slug]) + ("?" + urlencode(moved) if to != path else ""))


def make_template(request: HttpRequest, user: User, found: Design, path: str) -> HttpResponse:
    """Make a file the template: the old template becomes one of its files, and all paths relative to the new one."""
    before = found.newest
    content = before.content.about(path)
    if long := next((name for name in content.files if len(name) > LONGEST_KEPT_PATH), ""):
        words = _("Relative to “%(path)s”, a file's path would be longer than %(most)d characters: “%(long)s…”.")
        raise RefusedUpload(words % {"path": path, "most": LONGEST_KEPT_PATH, "long": long[:60]})
    revision = revision_create(
        design=found,
        author=user,
        text=checked_text(content.text),
        files=content.files,
        path=content.path,
        message=(_("Made %(path)s the template") % {"path": content.path})[:LONGEST_MESSAGE],
        based_on=parse_number(request.POST.get("based_on")),
    )
    words = _("“%(path)s” is now the template. Saved as revision %(number)d; restore the previous one to undo this.")
    messages.success(request, words % {"path": content.path, "number": revision.number})
    return redirect("files", slug=found.slug)


def new_files(request: HttpRequest, content: Content) -> dict[str, bytes]:
    """Return the new files: uploaded ones, or an empty one to edit."""
    uploads, name = request.FILES.getlist("upload"), request.POST.get("name", "")
    return uploaded_files(uploads, name, content) or {checked_path(name, content.taken, content.folder): b""}


def save(request: HttpRequest, user: User, found: Design, changed: Mapping[str, bytes], message: str) -> Revision:
    """Save the files as a revision, and add a message."""
    revision = revision_create(
        design=found,
        author=user,
        text=found.newest.content.text,
        files=checked_files(changed),
        message=message[:LONGEST_MESSAGE],
        based_on=parse_number(request.POST.get("based_on")),
    )
    words = _("%(what)s. Saved as revision %(number)d.")
    messages.success(request, words % {"what": message[:LONGEST_MESSAGE], "number": revision.number})
    return revision


def warn_of_references(request: HttpRequest, content: Content, path: str) -> None:
    """Add a warning if the template still references a file by its old name."""
    if path.encode() in content.text:
        words = _("The template still references “%(path)s”. Change it there too.")
        messages.warning(request, words % {"path": path})


def in_folders(rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return the rows of files by folder; the folder of a selected file is open."""
    folders: dict[str, list[Mapping[str, Any]]] = {}
    for row in rows:
        folders.setdefault(row["path"].rpartition("/")[0], []).append(row)
    return [
        {"name": name, "files": inside, "is_open": any(row["is_chosen"] for row in inside)}
        for name, inside in sorted(folders.items())
    ]


def page(request: HttpRequest, found: Design, *, refused: str = "") -> HttpResponse:
    """Render the files, and the reason if an action failed."""
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
