"""Rendering of semantic diffs for terminals and programs."""

from collections.abc import Iterator
from typing import Any

from hotcore.cli.code_frames import printable
from hotcore.diff import HEADINGS, TITLES, Change, Detail, SemanticDiff

MOST_DETAILS = 20
"""The maximum number of places in the values of one change that the text names; the JSON has all of them."""


def render_semantic_diff(found: SemanticDiff) -> str:
    """A semantic diff as text, worst changes first."""
    blocks = [_block(TITLES[heading], found.under(heading)) for heading in HEADINGS]
    return "\n".join(block for block in blocks if block) or f"{without_changes(found)}\n"


def without_changes(found: SemanticDiff) -> str:
    """The text of a semantic diff without changes."""
    if found.written_alike:
        return "Nothing that Heat would notice."
    return "Nothing changes with these values; with others, something may."


def _block(title: str, changes: tuple[Change, ...]) -> str:
    lines = "".join(f"  {printable(line)}\n" for change in changes for line in _lines(change))
    return f"{title}\n{lines}" if changes else ""


def _lines(change: Change) -> Iterator[str]:
    """The sentence of a change, and the places in its values that it does not tell."""
    yield change.sentence
    details = change.untold
    for detail in details[:MOST_DETAILS]:
        if not detail.told or len(details) > 1:
            yield f"  {detail.sentence}"
        yield from (f"    {line}" for line in detail.lines)
    if len(details) > MOST_DETAILS:
        yield f"  {len(details) - MOST_DETAILS} more"


def semantic_diff_as_data(found: SemanticDiff) -> dict[str, Any]:
    """A semantic diff as JSON-ready data: `differs`, `written_alike`, `changes`."""
    return {
        "differs": bool(found.changes),
        "written_alike": found.written_alike,
        "changes": [_change_as_data(change) for change in found.changes],
    }


def _change_as_data(change: Change) -> dict[str, Any]:
    return {
        "kind": change.kind,
        "section": change.section,
        "name": change.name,
        "path": list(change.path),
        "sure": change.sure,
        "sentence": change.sentence,
        "line": change.line,
        "details": [_detail_as_data(detail) for detail in change.details],
    }


def _detail_as_data(detail: Detail) -> dict[str, Any]:
    return {
        "kind": detail.kind,
        "path": list(detail.path),
        "sure": detail.sure,
        "sentence": detail.sentence,
        "lines": list(detail.lines),
        **detail.values,
    }
