"""Copied pieces of a template: chosen resources with the parameters and conditions that they use."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import field
from typing import Any

from hotcore.edits.text.copy import carried
from hotcore.edits.text.serialize import entry_lines
from hotcore.edits.text.slots import CannotEdit
from hotcore.edits.text.tree import TextTree
from hotcore.runtime import dataclass
from hotcore.syntax import Mapping, Scalar
from hotcore.template import PSEUDO_PARAMETERS, Kind, Occurrence, occurrences
from hotcore.versions import LATEST

CARRIED: tuple[Kind, ...] = ("parameters", "conditions", "resources")
"""The sections of a piece, in their order."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a template."""

    text: str
    """The piece as the text of a template of its own."""
    left: tuple[str, ...]
    """The names of the resources that it refers to and does not contain."""
    files: tuple[str, ...]
    """The names of the files that it names."""


@dataclass
class _Found:
    """The content of a piece, by section in the order in which it was found."""

    names: dict[str, dict[str, None]] = field(default_factory=lambda: {section: {} for section in CARRIED})
    left: dict[str, None] = field(default_factory=dict)
    files: dict[str, None] = field(default_factory=dict)


def clip(text: str, names: Sequence[str]) -> Piece:
    """A piece with the chosen resources and the parameters and conditions that they use.

    Raises `CannotEdit` if the text cannot be read, or has no such resources.
    """
    tree = TextTree(text)
    wanted = set(names)
    chosen = [name for name in declared(tree, "resources") if name in wanted]
    if not chosen or len(chosen) != len(wanted):
        raise CannotEdit("Select resources of this template.")
    found = _belonging(tree, chosen)
    return Piece(_written(tree, found), tuple(found.left), tuple(found.files))


def declared(tree: TextTree, section: str) -> dict[Any, Any]:
    """The declarations of a section by name; empty if the section is missing or not a map."""
    node = tree.root.members.get(section) if isinstance(tree.root, Mapping) else None
    return node.members if isinstance(node, Mapping) else {}


def _belonging(tree: TextTree, chosen: list[str]) -> _Found:
    used: dict[tuple[str, Any], list[Occurrence]] = defaultdict(list)
    for use in occurrences(tree.root):
        used[use.path[0], use.path[1]].append(use)
    found, known, own = _Found(), {section: declared(tree, section) for section in CARRIED}, set(chosen)
    pending: list[tuple[str, str]] = [("resources", name) for name in reversed(chosen)]
    while pending:
        section, name = pending.pop()
        found.names[section][name] = None
        for use in reversed(used[section, name]):
            if use.kind == "files":
                found.files[use.name] = None
            elif use.kind == "resources":
                if use.name not in own:
                    found.left[use.name] = None
            elif use.name not in found.names[use.kind] and use.name in known[use.kind]:
                pending.append((use.kind, use.name))
    return found


def _written(tree: TextTree, found: _Found) -> str:
    """The text of a piece, with each declaration as it is written in the original."""
    style = tree.style.in_blocks()
    lines = [f"heat_template_version: {_version(tree)}"]
    for section in CARRIED:
        names = [name for name in declared(tree, section) if name in found.names[section]]
        lines += ["", f"{section}:"] if names else []
        for number, name in enumerate(names):
            lines += [""] if number and section == "resources" else []
            lines += [line and "  " + line for line in entry_lines(name, carried(tree, section, name), style)]
    return "\n".join(lines) + "\n"


def _version(tree: TextTree) -> str:
    node = tree.root.members.get("heat_template_version") if isinstance(tree.root, Mapping) else None
    if not isinstance(node, Scalar):
        return LATEST.date
    return str(node.value)


def undeclared(tree: TextTree) -> dict[Kind, list[str]]:
    """The names of parameters, conditions and resources that a text uses and does not declare."""
    found: dict[Kind, dict[str, None]] = {section: {} for section in CARRIED}
    known = {section: declared(tree, section) for section in CARRIED}
    for use in occurrences(tree.root):
        if use.kind in found and use.name not in known[use.kind] and use.name not in PSEUDO_PARAMETERS:
            found[use.kind][use.name] = None
    return {section: list(names) for section, names in found.items()}
