"""Conversion between parameter values and the texts of form fields.

A text is what Heat would receive from a command line, so that nothing is converted twice. There are two extensions: a
json parameter may be written as YAML, and a list as JSON or YAML.
"""

import json

from django.utils.translation import gettext as _

from designer.fill.values.lists import list_text, listed_items, split_items
from designer.site.json_text import SURROGATE, json_text
from hotcore import Environment, read_environment
from hotcore.constraints import Refused
from hotcore.template import Parameter

BEFORE = "parameters:\n  value:\n"  # turns a text into a value of an environment


def text_of(parameter: Parameter, value: object) -> str:
    """Return the text for a value: a default as written, or a given value."""
    if parameter.type == "boolean" and (truth := read_boolean(parameter, str(value))) is not None:
        return "true" if truth else "false"
    if parameter.type == "comma_delimited_list" and isinstance(value, list | str):
        return list_text(split_items(with_plain_line_ends(value)) if isinstance(value, str) else list(map(str, value)))
    if isinstance(value, str):
        return with_plain_line_ends(value)
    return json_text(value, indent=2) if parameter.type == "json" else str(value)


def value_of(parameter: Parameter, text: str) -> object:
    """Return the value that Heat is to receive for a text."""
    text = with_plain_line_ends(text)
    if parameter.type == "json" and not is_json(text) and (collection := read_collection(text)) is not None:
        return collection if is_strict_json(collection) else json_text(collection)
    if parameter.type == "comma_delimited_list" and (items := listed_items(text)) is not None:
        return items
    return text


def with_plain_line_ends(text: str) -> str:
    """Return the text with line feeds as line endings; browsers send others."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def read_boolean(parameter: Parameter, text: str) -> bool | None:
    """Return the boolean that Heat reads from a text, None if it reads neither."""
    try:
        return parameter.kind.convert(text) is True
    except Refused:
        return None


def is_strict_json(value: object) -> bool:
    """Return whether a database can store a value as JSON, which excludes NaN and infinities."""
    try:
        json.dumps(value, allow_nan=False, default=str)
    except ValueError:
        return False
    return True


def can_be_kept(value: object) -> bool:
    """Return whether a value contains neither NUL nor lone surrogates, which databases cannot store."""
    pending = [value]
    while pending:
        item = pending.pop()
        if isinstance(item, str) and ("\0" in item or SURROGATE.search(item)):
            return False
        if isinstance(item, dict):
            pending += [*item.keys(), *item.values()]
        elif isinstance(item, list):
            pending += item
    return True


def is_json(text: str) -> bool:
    """Return whether a text is valid JSON."""
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def read_collection(text: str) -> dict[str, object] | list[object] | None:
    """Return the map or list that a YAML text contains; None if it is neither."""
    read = read_alone(text)
    value = read.parameters.get("value")
    return value if isinstance(value, dict | list) and not read.diagnostics else None


def yaml_mistake(text: str) -> str | None:
    """Return the first YAML error of a text, with its line in the field; None if it is valid YAML or JSON."""
    if is_json(text):
        return None
    found = next(iter(read_alone(text).diagnostics), None)
    if found is None:
        return None
    if found.span is None:
        return found.message
    line = max(found.span.line - BEFORE.count("\n"), 1)
    return _("Line %(line)d: %(message)s") % {"line": line, "message": found.message}


def read_alone(text: str) -> Environment:
    """Return a text parsed as the only value of an environment."""
    lines = text.split("\n")
    if lines[0].rstrip() == "---":
        lines[0] = ""  # a document start is not allowed inside another document
    indented = "\n".join("    " + line for line in lines)
    return read_environment(f"{BEFORE}{indented}\n", "value")
