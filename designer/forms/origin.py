"""Where the value of a field comes from, and what it took the place of."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal
from urllib.parse import quote

OriginKind = Literal["default", "file", "set", "typed", "missing"]


@dataclass(frozen=True, slots=True)
class BaseValue:
    """What an environment file gives a parameter, and what counts while nothing is typed.

    `text` is the value as it stands in the control; of a hidden parameter a field keeps the empty text only. `section`
    is that of the file. It is not `is_kept` when it comes from an uploaded file and reaches a hidden parameter.
    """

    text: str
    file: str
    section: str = "parameters"
    is_kept: bool = True


Bases = Mapping[str, BaseValue]
"""What environment files give, by parameter."""


@dataclass(frozen=True, slots=True)
class SetValue:
    """The saved set that gave a value, and the text of the value before; None once there is nothing to tell of it."""

    name: str
    was: str | None = None


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a value comes from: `file` or `set_name` names the source, `was` holds the value that it replaced in words.

    A typed value has a `file` when it took the place of what that file says. Who may not see the names of files has
    `names_files` false.
    """

    kind: OriginKind
    file: str = ""
    was: str = ""
    set_name: str = ""
    names_files: bool = True


@dataclass(frozen=True, slots=True)
class Through:
    """The parameter of a nested template that refuses a value, and the resource that hands it on.

    `file` is empty for whoever may not know it, `address` where there is nothing to open.
    """

    parameter: str
    resource: str
    file: str = ""
    address: str = ""


@dataclass(frozen=True, slots=True)
class FieldError:
    """What is wrong with a value: the author's words or ours, and the nested template that says so, if one does."""

    message: str
    through: Through | None = None


@dataclass(frozen=True, slots=True)
class NestedFiles:
    """What a reader may know of nested templates: their names, and the page that shows their text, if any."""

    are_named: bool = True
    page: str = ""

    def shown(self, file: str) -> str:
        """Return a file's name, or nothing for whoever may not know it."""
        return file if self.are_named else ""

    def address(self, file: str) -> str:
        """Return the address of the page that shows a file; empty where there is none."""
        return f"{self.page}?file={quote(file)}" if self.page and file else ""
