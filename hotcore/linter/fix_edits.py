"""The fixes of diagnostics as edits of the text, for editors and other programs that apply them."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from hotcore.diagnostics import Applicability, Diagnostic, Fix
from hotcore.linter.fix_spelling import respelling
from hotcore.linter.machine_fix import MachineFix
from hotcore.runtime import LazyModule
from hotcore.source import Source
from hotcore.spelling import common_start

if TYPE_CHECKING:
    from hotcore import edits
    from hotcore.edits import TextEdit
else:
    edits = LazyModule("hotcore.edits")

_MOST_READ = 1_000_000
"""Characters that may be read to compute edits one by one: about a second."""


def machine_fixes(text: str, found: Sequence[Diagnostic]) -> list[tuple[MachineFix, ...]]:
    """The fixes of each diagnostic of a text, the best first: the suggested name, then its quick fix.

    Fixes that cannot be applied are left out, and so are those of very many that cannot be computed together.
    """
    steps = [(position, each.fix) for position, each in enumerate(found) if each.fix and each.file is None]
    made = dict(zip((position for position, _ in steps), _edits(text, [fix for _, fix in steps]), strict=True))
    return [tuple(_fixes(each, made.get(position))) for position, each in enumerate(found)]


def _fixes(found: Diagnostic, made: "tuple[TextEdit, ...] | None") -> Iterator[MachineFix]:
    if found.suggestion:
        is_safe = found.file is None and found.has_certain_suggestion  # `--fix` writes no other file
        applicability = Applicability.SAFE if is_safe else Applicability.SUGGESTED
        yield MachineFix(f"Write `{found.suggestion}`", applicability, (respelling(found),))
    if found.fix and made:
        yield MachineFix(found.fix.title, found.fix.applicability, made)


def _edits(text: str, fixes: Sequence[Fix]) -> "list[tuple[TextEdit, ...] | None]":
    """The edits of each fix; None for one that is not possible.

    Those of a single step are computed and checked together, the others one by one within a limit.
    """
    steps = [edits.Step(fix.gesture, fix.arguments) for fix in fixes]
    known: dict[int, tuple[TextEdit, ...] | None] = {}
    try:
        together = edits.perform_together(text, steps)
        known = dict(together.edits) | dict.fromkeys(together.refused)
    except edits.CannotEdit:
        pass
    room = _MOST_READ // max(len(text), 1)
    for position in [position for position in range(len(steps)) if position not in known][:room]:
        try:
            change = edits.perform(text, steps[position].name, steps[position].arguments)
            known[position] = tuple(_trimmed(Source(text).text, edit) for edit in change.edits)
        except edits.CannotEdit:
            known[position] = None
    return [known.get(position) for position in range(len(steps))]


def _trimmed(text: str, edit: "TextEdit") -> "TextEdit":
    """An edit without what it leaves as it is, at its start and at its end."""
    old, new = text[edit.start : edit.end], edit.text
    head = common_start(old, new)
    tail = common_start(old[head:][::-1], new[head:][::-1])
    return edits.TextEdit(edit.start + head, edit.end - tail, new[head : len(new) - tail])
