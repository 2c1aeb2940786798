"""What the step from one content to another means for whoever fills and deploys it, in the rows of a page.

It is remembered by the hashes of both contents and by the values; those of hidden parameters are never among them. What
stands in a form, with its environment files, is not remembered at all.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

import hotcore
from designer import analysis
from designer.files.content import Content
from designer.models import ValueSet
from hotcore import Change, Environment, Meaning, Side
from hotcore.diff import HEADINGS

REMEMBERED = 64  # pairs of contents
MOST_SETS = 20  # saved sets that are looked at
AT_ONCE = 8  # changes under one heading that are shown before somebody asks for all of them
MOST_CHANGES = 200  # under one heading on a page

TITLES: Mapping[str, Any] = {
    "refused": gettext_lazy("Refused now"),
    "perhaps": gettext_lazy("Perhaps refused now"),
    "needed": gettext_lazy("Newly needed"),
    "replaced": gettext_lazy("Replaced"),
    "removed": gettext_lazy("Removed"),
    "added": gettext_lazy("Added"),
    "changed": gettext_lazy("Changed in place"),
}
PLACES: Mapping[str, Any] = {
    "in place": gettext_lazy("In place"),
    "conditions": gettext_lazy("Conditions"),
    "outputs": gettext_lazy("Outputs"),
}


@dataclass(frozen=True)
class Row:
    """The changes under one heading: the first of them, and those that are folded away."""

    heading: str
    title: str
    first: tuple[Change, ...]
    more: tuple[Change, ...]
    left_out: int

    @property
    def count(self) -> int:
        """How many there are to show."""
        return len(self.first) + len(self.more)


def meaning(
    old: Content,
    new: Content,
    value_sets: Iterable[ValueSet] = (),
    *,
    values: Mapping[str, Any] | None = None,
    new_values: Mapping[str, Any] | None = None,
    environments: tuple[Sequence[Environment], Sequence[Environment]] | None = None,
) -> Meaning:
    """Compare two contents under the same values, or under `new_values` on the newer side; tell of saved sets too.

    With the `environments` of both sides they are compared as they stand in a form, and saved sets are not told of.
    """
    before = values or {}
    after = before if new_values is None else new_values
    if environments is not None:
        return hotcore.meaning(
            Side(analysis.document(old), before, environments[0]), Side(analysis.document(new), after, environments[1])
        )
    saved = {one.name: one.values for one in list(value_sets)[:MOST_SETS]}
    return _meaning(old, new, *(json.dumps(part) for part in (before, after, saved)))


@lru_cache(maxsize=REMEMBERED)
def _meaning(old: Content, new: Content, values: str, new_values: str, saved: str) -> Meaning:
    sides = (
        Side(analysis.document(old), json.loads(values)),
        Side(analysis.document(new), json.loads(new_values)),
    )
    return hotcore.meaning(*sides, saved=json.loads(saved))


def meaning_context(found: Meaning, set_count: int, fill_address: str) -> dict[str, object]:
    """Return what the part of a page about a meaning shows; `fill_address` leads to the form for a saved set."""
    return {
        "meaning_rows": rows(found),
        "meaning_nothing": nothing_words(found),
        "summary": summary(found, set_count),
        "fill_address": fill_address,
    }


def rows(found: Meaning) -> list[Row]:
    """Return what is shown, worst first; a heading without changes has no row."""
    return [_row(heading, found.under(heading)) for heading in HEADINGS if found.under(heading)]


def rows_of_values(found: Meaning) -> list[Row]:
    """Return what two sets of values make otherwise: what changes in place by where it is, without the values."""
    told = [row for row in rows(found) if row.heading != "changed"]
    changed = [change for change in found.under("changed") if change.section != "parameters"]
    for place in PLACES:
        here = tuple(
            change for change in changed if (change.section if change.section in PLACES else "in place") == place
        )
        told += [_row(place, here)] if here else []
    return told


def _row(heading: str, changes: tuple[Change, ...]) -> Row:
    shown = changes[:MOST_CHANGES]
    first = shown if len(shown) <= AT_ONCE + 1 else shown[:AT_ONCE]
    return Row(heading, str({**TITLES, **PLACES}[heading]), first, shown[len(first) :], len(changes) - len(shown))


def summary(found: Meaning, set_count: int = 0) -> str:
    """Return the most important numbers in one sentence, or nothing when there is nothing to count."""
    told = [words for words in _counted(found, set_count) if words]
    return f"{', '.join(told)}." if told else ""


def _counted(found: Meaning, set_count: int) -> Iterator[str]:
    count = found.count("replaced", "resources")
    yield _told(ngettext("%d resource replaced on update", "%d resources replaced on update", count), count)
    count = found.count("removed", "resources")
    yield _told(ngettext("%d resource deleted", "%d resources deleted", count), count)
    count = found.count("added", "resources")
    yield _told(ngettext("%d resource made", "%d resources made", count), count)
    count = found.count("changed", "resources")
    yield _told(ngettext("%d resource changed in place", "%d resources changed in place", count), count)
    count = found.count("needed", "parameters")
    yield _told(ngettext("%d parameter newly needed", "%d parameters newly needed", count), count)
    count = found.count("added", "parameters")
    yield _told(ngettext("%d parameter added", "%d parameters added", count), count)
    count = found.count("removed", "parameters")
    yield _told(ngettext("%d parameter removed", "%d parameters removed", count), count)
    count = len(found.refused_sets)
    words = ngettext(
        "{refused} of {all} saved value set refused",
        "{refused} of {all} saved value sets refused",
        min(set_count, MOST_SETS),
    )
    yield words.format(refused=count, all=min(set_count, MOST_SETS)) if count else ""
    count = 0 if found.written_alike else max(set_count - MOST_SETS, 0)
    yield _told(ngettext("%d saved value set not looked at", "%d saved value sets not looked at", count), count)


def _told(words: str, count: int) -> str:
    return words % count if count else ""


def nothing_words(found: Meaning) -> str:
    """Return what is to be said where nothing changes."""
    if found.written_alike:
        return _("Nothing that Heat would notice: only words, groups, comments or the way it is written.")
    return _("Under these values it comes to the same; under others it may not.")
