"""The design page: a template as a diagram, as forms and as text, with its files and all problems."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.models import User
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from designer.accounts.views.accounts import sign_in_to_send
from designer.content import analysis
from designer.content.diagnostics import DiagnosticList, numbered
from designer.content.line_endings import plain
from designer.content.uploads import LARGEST_FILE, is_template
from designer.design import answers
from designer.design.definitions import definitions
from designer.design.palette import first_patterns, palette_services, pattern_palette
from designer.design.requests import shown_text, work_from, work_sent
from designer.design.saving import NotSaved, save
from designer.design.skeleton import bones
from designer.design.words.scripts import words
from designer.models import Design, DiagramView
from designer.site.requests import parse_number
from designer.store.access import (
    Person,
    get_editable_design,
    get_readable_design,
    may_edit,
    positions_of,
    value_sets_of,
)
from designer.store.designs import LONGEST_MESSAGE
from designer.store.drafts.workspace import Work, work_on
from designer.store.unknown_outcomes import forget_save, is_unknown_save_of, tell_outcome
from hotcore.runtime import paused_collector
from hotcore.versions import LATEST

EDITED_AS_YAML = (".yaml", ".yml", ".env", ".template", ".hot", ".json")
LONGEST_TRAIL = 8
NO_DIAGRAM: dict[str, Any] = {"nodes": [], "edges": [], "parameters": {}, "conditions": {}, "outputs": {}}


@require_http_methods(["GET", "HEAD", "POST"])
def design(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a file of the template with its problems; on POST, save changes without overwriting those of others."""
    if request.method != "POST":
        return opened(request, get_readable_design(request.user, slug))
    if getattr(request, "htmx", False):
        work = work_sent(request, get_readable_design(request.user, slug))
        return render(
            request,
            "design/design.html#diagnostics",
            text_context(request.user, work, plain(request.POST.get("text", ""))),
        )
    if not request.user.is_authenticated:
        return sign_in_first(request, slug)
    found = get_editable_design(request.user, slug)
    path, number = request.POST.get("file", ""), parse_number(request.POST.get("based_on"))
    work = work_from(request.user, found, path, number)
    if not isinstance(request.user, User):
        raise Http404
    is_unknown = is_unknown_save_of(request, found)
    try:
        response = save(request, request.user, work)
    except NotSaved as reason:
        if is_unknown:  # what stands in the way may be what was saved
            tell_outcome(request)
        response = page(request, work, typed=plain(request.POST.get("text", "")), reason=reason)
    return forget_save(response) if is_unknown else response


def opened(request: HttpRequest, found: Design) -> HttpResponse:
    """Show the page as the user left it, with their draft."""
    work = work_on(request.user, found, request.GET.get("file", ""))
    with paused_collector(len(work.now)):
        return page(request, work)


def sign_in_first(request: HttpRequest, slug: str) -> HttpResponse:
    """Send a signed-out user to sign in; their text is carried along and saved when they are back.

    They do not learn whether the template exists.
    """
    path, text = request.POST.get("file", ""), request.POST.get("text", "")
    here = reverse("design", args=[slug]) + ("?" + urlencode({"file": path}) if path else "")
    messages.info(request, _("You have been signed out. Sign in to save; your text will be kept."))
    if len(text.encode("utf-8", "replace")) > LARGEST_FILE:
        return redirect_to_login(here)
    based_on, message = (request.POST.get(name, "")[:LONGEST_MESSAGE] for name in ("based_on", "message"))
    fields = {"text": plain(text), "file": path, "based_on": based_on, "message": message}
    return sign_in_to_send(request, here, fields)


def page(
    request: HttpRequest, work: Work, *, typed: str | None = None, reason: NotSaved | None = None, message: str = ""
) -> HttpResponse:
    """Render the page with the saved file, the draft, or the typed text that could not be saved."""
    kept = shown_text(work.now)
    binary, text = kept is None, kept or ""
    if typed is not None:
        text = typed
    owns = may_edit(request.user, work.design)
    context = {
        "design": work.design,
        "page": "design",
        "owns": owns,
        "latest_version": LATEST.date,
        "work": work,
        "files": sorted(work.content.files),
        "binary": binary,
        "readonly": not owns,
        "typed": typed is not None,
        "refused": reason.words if reason else "",
        "message": message or request.POST.get("message", "")[:LONGEST_MESSAGE],
        "merge": reason.merge if reason else None,
        "counter": work_on(request.user, work.design).counter if reason and reason.is_outdated else work.counter,
        "changed": sorted(work.changes),
        "fresh": work.fresh.get(work.path, []),
        "next_revision": work.design.newest.number + 1,
        "trail": trail(request, work),
        "language": "yaml" if work.is_template or work.path.endswith(EDITED_AS_YAML) else "none",
        **studio(request.user, work, text, binary=binary),
        "saved_text": shown_text(work.saved_bytes) if work.saved_bytes != work.now or typed is not None else None,
        "draft": f"draft:{work.design.slug}:{work.path}" if owns else "",
        **text_context(request.user, work if typed is None else work.with_text(text), text),
    }
    return render(request, "design/design.html", context)


def studio(user: Person, work: Work, text: str, *, binary: bool) -> dict[str, Any]:
    """Return the context of the editor, and for a template that of the diagram and its forms."""
    if binary:
        return {}
    if not work.is_template:
        return {"words": words(), "definitions": definitions(), "diagram": NO_DIAGRAM}
    template = work.with_text(text).template
    positions = positions_of(user, work.design, work.path)
    places = {name: tuple(place) for name, place in positions.get(DiagramView.MAP, {}).items()}
    shown = answers.Shown(DiagramView.MAP, places)
    drawn = answers.diagram(template, shown=shown)
    # in place of a text that cannot be read, the page shows the saved one
    saved = None if drawn else answers.diagram(work.with_bytes(work.saved_bytes).template, shown=shown)
    return {
        "studio": True,
        "palette_services": palette_services(),
        "patterns": pattern_palette(),
        "first_patterns": first_patterns(),
        "nested": sorted(name for name, data in work.template.files.items() if is_template(name, data)),
        "diagram": drawn or saved,
        "bones": bones(drawn or saved),
        "broken": None if drawn else answers.parse_error(template),
        "positions": positions.get(DiagramView.DEPENDENCIES, {}),
        "value_sets": value_sets_of(user, work.design),
        "words": words(),
        "definitions": definitions(),
    }


def trail(request: HttpRequest, work: Work) -> list[tuple[str, str]]:
    """Return the breadcrumb of files through which a nested one was opened, each with its query."""
    via = [path for path in request.GET.getlist("via")[:LONGEST_TRAIL] if path in work.content.files]
    queries = [[("file", path), *(("via", before) for before in via[:index])] for index, path in enumerate(via)]
    return [(path, urlencode(query)) for path, query in zip(via, queries, strict=True)]


def text_context(user: Person, work: Work, text: str) -> dict[str, Any]:
    """Return the context of a text with all problems of its template."""
    diagnostics = DiagnosticList.of(work.diagnostics)
    return {
        "text": text,
        "work": work,
        "owns": may_edit(user, work.design),
        "line_count": text.count("\n") + 1,
        "numbers": numbered(text, diagnostics.lines(work.path or None)),
        "diagnostics": diagnostics,
        "template": analysis.document(work.template).template,
        "lines_at": reverse("design", args=[work.design.slug]),
        "linked_files": work.content.files,
    }
