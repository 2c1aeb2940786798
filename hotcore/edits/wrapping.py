"""Another way to say a value: written out, as a list or map, or as the call of a function, with what can be kept."""

from typing import Any

from hotcore import functions  # noqa: F401  importing them makes them known
from hotcore.edits.draft import Draft
from hotcore.edits.text.copy import taken
from hotcore.edits.text.slots import CannotEdit
from hotcore.edits.values import put
from hotcore.evaluation import BLANKS, CONDITIONS, VALUES, Form, Function, functions_of
from hotcore.functions import LIST, LITERAL, MAP, new_call
from hotcore.syntax import Mapping, Node, Path, Scalar, Sequence, to_plain
from hotcore.versions import LATEST, find_version

NOTHING: Any = object()
_KINDS = {"": "any", LIST: "list", MAP: "map"}


def place_of(path: Path) -> str:
    """Whether functions of conditions are meant at a path, or those of values."""
    in_condition = path[:1] == ("conditions",) or path[2:3] == ("condition",)
    return CONDITIONS if in_condition else VALUES


def known_functions(draft: Draft, path: Path) -> dict[str, Function]:
    """The functions that can be called at a path in the version of the template."""
    node = draft.tree.root.get("heat_template_version") if isinstance(draft.tree.root, Mapping) else None
    version = find_version(str(node.value)) if isinstance(node, Scalar) else None
    found = functions_of(version or LATEST, place_of(path))
    return {name: function for name, function in found.items() if isinstance(function, Function)}


def say(draft: Draft, path: Path, way: str, start: Any = NOTHING) -> None:
    """Says the value at a path in another way; `start` is what a value begins with of which nothing can be kept.

    The old value becomes the first fitting argument of the new call. A call whose other arguments are still as they
    began gives way to the new one, and so does one that takes the same arguments.
    """
    known = known_functions(draft, path)
    if way not in known and way not in (LITERAL, LIST, MAP):
        raise CannotEdit(f"There is no function `{way}` here.")
    if not draft.tree.has(path):
        put(draft, path, _begun(known.get(way), way, start))
        return
    node = draft.tree.node(path)
    called = node.sole_key if isinstance(node, Mapping) and node.sole_key in known else None
    if called == way:
        return
    if way in known:
        _call(draft, path, known, called, known[way], start)
    else:
        draft.set(path, _written_out(draft, path, node, known.get(called or ""), way, start))


def _begun(function: Function | None, way: str, start: Any) -> Any:
    if function is None:
        return BLANKS[_KINDS[way]] if start is NOTHING or not _fits(start, way) else start
    return {function.name: new_call(function, "" if start is NOTHING else start)}


def _fits(data: Any, way: str) -> bool:
    return isinstance(data, dict) == (way == MAP) and isinstance(data, list) == (way == LIST)


def _call(
    draft: Draft, path: Path, known: dict[str, Function], called: str | None, function: Function, start: Any
) -> None:
    """Puts a call around a value, or in place of the call that is there."""
    if called is not None and _alike(known[called], function):
        draft.rename((*path, called), function.name)
        return
    if function.takes_names_only:
        kept = "" if start is NOTHING else start
    else:
        bare = _bare(draft, path, known[called]) if called is not None else None
        kept = taken(draft.tree, bare or path)
    draft.set(path, {function.name: new_call(function, kept)})


def _alike(one: Function, other: Function) -> bool:
    """Whether two functions take the same arguments."""
    first, second = one.signature, other.signature
    names = [argument.name for argument in first.arguments]
    if first.form is Form.SINGLE or first.form is not second.form or other.takes_names_only:
        return False
    same = names == [argument.name for argument in second.arguments]
    return same and bool(first.variadic) == bool(second.variadic)


def _bare(draft: Draft, path: Path, function: Function) -> Path | None:
    """The path of the only thing that somebody wrote in a call, whose other arguments are as they began."""
    main = function.signature.keeper
    if main is None:
        return None
    where = (*path, function.name, *main[0])
    if not draft.tree.has(where):
        return None
    if main[1] and isinstance(node := draft.tree.node(where), Sequence) and len(node.items) == 1:
        where = (*where, 0)
    kept = draft.plain(where)
    return where if draft.plain((*path, function.name)) == new_call(function, kept) else None


def _written_out(draft: Draft, path: Path, node: Node, called: Function | None, way: str, start: Any) -> Any:
    """A value without the function around it, or one that begins anew."""
    inner = path
    if called is not None:
        main = called.signature.keeper
        inner = (*path, called.name, *main[0]) if main else ()
        if not inner or not draft.tree.has(inner):
            return [taken(draft.tree, path)] if way == LIST else _begun(None, way, start)
        node = draft.tree.node(inner)
    if way == LIST and not isinstance(node, Sequence):
        return [] if to_plain(node) in (None, "", {}) else [taken(draft.tree, inner)]
    if way == LITERAL and isinstance(node, Sequence) and node.items:
        node, inner = node.items[0], (*inner, 0)
    fits = isinstance(node, {LITERAL: Scalar, LIST: Sequence, MAP: Mapping}[way])
    return taken(draft.tree, inner) if fits else _begun(None, way, start)
