"""What comes out of a comparison: changes by how much they matter, each in a sentence."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from hotcore.diff.partial_evaluation import is_settled
from hotcore.spelling import listed
from hotcore.values import MASK, Value, to_json

ChangeKind = Literal["refused", "needed", "replaced", "removed", "added", "changed"]
Heading = Literal["refused", "perhaps", "needed", "replaced", "removed", "added", "changed"]
Section = Literal["template", "parameters", "conditions", "resources", "outputs"]

HEADINGS: tuple[Heading, ...] = ("refused", "perhaps", "needed", "replaced", "removed", "added", "changed")
"""What changes are told under, worst first: their kinds, and apart from what is refused what perhaps is."""

SECTIONS: tuple[Section, ...] = ("template", "parameters", "conditions", "resources", "outputs")
TITLES: Mapping[Heading, str] = {
    "refused": "Refused now",
    "perhaps": "Perhaps refused now",
    "needed": "Newly needed",
    "replaced": "Replaced",
    "removed": "Removed",
    "added": "Added",
    "changed": "Changed in place",
}
_LONGEST = 60
_MOST_NAMED = 5


@dataclass(frozen=True, slots=True)
class SavedValue:
    """A saved set of values that a change is about, and the value in it, as far as it can be shown."""

    name: str
    value: str | None = None


@dataclass(frozen=True, slots=True)
class Change:
    """One difference that Heat would notice.

    `name` is the element in its `section`, `path` the resources whose nested stacks it is in.  With `sure` false the
    sentence says that it may be so.  `saved` are the saved sets of values that it hits; `line` is where the element
    stands, in the older text when it is removed, else in the newer one.
    """

    kind: ChangeKind
    section: Section
    name: str
    sentence: str
    sure: bool = True
    saved: tuple[SavedValue, ...] = ()
    path: tuple[str, ...] = ()
    line: int | None = None

    @property
    def heading(self) -> Heading:
        """What it is told under."""
        return self.kind if self.sure or self.kind != "refused" else "perhaps"


@dataclass(frozen=True, slots=True)
class Meaning:
    """The difference in meaning: `changes` worst first, and the names of the saved sets that a value is refused of.

    Without changes, `written_alike` tells whether nothing that Heat reads is written otherwise; else it comes to the
    same under these values and may differ under others.
    """

    changes: tuple[Change, ...] = ()
    refused_sets: tuple[str, ...] = ()
    written_alike: bool = True

    def of_kind(self, kind: ChangeKind) -> tuple[Change, ...]:
        """The changes of one kind."""
        return tuple(change for change in self.changes if change.kind == kind)

    def under(self, heading: Heading) -> tuple[Change, ...]:
        """The changes that are told under a heading."""
        return tuple(change for change in self.changes if change.heading == heading)

    def count(self, kind: ChangeKind, section: Section) -> int:
        """How many elements of a section have a change of a kind, nested stacks included."""
        found = {
            (change.path, change.name) for change in self.changes if (change.kind, change.section) == (kind, section)
        }
        return len(found)


@dataclass(slots=True)
class Changes:
    """Collects the changes of one stack."""

    path: tuple[str, ...] = ()
    found: list[Change] = field(default_factory=list)

    def add(self, kind: ChangeKind, section: Section, name: str, sentence: str, **more: Any) -> None:
        """Notes one."""
        where = "".join(f"In `{step}`: " for step in self.path)
        self.found.append(Change(kind, section, name, where + sentence, path=self.path, **more))

    def below(self, name: str) -> "Changes":
        """The same, for what is inside of a resource."""
        return Changes((*self.path, name), self.found)


def worst_first(changes: Iterable[Change]) -> tuple[Change, ...]:
    """The changes in the order in which they are told."""
    return tuple(sorted(changes, key=lambda change: (HEADINGS.index(change.heading), SECTIONS.index(change.section))))


def shown(value: Value) -> str | None:
    """A value in a sentence, in backticks; None when it is long, hidden, or not known."""
    if not is_settled(value):
        return None
    text = value if isinstance(value, str) else json.dumps(to_json(value), ensure_ascii=False)
    if MASK in text or len(text) > _LONGEST or "`" in text or "\n" in text:
        return None
    return f"`{text}`" if text else "the empty text"


def named(names: Iterable[str]) -> str:
    """Names in a sentence, the first of many."""
    return listed((f"`{name}`" for name in names), most=_MOST_NAMED)
