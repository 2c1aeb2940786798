"""Changes between the expressions of a value: literal, list, map or function call, keeping what can be kept."""

from typing import Any

from hotcore import functions  # noqa: F401  importing them makes them known
from hotcore.edits.draft import Draft
from hotcore.edits.text.copy import taken
from hotcore.edits.text.slots import CannotEdit
from hotcore.edits.values import put
from hotcore.evaluation import CONDITIONS, EMPTY_VALUES, VALUES, Form, Function, functions_of
from hotcore.functions import LIST, LITERAL, MAP, new_call
from hotcore.syntax import Mapping, Node, Path, Scalar, Sequence, to_plain
from hotcore.versions import LATEST, find_version

NOTHING: Any = object()
_KINDS = {"": "any", LIST: "list", MAP: "map"}


def context_of(path: Path) -> str:
    """The context of functions at a path: conditions or values."""
    in_condition = path[:1] == ("conditions",) or path[2:3] == ("condition",)
    return CONDITIONS if in_condition else VALUES


def known_functions(draft: Draft, path: Path) -> dict[str, Function]:
    """The functions that can be called at a path in the version of the template."""
    node = draft.tree.root.get("heat_template_version") if isinstance(draft.tree.root, Mapping) else None
    version = find_version(str(node.value)) if isinstance(node, Scalar) else None
    found = functions_of(version or LATEST, context_of(path))
    return {name: function for name, function in found.items() if isinstance(function, Function)}


def set_expression(draft: Draft, path: Path, expression: str, start: Any = NOTHING) -> None:
    """Changes the expression of the value at a path; `start` is the initial value if nothing can be kept.

    The old value becomes the first suitable argument of the new call. An existing call is replaced if its other
    arguments still have their initial values, or if the new function takes the same arguments.
    """
    known = known_functions(draft, path)
    if expression not in known and expression not in (LITERAL, LIST, MAP):
        raise CannotEdit(f"There is no function `{expression}` here.")
    if not draft.tree.has(path):
        put(draft, path, _begun(known.get(expression), expression, start))
        return
    node = draft.tree.node(path)
    called = node.sole_key if isinstance(node, Mapping) and node.sole_key in known else None
    if called == expression:
        return
    if expression in known:
        _call(draft, path, known, called, known[expression], start)
    else:
        draft.set(path, _written_out(draft, path, node, known.get(called or ""), expression, start))


def _begun(function: Function | None, expression: str, start: Any) -> Any:
    if function is None:
        return EMPTY_VALUES[_KINDS[expression]] if start is NOTHING or not _fits(start, expression) else start
    return {function.name: new_call(function, "" if start is NOTHING else start)}


def _fits(data: Any, expression: str) -> bool:
    return isinstance(data, dict) == (expression == MAP) and isinstance(data, list) == (expression == LIST)


def _call(
    draft: Draft, path: Path, known: dict[str, Function], called: str | None, function: Function, start: Any
) -> None:
    """Wraps a value in a call, or replaces an existing call."""
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
    """The path of the only argument of a call that differs from its initial value; None if there is no such one."""
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


def _written_out(draft: Draft, path: Path, node: Node, called: Function | None, expression: str, start: Any) -> Any:
    """A value without the function around it, or an initial value."""
    inner = path
    if called is not None:
        main = called.signature.keeper
        inner = (*path, called.name, *main[0]) if main else ()
        if not inner or not draft.tree.has(inner):
            return [taken(draft.tree, path)] if expression == LIST else _begun(None, expression, start)
        node = draft.tree.node(inner)
    if expression == LIST and not isinstance(node, Sequence):
        return [] if to_plain(node) in (None, "", {}) else [taken(draft.tree, inner)]
    if expression == LITERAL and isinstance(node, Sequence) and node.items:
        node, inner = node.items[0], (*inner, 0)
    fits = isinstance(node, {LITERAL: Scalar, LIST: Sequence, MAP: Mapping}[expression])
    return taken(draft.tree, inner) if fits else _begun(None, expression, start)
