"""The text of a template and of the files beside it, with its problems; saving makes a revision."""

from dataclasses import dataclass, replace
from typing import Any

from django.contrib import messages
from django.contrib.auth.models import User
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from designer import analysis, editing
from designer.access import Person, get_editable_design, get_readable_design, get_revision, value_sets_of
from designer.bundle import LARGEST_FILE, RefusedUpload, checked_text
from designer.content import Content
from designer.differences import Difference, difference
from designer.findings import Findings, numbered
from designer.line_ends import like, plain
from designer.models import Design, Revision
from designer.services import Conflict, revision_create
from designer.words import words

LONGEST_MESSAGE = 200
MARK = "\ufeff"
"""A byte order mark, which stays in what is saved and is not shown: positions in a text do not count it."""
UNSAVED = "unsaved"  # in the session: the text of somebody who was signed out before saving


@dataclass(frozen=True)
class Opened:
    """A file of a design as it is being edited: the template itself when `path` is empty."""

    design: Design
    revision: Revision
    content: Content
    path: str

    @property
    def saved(self) -> bytes:
        """What the revision holds."""
        return self.content.files[self.path] if self.path else self.content.text

    def with_text(self, text: bytes) -> Content:
        """Return the revision's content with this file's text in place of what it holds."""
        if not self.path:
            return Content(text, self.content.files)
        return Content(self.content.text, {**self.content.files, self.path: text})


