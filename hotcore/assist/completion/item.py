"""Options of a completion."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

from hotcore.runtime import dataclass

Sort = Literal["key", "function", "parameter", "resource", "condition", "attribute", "type", "file", "value"]


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a completion."""

    label: str
    """Its label."""
    detail: str = ""
    """A short description."""
    text: str = ""
    """The text to insert. Fields to fill in are marked `${like this}`, with their initial content; lines after the
    first are indented relative to the line where it is inserted."""
    info: str = ""
    """A longer description."""
    sort: Sort = "value"
    """What it is."""
    is_old: bool = False
    """Whether it is deprecated."""
    goes_on: bool = False
    """Whether completion should be requested again right after the insertion."""

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
