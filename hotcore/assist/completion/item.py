"""Something that may stand at a place of a template."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

Sort = Literal["key", "function", "parameter", "resource", "condition", "attribute", "type", "file", "value"]


@dataclass(frozen=True, slots=True)
class Option:
    """Something that may stand at a place: what it is called, what it is, and the text that is put there.

    The places of the text that are to be filled in are marked `${like this}`, with what stands there at first; lines
    after the first are indented from the line that it is put into.  `is_old` marks what is there for old templates
    only; with `goes_on`, what may stand in it is worth asking at once.
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
        """Whether the text has places to fill in."""
        return "${" in self.text


def names(found: Iterable[str], sort: Sort, detail: str = "") -> Iterator[Option]:
    """Options that are names of one sort."""
    return (Option(name, detail or sort, sort=sort) for name in found)


def typed_names(found: Mapping[str, str], sort: Sort) -> Iterator[Option]:
    """Names of one sort with their types."""
    return (Option(name, kind or sort, sort=sort) for name, kind in found.items())


def values(found: Mapping[str, str] | tuple[str, ...]) -> Iterator[Option]:
    """Values, with what they mean where that is told."""
    told = dict.fromkeys(found, "") if isinstance(found, tuple) else found
    return (Option(value, words, sort="value") for value, words in told.items())
