"""The values that somebody types into a form."""

import re
from typing import Any

from hotcore.diagnostics import Report
from hotcore.edits import CannotEdit
from hotcore.source import Source
from hotcore.syntax import read, to_plain

_NUMBER = re.compile(r"-?(0|[1-9][0-9]{0,14})(\.[0-9]{1,15})?")


def read_value(text: str) -> Any:
    """A value from typed YAML.  Raises `CannotEdit` if it is not valid."""
    report = Report()
    node = read(Source(text), report) if text.strip() else None
    if node is None and text.strip():
        raise CannotEdit(next((found.message for found in report), "This is not valid YAML."))
    return to_plain(node) if node is not None else None


def typed_value(text: str, schema_type: str | None) -> Any:
    """A single value typed for a property of a type: a number if one is expected and typed.

    `auto` reads a text as what it looks like without quotes: a number, true or false, or a string.
    """
    if schema_type in ("boolean", "condition", "auto") and text.lower() in ("true", "false"):
        return text.lower() == "true"
    if schema_type == "auto":
        return _number_or_text(text)
    if schema_type in ("integer", "number"):
        try:
            return int(text) if schema_type == "integer" else float(text) if "." in text else int(text)
        except ValueError:
            return text
    return text


def _number_or_text(text: str) -> Any:
    if not _NUMBER.fullmatch(text):
        return text
    return float(text) if "." in text else int(text)
