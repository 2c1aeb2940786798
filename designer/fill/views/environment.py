"""The values of a form as a Heat environment file."""

from collections.abc import Iterable

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from designer.fill.form_source import carried, state_asked
from designer.fill.opened import Opened
from designer.fill.package.outgoing import Outgoing
from designer.fill.values.state import FormState
from designer.site.pages import render_page
from designer.store.access import get_readable_design
from hotcore.edits import CannotEdit
from hotcore.environment import write_environment


@require_http_methods(["GET", "HEAD", "POST"])
def environment(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the values of a design's form, a value set or a prefilled link as a file."""
    return download(request, Opened(get_readable_design(request.user, slug)))


def download(request: HttpRequest, opened: Opened) -> HttpResponse:
    """Return the file; it contains hidden values only if a submitted form requests them.

    Hidden defaults are template text, so users who may only fill the form do not get them.
    """
    template = opened.template
    if template is None:
        raise Http404
    data = request.POST if request.method == "POST" else request.GET
    posted = request.method == "POST"
    state = state_asked(request, opened)
    if "shown" in request.GET or "shown" in data:
        return explained(request, opened, state)
    text = left_out = ""
    if data.get("environments") == "together" and opened.shows_environments:
        text = together(opened, state, hidden=posted and "hidden" in data and opened.shows_template)
        left_out = not_together(state)
    text = text or left_out + merged(opened, state) + write_environment(
        template,
        state.given.values,
        everything="everything" in data,
        hidden=posted and "hidden" in data,
        hidden_defaults=opened.shows_template,
        over=state.bases.keys() & state.given.values.keys(),
    )
    return HttpResponse(
        text.encode("utf-8", "backslashreplace"),
        content_type="text/yaml; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{opened.environment_file_name}"'},
    )


def together(opened: Opened, state: FormState, *, hidden: bool) -> str:
    """Return the files in effect and the typed values as one file; empty if they cannot be merged."""
    outgoing = Outgoing(opened.content, state.environments, state.given.values, hidden=hidden, is_together=True)
    try:
        return outgoing.one_text(opened.environment_file_name) if outgoing.in_force else ""
    except CannotEdit:
        return ""


def not_together(state: FormState) -> str:
    """Return the comment that lists the files that could not be merged into this one."""
    names = [file.name for file in state.environments if file.is_in_force]
    words = _("These files could not be merged with the typed values; pass them before this one: %(names)s")
    return comment_naming(words, names)


def merged(opened: Opened, state: FormState) -> str:
    """Return the comment that lists the values that Heat merges into those of other files.

    The file cannot set another merge strategy, since Heat would reject one that differs from that of earlier files.
    """
    names = sorted(state.environments.merged_names & state.given.values.keys())
    words = _("If passed after the enabled files, Heat merges these into their values: %(names)s")
    return comment_naming(words, names) if opened.shows_environments else ""


def comment_naming(words: str, names: Iterable[str]) -> str:
    """Return a comment line with names; a name with a line break would end the comment, so it is left out."""
    printable = [name for name in names if name.isprintable()]
    return f"# {words % {'names': ', '.join(printable)}}\n" if printable else ""


def explained(request: HttpRequest, opened: Opened, state: FormState) -> HttpResponse:
    """Return the page that explains what the file is for and what it does not contain."""
    template = opened.template
    assert template is not None
    hidden = [parameter for parameter in template.parameters.values() if parameter.hidden]
    left_out = [each for each in hidden if each.name in state.given.values or each.required]
    return render_page(
        request,
        "fill/environment.html",
        opened.page_context(request.user)
        | {
            "count": len(state.given.values.keys() - {parameter.name for parameter in hidden}),
            "left_out": left_out,
            "carried": carried(request, opened),
        },
        partial="part",
    )
