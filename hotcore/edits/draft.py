"""A text that is edited step by step, each step made sure of before it counts."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from hotcore.edits.places import CannotEdit
from hotcore.edits.placing import inserted, replaced
from hotcore.edits.removing import moved, removed, renamed
from hotcore.edits.text import TextEdit, apply_edits, replacements
from hotcore.edits.tree import Path, Shared, TextTree
from hotcore.edits.writing import plain
from hotcore.nodes import to_plain
from hotcore.source import Source

_OTHERWISE = "The text is written in a way that this edit cannot keep; make it in the text."


@dataclass(frozen=True, slots=True)
class Change:
    """What an edit made of a text: its name for undo and redo, and the text before and after."""

    title: str
    before: str
    after: str

    @property
    def edits(self) -> tuple[TextEdit, ...]:
        """The lines that changed, as replacements in the text without its byte order mark."""
        return replacements(Source(self.before).text, Source(self.after).text)


class Draft:
    """A text under edit.  Every step is read again and has to say what was asked; if not, it raises `CannotEdit` and
    leaves the text as it was.

    What other places of the text use too (an anchor, a merge key) raises `Shared`, unless it shall change
    `everywhere`.
    """

    def __init__(self, text: str, *, everywhere: bool = False) -> None:
        self.before = text
        self.everywhere = everywhere
        self.text = text
        """The text as far as it was edited."""
        self.tree = TextTree(text, everywhere=everywhere)
        """The text as it was read."""

    def plain(self, path: Path = ()) -> Any:
        """What the text says at a path, as plain data."""
        return to_plain(self.tree.node(path))

    def change(self, title: str) -> Change:
        """What became of the text."""
        return Change(title, self.before, self.text)

    def set(self, path: Path, data: Any) -> None:
        """Gives a key (or an item) another value; a key that is not there is added at the end of its map."""
        if self.tree.has(path):
            self._step(replaced(self.tree, path, data), _put(path, plain(data)))
        else:
            self.insert(path[:-1], path[-1], data)

    def insert(self, path: Path, key: Any, data: Any, index: int | None = None) -> None:
        """Adds an entry (an item when `key` is None) to the map or list at a path."""
        edits = inserted(self.tree, path, key, data, index)
        self._step(edits, _inserted(path, key, plain(data), index))

    def remove(self, path: Path) -> None:
        """Takes an entry or item away, with the comments that belong to it."""
        self._step(removed(self.tree, path), _removed(path))

    def rename(self, path: Path, key: str) -> None:
        """Gives an entry another key."""
        self._step(renamed(self.tree, path, key), _renamed(path, key))

    def move(self, path: Path, index: int) -> None:
        """Puts an entry or item at another position of its map or list."""
        self._step(moved(self.tree, path, index), _moved(path, index))

    def replace_texts(self, edits: list[TextEdit], expected: Callable[[Any], Any]) -> None:
        """Makes edits at places that are known; `expected` makes of what the text says what it shall say then."""
        self._step(edits, expected)

    def _step(self, edits: list[TextEdit], expected: Callable[[Any], Any]) -> None:
        wanted = None if self.everywhere else expected(to_plain(self.tree.root))
        try:
            text = apply_edits(self.text, edits)
            found = TextTree(text, everywhere=self.everywhere)
        except (CannotEdit, ValueError):
            raise CannotEdit(_OTHERWISE) from None
        if not self.everywhere and not same(to_plain(found.root), wanted):
            raise CannotEdit(_OTHERWISE)
        self.text, self.tree = text, found


def same(one: Any, other: Any) -> bool:
    """Whether two values are the same to the last detail: their types, and the order of keys."""
    pending = [(one, other)]
    while pending:
        first, second = pending.pop()
        if type(first) is not type(second):
            return False
        if isinstance(first, dict):
            if not same(list(first), list(second)):
                return False
            pending.extend((first[key], second[key]) for key in first)
        elif isinstance(first, list):
            if len(first) != len(second):
                return False
            pending.extend(zip(first, second, strict=True))
        elif first != second and (first == first or second == second):  # or both are no number
            return False
    return True


Expected = Callable[[Any], Any]


def _at(path: Path, change: Callable[[Any], Any]) -> Expected:
    """Changes what stands at a path; what is on the way is copied."""

    def expected(data: Any, depth: int = 0) -> Any:
        if depth == len(path):
            return change(data)
        copy = dict(data) if isinstance(data, dict) else list(data)
        copy[path[depth]] = expected(copy[path[depth]], depth + 1)
        return copy

    return expected


def _put(path: Path, data: Any) -> Expected:
    return _at(path, lambda _old: data)


def _inserted(path: Path, key: Any, data: Any, index: int | None) -> Expected:
    def change(old: Any) -> Any:
        if key is None:
            items = list(old or ())
            items.insert(len(items) if index is None else index, data)
            return items
        pairs = list((old or {}).items())
        pairs.insert(len(pairs) if index is None else index, (key, data))
        return dict(pairs)

    return _at(path, change)


def _removed(path: Path) -> Expected:
    def change(old: Any) -> Any:
        copy = dict(old) if isinstance(old, dict) else list(old)
        del copy[path[-1]]
        return copy

    return _at(path[:-1], change)


def _renamed(path: Path, key: str) -> Expected:
    return _at(path[:-1], lambda old: {key if name == path[-1] else name: value for name, value in old.items()})


def _moved(path: Path, index: int) -> Expected:
    def change(old: Any) -> Any:
        if isinstance(old, list):
            items = list(old)
            items.insert(index, items.pop(path[-1]))
            return items
        keys = [key for key in old if key != path[-1]]
        keys.insert(index, path[-1])
        return {key: old[key] for key in keys}

    return _at(path[:-1], change)


__all__ = ["CannotEdit", "Change", "Draft", "Shared", "same"]
