"""The values that a user has given: read from a submitted form, from an address, or from stored values.

The form distinguishes three states that look alike in a browser: no value, the default, and the empty string. A value
that equals the default counts as the default. An empty field without a default means no value, unless its name is among
the `answered`. Unchecked boxes are not submitted at all: `boxes` names those that were on the page.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from django.http import QueryDict

from designer.fill.values.origin import Bases, BaseValue
from designer.fill.values.texts import text_of, value_of, with_plain_line_ends
from hotcore.template import Parameter, Template

PREFIX = "param-"
USE = "use-"
NO_BASES: Bases = MappingProxyType({})
DEFAULTS = "defaults=1"  # the query of a prefilled link without any values


@dataclass(frozen=True)
class Given:
    """The values that a user gave, as Heat is to receive them, and the state of the fields."""

    values: Mapping[str, object]
    touched: frozenset[str] = frozenset()
    answered: frozenset[str] = frozenset()
    unknown: tuple[str, ...] = ()
    hidden_left_out: tuple[str, ...] = ()


def given_in_form(template: Template, data: QueryDict, bases: Bases = NO_BASES) -> Given:
    """Return the values of a submitted form, whose buttons can reset a field, set another value or confirm an empty
    one.

    `bases` are the values that environment files gave to the fields when the form was rendered.
    """
    reset, confirmed, used = frozenset(data.getlist("reset")), frozenset(data.getlist("answer")), used_in(data)
    answered = (names_in(data, "answered") | confirmed) - reset
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
    touched = (
        (names_in(data, "touched") | values.keys() | confirmed | used.keys()) & template.parameters.keys()
    ) - reset
    return Given(values, touched, answered, unknown_names(template, prefixed(data)))


def used_in(data: QueryDict) -> dict[str, str]:
    """Return the values set by the buttons of fields, by parameter name."""
    return {key.removeprefix(USE): data.getlist(key)[-1] for key in data if key.startswith(USE)}


def given_in_address(template: Template, data: QueryDict, bases: Bases = NO_BASES) -> Given:
    """Return the values in the query of a prefilled link, without those of hidden parameters."""
    known = template.parameters
    texts = {name: data.getlist(PREFIX + name)[-1] for name in prefixed(data)}
    values = {name: value_of(known[name], text) if name in known else text for name, text in texts.items()}
    return given_from_values(template, values, bases)


def given_from_values(template: Template, values: Mapping[str, object], bases: Bases = NO_BASES) -> Given:
    """Return stored values, without those of hidden parameters and nulls."""
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
    """Return whether the control of this value looks as if there were no value."""
    text = text_of(parameter, value)
    return not text or (parameter.type == "boolean" and text == "false")


def posted_value(
    parameter: Parameter, posted: list[str], base: str | None, *, is_box: bool, is_answer: bool
) -> object | None:
    """Return the value that Heat is to receive for one submitted field; None for no value.

    `base` is the text that the field shows without a value; None if there is none.
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
    """Return the checked values; no checked box is a value only if it is confirmed or differs from the base."""
    if not posted and base is None and not is_answer:
        return None
    return None if text_of(parameter, posted) == base else posted


def base_text(parameter: Parameter, base: BaseValue | None) -> str | None:
    """Return the text that a field shows without a value: a file's value or the default, but never a hidden one."""
    if parameter.hidden:
        return None
    if base is not None:
        return base.text
    return text_of(parameter, parameter.default) if parameter.has_default else None


def rebased(template: Template, given: Given, bases: Bases) -> Given:
    """Return the given values without those that equal the files' values."""
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
    """Return the names of the parameters in a form or an address."""
    return [key.removeprefix(PREFIX) for key in data if key.startswith(PREFIX)]


def unknown_names(template: Template, names: Iterable[str]) -> tuple[str, ...]:
    """Return the names that are not parameters of the template."""
    return tuple(name for name in names if name not in template.parameters)


def names_in(data: QueryDict, field_name: str) -> frozenset[str]:
    """Return the names that a script lists in a field as JSON; none if it is malformed."""
    try:
        names = json.loads(data.get(field_name) or "[]")
    except (ValueError, RecursionError):
        return frozenset()
    return frozenset(name for name in names if isinstance(name, str)) if isinstance(names, list) else frozenset()
