"""How the value of a parameter stands in a text field, and what a text stands for.

A text is what Heat itself would receive from a command line, so that nothing is converted twice. Two things go further:
a json parameter may be written as YAML, and a list whose items hold commas is written as a JSON list.
"""

import json

from django.utils.translation import gettext as _

from designer.forms.json_text import SURROGATE, json_text
from designer.forms.lists import list_text, listed_items, split_items
from hotcore import Environment, Parameter, Refused, read_environment

SURROGATE = re.compile("[\ud800-\udfff]")


def text_of(parameter: Parameter, value: object) -> str:
    """Return the text that stands for a value: a default as written, or what somebody gave."""
    if parameter.type == "boolean" and (truth := read_boolean(parameter, str(value))) is not None:
        return "true" if truth else "false"
    if isinstance(value, str):
        return with_plain_line_ends(value)
    if parameter.type == "json":
        return json_text(value, indent=2)
    if parameter.type == "comma_delimited_list" and isinstance(value, list):
        return list_text([str(item) for item in value])
    return str(value)


def value_of(parameter: Parameter, text: str) -> object:
    """Return what Heat is to receive for a text."""
    text = with_plain_line_ends(text)
    if parameter.type == "json" and (collection := yaml_collection(text)) is not None:
        return collection if is_strict_json(collection) else json_text(collection)
    if parameter.type == "comma_delimited_list" and (items := items_with_commas(text)):
        return items
    return text


def with_plain_line_ends(text: str) -> str:
    """Return the text with line ends as templates have them; browsers send others."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def read_boolean(parameter: Parameter, text: str) -> bool | None:
    """Return the truth that Heat reads in a text for a boolean parameter, None where it reads neither."""
    try:
        return parameter.kind.convert(text) is True
    except Refused:
        return None


def json_text(value: object, indent: int | None = None) -> str:
    """Return a value as JSON that can be sent: a lone half of a character stays escaped."""
    text = json.dumps(value, ensure_ascii=False, indent=indent, default=str)
    return SURROGATE.sub(lambda half: f"\\u{ord(half.group()):04x}", text)


def is_strict_json(value: object) -> bool:
    """Return whether databases take a value as JSON: numbers that are infinite or none at all they refuse."""
    try:
        json.dumps(value, allow_nan=False, default=str)
    except ValueError:
        return False
    return True


def can_be_kept(value: object) -> bool:
    """Return whether a value has no NUL and no lone half of a character in it, which databases refuse."""
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


def list_text(items: list[str]) -> str:
    """Return the items as one line, from which `items_of` reads them back."""
    return json_text(items) if any("," in item for item in items) else ",".join(items)


def items_of(text: str) -> list[str]:
    """Return the items of a list that was written as one line, as Heat splits it."""
    return items_with_commas(text) or (text.split(",") if text else [])


def items_with_commas(text: str) -> list[str] | None:
    """Return the items of a JSON list if a comma inside one of them needed that form."""
    if not text.startswith("["):
        return None
    try:
        items = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if all(isinstance(item, str) for item in items) and any("," in item for item in items):
        return list(items)
    return None


def yaml_collection(text: str) -> dict[str, object] | list[object] | None:
    """Return the map or list that a text in YAML stands for; None when it is to be read as JSON."""
    return None if text.lstrip()[:1] in ("", "{", "[", '"') else read_collection(text)


def read_collection(text: str) -> dict[str, object] | list[object] | None:
    """Return the map or list that a text in YAML stands for; None when it stands for neither."""
    indented = "\n".join("    " + line for line in text.split("\n"))
    read = read_environment(f"parameters:\n  value:\n{indented}\n", "value")
    value = read.parameters.get("value")
    return value if isinstance(value, dict | list) and not read.diagnostics else None
