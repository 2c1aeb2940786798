"""Changes between the expressions of a value: literal, list, map or function call, keeping what can be kept."""

from dataclasses import replace
from typing import Any

from hotcore import functions  # noqa: F401  importing them makes them known
from hotcore.constraints import TYPES
from hotcore.edits.draft import Draft
from hotcore.edits.text.copy import taken
from hotcore.edits.text.slots import CannotEdit
from hotcore.edits.values import put
from hotcore.evaluation import CONDITIONS, EMPTY_VALUES, VALUES, Form, Function, functions_of, readers
from hotcore.functions import LIST, LITERAL, MAP, Kept, new_call
from hotcore.syntax import Mapping, Path, Scalar, Sequence, to_plain
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

    The old value becomes the first suitable argument of the new call, or is kept under a word that this argument
    becomes. An existing call is replaced if its other
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
        inner = path if called is None else _main(draft, path, known, called)
        draft.set(path, _written_out(draft, path, inner, expression, start))


def _begun(function: Function | None, expression: str, start: Any) -> Any:
    if function is None:
        return EMPTY_VALUES[_KINDS[expression]] if start is NOTHING or not _fits(start, expression) else start
    if start is NOTHING:
        return {function.name: new_call(function, Kept(""))}
    kind = "list" if isinstance(start, list) else "map" if isinstance(start, dict) else "string"
    return {function.name: new_call(function, Kept(start, kind))}


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
        kept = Kept("" if start is NOTHING else start)
    else:
        bare = _bare(draft, path, known, called) if called is not None else None
        kept = _kept(draft, bare or path, known)
    draft.set(path, {function.name: new_call(function, kept)})


def _alike(one: Function, other: Function) -> bool:
    """Whether two functions take the same arguments."""
    first, second = one.signature, other.signature
    names = [argument.name for argument in first.arguments]
    if first.form is Form.SINGLE or first.form is not second.form or other.takes_names_only:
        return False
    same = names == [argument.name for argument in second.arguments]
    return same and bool(first.variadic) == bool(second.variadic)


def _kept(draft: Draft, path: Path, known: dict[str, Function]) -> Kept:
    """The value at a path, to be put into a call."""
    node, data = draft.tree.node(path), taken(draft.tree, path)
    if isinstance(node, Mapping):
        called = known.get(node.sole_key or "")
        return Kept(data, "map") if called is None else Kept(data, _kind_given(draft, node, called), is_call=True)
    return Kept(data, "list" if isinstance(node, Sequence) else "string")


def _kind_given(draft: Draft, node: Mapping, called: Function) -> str:
    """The kind of the value of a call: what the function gives, or the type of the parameter that it reads."""
    name = node.members[called.name]
    declared = ("parameters", name.value, "type") if isinstance(name, Scalar) else ()
    if called.name not in readers("parameter") or not declared or not draft.tree.has(declared):
        return called.gives
    kind = TYPES.get(str(draft.plain(declared)))
    return called.gives if kind is None else kind.property_type


def _bare(draft: Draft, path: Path, known: dict[str, Function], called: str) -> Path | None:
    """The path of the only part of a call that differs from its initial value; None if there is no such one."""
    function = known[called]
    signature, whole = function.signature, (*path, called)
    places: list[Path] = []
    if signature.keeper is not None:
        inner, many = (*whole, *signature.keeper[0]), signature.keeper[1]
        places += [(*inner, 0), inner] if many else [inner]
    if signature.worded is not None:
        places.append((*whole, *signature.worded[0], signature.worded[1].word))
    for place in filter(draft.tree.has, places):
        kept = replace(_kept(draft, place, known), data=draft.plain(place))
        if draft.plain(whole) == new_call(function, kept):
            return place
    return None


def _main(draft: Draft, path: Path, known: dict[str, Function], called: str) -> Path | None:
    """The path of what remains of a call without the function around it; None if nothing does."""
    keeper = known[called].signature.keeper
    if keeper is None:
        return None
    main = (*path, called, *keeper[0])
    bare = _bare(draft, path, known, called)
    if bare is not None and bare[: len(main)] != main:
        return bare
    return main if draft.tree.has(main) else None


def _written_out(draft: Draft, path: Path, inner: Path | None, expression: str, start: Any) -> Any:
    """A value without the function around it, which leaves what is at the inner path, or an initial value."""
    if inner is None:
        return [taken(draft.tree, path)] if expression == LIST else _begun(None, expression, start)
    node = draft.tree.node(inner)
    if expression == LIST and not isinstance(node, Sequence):
        return [] if to_plain(node) in (None, "", {}) else [taken(draft.tree, inner)]
    if expression == LITERAL and isinstance(node, Sequence) and node.items:
        node, inner = node.items[0], (*inner, 0)
    fits = isinstance(node, {LITERAL: Scalar, LIST: Sequence, MAP: Mapping}[expression])
    return taken(draft.tree, inner) if fits else _begun(None, expression, start)
