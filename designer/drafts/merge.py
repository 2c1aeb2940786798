"""Two people's changes of a design made one: files that only one changed as they are, others element by element."""

from collections.abc import Mapping
from dataclasses import dataclass

from designer.drafts.store import TEMPLATE, changes_between, overlaid
from designer.files.content import Content
from hotcore.edits import REST, WHOLE, Element, Side, merge

Picks = Mapping[str, Side]
"""Whose side is taken where both changed the same, by the `key` of the conflict."""


@dataclass(frozen=True)
class Conflict:
    """What both changed, each in another way: in a file, an element or the whole; None where it is gone."""

    path: str
    element: Element
    mine: str | None
    theirs: str | None

    @property
    def key(self) -> str:
        """The name under which a form sends whose side is taken."""
        return pick_key(self.path, self.element)

    @property
    def name(self) -> str:
        """What it is called, as differences call it; nothing for a whole file."""
        return "" if self.element in (WHOLE, REST) else ": ".join(self.element)


@dataclass(frozen=True)
class Merged:
    """What two changes come to; `content` is None while there are conflicts, `both` are the files that both changed."""

    content: Content | None
    conflicts: tuple[Conflict, ...]
    both: tuple[str, ...]


def merged(base: Content, mine: Content, theirs: Content, picks: Picks | None = None, *, over: bool = False) -> Merged:
    """Make my changes of the base on theirs. With `over`, my state of a file that both changed is taken as a whole."""
    ours, others = changes_between(base, mine), changes_between(base, theirs)
    both = tuple(path for path in ours if path in others and ours[path] != others[path])
    changes, conflicts = dict(ours), list[Conflict]()
    for path in () if over else both:
        text, found = _file(path, _text(base, path), ours[path], others[path], picks or {})
        changes[path] = text
        conflicts += found
    return Merged(None if conflicts else overlaid(theirs, changes), tuple(conflicts), both)


def pick_key(path: str, element: Element) -> str:
    """Return the name under which a form sends whose side of an element is taken."""
    return f"pick:{path}:{'/'.join(element)}"


def _text(content: Content, path: str) -> bytes | None:
    return content.text if path == TEMPLATE else content.files.get(path)


def _file(
    path: str, base: bytes | None, mine: bytes | None, theirs: bytes | None, picks: Picks
) -> tuple[bytes | None, list[Conflict]]:
    """Return what a file comes to, and what has to be asked first."""
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
    """Return the same for a text, whose elements are asked about one by one."""
    elements = [WHOLE, *(one.element for one in merge(base, mine, theirs).conflicts)]
    picked = {one: picks[pick_key(path, one)] for one in elements if pick_key(path, one) in picks}
    result = merge(base, mine, theirs, picked)
    found = [Conflict(path, one.element, one.mine, one.theirs) for one in result.conflicts]
    return None if result.text is None else result.text.encode(), found


def _shown(data: bytes | None) -> str | None:
    return None if data is None else data.decode("utf-8", "replace")
