"""What the stack has now that a form updates: its page sends it with the form, and the form sends it on."""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from django.http import QueryDict

from designer.fill.values.lists import items_of
from designer.fill.values.texts import read_boolean, text_of, value_of
from hotcore.template import Parameter, Template

FIELD = "in-stack"


@dataclass(frozen=True, slots=True)
class InStack:
    """The value of a parameter in a stack, as its field shows it; a hidden one `is_kept` there, and has no text."""

    text: str = ""
    is_kept: bool = False

    def is_same(self, parameter: Parameter, text: str) -> bool:
        """Whether the text of a field is the same value, however it is written."""
        if self.is_kept or text == self.text:
            return True
        read = {"boolean": read_boolean, "json": _read_json, "number": _read_number}.get(parameter.type)
        if parameter.type == "comma_delimited_list":
            return items_of(text) == items_of(self.text)
        one, other = (read(parameter, each) if read else None for each in (text, self.text))
        return one is not None and one == other


def _read_json(_parameter: Parameter, text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _read_number(_parameter: Parameter, text: str) -> object:
    try:
        return float(text)
    except ValueError:
        return None


def in_stack(template: Template, data: QueryDict) -> dict[str, InStack]:
    """Return what a form says of the stack that it updates, by parameter."""
    try:
        sent = json.loads(data.get(FIELD) or "{}")
    except (ValueError, RecursionError):
        return {}
    values, hidden = (sent.get("values"), sent.get("hidden")) if isinstance(sent, dict) else (None, None)
    kept = {name for name in hidden if isinstance(name, str)} if isinstance(hidden, list) else set()
    found = {}
    for name, parameter in template.parameters.items():
        if parameter.hidden:
            if name in kept:
                found[name] = InStack(is_kept=True)
        elif isinstance(values, dict) and isinstance(values.get(name), str):
            found[name] = InStack(text_of(parameter, value_of(parameter, values[name])))
    return found


def written(values: Mapping[str, str], hidden: list[str]) -> str:
    """Return the field of a form about a stack: the texts of its open values, and the names of hidden ones."""
    return json.dumps({"values": dict(values), "hidden": hidden})
