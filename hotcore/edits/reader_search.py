"""The readers of declarations, and what happens to each when the declarations are removed."""

from collections.abc import Sequence

from hotcore.edits.declarations import remove_all
from hotcore.edits.draft import Draft
from hotcore.edits.text.slots import CannotEdit
from hotcore.runtime import dataclass
from hotcore.template import Kind, Occurrence, occurrences


@dataclass(frozen=True, slots=True)
class Reader:
    """A resource, output or condition that reads what is to be removed."""

    section: str
    """Its section."""
    name: str
    """Its name."""
    where: tuple[str, ...]
    """The places where it reads it, in dotted notation."""
    stays: bool
    """Whether something of it is left when every reference is removed too."""


def readers(text: str, section: Kind, names: Sequence[str]) -> tuple[Reader, ...]:
    """Everything outside some declarations that reads them, in the order of the text.

    Parameter groups only list parameters, so they are not readers.
    """
    draft = Draft(text)
    found: dict[tuple[str, str], list[str]] = {}
    for use in occurrences(draft.tree.root):
        if use.kind == section and use.name in names and use.by != "parameter_groups":
            owner = (str(use.path[0]), str(use.path[1]))
            if not (owner[0] == section and owner[1] in names):
                found.setdefault(owner, []).append(_place(use))
    if not found:
        return ()
    left = _without(draft, section, names)
    return tuple(Reader(*owner, tuple(filter(None, where)), left.tree.has(owner)) for owner, where in found.items())


def _place(use: Occurrence) -> str:
    """The path of a reference in its declaration, empty for the whole declaration."""
    path = use.path if use.call is None else use.call
    if path[0] == "conditions":
        return ""  # a condition is one expression
    return ".".join(str(key) for key in path[2:] if key != "properties")


def _without(draft: Draft, section: Kind, names: Sequence[str]) -> Draft:
    """The text without the declarations and the references to them; unchanged where that is impossible."""
    after = Draft(draft.text, here=True)
    try:
        remove_all(after, section, names, with_uses=True)
    except CannotEdit:
        return draft
    return after
