"""Three-way merge of two users' changes to a design: whole files if only one changed them, else by element."""

from collections.abc import Mapping
from dataclasses import dataclass

from designer.content.content import Content
from designer.store.drafts.design_drafts import TEMPLATE, changes_between, overlaid
from hotcore.edits import REST, WHOLE, Element, Side, merge

Picks = Mapping[str, Side]
"""The side that is taken for each conflict, by its `key`."""


@dataclass(frozen=True)
class Conflict:
    """A conflict: an element of a file, or the whole file, that both changed differently; None where it was removed."""

    path: str
    element: Element
    mine: str | None
    theirs: str | None

    @property
    def key(self) -> str:
        """The form field that selects a side."""
        return pick_key(self.path, self.element)

    @property
    def name(self) -> str:
        """The element's name as diffs show it; empty for a whole file."""
        return "" if self.element in (WHOLE, REST) else ": ".join(self.element)


@dataclass(frozen=True)
class Merged:
    """The result of a merge; `content` is None while there are conflicts, `both` are the files that both changed."""

    content: Content | None
    conflicts: tuple[Conflict, ...]
    both: tuple[str, ...]


def merged(base: Content, mine: Content, theirs: Content, picks: Picks | None = None, *, over: bool = False) -> Merged:
    """Return my changes of the base applied to theirs. With `over`, my version of a file that both changed wins."""
    ours, others = changes_between(base, mine), changes_between(base, theirs)
    both = tuple(path for path in ours if path in others and ours[path] != others[path])
    changes, conflicts = dict(ours), list[Conflict]()
    for path in () if over else both:
        text, found = _file(path, _text(base, path), ours[path], others[path], picks or {})
        changes[path] = text
        conflicts += found
    return Merged(None if conflicts else overlaid(theirs, changes), tuple(conflicts), both)


def pick_key(path: str, element: Element) -> str:
    """Return the form field that selects a side for an element."""
    return f"pick:{path}:{'/'.join(element)}"


def _text(content: Content, path: str) -> bytes | None:
    return content.text if path == TEMPLATE else content.files.get(path)


def _file(
    path: str, base: bytes | None, mine: bytes | None, theirs: bytes | None, picks: Picks
) -> tuple[bytes | None, list[Conflict]]:
    """Return the merged file and its conflicts."""
    if base is not None and mine is not None and theirs is not None:
        try:
            return _texts(path, base.decode(), mine.decode(), theirs.decode(), picks)
        except UnicodeDecodeError:
            pass
    pick = picks.get(pick_key(path, WHOLE))
    if pick is None:
        return None, [Conflict(path, WHOLE, _shown(mine), _shown(theirs))]
    return (mine if pick == "mine" else theirs), []


def _texts(path: str, base: str, mine: str, theirs: str, picks: Picks) -> tuple[bytes | None, list[Conflict]]:
    """Return a merged text file and its conflicts by element."""
    elements = [WHOLE, *(one.element for one in merge(base, mine, theirs).conflicts)]
    picked = {one: picks[pick_key(path, one)] for one in elements if pick_key(path, one) in picks}
    result = merge(base, mine, theirs, picked)
    found = [Conflict(path, one.element, one.mine, one.theirs) for one in result.conflicts]
    return None if result.text is None else result.text.encode(), found


def _shown(data: bytes | None) -> str | None:
    return None if data is None else data.decode("utf-8", "replace")
