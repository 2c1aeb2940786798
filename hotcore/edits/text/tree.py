"""A parsed text whose entries and items can be found by path."""

from collections import defaultdict
from typing import Any

from hotcore.diagnostics import Report
from hotcore.edits.text.slots import CannotEdit, Slot, anchor_end, slots
from hotcore.edits.text.style import Style
from hotcore.runtime import cached_property
from hotcore.source import Source
from hotcore.syntax import Mapping, Node, Path, Scalar, Sequence, read

_UNREADABLE = "The text cannot be parsed, so it can only be edited as text."


class Shared(CannotEdit):
    """An edit would change a value that other places of the text share; `anchor` is its name.

    The value is under `key` in the map or list `container`, written there or merged into it.
    """

    def __init__(self, anchor: str, container: Mapping | Sequence, key: Any) -> None:
        super().__init__(f"This value is shared: other places use it as `*{anchor}`.")
        self.anchor = anchor
        self.container = container
        self.key = key


class TextTree:
    """A parsed text for edits by path.

    Raises `CannotEdit` for what cannot be edited, and `Shared` for shared values unless they are to change
    `everywhere`.
    """

    def __init__(self, text: str, *, everywhere: bool = False) -> None:
        self.source = Source(text)
        self.text = self.source.text
        self.everywhere = everywhere
        root = read(self.source, Report())
        if root is None:
            raise CannotEdit(_UNREADABLE)
        self.root = root
        self._slots: dict[int, list[Slot]] = {}
        self._positions: dict[int, dict[tuple[type, Any], list[int]]] = {}

    @cached_property
    def style(self) -> Style:
        """The formatting style of the text."""
        return Style.of(self.source, self.root)

    def node(self, path: Path) -> Node:
        """The node at a path; aliases and merge keys are followed."""
        node = self.root
        for key in path:
            known = node.members.get(key) if isinstance(node, Mapping) else None
            node = self.slot(node, key).node if known is None else known
        return node

    def has(self, path: Path) -> bool:
        """Whether something is written at a path, not only merged in."""
        try:
            self.slot(self.node(path[:-1]), path[-1])
        except CannotEdit:
            return False
        return True

    def leads(self, path: Path) -> bool:
        """Whether a path leads to something, written or merged in."""
        try:
            self.node(path)
        except CannotEdit:
            return False
        return True

    def slots(self, container: Node) -> list[Slot]:
        """The entries or items of a map or list."""
        if not isinstance(container, Mapping | Sequence):
            raise CannotEdit("There is neither a map nor a list here.")
        if id(container) not in self._slots:
            self._slots[id(container)] = slots(container)
        return self._slots[id(container)]

    def slot(self, container: Node, key: Any) -> Slot:
        """The entry of a key (the last one of duplicates), or the item at a position."""
        found = self.slots(container)
        if isinstance(container, Sequence):
            if not isinstance(key, int) or not 0 <= key < len(found):
                raise CannotEdit("The list has no such item.")
            return found[key]
        index = self.position(container, key)
        if index is None:
            if isinstance(container, Mapping) and key in container.members:
                raise CannotEdit(f"`{key}` comes from a merge key (`<<`); edit it where it is written.")
            raise CannotEdit(f"There is no `{key}` here.")
        return found[index]

    def position(self, container: Node, key: Any) -> int | None:
        """The position of a key in a map (the last one of duplicates); None if it is not written there."""
        found = self.positions(container, key)
        return found[-1] if found else None

    def positions(self, container: Node, key: Any) -> list[int]:
        """All positions of a key in a map, which may occur twice in the text."""
        if id(container) not in self._positions:
            found: dict[tuple[type, Any], list[int]] = defaultdict(list)
            for index, slot in enumerate(self.slots(container)):
                value = slot.key.value if isinstance(slot.key, Scalar) else []
                if not isinstance(value, list):  # !!binary
                    found[type(value), value].append(index)
            self._positions[id(container)] = found
        return self._positions[id(container)].get((type(key), key), [])

    def parent(self, path: Path) -> Mapping | Sequence:
        """The map or list that contains the last step of a path; raises `Shared` if it is shared."""
        node = self.root
        for key in path[:-1]:
            if isinstance(node, Mapping) and self.is_merged(node, key):
                if not self.everywhere:
                    raise Shared(self.merged_from(node, key), node, key)
                node = node.members[key]
                continue
            slot = self.slot(node, key)
            self.check_own(node, key, slot)
            node = slot.node
        if not isinstance(node, Mapping | Sequence):
            raise CannotEdit("There is neither a map nor a list here.")
        return node

    def is_merged(self, container: Mapping, key: Any) -> bool:
        """Whether a map has a key only because of a merge key."""
        return key in container.members and self.position(container, key) is None

    def merged_from(self, container: Mapping, key: Any) -> str:
        """The anchor of the map that a merged key comes from; `<<` if it has none."""
        merges = self.slots(container)
        inner = [self.slots(one.node) for one in merges if isinstance(one.node, Sequence)]
        for slot in (*merges, *(item for items in inner for item in items)):
            if slot.is_alias and isinstance(slot.node, Mapping) and key in slot.node.members:
                return self.text[slot.value + 1 : slot.end]
        return "<<"

    def check_own(self, container: Node, key: Any, slot: Slot) -> None:
        """Raises `Shared` if the value of an entry is used elsewhere too."""
        if self.everywhere:
            return
        assert isinstance(container, Mapping | Sequence)
        if slot.is_alias:
            raise Shared(self.text[slot.value + 1 : slot.end], container, key)
        if name := self.shared_anchor(slot.node):
            raise Shared(name, container, key)

    def shared_anchor(self, node: Node) -> str | None:
        """The anchor of a node that has aliases, or None."""
        behind = anchor_end(node)
        if behind is None:
            return None
        name = self.text[node.start : behind].split("&", 1)[1].split()[0]
        return name if id(node) in self._aliased else None

    @cached_property
    def _aliased(self) -> set[int]:
        """The nodes that occur in more than one place."""
        seen: set[int] = set()
        twice: set[int] = set()
        pending: list[Node] = [self.root]
        while pending:
            node = pending.pop()
            if id(node) in seen:
                twice.add(id(node))
                continue
            seen.add(id(node))
            if isinstance(node, Mapping):
                pending.extend(value for _, value in node.entries)
            elif isinstance(node, Sequence):
                pending.extend(node.items)
        return twice
