"""The choice of a control for a parameter, and its options."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from designer.fill.values.lists import items_of
from designer.fill.values.texts import read_boolean, text_of
from hotcore.template import Parameter

LONGEST_LINE = 80  # characters; longer text gets a multi-line field
MOST_SEGMENTS = 4
WIDEST_SEGMENTS = 32  # characters in all segments together; more would not fit on one line
MOST_WITHOUT_SEARCH = 12  # choices that can be taken in at a glance


@dataclass(frozen=True, slots=True)
class Option:
    """A value that can be selected; one that the template does not allow is listed only if it is the current value."""

    text: str
    chosen: bool
    allowed: bool = True


def kind_of(parameter: Parameter, text: str) -> str:
    """Return the kind of control for a text, which is also the name of its template partial."""
    if parameter.hidden:
        return "password"
    if parameter.type == "boolean" and (not text or read_boolean(parameter, text) is not None):
        return "switch"
    if parameter.type == "json":
        return "code"
    allowed = allowed_texts(parameter)
    if parameter.type == "comma_delimited_list":
        return "checks" if allowed and fits_checks(items_of(text), allowed) else "chips"
    if allowed:
        return choice_kind(allowed, text)
    return "number" if parameter.type == "number" else text_kind(parameter, text)


def choice_kind(allowed: Sequence[str], text: str) -> str:
    """Return the kind of control for choosing one of several values."""
    if "" in allowed:
        return "radios"  # choosing the empty string differs from no choice
    if len(allowed) <= MOST_SEGMENTS and sum(map(len, allowed)) <= WIDEST_SEGMENTS and text in ("", *allowed):
        return "segments"
    return "select"


def text_kind(parameter: Parameter, text: str) -> str:
    """Return the kind of text field: multi-line if the text or the default needs it."""
    default = text_of(parameter, parameter.default) if parameter.has_default else ""
    return "lines" if any("\n" in part or len(part) > LONGEST_LINE for part in (text, default)) else "line"


def fits_checks(items: Sequence[str], allowed: Sequence[str]) -> bool:
    """Return whether checkboxes can show a list: allowed items only, each once, in the order of the boxes."""
    return list(items) == [item for item in allowed if item in items]


def allowed_texts(parameter: Parameter) -> list[str]:
    """Return the values that all `allowed_values` constraints permit, each once."""
    lists = [
        [text_of(parameter, value) for value in constraint.options.get("values", ())]
        for constraint in parameter.constraints
        if constraint.kind == "allowed_values"
    ]
    if not lists:
        return []
    common = [text for text in lists[0] if all(text in others for others in lists[1:])]
    return list(dict.fromkeys(common or lists[0]))


def options_of(parameter: Parameter, kind: str, text: str, *, is_set: bool) -> list[Option]:
    """Return the options with the current selection."""
    allowed = allowed_texts(parameter)
    chosen = set(items_of(text)) if kind == "checks" else {text} if is_set else set()
    found = [Option(value, value in chosen) for value in allowed]
    strange = [Option(value, chosen=True, allowed=False) for value in chosen if value not in allowed and value]
    return found + strange


def number_steps(parameter: Parameter) -> dict[str, str]:
    """Return the limits and the step of a number field, as far as the template defines them."""
    found: dict[str, str] = {}
    for constraint in parameter.constraints:
        if constraint.kind == "range":
            found |= shown(constraint.options, min="min", max="max")
        elif constraint.kind == "modulo":
            found |= shown(constraint.options, step="step", offset="offset")
    return found


def shown(options: Mapping[str, Any], **names: str) -> dict[str, str]:
    """Return the named options that are set, as strings."""
    return {name: str(options[key]) for name, key in names.items() if options.get(key) is not None}
