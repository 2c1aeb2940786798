"""The fill page: a template's form, and the preview under its values."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from designer.cloud import summary_of
from designer.fill.form.cloud_presence import tell_fields
from designer.fill.form.field_window import filter_in
from designer.fill.form.fields import Field
from designer.fill.form.filled_form import FilledForm
from designer.fill.form.page_digests import marks_in
from designer.fill.form_draft import Keeping, keep_form
from designer.fill.form_outcome import Outcome, at_address, find_set_of, outcome_of, replaced_set, step_of
from designer.fill.opened import Opened, opened_by, without_collector
from designer.fill.values.environment_list import EnvironmentFile
from designer.fill.values.given import PREFIX, used_in
from designer.fill.values.in_stack import in_stack
from designer.fill.values.origin import SetValue
from designer.fill.values.stand_ins import stand_ins
from designer.fill.values.state import FormState
from designer.fill.values.steps import Step, step_between, step_from, step_to
from designer.site.page_updates import Parts
from designer.site.pages import render_page
from designer.store.access import shared_value_sets, value_sets_of
from designer.store.drafts.form_drafts import find_form_draft
from designer.store.drafts.workspace import has_draft
from hotcore.template import Parameter, Template

EXPLICIT = ("set", "environment", "defaults", "combination")  # other query parameters that set values


@require_http_methods(["GET", "HEAD", "POST"])
def fill(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the form of a design that the user may read, and respond to input."""
    return answer(request, opened_by(request.user, slug))


@without_collector
def answer(request: HttpRequest, opened: Opened) -> HttpResponse:
    """Return the filled form: the page, or for htmx the changed parts."""
    template = opened.template
    if template is None:
        return render_form(request, opened, {}, page="fill/unreadable.html")
    if secrets := secrets_in_address(request, template):
        return without_secrets(request, opened, secrets)
    if request.method != "POST":
        return render_form(request, opened, at_start(request, opened))
    outcome = outcome_of(request, opened)
    keeping = keep_form(request, opened, outcome)
    return render_form(request, opened, answered(request, opened, outcome) | {"keeping": keeping})


def secrets_in_address(request: HttpRequest, template: Template) -> list[Parameter]:
    """Return the hidden parameters that an address sets, which no address should."""
    return [
        parameter
        for name, parameter in template.parameters.items()
        if parameter.hidden and PREFIX + name in request.GET
    ]


def without_secrets(request: HttpRequest, opened: Opened, secrets: list[Parameter], address: str = "") -> HttpResponse:
    """Redirect to the same address without hidden values, so that they end up in no history and on no page."""
    query = request.GET.copy()
    for parameter in secrets:
        del query[PREFIX + parameter.name]
    labels = ", ".join(parameter.label for parameter in secrets)
    messages.warning(
        request, _("Hidden values in an address are ignored. Type them in: %(labels)s") % {"labels": labels}
    )
    address = address or opened.address
    return redirect(f"{address}?{query.urlencode()}" if query else address)


def at_start(request: HttpRequest, opened: Opened) -> dict[str, Any]:
    """Return the initial form: with the value set or values of the address, else as the user left it."""
    states = opened.states
    draft = find_form_draft(request.user, opened.design)
    left = states.restored(draft.state) if draft else states.untouched()
    keeping = Keeping(draft=draft)
    last = step_from(states, draft.former) if draft else None
    if not is_explicit(request):
        return filled(request, opened, left, step=last) | {"keeping": keeping, "is_restored": bool(draft)}
    kind, name, wanted = at_address(request, opened)
    state = states.in_place_of(left, wanted)
    step = step_to(states, last, step_between(states, left, state, kind, name), state) or last
    has_no_such_set = bool(request.GET.get("set")) and kind != "set"
    context = filled(request, opened, state, step=None if has_no_such_set else step)
    return context | {"keeping": keeping, "is_chosen": True, "has_no_such_set": has_no_such_set}


def is_explicit(request: HttpRequest) -> bool:
    """Whether the address sets the initial values of the form."""
    return any(key in EXPLICIT or key.startswith(PREFIX) for key in request.GET)


def answered(request: HttpRequest, opened: Opened, outcome: Outcome, *, is_checked: bool = False) -> dict[str, Any]:
    """Return the context for a submitted form."""
    data = request.POST
    step = step_of(request, opened, outcome)
    return filled(request, opened, outcome.state, step=step, is_checked=is_checked) | {
        "is_stepped": outcome.step is not None or "restore" in data,
        "shows_all": outcome.is_redrawn or "restore" in data or "arrive" in data,
        "upload": outcome.upload,
    }


