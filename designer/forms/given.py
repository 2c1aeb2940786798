"""What a person has given so far: read from a posted form, from an address, or from kept values.

The form distinguishes three things that look alike in a browser: nothing given, the default, and the empty text. A
value that equals the default is the default. An empty field without a default is "not given", unless its name is among
the `answered`. Boxes that are not ticked are not posted at all: `boxes` names those that were on the page.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from django.http import QueryDict

from designer.forms.origin import Bases, BaseValue
from designer.forms.texts import text_of, value_of, with_plain_line_ends
from hotcore import Parameter, Template

PREFIX = "param-"
USE = "use-"
DEFAULTS = "defaults=1"  # the query of a prefilled link that fills in nothing


@dataclass(frozen=True)
class Given:
    """The values that a person gave, as Heat is to receive them, and what else is known about the fields."""

    values: Mapping[str, object]
    touched: frozenset[str] = frozenset()
    answered: frozenset[str] = frozenset()
    unknown: tuple[str, ...] = ()
    hidden_left_out: tuple[str, ...] = ()


def given_in_form(template: Template, data: QueryDict) -> Given:
    """Read a posted form; a button may have asked for a field's default or another value, or meant an empty field."""
    reset, meant, used = frozenset(data.getlist("reset")), frozenset(data.getlist("answer")), used_in(data)
    answered = (names_in(data, "answered") | meant) - reset
    boxes = names_in(data, "boxes") - used.keys()
    values = {}
    for name, parameter in template.parameters.items():
        if name in reset:
            continue
        posted = [used[name]] if name in used else data.getlist(PREFIX + name)
        is_answer = name in answered or name in used
        value = posted_value(parameter, posted, is_box=name in boxes, is_answer=is_answer)
        if value is not None:
            values[name] = value
    answered |= {name for name in used if name in values and looks_empty(template.parameters[name], values[name])}
    touched = ((names_in(data, "touched") | values.keys() | meant | used.keys()) & template.parameters.keys()) - reset
    return Given(values, touched, answered, unknown_names(template, prefixed(data)))


def used_in(data: QueryDict) -> dict[str, str]:
    """Return the values that buttons beside fields gave in place of what stands in them, by the parameters' names."""
    return {key.removeprefix(USE): data.getlist(key)[-1] for key in data if key.startswith(USE)}


def given_in_address(template: Template, data: QueryDict) -> Given:
    """Read the query of a prefilled link; values of hidden parameters are left out."""
    texts = {name: data[PREFIX + name] for name in prefixed(data)}
    return given_from_values(template, texts)


def given_from_values(template: Template, values: Mapping[str, object]) -> Given:
    """Take over kept values; those of hidden parameters are left out, and null stands for nothing."""
    known = {name: value for name, value in values.items() if name in template.parameters and value is not None}
    hidden = tuple(name for name in known if template.parameters[name].hidden)
    kept = {}
    for name, value in known.items():
        parameter = template.parameters[name]
        if name not in hidden and not is_default(parameter, text_of(parameter, value)):
            kept[name] = value_of(parameter, value) if isinstance(value, str) else value
    answered = frozenset(name for name, value in kept.items() if looks_empty(template.parameters[name], value))
    return Given(kept, frozenset(kept), answered, unknown_names(template, values), hidden)


def looks_empty(parameter: Parameter, value: object) -> bool:
    """Return whether the control of this value looks as if nothing was given."""
    text = text_of(parameter, value)
    return not text or (parameter.type == "boolean" and text == "false")


def posted_value(parameter: Parameter, posted: list[str], *, is_box: bool, is_answer: bool) -> object | None:
    """Return what Heat is to receive for what a browser posted for one field; None stands for nothing given."""
    if is_box and parameter.type == "comma_delimited_list":
        return list_from_boxes(parameter, posted, is_answer=is_answer)
    if is_box and not posted:
        posted = ["false"] if parameter.has_default or is_answer else []
    if not posted:
        return None
    text = with_plain_line_ends(posted[-1])
    if not text and not is_answer and (parameter.hidden or not parameter.has_default):
        return None
    return None if is_default(parameter, text) else value_of(parameter, text)


def list_from_boxes(parameter: Parameter, posted: list[str], *, is_answer: bool) -> object | None:
    """Return the ticked values; no tick at all is an answer only where it was meant, or differs from the default."""
    if not posted and not parameter.has_default and not is_answer:
        return None
    return None if is_default(parameter, text_of(parameter, posted)) else posted


def is_default(parameter: Parameter, text: str) -> bool:
    """Return whether a text stands for the default, so that nothing was given."""
    return parameter.has_default and not parameter.hidden and text == text_of(parameter, parameter.default)


def prefixed(data: QueryDict) -> list[str]:
    """Return the names of the parameters that a form or an address speaks of."""
    return [key.removeprefix(PREFIX) for key in data if key.startswith(PREFIX)]


def unknown_names(template: Template, names: Iterable[str]) -> tuple[str, ...]:
    """Return the names that are none of the template's parameters."""
    return tuple(name for name in names if name not in template.parameters)


def names_in(data: QueryDict, field_name: str) -> frozenset[str]:
    """Return the names that a script listed in a field, as JSON; what cannot be read counts as none."""
    try:
        names = json.loads(data.get(field_name) or "[]")
    except (ValueError, RecursionError):
        return frozenset()
    return frozenset(name for name in names if isinstance(name, str)) if isinstance(names, list) else frozenset()
