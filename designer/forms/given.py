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
NO_BASES: Bases = MappingProxyType({})
DEFAULTS = "defaults=1"  # the query of a prefilled link that fills in nothing


@dataclass(frozen=True)
class Given:
    """The values that a person gave, as Heat is to receive them, and what else is known about the fields."""

    values: Mapping[str, object]
    touched: frozenset[str] = frozenset()
    answered: frozenset[str] = frozenset()
    unknown: tuple[str, ...] = ()
    hidden_left_out: tuple[str, ...] = ()


def given_in_form(template: Template, data: QueryDict, bases: Bases = NO_BASES) -> Given:
    """Read a posted form; a button may have asked for a field's default or another value, or meant an empty field.

    `bases` are the values that environment files gave to the fields when the form was made.
    """
    reset, meant, used = frozenset(data.getlist("reset")), frozenset(data.getlist("answer")), used_in(data)
    answered = (names_in(data, "answered") | meant) - reset
    boxes = names_in(data, "boxes") - used.keys()
    values = {}
    for name, parameter in template.parameters.items():
        if name in reset:
            continue
        posted = [used[name]] if name in used else data.getlist(PREFIX + name)
        is_answer = name in answered or name in used
        base = base_text(parameter, bases.get(name))
        value = posted_value(parameter, posted, base, is_box=name in boxes, is_answer=is_answer)
        if value is not None:
            values[name] = value
    answered |= {name for name in used if name in values and looks_empty(template.parameters[name], values[name])}
    touched = ((names_in(data, "touched") | values.keys() | meant | used.keys()) & template.parameters.keys()) - reset
    return Given(values, touched, answered, unknown_names(template, prefixed(data)))


def used_in(data: QueryDict) -> dict[str, str]:
    """Return the values that buttons beside fields gave in place of what stands in them, by the parameters' names."""
    return {key.removeprefix(USE): data.getlist(key)[-1] for key in data if key.startswith(USE)}


def given_in_address(template: Template, data: QueryDict, bases: Bases = NO_BASES) -> Given:
    """Read the query of a prefilled link; values of hidden parameters are left out."""
    known = template.parameters
    texts = {name: data.getlist(PREFIX + name)[-1] for name in prefixed(data)}
    values = {name: value_of(known[name], text) if name in known else text for name, text in texts.items()}
    return given_from_values(template, values, bases)


def given_from_values(template: Template, values: Mapping[str, object], bases: Bases = NO_BASES) -> Given:
    """Take over kept values; those of hidden parameters are left out, and null stands for nothing."""
    known = {name: value for name, value in values.items() if name in template.parameters and value is not None}
    hidden = tuple(name for name in known if template.parameters[name].hidden)
    kept = {
        name: with_plain_line_ends(value) if isinstance(value, str) else value
        for name, value in known.items()
        if name not in hidden
    }
    answered = frozenset(name for name, value in kept.items() if looks_empty(template.parameters[name], value))
    given = Given(kept, frozenset(kept), answered, unknown_names(template, values), hidden)
    return rebased(template, given, bases)


def looks_empty(parameter: Parameter, value: object) -> bool:
    """Return whether the control of this value looks as if nothing was given."""
    text = text_of(parameter, value)
    return not text or (parameter.type == "boolean" and text == "false")


def posted_value(
    parameter: Parameter, posted: list[str], base: str | None, *, is_box: bool, is_answer: bool
) -> object | None:
    """Return what Heat is to receive for what a browser posted for one field; None stands for nothing given.

    `base` is the text that stands there when nothing is given, None when there is none.
    """
    if is_box and parameter.type == "comma_delimited_list":
        return list_from_boxes(parameter, posted, base, is_answer=is_answer)
    if is_box and not posted:
        posted = ["false"] if base is not None or is_answer else []
    if not posted:
        return None
    text = with_plain_line_ends(posted[-1])
    if not text and not is_answer and (parameter.hidden or base is None):
        return None
    value = value_of(parameter, text)
    return None if base in (text, text_of(parameter, value)) else value


def list_from_boxes(parameter: Parameter, posted: list[str], base: str | None, *, is_answer: bool) -> object | None:
    """Return the ticked values; no tick at all is an answer only where it was meant, or differs from the base."""
    if not posted and base is None and not is_answer:
        return None
    return None if text_of(parameter, posted) == base else posted


def base_text(parameter: Parameter, base: BaseValue | None) -> str | None:
    """Return the text that stands for nothing given: a file's value, or the default, but never a hidden one."""
    if parameter.hidden:
        return None
    if base is not None:
        return base.text
    return text_of(parameter, parameter.default) if parameter.has_default else None


def rebased(template: Template, given: Given, bases: Bases) -> Given:
    """Return what is given over these values of files: what says the same is not given."""
    same = {
        name
        for name, value in given.values.items()
        if base_text(template.parameters[name], bases.get(name)) == text_of(template.parameters[name], value)
    }
    if not same:
        return given
    values = {name: value for name, value in given.values.items() if name not in same}
    return replace(given, values=values, touched=given.touched - same, answered=given.answered - same)


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