@require_http_methods(["GET", "HEAD", "POST"])
def design(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a file of the template with the problems; save it as a revision, never over somebody else's."""
    if request.method != "POST":
        found = get_readable_design(request.user, slug)
        kept = waiting_text(request) if may_edit(request.user, found) else None
        if kept:
            file = opened(found, get_revision(found, whole_number(kept["based_on"])), request.GET.get("file", ""))
            return page(request, file, typed=kept["text"], message=kept["message"])
        return page(request, opened(found, found.newest, request.GET.get("file", "")))
    if getattr(request, "htmx", False):
        file = opened(found := get_readable_design(request.user, slug), found.newest, request.POST.get("file", ""))
        context = said_about(file, plain(request.POST.get("text", "")))
        return render(request, "design/design.html#findings", context)
    if not request.user.is_authenticated:
        return sign_in_first(request, slug)
    found = get_editable_design(request.user, slug)
    file = opened(found, get_revision(found, whole_number(request.POST.get("based_on"))), request.POST.get("file", ""))
    return save(request, file)


def sign_in_first(request: HttpRequest, slug: str) -> HttpResponse:
    """Send somebody who was signed out to sign in, and keep the text in their session until they are back.

    Whether there is such a template is not told to them.
    """
    path, text = request.POST.get("file", ""), request.POST.get("text", "")
    here = reverse("design", args=[slug]) + ("?" + urlencode({"file": path}) if path else "")
    if len(text.encode("utf-8", "replace")) <= LARGEST_FILE:
        based_on, message = (request.POST.get(name, "")[:LONGEST_MESSAGE] for name in ("based_on", "message"))
        request.session[UNSAVED] = {"at": here, "text": plain(text), "based_on": based_on, "message": message}
    messages.info(request, _("You are signed out. Sign in to save; your text waits for you."))
    return redirect_to_login(here)


def waiting_text(request: HttpRequest) -> dict[str, str] | None:
    """Take the text that waits in the session for this page, if there is one."""
    kept = request.session.get(UNSAVED)
    if not kept or kept["at"] != request.get_full_path():
        return None
    return dict(request.session.pop(UNSAVED))


def opened(found: Design, revision: Revision, path: str) -> Opened:
    """Open one file of a revision."""
    content = revision.content
    if path and path not in content.files:
        if path not in found.newest.content.files:
            raise Http404
        content = Content(content.text, {**content.files, path: b""})  # it came later
    return Opened(found, revision, content, path)


def whole_number(text: str | None) -> int:
    """Read the number of a revision from a form."""
    if text is None or not text.isascii() or not text.isdigit() or len(text) > 9:
        raise Http404
    return int(text)


def save(request: HttpRequest, file: Opened) -> HttpResponse:
    """Save what was typed; where that is not possible, show it again with the reason."""
    if not isinstance(request.user, User):
        raise Http404
    typed = plain(request.POST.get("text", ""))
    try:
        saved = file.saved.decode()
        marked = MARK if saved.startswith(MARK) and not typed.startswith(MARK) else ""
        text = like(saved, marked + typed).encode("utf-8", "replace")
        kept = checked_text(text) if not file.path else text
    except UnicodeDecodeError:
        raise Http404 from None
    except RefusedUpload as refused:
        return page(request, file, typed=typed, refused=str(refused))
    over, newest = request.POST.get("over"), file.design.newest.number
    # Saving over a newer revision replaces only what was compared: the other files stay as they are there.
    base = get_revision(file.design, whole_number(over)) if over else untouched_since(file)
    content = replace(file, content=base.content).with_text(kept)
    try:
        revision = revision_create(
            design=file.design,
            author=request.user,
            text=content.text,
            files=content.files,
            message=" ".join(request.POST.get("message", "").replace("\0", "").split())[:LONGEST_MESSAGE],
            based_on=base.number,
        )
    except Conflict as conflict:
        return page(request, file, typed=typed, newer=conflict.head)
    if revision.number == newest:
        messages.info(request, _("Nothing has changed since revision %(number)d.") % {"number": revision.number})
    else:
        messages.success(request, _("Saved as revision %(number)d.") % {"number": revision.number})
        if not over and base.number != file.revision.number:
            words = _("Revision %(number)d, saved in between, changed other files and is kept.")
            messages.info(request, words % {"number": base.number})
    query = "?" + urlencode({"file": file.path}) if file.path else ""
    return redirect(reverse("design", args=[file.design.slug]) + query)


def untouched_since(file: Opened) -> Revision:
    """Return the newest revision while this file is the same there, else the one that the text is based on."""
    newest = file.design.newest
    same = newest.content.files.get(file.path) if file.path else newest.content.text
    was = file.revision.content.files.get(file.path) if file.path else file.revision.content.text
    return newest if same == was else file.revision


def page(
    request: HttpRequest,
    file: Opened,
    *,
    typed: str | None = None,
    refused: str = "",
    newer: Revision | None = None,
    message: str = "",
) -> HttpResponse:
    """Show the page: what is saved, or what was typed and could not be saved."""
    try:
        saved = plain(file.saved.decode()).removeprefix(MARK)
    except UnicodeDecodeError:
        saved, binary = "", True
    else:
        binary = False
    owns = may_edit(request.user, file.design)
    context = {
        "design": file.design,
        "page": "design",
        "owns": owns,
        "file": file,
        "files": sorted(file.content.files),
        "binary": binary,
        "readonly": not owns,
        "typed": typed is not None,
        "refused": refused,
        "message": message or request.POST.get("message", "")[:LONGEST_MESSAGE],
        "newer": newer,
        "against": against(file, newer, typed or "") if newer else None,
        **studio(request.user, file, saved if typed is None else typed, binary=binary),
        "draft": f"draft:{file.design.slug}:{file.path}" if owns else "",
        **said_about(file, saved if typed is None else typed),
    }
    return render(request, "design/design.html", context)


def studio(user: Person, file: Opened, text: str, *, binary: bool) -> dict[str, Any]:
    """Return what the graph and its forms need; only the template itself has a graph."""
    if file.path or binary:
        return {}
    return {
        "studio": True,
        "palette": editing.palette(),
        "picture": editing.picture(file.with_text(text.encode("utf-8", "replace"))),
        "value_sets": value_sets_of(user, file.design),
        "words": words(),
    }


def may_edit(user: Person, found: Design) -> bool:
    """Whether the person may save revisions of the design."""
    return user.is_authenticated and found.owner_id == user.pk


def against(file: Opened, newer: Revision, typed: str) -> Difference:
    """Compare what somebody else saved in between with what was typed."""
    theirs = newer.content
    return difference(file.path, theirs.files.get(file.path, b"") if file.path else theirs.text, typed.encode())


def said_about(file: Opened, text: str) -> dict[str, Any]:
    """Return a text with all problems of the template that it is, or that it belongs to."""
    document = analysis.document(file.with_text(text.encode("utf-8", "replace")))
    findings = Findings.of(document.diagnostics)
    return {
        "text": text,
        "line_count": text.count("\n") + 1,
        "numbers": numbered(text, findings.lines(file.path or None)),
        "findings": findings,
        "template": document.template,
        "lines_at": reverse("design", args=[file.design.slug]),
        "linked_files": file.content.files,
    }
