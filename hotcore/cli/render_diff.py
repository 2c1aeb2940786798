"""A difference in meaning for a terminal and for programs."""

from typing import Any

from hotcore.cli.code_frames import printable
from hotcore.diff import HEADINGS, TITLES, Change, Meaning


def render_meaning(found: Meaning) -> str:
    """A difference in meaning for people to read, worst first."""
    blocks = [_block(TITLES[heading], found.under(heading)) for heading in HEADINGS]
    return "\n".join(block for block in blocks if block) or f"{without_changes(found)}\n"


def without_changes(found: Meaning) -> str:
    """What is to be said of a difference without changes."""
    if found.written_alike:
        return "Nothing that Heat would notice."
    return "Under these values it comes to the same; under others it may not."


def _block(title: str, changes: tuple[Change, ...]) -> str:
    lines = "".join(f"  {printable(change.sentence)}\n" for change in changes)
    return f"{title}\n{lines}" if changes else ""


def meaning_as_data(found: Meaning) -> dict[str, Any]:
    """A difference in meaning as JSON-ready data: `differs`, `written_alike`, `changes`."""
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
    }
