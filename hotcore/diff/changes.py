"""The result of a comparison: changes in order of severity, each with a sentence."""

from collections.abc import Iterable, Mapping
from dataclasses import field
from typing import Any, Literal

from hotcore.diff.partial_evaluation import is_fully_known
from hotcore.diff.partial_values import flow_text
from hotcore.diff.value_paths import ValueComparison
from hotcore.runtime import dataclass
from hotcore.spelling import listed
from hotcore.values import Value

ChangeKind = Literal[
    "refused", "incomparable", "needed", "replaced", "removed", "added", "changed", "fixed", "rewritten"
]
"""`incomparable` is a text that is no template, `fixed` what Heat refused before, and `rewritten` a resource for which
Heat reports an update, although nothing changes."""

Heading = ChangeKind | Literal["perhaps"]
DetailKind = Literal["added", "removed", "changed", "included", "excluded"]
Section = Literal["template", "parameters", "conditions", "resources", "outputs"]

HEADINGS: tuple[Heading, ...] = (
    "refused",
    "perhaps",
    "incomparable",
    "needed",
    "replaced",
    "removed",
    "added",
    "changed",
    "fixed",
    "rewritten",
)
"""Headings of a report, most severe first: the kinds of changes, with possible refusals apart from certain ones."""

SECTIONS: tuple[Section, ...] = ("template", "parameters", "conditions", "resources", "outputs")
TITLES: Mapping[Heading, str] = {
    "refused": "Refused now",
    "perhaps": "Perhaps refused now",
    "incomparable": "Not comparable",
    "needed": "Newly needed",
    "replaced": "Replaced",
    "removed": "Removed",
    "added": "Added",
    "changed": "Changed in place",
    "fixed": "Refused before",
    "rewritten": "Updated without a change",
}
_LONGEST = 60
_MOST_NAMED = 5


@dataclass(frozen=True, slots=True)
class SavedValue:
    """A saved set of values that a change affects."""

    name: str
    """The name of the set."""
    value: str | None = None
    """The affected value if it may be shown."""


@dataclass(frozen=True, slots=True)
class Detail:
    """One place in a value that changes."""

    kind: DetailKind
    """What happens there."""
    path: tuple[str | int | None, ...]
    """The keys and positions of the place, from the property on, or inside the value of an output; None is an unknown
    index of a list."""
    sentence: str
    """What happens there, in a sentence."""
    sure: bool = True
    """Whether it is certain; otherwise the sentence says that it is possible."""
    lines: tuple[str, ...] = ()
    """Lines of a longer value that go (`-`), come (`+`) or surround them."""
    values: Mapping[str, Any] = field(default_factory=dict, compare=False)
    """The `old` and the `new` value, ready for JSON, where they may be shown."""
    told: bool = False
    """Whether the sentence of the change already contains this one."""


@dataclass(frozen=True, slots=True)
class Change:
    """One difference that matters to Heat."""

    kind: ChangeKind
    """What it means for a stack."""
    section: Section
    """The section of the element."""
    name: str
    """The name of the element."""
    sentence: str
    """What changes, in a sentence."""
    sure: bool = True
    """Whether it is certain; otherwise the sentence says that it is possible."""
    saved: tuple[SavedValue, ...] = ()
    """The saved sets of values that it affects."""
    path: tuple[str, ...] = ()
    """The resources whose nested stacks contain the element, from the outside in."""
    line: int | None = None
    """The line of the element: in the old text if it is removed, else in the new one."""
    details: tuple[Detail, ...] = ()
    """The places in its values that change."""
    members: int = 1
    """The number of a group's members that it stands for."""

    @property
    def heading(self) -> Heading:
        """The heading under which it is reported."""
        return self.kind if self.sure or self.kind != "refused" else "perhaps"

    @property
    def untold(self) -> tuple[Detail, ...]:
        """The details that say more than the sentence: longer values, and places that it does not name."""
        return tuple(detail for detail in self.details if detail.lines or not detail.told)


@dataclass(frozen=True, slots=True)
class SemanticDiff:
    """The difference in meaning."""

    changes: tuple[Change, ...] = ()
    """The changes, most severe first."""
    refused_sets: tuple[str, ...] = ()
    """The names of the saved sets of values that Heat would refuse."""
    written_alike: bool = True
    """Whether everything that Heat reads is written the same. If it is not, and there are no changes, the two sides are
    equivalent under these values and may differ under others."""
    unknown: tuple[str, ...] = ()
    """The parameters whose values only one side knows, as the other refuses them or cannot tell: what reads them was
    compared as if nobody knew them."""

    def of_kind(self, kind: ChangeKind) -> tuple[Change, ...]:
        """The changes of one kind."""
        return tuple(change for change in self.changes if change.kind == kind)

    def under(self, heading: Heading) -> tuple[Change, ...]:
        """The changes under a heading."""
        return tuple(change for change in self.changes if change.heading == heading)

    def count(self, kind: ChangeKind, section: Section) -> int:
        """The number of elements of a section with a change of a kind, including nested stacks."""
        found = {
            (change.path, change.name) for change in self.changes if (change.kind, change.section) == (kind, section)
        }
        return len(found)


@dataclass(slots=True)
class Changes:
    """Collects the changes of one stack."""

    path: tuple[str, ...] = ()
    found: list[Change] = field(default_factory=list)
    values: ValueComparison = field(default_factory=ValueComparison)

    def add(self, kind: ChangeKind, section: Section, name: str, sentence: str, **more: Any) -> None:
        """Adds a change."""
        where = "".join(f"In `{step}`: " for step in self.path)
        self.found.append(Change(kind, section, name, where + sentence, path=self.path, **more))

    def below(self, name: str) -> "Changes":
        """A collector for the nested stack of a resource, which adds to the same list."""
        return Changes((*self.path, name), self.found, self.values)


def worst_first(changes: Iterable[Change]) -> tuple[Change, ...]:
    """The changes in the order of a report."""
    return tuple(sorted(changes, key=lambda change: (HEADINGS.index(change.heading), SECTIONS.index(change.section))))


def shown(value: Value) -> str | None:
    """A value for a sentence, in backticks; None if it is long, hidden, or unknown."""
    return in_words(value) if is_fully_known(value) else None


def in_words(value: Value) -> str | None:
    """A value that may be partly pending for a sentence, in backticks; None if it is long or hidden."""
    text = flow_text(value, _LONGEST)
    if text is None:
        return None
    return f"`{text}`" if text else "the empty string"


def change_words(was: str | None, now: str) -> str:
    """How a value changes, behind "changes": from the old value, if that is shown, to the new one."""
    return f"from {was} to {now}" if was else f"to {now}"


def change_of(before: Value, after: Value) -> str:
    """From what to what something changes, behind "changes", if both are short enough to be shown."""
    was, now = in_words(before), in_words(after)
    return f" from {was} to {now}" if was and now and was != now else ""


def named(names: Iterable[str]) -> str:
    """Names for a sentence; of many, only the first."""
    return listed((f"`{name}`" for name in names), most=_MOST_NAMED)
