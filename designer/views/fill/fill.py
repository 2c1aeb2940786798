"""The fill page: a template's form, and beside it what the template makes of the values."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from designer.access import shared_value_sets, value_sets_of
from designer.drafts.form_store import find_form_draft
from designer.drafts.workspace import has_draft
from designer.forms.environment_list import EnvironmentFile
from designer.forms.fields import Field
from designer.forms.filled import FilledForm
from designer.forms.given import PREFIX, used_in
from designer.forms.marks import marks_in
from designer.forms.origin import SetValue
from designer.forms.stand_ins import stand_ins
from designer.forms.state import FormState
from designer.forms.steps import Step, step_between, step_from, taken
from designer.presentation.page_updates import Parts
from designer.views.fill.form_draft import Keeping, keep_form
from designer.views.fill.form_steps import Outcome, at_address, find_set_of, outcome_of, replaced_set, step_of
from designer.views.fill.opened import Opened, opened_by
from designer.views.pages import render_page
from hotcore import Parameter, Template

SHOWN = ("everything", "needed", "changed")
SOURCES = ("link", "combination", "file", "device")  # where values came from that are in no saved set


@require_http_methods(["GET", "HEAD", "POST"])
def fill(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the form of a design that the person may read, and answer to what is typed into it."""
    return answer(request, opened_by(request.user, slug))


def answer(request: HttpRequest, opened: Opened) -> HttpResponse:
    """Answer with the filled form: the page, or for htmx what has changed on it."""
    template = opened.template
    if template is None:
        return render_form(request, opened, {}, page="fill/unreadable.html")
    if request.method != "POST":
        if secrets := secrets_in_address(request, template):
            return without_secrets(request, opened, secrets)
        context = at_start(request, opened, template)
    elif "load" in request.POST:
        context = loaded(request, opened, template)
    else:
        context = filled(request.POST, opened, template, given_in_form(template, request.POST))
    response = render_form(request, opened, context)
    if context.get("is_loaded") and getattr(request, "htmx", False):
        response["HX-Trigger"] = "values-loaded"
    return response


def secrets_in_address(request: HttpRequest, template: Template) -> list[Parameter]:
    """Return the hidden parameters that an address gives values for, which no address should."""
    return [
        parameter
        for name, parameter in template.parameters.items()
        if parameter.hidden and PREFIX + name in request.GET
    ]


def without_secrets(request: HttpRequest, opened: Opened, secrets: list[Parameter], address: str = "") -> HttpResponse:
    """Lead on to the same address without hidden values, so that they stand in no history and on no page."""
    query = request.GET.copy()
    for parameter in secrets:
        del query[PREFIX + parameter.name]
    labels = ", ".join(parameter.label for parameter in secrets)
    messages.warning(request, _("An address cannot carry hidden values. Type them in: %(labels)s") % {"labels": labels})
    address = address or opened.address
    return redirect(f"{address}?{query.urlencode()}" if query else address)


def at_start(request: HttpRequest, opened: Opened, template: Template) -> dict[str, Any]:
    """Return the form as an address asks for it: with a saved set, the values of a prefilled link, or none."""
    set_name = "" if opened.link else request.GET.get("set", "")
    found = find_value_set(request.user, opened.design, set_name) if set_name else None
    given = given_from_values(template, found.values) if found else given_in_address(template, request.GET)
    source = "combination" if "combination" in request.GET else "link"
    is_chosen = bool(found or given.values or given.unknown or given.hidden_left_out or "defaults" in request.GET)
    return filled(QueryDict(), opened, template, given) | {
        "set_name": found.name if found else "",
        "has_no_such_set": bool(set_name and not found),
        "source": source if is_chosen and not found else "",
        "is_chosen": is_chosen,
    }


def loaded(request: HttpRequest, opened: Opened, template: Template) -> dict[str, Any]:
    """Return the form with the values of an environment file; a broken file leaves the values as they are."""
    environment = EnvironmentForm(request.POST, request.FILES, content=opened.content, paths=opened.environment_paths)
    if not environment.is_valid():
        given = given_in_form(template, request.POST)
        return filled(request.POST, opened, template, given) | {"environment": environment}
    # What the file sets by default for other templates is no mistake in it.
    values = {
        name: value
        for name, value in environment.values.items()
        if name in template.parameters or name in environment.environment.parameters
    }
    return filled(request.POST, opened, template, given_from_values(template, values)) | {
        "environment": environment,
        "is_loaded": True,
        "is_chosen": True,
        "shows_all": True,
        "set_name": "",
        "source": "file",
    }


