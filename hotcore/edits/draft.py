"""A text under edit: every step is verified before it takes effect."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from typing import Any

from hotcore.edits.text.aliases import nothing_lost, separated
from hotcore.edits.text.remove import all_removed, moved, renamed
from hotcore.edits.text.serialize import plain
from hotcore.edits.text.slots import CannotEdit
from hotcore.edits.text.text_edits import TextEdit, apply_edits, replacements
from hotcore.edits.text.tree import Shared, TextTree
from hotcore.edits.text.write import Entries, all_inserted, replaced
from hotcore.runtime import dataclass
from hotcore.source import Source
from hotcore.syntax import LIMITS, Path, shared_plain, to_plain

MOST_READ = 10_000_000
"""Characters that may be parsed again while a gesture takes many steps: about ten seconds."""

_NOT_KEPT = "This edit cannot keep the formatting of the text; edit the text itself."


@dataclass(frozen=True, slots=True)
class Change:
    """The result of an edit."""

    title: str
    """Its title for undo and redo."""
    before: str
    """The text before it."""
    after: str
    """The text after it."""
    files: Mapping[str, str] = field(default_factory=dict)
    """The texts of the files that it creates, by their paths."""
    notes: tuple[str, ...] = ()
    """Notes about it for the author."""

    @property
    def edits(self) -> tuple[TextEdit, ...]:
        """The changed lines, as replacements in the text without its byte order mark."""
        return replacements(Source(self.before).text, Source(self.after).text)


class Draft:
    """A text under edit.

    After every step the text is parsed again and must have the expected data; if not, the step raises `CannotEdit` and
    leaves the text unchanged.  A step that would change what other places share (an anchor, a merge key) raises
    `Shared`, unless it is to change `everywhere`, or only `here`: then the shared value is expanded first.
    """

    def __init__(
        self, text: str, *, everywhere: bool = False, here: bool = False, tree: TextTree | None = None
    ) -> None:
        self.before = text
        self.everywhere = everywhere
        self.here = here
        self.files: dict[str, str] = {}
        """Files that the edits create, by their paths."""
        self.notes: list[str] = []
        """Notes about the edits for the author."""
        self.text = text
        """The current text."""
        self.tree = TextTree(text, everywhere=everywhere) if tree is None else tree
        """The parsed current text."""

    def plain(self, path: Path = ()) -> Any:
        """The plain data at a path."""
        return to_plain(self.tree.node(path))

    def change(self, title: str) -> Change:
        """The result of all steps."""
        return Change(title, self.before, self.text, dict(self.files), tuple(dict.fromkeys(self.notes)))

    def set(self, path: Path, data: Any) -> None:
        """Sets the value of a key or item; a missing key is added at the end of its map."""
        if self.tree.has(path):
            self._step(
                self._edits(lambda: nothing_lost(self.tree, replaced(self.tree, path, data))), _put(path, plain(data))
            )
        else:
            self.insert(path[:-1], path[-1], data)

    def insert(self, path: Path, key: Any, data: Any, index: int | None = None) -> None:
        """Adds an entry (an item when `key` is None) to the map or list at a path."""
        self.insert_all(path, [(key, data)], index)

    def insert_all(self, path: Path, new: Entries, index: int | None = None, *, apart: bool = False) -> None:
        """Adds several consecutive entries (items if their keys are None), optionally with blank lines between."""
        edits = self._edits(lambda: all_inserted(self.tree, path, new, index, apart=apart))
        self._step(edits, _inserted(path, [(key, plain(data)) for key, data in new], index))

    def remove(self, path: Path) -> None:
        """Removes an entry or item with its comments."""
        self.remove_all(path[:-1], [path[-1]])

    def remove_all(self, path: Path, keys: Sequence[Any]) -> None:
        """Removes several entries or items of the map or list at a path in one step."""
        edits = self._edits(lambda: nothing_lost(self.tree, all_removed(self.tree, path, keys)))
        self._step(edits, _Removed(path, frozenset(keys)))

    def rename(self, path: Path, key: str) -> None:
        """Renames the key of an entry."""
        self._step(self._edits(lambda: renamed(self.tree, path, key)), _renamed(path, key))

    def move(self, path: Path, index: int) -> None:
        """Moves an entry or item to another position in its map or list."""
        self._step(self._edits(lambda: moved(self.tree, path, index)), _moved(path, index))

    def replace_texts(self, edits: list[TextEdit], expected: Callable[[Any], Any]) -> None:
        """Applies edits at known places; `expected` maps the data of the text to the data after the edits."""
        self._step(edits, expected)

    def _edits(self, make: Callable[[], list[TextEdit]]) -> list[TextEdit]:
        """The edits of a step, after all shared values that it affects have been expanded."""
        for _ in range(LIMITS.depth if self.here else 0):
            try:
                return make()
            except Shared as shared:
                self._step(separated(self.tree, shared), lambda data: data)
        return make()

    def _step(self, edits: list[TextEdit], expected: Callable[[Any], Any]) -> None:
        wanted = None if self.everywhere else expected(shared_plain(self.tree.root))
        try:
            text = apply_edits(self.text, edits)
            found = TextTree(text, everywhere=self.everywhere)
        except (CannotEdit, ValueError):
            raise CannotEdit(_NOT_KEPT) from None
        if not self.everywhere and not same(shared_plain(found.root), wanted):
            raise CannotEdit(_NOT_KEPT)
        self.text, self.tree = text, found


def same(one: Any, other: Any) -> bool:
    """Whether two values are identical, including types and the order of keys."""
    pending = [(one, other)]
    seen: set[tuple[int, int]] = set()
    while pending:
        first, second = pending.pop()
        if type(first) is not type(second):
            return False
        if isinstance(first, dict | list):
            if (id(first), id(second)) in seen:
                continue
            seen.add((id(first), id(second)))
        if isinstance(first, dict):
            if not same(list(first), list(second)):
                return False
            pending.extend((first[key], second[key]) for key in first)
        elif isinstance(first, list):
            if len(first) != len(second):
                return False
            pending.extend(zip(first, second, strict=True))
        elif first != second and (first == first or second == second):  # or both are NaN
            return False
    return True


Expected = Callable[[Any], Any]


def _at(path: Path, change: Callable[[Any], Any]) -> Expected:
    """Changes the data at a path in a copy."""

    def expected(data: Any, depth: int = 0) -> Any:
        if depth == len(path):
            return change(data)
        copy = dict(data) if isinstance(data, dict) else list(data)
        copy[path[depth]] = expected(copy[path[depth]], depth + 1)
        return copy

    return expected


def _put(path: Path, data: Any) -> Expected:
    return _at(path, lambda _old: data)


def _inserted(path: Path, new: Entries, index: int | None) -> Expected:
    def change(old: Any) -> Any:
        in_map = new[0][0] is not None
        entries = list((old or {}).items() if in_map else old or ())
        at = len(entries) if index is None else min(index, len(entries))
        entries[at:at] = new if in_map else [data for _, data in new]
        return dict(entries) if in_map else entries

    return _at(path, change)


@dataclass(frozen=True, slots=True)
class _Removed:
    """The removal of entries or items of the map or list at a path."""

    path: Path
    keys: frozenset[Any]

    def __call__(self, data: Any) -> Any:
        def change(old: Any) -> Any:
            if isinstance(old, dict):
                return {key: value for key, value in old.items() if key not in self.keys}
            return [value for index, value in enumerate(old) if index not in self.keys]

        return _at(self.path, change)(data)


def combined(changes: Iterable[Expected]) -> list[Expected]:
    """Changes of data in their order; consecutive removals from one map or list are one, which copies it once."""
    found: list[Expected] = []
    for change in changes:
        last = found[-1] if found else None
        if isinstance(change, _Removed) and isinstance(last, _Removed) and last.path == change.path:
            found[-1] = _Removed(last.path, last.keys | change.keys)
        else:
            found.append(change)
    return found


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


__all__ = ["CannotEdit", "Change", "Draft", "Shared", "combined", "same"]
