"""Options of a completion."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

from hotcore.runtime import dataclass

Sort = Literal["key", "function", "parameter", "resource", "condition", "attribute", "type", "file", "value"]


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a completion: its label, a short description, and the text to insert.

    Fields of the text to fill in are marked `${like this}`, with their initial content; lines after the first are
    indented relative to the line where it is inserted.  `is_old` marks deprecated options; with `goes_on`, completion
    should be requested again right after the insertion.
    """

    label: str
    detail: str = ""
    text: str = ""
    info: str = ""
    sort: Sort = "value"
    is_old: bool = False
    goes_on: bool = False

    @property
    def has_fields(self) -> bool:
        """Whether the text has fields to fill in."""
        return "${" in self.text


def names(found: Iterable[str], sort: Sort, detail: str = "") -> Iterator[Option]:
    """Options for names of one sort."""
    return (Option(name, detail or sort, sort=sort) for name in found)


def typed_names(found: Mapping[str, str], sort: Sort) -> Iterator[Option]:
    """Options for names of one sort with their types."""
    return (Option(name, kind or sort, sort=sort) for name, kind in found.items())


def values(found: Mapping[str, str] | tuple[str, ...]) -> Iterator[Option]:
    """Options for values, with their meanings if known."""
    meanings = dict.fromkeys(found, "") if isinstance(found, tuple) else found
    return (Option(value, words, sort="value") for value, words in meanings.items())