def filled(
    data: QueryDict,
    opened: Opened,
    template: Template,
    given: Given,
    *,
    is_checked: bool = False,
    is_for_keeping: bool = False,
) -> dict[str, Any]:
    """Return what the page shows for the given values; when they are checked, everything that is wrong or missing.

    Values that are to be kept are checked the same way, apart from the hidden ones, which are never kept.
    """
    is_checked = is_checked or "check" in data
    is_for_keeping = is_for_keeping or (not is_checked and data.get("checked") == "keep")
    source = data.get("source", "") or ("device" if "restore" in data and not data.get("set") else "")
    # Stand-ins are named as the template names its resources, and change only what such a link does not show.
    wanted = analysis.wanted_attributes(opened.content) if opened.shows_template else ()
    fields = stand_ins(wanted, data)
    is_submitted = is_checked or is_for_keeping or bool(data.get("checked"))
    form = FilledForm(
        opened.content,
        template,
        given,
        fields,
        by_author=opened.by_author,
        is_submitted=is_submitted,
        is_for_keeping=is_for_keeping,
    )
    return {
        "filled": form,
        "form": form.form,
        "is_checked": is_checked,
        "changed_slots": changed_slots(form, data),
        "changed_whys": changed_whys(form, data),
        "unfolded": frozenset(data.getlist("unfolded")),
        "redrawn": [form.form.fields[name] for name in asked_anew(data) if name in form.form.fields],
        "open_resources": frozenset(data.getlist("open")),
        "shows_all": "restore" in data,
        "shows_yaml": "as_yaml" in data and opened.shows_template,
        "shown": data["show"] if data.get("show") in SHOWN else "everything",
        "set_name": data.get("set", ""),
        "is_restored": "restore" in data,
        "source": source if source in SOURCES else "",
    }


def asked_anew(data: QueryDict) -> list[str]:
    """Return the names of the fields whose control itself was changed by a button beside it."""
    return [*data.getlist("reset"), *data.getlist("answer"), *used_in(data)]


def marks_in(data: QueryDict, field_name: str) -> dict[str, object]:
    """Return the marks of what the page shows, by the names of parameters; what cannot be read counts as none."""
    try:
        marks = json.loads(data.get(field_name) or "{}")
    except (ValueError, RecursionError):
        return {}
    return marks if isinstance(marks, dict) else {}


def changed_whys(form: FilledForm, data: QueryDict) -> list[Field]:
    """Return the fields whose value makes a difference now and did not, or the other way round, or for new reasons."""
    marks, redrawn = marks_in(data, "idle"), asked_anew(data)
    fields = form.form.fields.values()
    return [field for field in fields if marks.get(field.name, "") != field.why_mark and field.name not in redrawn]


def changed_slots(form: FilledForm, data: QueryDict) -> list[Field]:
    """Return the touched fields of which the page shows something else than is to be said now."""
    marks = marks_in(data, "seen")
    touched = [field for field in form.form.fields.values() if field.is_touched or form.is_submitted]
    redrawn = asked_anew(data)
    return [field for field in touched if marks.get(field.name) != field.mark and field.name not in redrawn]


def render_form(
    request: HttpRequest, opened: Opened, context: dict[str, Any], *, page: str = "fill/fill.html"
) -> HttpResponse:
    """Answer with the page around a filled form, or with the parts of it that change."""
    design = opened.design
    response = render_page(
        request,
        page,
        {
            "opened": opened,
            "link": opened.link,
            "design": design,
            "page": "fill",
            "owns": not opened.link and design.owner_id == request.user.pk,
            "value_sets": [] if opened.link else value_sets_of(request.user, design),
            "lines_at": None if opened.link else reverse("design", args=[design.slug]),
            "linked_files": opened.content.files,
            "has_draft": lambda: not opened.link and has_draft(request.user, design),
            "is_outdated": request.POST.get("revision", str(design.newest.number)) != str(design.newest.number),
            "command": opened.command(request),
            "origin": f"{request.scheme}://{request.get_host()}",
        }
        | context,
        partial="update",
    )
    response["Cache-Control"] = "private, no-cache"
    return response
