"""The deployment package: the zip with a template, its files and values, and the page about it."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from designer.content import analysis
from designer.fill.form_source import carried, state_asked
from designer.fill.opened import Opened, opened_by, opened_by_viewable_link, without_collector
from designer.fill.package.instructions import instructions, notes
from designer.fill.package.package import Options, Package, package_of
from designer.fill.package.stack_names import is_stack_name, stack_name
from designer.fill.package.zipped import zipped
from designer.fill.values.state import FormState
from designer.site.pages import render_page
from hotcore import Severity
from hotcore.edits import CannotEdit
from hotcore.template import Template

STACK, IS_THERE, TOGETHER, HIDDEN = "package-stack", "package-there", "package-together", "package-hidden"
SHOWN = "shown"  # requests the page instead of the zip


@require_http_methods(["GET", "HEAD", "POST"])
def package(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the package of a design under its form, a value set or a prefilled link."""
    return answer(request, opened_by(request.user, slug))


@require_http_methods(["GET", "HEAD", "POST"])
def shared_package(request: HttpRequest, token: str) -> HttpResponse:
    """Return the package to the holder of a link that shows the template."""
    return answer(request, opened_by_viewable_link(request, token))


@without_collector
def answer(request: HttpRequest, opened: Opened) -> HttpResponse:
    """Return the zip, or the page about it if that is requested or the options are invalid."""
    template = opened.template
    if template is None:
        raise Http404
    data = request.POST if request.method == "POST" else request.GET
    state = state_asked(request, opened)
    options = options_in(data, opened, state.set_name, is_posted=request.method == "POST")
    try:
        made = package_of(opened.content, f"{opened.design.slug}.yaml", state.environments, state.given.values, options)
    except CannotEdit as error:
        return page(request, opened, options, {"refusal": str(error)})
    if SHOWN in data or SHOWN in request.GET or not is_stack_name(options.stack):
        return page(request, opened, options, context_of(made, opened, template, state))
    return download(made, opened)


def options_in(data: QueryDict, opened: Opened, set_name: str, *, is_posted: bool) -> Options:
    """Parse the options; hidden values are included only if a submitted form requests them."""
    stack = data.get(STACK, "").strip() or stack_name(set_name, opened.design.slug)
    return Options(
        stack,
        is_there=bool(data.get(IS_THERE)),
        is_together=bool(data.get(TOGETHER)),
        hidden=is_posted and HIDDEN in data,
    )


def download(made: Package, opened: Opened) -> HttpResponse:
    """Return the zip."""
    title = f"{opened.design.name}, {_('revision %(number)d') % {'number': opened.design.newest.number}}"
    return HttpResponse(
        zipped(made, instructions(made, title)),
        content_type="application/zip",
        headers={"Content-Disposition": f'attachment; filename="{made.options.stack}.zip"'},
    )


def context_of(made: Package, opened: Opened, template: Template, state: FormState) -> dict[str, Any]:
    """Return the context of the page about a package."""
    outgoing = made.outgoing
    preview = analysis.preview(opened.content, state.given.values, environments=outgoing.environments.in_force)
    asked = {placeholder.parameter.name for placeholder in outgoing.placeholders}
    wrong = [
        parameter
        for name, parameter in template.parameters.items()
        if any(
            found.severity is Severity.ERROR and not (found.code == "value-needed" and name in asked)
            for found in preview.parameters[name].diagnostics
        )
        or (name in preview.nested_refusals and (name in state.given.values or name in state.bases))
    ]
    return {"package": made, "wrong": wrong, "notes": notes(made), "has_hidden": bool(outgoing.withheld.names)}


def page(request: HttpRequest, opened: Opened, options: Options, context: dict[str, Any]) -> HttpResponse:
    """Return the page about a package, or the part of it that a dialog shows."""
    template = opened.template
    hidden = [each for each in template.parameters.values() if each.hidden] if template else []
    return render_page(
        request,
        "fill/package.html",
        opened.page_context(request.user)
        | {
            "options": options,
            "is_name_wrong": not is_stack_name(options.stack),
            "hidden_parameters": hidden,
            "has_hidden": bool(hidden),
            "carried": carried(request, opened, (STACK, IS_THERE, TOGETHER, HIDDEN, SHOWN)),
            "raw_address": raw_address(request, opened),
        }
        | context,
        partial="part",
    )


def raw_address(request: HttpRequest, opened: Opened) -> str:
    """Return the address at which clients can read the template without signing in; empty if there is none."""
    if opened.link:
        return request.build_absolute_uri(reverse("shared_raw", args=[opened.link.token]))
    if opened.design.is_public:
        return request.build_absolute_uri(reverse("raw", args=[opened.design.slug]))
    return ""
