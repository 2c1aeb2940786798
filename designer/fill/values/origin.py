"""The origin of a field's value, and the value that it replaced."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal
from urllib.parse import quote

OriginKind = Literal["default", "file", "set", "typed", "missing"]


@dataclass(frozen=True, slots=True)
class BaseValue:
    """The value that environment files give a parameter, which is in effect while nothing is typed.

    `text` is the value as the control shows it, empty for a hidden parameter. `section` is that of the file. It is not
    `is_kept` if it comes from an uploaded file and reaches a hidden parameter.
    """

    text: str
    file: str
    section: str = "parameters"
    is_kept: bool = True


Bases = Mapping[str, BaseValue]
"""The values that environment files give, by parameter."""


@dataclass(frozen=True, slots=True)
class SetValue:
    """The value set that a value came from, and the text of the value that it replaced, if that is to be shown."""

    name: str
    was: str | None = None


@dataclass(frozen=True, slots=True)
class Origin:
    """The origin of a value: `file` or `set_name` is its source, `was` the value that it replaced, in words.

    A typed value has a `file` if it overrides that file's value. `names_files` is false for users who may not see file
    names.
    """

    kind: OriginKind
    file: str = ""
    was: str = ""
    set_name: str = ""
    names_files: bool = True


@dataclass(frozen=True, slots=True)
class Through:
    """The parameter of a nested template that rejects a value, and the resource that passes it on.

    `file` is empty for users who may not know it, `address` if there is no page to open.
    """

    parameter: str
    resource: str
    file: str = ""
    address: str = ""


@dataclass(frozen=True, slots=True)
class FieldError:
    """An error of a value, in the author's words or ours, and the nested template that reports it, if any."""

    message: str
    through: Through | None = None


@dataclass(frozen=True, slots=True)
class NestedFiles:
    """What a user may know of nested templates: their names, and the page that shows their text, if any."""

    are_named: bool = True
    page: str = ""

    def shown(self, file: str) -> str:
        """Return a file's name; empty for users who may not know it."""
        return file if self.are_named else ""

    def address(self, file: str) -> str:
        """Return the address of the page that shows a file; empty if there is none."""
        return f"{self.page}?file={quote(file)}" if self.page and file else ""
