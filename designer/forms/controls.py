"""Which control a parameter gets, and what that control needs to know."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from designer.forms.lists import items_of
from designer.forms.texts import read_boolean, text_of
from hotcore import Parameter

LONGEST_LINE = 80  # characters; a longer text gets several lines
MOST_SEGMENTS = 4
WIDEST_SEGMENTS = 32  # characters in all segments together; more would not stand in one line
MOST_WITHOUT_SEARCH = 12  # choices that one sees at a glance


@dataclass(frozen=True, slots=True)
class Option:
    """One value that can be chosen; one that the template does not allow is there only because somebody gave it."""

    text: str
    chosen: bool
    allowed: bool = True


def kind_of(parameter: Parameter, text: str) -> str:
    """Return the kind of control that can show this text: it is also the name of its part of the page."""
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
    """Return how one of several values is chosen."""
    if "" in allowed:
        return "radios"  # a choice of the empty text, which is something else than no choice
    if len(allowed) <= MOST_SEGMENTS and sum(map(len, allowed)) <= WIDEST_SEGMENTS and text in ("", *allowed):
        return "segments"
    return "select"


def text_kind(parameter: Parameter, text: str) -> str:
    """Return whether a text needs several lines, for what it is or for what it is by default."""
    default = text_of(parameter, parameter.default) if parameter.has_default else ""
    return "lines" if any("\n" in part or len(part) > LONGEST_LINE for part in (text, default)) else "line"


def fits_checks(items: Sequence[str], allowed: Sequence[str]) -> bool:
    """Return whether check boxes can show a list: allowed items only, each once, in the order of the boxes."""
    return list(items) == [item for item in allowed if item in items]


def allowed_texts(parameter: Parameter) -> list[str]:
    """Return the values to choose from, each once, that all constraints of this kind allow."""
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
    """Return what can be chosen, with what is chosen now."""
    allowed = allowed_texts(parameter)
    chosen = set(items_of(text)) if kind == "checks" else {text} if is_set else set()
    found = [Option(value, value in chosen) for value in allowed]
    strange = [Option(value, chosen=True, allowed=False) for value in chosen if value not in allowed and value]
    return found + strange


def number_steps(parameter: Parameter) -> dict[str, str]:
    """Return limits and step for the arrow keys, as far as the template has them."""
    found: dict[str, str] = {}
    for constraint in parameter.constraints:
        if constraint.kind == "range":
            found |= shown(constraint.options, min="min", max="max")
        elif constraint.kind == "modulo":
            found |= shown(constraint.options, step="step", offset="offset")
    return found


def shown(options: Mapping[str, Any], **names: str) -> dict[str, str]:
    """Return the named options that are set, as texts."""
    return {name: str(options[key]) for name, key in names.items() if options.get(key) is not None}
