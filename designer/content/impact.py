"""The impact of a change from one content to another on the form and on deployed stacks, as rows of a page.

It is cached by the hashes of both contents, by the catalogue in use and by the values, which never include those of
hidden parameters. The comparison of two form states with environment files is not cached at all.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

import hotcore
from designer.content import analysis
from designer.content.content import Content
from hotcore import Environment, SemanticDiff, Side
from hotcore.diff import HEADINGS, Change

MOST_SETS = 20  # value sets that are checked
AT_ONCE = 8  # changes under one heading that are shown before the rest is unfolded
MOST_CHANGES = 200  # under one heading on a page

TITLES: Mapping[str, Any] = {
    "refused": gettext_lazy("Refused now"),
    "perhaps": gettext_lazy("Perhaps refused now"),
    "incomparable": gettext_lazy("Not comparable"),
    "needed": gettext_lazy("Newly needed"),
    "replaced": gettext_lazy("Replaced"),
    "removed": gettext_lazy("Removed"),
    "added": gettext_lazy("Added"),
    "changed": gettext_lazy("Changed in place"),
    "fixed": gettext_lazy("Refused before"),
    "rewritten": gettext_lazy("Updated without a change"),
}
PLACES: Mapping[str, Any] = {
    "in place": gettext_lazy("In place"),
    "conditions": gettext_lazy("Conditions"),
    "outputs": gettext_lazy("Outputs"),
}


@dataclass(frozen=True)
class Row:
    """The changes under one heading: the first ones, and those that are folded away."""

    heading: str
    title: str
    first: tuple[Change, ...]
    more: tuple[Change, ...]
    left_out: int

    @property
    def count(self) -> int:
        """The number of changes in the row."""
        return len(self.first) + len(self.more)


def semantic_diff(
    old: Content,
    new: Content,
    saved: Mapping[str, Mapping[str, Any]] | None = None,
    *,
    values: Mapping[str, Any] | None = None,
    new_values: Mapping[str, Any] | None = None,
    environments: tuple[Sequence[Environment], Sequence[Environment]] | None = None,
) -> SemanticDiff:
    """Return the impact of a change under the same values, or under `new_values` on the newer side, and on saved ones.

    `saved` are the values of value sets by name. With the `environments` of both sides, two form states are compared,
    and saved values are ignored.
    """
    before = values or {}
    after = before if new_values is None else new_values
    if environments is not None:
        return hotcore.semantic_diff(
            Side(analysis.document(old), before, environments[0]), Side(analysis.document(new), after, environments[1])
        )
    checked = dict(islice((saved or {}).items(), MOST_SETS))
    return _compared(old, new, *(json.dumps(part) for part in (before, after, checked)))


@analysis.Remembered
def _compared(old: Content, new: Content, values: str, new_values: str, saved: str) -> SemanticDiff:
    sides = (
        Side(analysis.document(old), json.loads(values)),
        Side(analysis.document(new), json.loads(new_values)),
    )
    return hotcore.semantic_diff(*sides, saved=json.loads(saved))


def semantic_diff_context(found: SemanticDiff, set_count: int, fill_address: str) -> dict[str, object]:
    """Return the template context of an impact; `fill_address` leads to the form with a value set."""
    return {
        "impact_rows": rows(found),
        "no_impact": nothing_words(found),
        "summary": summary(found, set_count),
        "fill_address": fill_address,
    }


def rows(found: SemanticDiff) -> list[Row]:
    """Return the rows, worst first; a heading without changes has none."""
    return [_row(heading, found.under(heading)) for heading in HEADINGS if found.under(heading)]


def rows_of_values(found: SemanticDiff) -> list[Row]:
    """Return the rows for two sets of values: changes in place by where they are, without the values themselves."""
    shown = [row for row in rows(found) if row.heading != "changed"]
    changed = [change for change in found.under("changed") if change.section != "parameters"]
    for place in PLACES:
        here = tuple(
            change for change in changed if (change.section if change.section in PLACES else "in place") == place
        )
        shown += [_row(place, here)] if here else []
    return shown


def _row(heading: str, changes: tuple[Change, ...]) -> Row:
    shown = changes[:MOST_CHANGES]
    first = shown if len(shown) <= AT_ONCE + 1 else shown[:AT_ONCE]
    return Row(heading, str({**TITLES, **PLACES}[heading]), first, shown[len(first) :], len(changes) - len(shown))


def summary(found: SemanticDiff, set_count: int = 0) -> str:
    """Return the most important numbers in one sentence; empty if there is nothing to count."""
    parts = [words for words in _counted(found, set_count) if words]
    return f"{', '.join(parts)}." if parts else ""


def _counted(found: SemanticDiff, set_count: int) -> Iterator[str]:
    count = found.count("replaced", "resources")
    yield _with_count(ngettext("%d resource replaced on update", "%d resources replaced on update", count), count)
    count = found.count("removed", "resources")
    yield _with_count(ngettext("%d resource deleted", "%d resources deleted", count), count)
    count = found.count("added", "resources")
    yield _with_count(ngettext("%d resource created", "%d resources created", count), count)
    count = found.count("changed", "resources")
    yield _with_count(ngettext("%d resource changed in place", "%d resources changed in place", count), count)
    count = found.count("rewritten", "resources")
    words = ngettext("%d resource updated without a change", "%d resources updated without a change", count)
    yield _with_count(words, count)
    count = found.count("needed", "parameters")
    yield _with_count(ngettext("%d parameter newly needed", "%d parameters newly needed", count), count)
    count = found.count("added", "parameters")
    yield _with_count(ngettext("%d parameter added", "%d parameters added", count), count)
    count = found.count("removed", "parameters")
    yield _with_count(ngettext("%d parameter removed", "%d parameters removed", count), count)
    count = len(found.refused_sets)
    words = ngettext(
        "{refused} of {all} saved value set refused",
        "{refused} of {all} saved value sets refused",
        min(set_count, MOST_SETS),
    )
    yield words.format(refused=count, all=min(set_count, MOST_SETS)) if count else ""
    count = 0 if found.written_alike else max(set_count - MOST_SETS, 0)
    yield _with_count(ngettext("%d saved value set not checked", "%d saved value sets not checked", count), count)


def _with_count(words: str, count: int) -> str:
    return words % count if count else ""


def nothing_words(found: SemanticDiff) -> str:
    """Return the message for a change without impact."""
    if found.written_alike:
        return _("No impact on stacks: only descriptions, parameter groups, comments or formatting changed.")
    return _("No impact under these values; under others there may be.")