def filled(
    request: HttpRequest,
    opened: Opened,
    state: FormState,
    *,
    step: Step | None = None,
    is_checked: bool = False,
) -> dict[str, Any]:
    """Return the context for a state; when the values are checked, with all errors and missing values."""
    data = request.POST
    is_checked = is_checked or "check" in data
    original = find_set_of(request, opened, state) if state.set_name else None
    values_of_set = from_set(opened, state, original, step)
    form = filled_form(opened, state, values_of_set, data, is_submitted=is_checked or bool(data.get("checked")))
    tell_fields(request, form.form.fields.values())
    form.form.show_window(data)
    window = form.form.window
    return {
        "filled": form,
        "form": form.form,
        "in_project": summary_of(request, form.template, form.preview),
        "state": state,
        "step": step,
        "replaced_set": replaced_set(request, opened, step),
        "is_edited": opened.states.is_edited(state, original or opened.states.untouched()),
        "set_name": state.set_name if original else "",
        "set_owner": state.set_owner if original else "",
        "is_checked": is_checked,
        "changed_slots": changed_slots(form, data),
        "changed_whys": changed_whys(form, data),
        "unfolded": frozenset(data.getlist("unfolded")),
        "redrawn": redrawn_fields(form, data),
        "open_folds": frozenset(data.getlist("open")),
        "shows_all": False,
        "moves_fields": window is not None and window.is_moved,
        "shows_yaml": "as_yaml" in data and opened.shows_template,
        "opened_file": opened_file(opened, state, data.get("environment-open", "")),
        "shown": window.show if window else filter_in(data.get("show")),
    }


def filled_form(
    opened: Opened, state: FormState, values_of_set: dict[str, SetValue], data: QueryDict, *, is_submitted: bool
) -> FilledForm:
    """Return the form under a state, with what its user may see of the template."""
    assert opened.template is not None
    return FilledForm(
        opened.content,
        opened.template,
        state,
        stand_ins(opened.states.wanted, state.attributes or {}),
        from_set=values_of_set,
        in_stack=in_stack(opened.template, data),
        by_author=opened.by_author,
        names_files=opened.shows_environments,
        beginning=opened.states.files.names_on,
        nested=opened.nested_files,
        shows_template=opened.shows_template,
        is_submitted=is_submitted,
    )


def opened_file(opened: Opened, state: FormState, name: str) -> EnvironmentFile | None:
    """Return the environment file that the user has opened."""
    return state.environments.named(name) if opened.shows_environments else None


def from_set(opened: Opened, state: FormState, original: FormState | None, step: Step | None) -> dict[str, SetValue]:
    """Return the values that are the same as in the value set, with those that they replaced."""
    if original is None:
        return {}
    states = opened.states
    was: dict[str, str] = {}
    if step and step.kind == "set" and step.name == state.set_name:
        now, before = states.texts(state), states.texts(states.restored(step.before))
        was = {name: text for name, text in before.items() if text != now[name]}
    values = state.given.values
    same = [name for name, value in original.given.values.items() if name in values and values[name] == value]
    return {name: SetValue(state.set_name, was.get(name)) for name in same}


def redrawn_names(form: FilledForm, data: Any) -> list[str]:
    """Return the names of the fields whose control was changed by a button next to it, or by another cloud."""
    others = [name for name, field in form.form.fields.items() if field.asks_cloud] if "cloud" in data else []
    return [*data.getlist("reset"), *data.getlist("answer"), *used_in(data), *others]


def redrawn_fields(form: FilledForm, data: Any) -> list[Field]:
    """Return the fields whose controls are sent again; with another cloud, all that have choices from it."""
    names = frozenset(redrawn_names(form, data))
    return [field for field in form.form.shown_fields if field.name in names]


def changed_whys(form: FilledForm, data: Any) -> list[Field]:
    """Return the fields whose explanation why the value has no effect differs from what the page shows."""
    marks, redrawn = marks_in(data, "idle"), redrawn_names(form, data)
    fields = form.form.shown_fields
    return [field for field in fields if marks.get(field.name, "") != field.why_mark and field.name not in redrawn]


def changed_slots(form: FilledForm, data: Any) -> list[Field]:
    """Return the fields whose messages differ from what the page shows."""
    marks = marks_in(data, "seen")
    fields = form.form.shown_fields
    relevant = [
        field for field in fields if field.is_touched or form.is_submitted or field.errors or field.name in marks
    ]
    redrawn = redrawn_names(form, data)
    return [field for field in relevant if marks.get(field.name) != field.mark and field.name not in redrawn]


def parts(request: HttpRequest, opened: Opened) -> Parts:
    """Return the parts of a response: all of them for a page, those that the page does not show for an update."""
    shown = request.POST.get("parts", "") if getattr(request, "htmx", False) else None
    return Parts(shown, about=(opened.content.hash_value, opened.address, get_language()))


def render_form(
    request: HttpRequest, opened: Opened, context: dict[str, Any], *, page: str = "fill/fill.html"
) -> HttpResponse:
    """Return the page with a filled form, or the parts of it that changed."""
    design = opened.design
    response = render_page(
        request,
        page,
        opened.page_context(request.user)
        | {
            "value_sets": [] if opened.link else value_sets_of(request.user, design),
            "shared_sets": [] if opened.hides_sets else shared_value_sets(request.user, design),
            "lines_at": None if opened.link else reverse("design", args=[design.slug]),
            "linked_files": opened.content.files,
            "has_draft": lambda: not opened.link and has_draft(request.user, design),
            "is_outdated": request.POST.get("revision", str(design.newest.number)) != str(design.newest.number),
            "origin": f"{request.scheme}://{request.get_host()}",
            "parts": parts(request, opened),
        }
        | context,
        partial="update",
    )
    response["Cache-Control"] = "private, no-cache"
    return response
