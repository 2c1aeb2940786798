"""What an update changes inside of nested stacks: rows below the row of the resource whose stack that is."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from designer.cloud.service.texts import as_text
from hotcore.diff import Change, Detail, SemanticDiff

OURS = {"removed": "delete", "replaced": "replace", "added": "create", "changed": "update", "rewritten": "update"}
ANY = "*"  # a member of a group, whichever it is
LONGEST_NAME = 255  # characters of a resource or a type, as Heat keeps them
LONGEST = 300  # characters of what is said of one place
MOST = 100  # rows inside of one resource
MOST_DETAILS = 30  # places of a resource
MOST_LINES = 60  # lines of a longer value


def inside_rows(difference: SemanticDiff) -> dict[str, list[dict[str, Any]]]:
    """Return the rows of what changes inside, by the resource of the stack itself that it is in."""
    found: dict[str, list[dict[str, Any]]] = {}
    for change in difference.changes:
        if change.path and change.section == "resources" and change.kind in OURS:
            rows = found.setdefault(change.path[0], [])
            if len(rows) < MOST:
                rows.append(_row(change))
    return found


def actions_in(row: Mapping[str, Any]) -> Counter[str]:
    """Return what becomes of the resource of a row, and of what is inside of it, each member of a group counted."""
    found = Counter([row["action"]])
    for inside in row.get("inside", ()):
        found[inside["action"]] += inside.get("members", 1)
    return found


def loses_inside(row: Mapping[str, Any]) -> bool:
    """Whether a resource stays, and something inside of it is replaced or deleted."""
    inside = {each["action"] for each in row.get("inside", ())}
    return row["action"] == "update" and not inside.isdisjoint(("replace", "delete", "unknown"))


def _row(change: Change) -> dict[str, Any]:
    # A change of the number of members bears the name of their group.
    path = (*change.path, ANY if change.name == change.path[-1] else change.name)
    action = OURS[change.kind]
    return {
        "name": " / ".join(each for each in path if each != ANY),
        "path": path,
        "action": "unknown" if not change.sure and action == "update" else action,
        "sentence": _without_place(change)[:LONGEST],
        "details": [detail_of(detail) for detail in change.details[:MOST_DETAILS]],
        "members": change.members,
    }


def _without_place(change: Change) -> str:
    """Return the sentence of a change without what it is in, which the name of its row says."""
    return change.sentence.removeprefix("".join(f"In `{step}`: " for step in change.path))


def detail_of(detail: Detail) -> dict[str, Any]:
    """Return a place in a resource that changes: what was there and what comes, or the lines of a longer value."""
    path = ".".join("*" if key is None else str(key) for key in detail.path)
    values = {} if detail.lines else {key: as_text(value)[:LONGEST] for key, value in detail.values.items()}
    lines = [line[:LONGEST] for line in detail.lines[:MOST_LINES]]
    return {"path": path, "lines": lines, "sentence": detail.sentence[:LONGEST], **values}
