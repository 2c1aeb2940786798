"""Three-way merge of a text, element by element; elements that both sides changed are conflicts."""

from collections.abc import Container, Mapping, Sequence
from typing import Literal

from hotcore.edits.elements import REST, Element, Piece, pieces
from hotcore.edits.text.slots import CannotEdit
from hotcore.edits.text.tree import TextTree
from hotcore.runtime import dataclass
from hotcore.source import Source

Side = Literal["mine", "theirs"]
WHOLE: Element = ()
"""The whole text, if its elements cannot be distinguished."""


@dataclass(frozen=True, slots=True)
class Conflict:
    """An element that both sides changed differently: its base and both versions, None if absent."""

    element: Element
    base: str | None
    mine: str | None
    theirs: str | None


@dataclass(frozen=True, slots=True)
class Merged:
    """The result of a merge: the text, or None if there are conflicts."""

    text: str | None
    conflicts: tuple[Conflict, ...] = ()


def merge(base: str, mine: str, theirs: str, picks: Mapping[Element, Side] | None = None) -> Merged:
    """The text with my changes of the base applied to theirs; every byte that only one side changed is kept.

    `picks` resolve conflicts: whose element to take, or under `WHOLE` whose text if there are no elements.
    """
    picks = picks or {}
    for text in (theirs if mine in (base, theirs) else None, mine if theirs == base else None):
        if text is not None:
            return Merged(text)
    try:
        return _merged(_read(base), _read(mine), _read(theirs), _Ends.of(base, mine, theirs), picks)
    except CannotEdit:
        if WHOLE in picks:
            return Merged(mine if picks[WHOLE] == "mine" else theirs)
        return Merged(None, (Conflict(WHOLE, base, mine, theirs),))


_Pieces = dict[Element, Piece]
_Keys = Sequence[Element]
_Ordered = dict[Element, None]


def _read(text: str) -> _Pieces:
    return {piece.element: piece for piece in pieces(text)}


@dataclass(frozen=True, slots=True)
class _Ends:
    """What belongs to no element: the byte order mark, and whether the last line has a line break."""

    lead: str
    is_closed: bool

    @classmethod
    def of(cls, base: str, mine: str, theirs: str) -> "_Ends":
        leads = [text[: len(text) - len(Source(text).text)] for text in (base, mine, theirs)]
        closed = [text.endswith(("\n", "\r")) for text in (base, mine, theirs)]
        return cls(
            leads[2] if leads[1] == leads[0] else leads[1],
            closed[2] if closed[1] == closed[0] else closed[1],
        )


def _merged(base: _Pieces, mine: _Pieces, theirs: _Pieces, ends: _Ends, picks: Mapping[Element, Side]) -> Merged:
    kept: _Pieces = {}
    conflicts = []
    for key in dict.fromkeys((*base, *theirs, *mine)):
        three = base.get(key), mine.get(key), theirs.get(key)
        try:
            piece = _piece(key, *three, picks.get(key))
        except _BothChanged:
            conflicts.append(Conflict(key, *map(_shown, three)))
            continue
        if piece is not None:
            kept[key] = piece
    if conflicts:
        return Merged(None, tuple(conflicts))
    for key in [key[:1] for key in kept if len(key) > 1 and key[:1] not in kept]:
        kept[key] = theirs[key] if key in theirs else mine[key]  # one side emptied a section, the other added to it
    for key in _filled(mine) & _filled(theirs) - _filled(kept):
        kept.pop(key, None)  # each side removed what the other had kept
    order = [key for key in _order(list(base), list(mine), list(theirs), kept) if key != REST] + [REST]
    text = "".join(kept[key].gap + kept[key].body for key in order)
    if [piece.element for piece in pieces(text)] != order:
        raise CannotEdit("The changes cannot be merged by element.")
    if not ends.is_closed:
        text = text.removesuffix("\n").removesuffix("\r")
    TextTree(text)
    return Merged(ends.lead + text)


def _filled(found: _Pieces) -> set[Element]:
    """The sections that have declarations."""
    return {key[:1] for key in found if len(key) > 1}


class _BothChanged(Exception):
    """Both sides changed the same element differently."""


def _piece(
    key: Element, base: Piece | None, mine: Piece | None, theirs: Piece | None, pick: Side | None
) -> Piece | None:
    """The merged piece, None if it is removed."""
    if pick is not None:
        return mine if pick == "mine" else theirs
    was, one, other = (piece.body if piece else None for piece in (base, mine, theirs))
    body = _three(was, one, other)
    if body is None:
        return None
    gap = _gap(*(piece.gap if piece else None for piece in (base, mine, theirs)))
    return Piece(key, gap, body)


def _shown(piece: Piece | None) -> str | None:
    """The text of an element for display."""
    return (piece.gap + piece.body).strip("\r\n") if piece else None


def _three(base: str | None, mine: str | None, theirs: str | None) -> str | None:
    if mine in (base, theirs):
        return theirs
    if theirs == base:
        return mine
    raise _BothChanged


def _gap(base: str | None, mine: str | None, theirs: str | None) -> str:
    """The text before a piece; blank lines alone are not a conflict."""
    if mine is None or theirs is None:
        return mine or theirs or ""
    try:
        return _three(base, mine, theirs) or ""
    except _BothChanged:
        if (mine.strip()) in ((base or "").strip(), theirs.strip()):
            return theirs
        if theirs.strip() == (base or "").strip():
            return mine
        raise


def _order(base: _Keys, mine: _Keys, theirs: _Keys, alive: Container[Element]) -> list[Element]:
    """The order of the elements that are kept: each section followed by its declarations."""
    was, ours, others = _below(base), _below(mine), _below(theirs)
    found: list[Element] = []
    for top in _in_order(_tops(base), _tops(mine), _tops(theirs), alive):
        name = top[0]
        found += [top, *_in_order(was.get(name, {}), ours.get(name, {}), others.get(name, {}), alive)]
    return found


def _tops(keys: _Keys) -> _Ordered:
    return {key: None for key in keys if len(key) == 1}


def _below(keys: _Keys) -> dict[str, _Ordered]:
    """The declarations by section."""
    found: dict[str, _Ordered] = {}
    for key in keys:
        if len(key) > 1:
            found.setdefault(key[0], {})[key] = None
    return found


def _in_order(base: _Ordered, mine: _Ordered, theirs: _Ordered, alive: Container[Element]) -> list[Element]:
    """Their order with my additions after their predecessors, or mine with theirs if I moved elements."""
    first, second = (mine, theirs) if _is_moved(base, mine) else (theirs, mine)
    kept = [key for key in first if key in alive]
    places = {key: place for place, key in enumerate(kept)}
    added: dict[int, list[Element]] = {}
    at = 0
    for key in second:
        if key in places:
            at = places[key] + 1
        elif key in alive:
            while at < len(kept) and kept[at] not in base and kept[at] not in second:
                at += 1
            added.setdefault(at, []).append(key)
    found: list[Element] = []
    for place in range(len(kept) + 1):
        found += [*added.get(place, ()), *kept[place : place + 1]]
    return found


def _is_moved(base: _Ordered, other: _Ordered) -> bool:
    """Whether the common elements are in a different order."""
    return [key for key in other if key in base] != [key for key in base if key in other]
