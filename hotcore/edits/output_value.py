"""The value of an output as a form: a resource, what of it, and how it is handed out."""

from collections.abc import Mapping
from typing import Any

from hotcore.edits.text.slots import CannotEdit
from hotcore.runtime import dataclass

MARK = "$value"
"""What stands for the value in a text around it."""


@dataclass(frozen=True, slots=True)
class OutputValue:
    """What an output hands out."""

    resource: str
    """The name of the resource."""
    attribute: str = ""
    """The name of its attribute; empty for the resource itself."""
    items: tuple[str | int, ...] = ()
    """The keys and positions of what is taken of that."""
    shape: str = "value"
    """`value`, `list` for a list of it alone, or `text` for a text around it."""
    text: str = ""
    """The text around it, with `MARK` where the value goes."""


def draw_output(value: Any) -> OutputValue | None:
    """The form of a value; None if it says something else."""
    if isinstance(value, list) and len(value) == 1:
        return _shaped(value[0], "list")
    replaced = _argument(value, "str_replace")
    if isinstance(replaced, Mapping) and set(replaced) == {"template", "params"}:
        text, params = replaced["template"], replaced["params"]
        if isinstance(text, str) and isinstance(params, Mapping) and list(params) == [MARK] and MARK in text:
            return _shaped(params[MARK], "text", text)
        return None
    return _shaped(value, "value")


def _shaped(value: Any, shape: str, text: str = "") -> OutputValue | None:
    resource, path = _argument(value, "get_resource"), _argument(value, "get_attr")
    if isinstance(resource, str) and resource:
        return OutputValue(resource, shape=shape, text=text)
    if not isinstance(path, list) or len(path) < 2 or not all(isinstance(key, str) for key in path[:2]):
        return None
    items = path[2:]
    if any(_keys(str(key)) != (key,) or isinstance(key, bool) for key in items):
        return None
    return OutputValue(path[0], path[1], tuple(items), shape, text) if all(path[:2]) else None


def _argument(value: Any, name: str) -> Any:
    return value[name] if isinstance(value, Mapping) and list(value) == [name] else None


def write_output(output: OutputValue) -> Any:
    """The shortest value that hands out what the form says.  Raises `CannotEdit` if it is not finished."""
    if not output.resource:
        raise CannotEdit("An output needs a resource.")
    if output.items and not output.attribute:
        raise CannotEdit("An item is taken of an attribute: name the attribute first.")
    value: Any = {"get_resource": output.resource}
    if output.attribute:
        value = {"get_attr": [output.resource, output.attribute, *output.items]}
    if output.shape == "list":
        return [value]
    if output.shape != "text":
        return value
    if MARK not in output.text:
        raise CannotEdit(f"The text needs `{MARK}` where the value goes.")
    return {"str_replace": {"template": output.text, "params": {MARK: value}}}


def output_from(data: Any) -> OutputValue:
    """The form from JSON-ready data; items come as one dotted text.  Raises `CannotEdit` if it is malformed."""
    fields = data if isinstance(data, Mapping) else {}
    resource, attribute, items, shape, text = (
        fields.get(key) for key in ("resource", "attribute", "items", "shape", "text")
    )
    if not all(isinstance(one, str) for one in (resource, attribute, items, shape, text)):
        raise CannotEdit("This is not the form of an output.")
    return OutputValue(str(resource), str(attribute), _keys(str(items)), str(shape), str(text))


def _keys(text: str) -> tuple[str | int, ...]:
    """The keys and positions of a dotted text."""
    return tuple(int(key) if key.isascii() and key.isdigit() else key for key in text.split(".") if key)
