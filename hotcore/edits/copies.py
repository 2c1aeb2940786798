"""Resources that become several: copies beside them, and groups around them."""

from collections.abc import Mapping, Sequence
from typing import Any

from hotcore.edits.declarations import duplicate, named_anew
from hotcore.edits.draft import Draft
from hotcore.edits.text.copy import taken
from hotcore.edits.text.slots import CannotEdit
from hotcore.edits.values import put
from hotcore.template import occurrences

GROUPS: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    "OS::Heat::ResourceGroup": ("resource_def", {"count": 2}),
    "OS::Heat::AutoScalingGroup": ("resource", {"min_size": 1, "max_size": 3}),
}
"""The groups that a resource can be made the member of: the property for the member, and what else they begin with."""


def duplicate_all(draft: Draft, names: Sequence[str]) -> dict[str, str]:
    """Copies resources under free names.  Returns the names of the copies by those of the originals.

    The copies refer to each other as the originals do, and to everything else as the originals do.
    """
    if not names:
        raise CannotEdit("There is nothing to duplicate.")
    copies = {name: duplicate(draft, "resources", name) for name in dict.fromkeys(names)}
    among = set(copies.values())
    found = [
        (use, copies[use.name])
        for use in occurrences(draft.tree.root)
        if use.kind == "resources" and use.name in copies and use.path[0] == "resources" and use.path[1] in among
    ]
    if found:
        named_anew(draft, found)
    return copies


def repeat(draft: Draft, name: str, group: str) -> None:
    """Makes a resource the member of a group that takes its name; condition and dependencies stay with the group."""
    if group not in GROUPS:
        raise CannotEdit(f"`{group}` is not a group of resources.")
    path = ("resources", name)
    if not draft.tree.has((*path, "type")):
        raise CannotEdit(f"There is no resource `{name}`.")
    member, beginning = GROUPS[group]
    body: dict[str, Any] = {"type": draft.plain((*path, "type"))}
    properties = (*path, "properties")
    if draft.tree.has(properties):
        body["properties"] = taken(draft.tree, properties)
        draft.set(properties, {**beginning, member: body})
    else:
        put(draft, properties, {**beginning, member: body})
    draft.set((*path, "type"), group)
