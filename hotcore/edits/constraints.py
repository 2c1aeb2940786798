"""Edits of a parameter's constraints: list items with one kind, its options, and an optional description."""

import re
from collections.abc import Iterable, Mapping
from difflib import SequenceMatcher
from typing import Any

from hotcore.constraints import KINDS, Kind, Option
from hotcore.edits.draft import MOST_READ, Draft, same
from hotcore.edits.text.slots import CannotEdit
from hotcore.edits.values import put, unset
from hotcore.syntax import Mapping as MapNode
from hotcore.syntax import Node, Path, Scalar

_MOST_COMPARED = 250_000
"""The maximum number of pairs of items that are compared to find the changed ones."""


def constrain(draft: Draft, parameter: str, index: int | None, kind: str, options: Mapping[str, Any]) -> None:
    """Sets the options of a parameter's constraint and removes those that are None; without an index, adds one.

    Only what changes is written; in a list of values, only the changed ones.  Strings in place of numbers are typed
    text: an empty one is None, and one that reads like the written value keeps that as it is.
    """
    known = KINDS.get(kind)
    if known is None or not set(options) <= {option.name for option in known.options}:
        raise CannotEdit(f"There is no constraint `{kind}` with these options.")
    if not draft.tree.has(("parameters", parameter)):
        raise CannotEdit(f"There is no parameter `{parameter}`.")
    path = ("parameters", parameter, "constraints")
    if index is None:
        _add(draft, path, {kind: _read(draft, known, options, parameter, None)})
        return
    item = (*path, index)
    if not isinstance(draft.plain(item), dict):
        raise CannotEdit("This constraint is not a map; edit the text.")
    if kind not in draft.plain(item):
        raise CannotEdit(f"This constraint is not a `{kind}`.")
    _change(draft, (*item, kind), _read(draft, known, options, parameter, (*item, kind)))


def describe_constraint(draft: Draft, parameter: str, index: int, text: str) -> None:
    """Sets the description of a constraint; an empty text removes it."""
    path = ("parameters", parameter, "constraints", index, "description")
    if text:
        put(draft, path, text)
    elif draft.tree.has(path):
        unset(draft, path)


def _add(draft: Draft, path: Path, item: dict[str, Any]) -> None:
    if draft.tree.has(path) and isinstance(draft.plain(path), list | None):
        draft.insert(path, None, item)
    else:
        put(draft, path, [item])


def _read(draft: Draft, kind: Kind, options: Mapping[str, Any], parameter: str, path: Path | None) -> Any:
    """The options as they are to be written, with typed text converted."""
    node = draft.tree.node(path) if path else None
    type_name = _type_of(draft, parameter)
    if not kind.is_map:
        only = kind.options[0]
        return _read_option(only, options.get(only.name), node, type_name)
    members = node.members if isinstance(node, MapNode) else {}
    given = [option for option in kind.options if options.get(option.name) not in (None, "")]
    return {
        option.name: _read_option(option, options[option.name], members.get(option.name), type_name) for option in given
    }


def _read_option(option: Option, value: Any, node: Node | None, type_name: Any) -> Any:
    """The value of an option; the items of a list have the parameter's type."""
    if value is None:
        return ""
    if option.kind == "list" and isinstance(value, list):
        return [_typed(item, type_name, getattr(node, "items", ())) for item in value]
    return _typed(value, "number", [node] if node else []) if option.kind == "number" else value


def _type_of(draft: Draft, parameter: str) -> Any:
    body = draft.plain(("parameters", parameter))
    return body.get("type") if isinstance(body, dict) else None


def _typed(text: Any, kind: Any, written: Iterable[Node]) -> Any:
    """The value of typed text: the written value if the text reads like it, else a value of the given type."""
    if not isinstance(text, str):
        return text
    for node in written:
        if isinstance(node, Scalar) and text in (str(node.value), node.source.text[node.start : node.end]):
            return node.value
    if kind == "boolean" and text in ("true", "false"):
        return text == "true"
    if kind == "number" and re.fullmatch(r"[+-]?\d{1,300}", text):
        return int(text)
    if kind == "number" and re.fullmatch(r"[+-]?\d{1,300}\.\d{1,300}", text):
        return float(text)
    return text


def _change(draft: Draft, path: Path, wanted: Any) -> None:
    old = draft.plain(path)
    if same(old, wanted):
        return
    if isinstance(old, list) and isinstance(wanted, list) and old and wanted:
        _change_items(draft, path, old, wanted)
    elif isinstance(old, dict) and isinstance(wanted, dict) and old and wanted:
        for key in [key for key in wanted if key not in old or not same(old[key], wanted[key])]:
            draft.set((*path, key), wanted[key])
        removed = [key for key in old if key not in wanted]
        if removed:
            draft.remove_all(path, removed)
    else:
        draft.set(path, wanted)


def _change_items(draft: Draft, path: Path, old: list[Any], wanted: list[Any]) -> None:
    """Changes a list item by item, from the last to the first."""
    before, after = [_comparable(item) for item in old], [_comparable(item) for item in wanted]
    changes = _changes(before, after)
    steps = sum(high - low for low, high, _, _ in changes)
    if (set(before).isdisjoint(after) and len(old) != len(wanted)) or steps * len(draft.text) > MOST_READ:
        draft.set(path, wanted)
        return
    for low, high, first, last in reversed(changes):
        both = min(high - low, last - first)
        for offset in range(both):
            draft.set((*path, low + offset), wanted[first + offset])
        if low + both < high:
            draft.remove_all(path, list(range(low + both, high)))
        if first + both < last:
            draft.insert_all(path, [(None, item) for item in wanted[first + both : last]], low + both)


def _changes(before: list[Any], after: list[Any]) -> list[tuple[int, int, int, int]]:
    """The ranges of two lists that differ; for very long lists, one range from the first difference to the last."""
    if len(before) * len(after) <= _MOST_COMPARED:
        found = SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
        return [(low, high, first, last) for tag, low, high, first, last in found if tag != "equal"]
    least = min(len(before), len(after))
    head = next((at for at in range(least) if before[at] != after[at]), least)
    tail = next((at for at in range(least - head) if before[-1 - at] != after[-1 - at]), least - head)
    return [(head, len(before) - tail, head, len(after) - tail)]


def _comparable(item: Any) -> tuple[str, str]:
    return type(item).__name__, repr(item)
