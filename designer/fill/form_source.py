"""The form state for pages that are derived from a form: a submitted form, a value set, or a prefilled link."""

from collections.abc import Iterable

from django.http import Http404, HttpRequest

from designer.content import analysis
from designer.fill.opened import Opened
from designer.fill.values.environment_list import TEXT
from designer.fill.values.given import PREFIX, USE
from designer.fill.values.state import FormState
from designer.store.access import find_value_set


def state_asked(request: HttpRequest, opened: Opened) -> FormState:
    """Return the requested state; raise 404 if its value set does not exist."""
    if request.method == "POST":
        return opened.states.posted(request.POST)
    name, owner = request.GET.get("set", ""), request.GET.get("of", "")
    if not name or opened.hides_sets:
        return opened.states.at_address(request.GET)
    kept = find_value_set(request.user, opened.design, name, owner)
    if kept is None:
        raise Http404
    return opened.states.of_set(kept, owner)


def state_kept(request: HttpRequest, opened: Opened) -> FormState:
    """Return the submitted state without hidden values, which only the form itself ever holds.

    Derived pages pass it on as `state`; the form sends its fields.
    """
    states, data = opened.states, request.POST
    return states.restored(states.kept(states.read(data.get("state", "")) or states.posted(data)))


NEVER_CARRIED = (
    "csrfmiddlewaretoken",
    "shown",
    "environment_text",
    "environment_text_name",
    "environment_same",
    "former",
)


def carried(request: HttpRequest, opened: Opened, without: Iterable[str] = ()) -> list[tuple[str, str]]:
    """Return the fields of a form that a derived page passes on, none of which contains a hidden value."""
    template = opened.template
    parameters = template.parameters.values() if template else ()
    # A parameter that is not there any more may have been hidden.
    values = {prefix + each.name for each in parameters if not each.hidden for prefix in (PREFIX, USE)}
    own = {*NEVER_CARRIED, *without}
    data = request.POST if request.method == "POST" else request.GET
    return [
        (key, analysis.without_hidden_values(opened.content, value) if key.startswith(TEXT) else value)
        for key in data
        if key not in own
        and (key in values or not key.startswith((PREFIX, USE)))
        and (opened.shows_environments or not key.startswith(TEXT))
        for value in data.getlist(key)
    ]
