"""Resources taken out of a template into a nested one, with all that ties them to what stays."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from hotcore.edits.declarations import add, check_name, free_name, remove
from hotcore.edits.draft import Draft
from hotcore.edits.occurrences import Occurrence, occurrences
from hotcore.edits.places import CannotEdit
from hotcore.edits.taking import taken
from hotcore.edits.tree import Path
from hotcore.edits.values import put
from hotcore.nodes import to_plain
from hotcore.template import PSEUDO_PARAMETERS


@dataclass
class _Ties:
    """What a nested template gets and gives: parameters with their values, conditions, outputs."""

    parameters: dict[str, Any] = field(default_factory=dict)
    given: dict[str, Any] = field(default_factory=dict)
    conditions: dict[str, Any] = field(default_factory=dict)
    outputs: dict[str, Any] = field(default_factory=dict)
    needs: list[str] = field(default_factory=list)
    inner: list[tuple[Path, Any]] = field(default_factory=list)
    outer: list[tuple[Path, Any]] = field(default_factory=list)
    dropped: list[Path] = field(default_factory=list)


def extract(draft: Draft, names: Sequence[str], resource: str, file: str) -> str:
    """Moves resources into a nested template and puts one resource of its type in their place.

    Parameters, conditions and other resources that they name become parameters of the nested template, what others
    read from them its outputs.  Returns the text of the nested template, to be kept under `file`.
    """
    chosen = [name for name in draft.plain(("resources",)) if name in names]
    if not chosen or len(chosen) != len(set(names)):
        raise CannotEdit("Choose resources of this template.")
    check_name(draft, "resources", resource)
    ties = _ties(draft, chosen, resource)
    nested = _nested(draft, chosen, ties)
    position = draft.tree.position(draft.tree.node(("resources",)), chosen[0])
    for path, value in sorted(ties.outer, key=lambda one: repr(one[0])):
        draft.set(path, value)
    for name in chosen:
        if len(draft.plain(("resources",))) == 1:
            draft.rename(("resources", name), resource)
            draft.set(("resources", resource), _body(file, ties))
            return nested
        remove(draft, "resources", name)
    left = len(draft.plain(("resources",)))
    add(draft, "resources", resource, _body(file, ties), min(position or 0, left))
    return nested


def _body(file: str, ties: _Ties) -> dict[str, Any]:
    body: dict[str, Any] = {"type": file}
    if ties.given:
        body["properties"] = ties.given
    if ties.needs:
        body["depends_on"] = list(dict.fromkeys(ties.needs))
    return body


def _ties(draft: Draft, chosen: list[str], resource: str) -> _Ties:
    ties = _Ties()
    for use in occurrences(draft.tree.root):
        inside = use.path[0] == "resources" and use.path[1] in chosen
        if inside:
            _from_inside(draft, use, chosen, ties)
        elif use.kind == "resources" and use.name in chosen:
            _from_outside(draft, use, resource, ties)
    return ties


def _from_inside(draft: Draft, use: Occurrence, chosen: list[str], ties: _Ties) -> None:
    """What a chosen resource names: it has to be in the nested template too."""
    if use.kind == "parameters":
        _parameter(draft, use, ties)
    elif use.kind == "conditions":
        _condition(draft, use.name, ties)
    elif use.kind == "resources" and use.name not in chosen:
        if use.call is None:
            ties.needs.append(use.name)
            ties.dropped.append(use.path)
        else:
            call = to_plain(draft.tree.node(use.call))
            name = _given(draft, "_".join([use.name, *_words(call)]), call, ties)
            ties.parameters.setdefault(name, {"type": _type_of(call)})
            ties.inner.append((use.call, {"get_param": name}))


def _words(call: dict[str, Any]) -> list[str]:
    """The attribute and path of a reference, for the name of a parameter."""
    argument = next(iter(call.values()))
    parts = argument[1:] if isinstance(argument, list) else ["id"]
    return [str(part) for part in parts if isinstance(part, str | int)]


def _type_of(call: dict[str, Any]) -> str:
    argument = next(iter(call.values()))
    return "json" if isinstance(argument, list) and len(argument) < 3 and "get_attr" in call else "string"


def _given(draft: Draft, wanted: str, value: Any, ties: _Ties) -> str:
    """The name of the nested template's parameter that gets a value."""
    known = next((name for name, other in ties.given.items() if other == value), None)
    if known is not None:
        return known
    name = free_name(draft, "parameters", wanted)
    while name in ties.given:
        name += "_"
    ties.given[name] = value
    return name


def _parameter(draft: Draft, use: Occurrence, ties: _Ties) -> None:
    """A parameter that a chosen resource or condition reads."""
    if use.name in PSEUDO_PARAMETERS:  # means something else in a nested stack
        name = _given(draft, use.name.removeprefix("OS::"), {"get_param": use.name}, ties)
        ties.parameters.setdefault(name, {"type": "string"})
        ties.inner.append((use.path, name))
    elif draft.tree.has(("parameters", use.name)):
        ties.given[use.name] = {"get_param": use.name}
        ties.parameters[use.name] = taken(draft.tree, ("parameters", use.name))


def _condition(draft: Draft, name: str, ties: _Ties) -> None:
    """A condition that a chosen resource or another condition names, with all that it names itself."""
    if name in ties.conditions or not draft.tree.has(("conditions", name)):
        return
    ties.conditions[name] = taken(draft.tree, ("conditions", name))
    for use in occurrences(draft.tree.root):
        if use.path[:2] == ("conditions", name):
            if use.kind == "conditions":
                _condition(draft, use.name, ties)
            elif use.kind == "parameters" and use.name not in PSEUDO_PARAMETERS:
                _parameter(draft, use, ties)


def _from_outside(draft: Draft, use: Occurrence, resource: str, ties: _Ties) -> None:
    """What names a chosen resource from outside: it reads an output of the nested template then."""
    if use.call is None:
        ties.outer.append((use.path, resource))
        return
    call = to_plain(draft.tree.node(use.call))
    output = "_".join([use.name, *_words(call)])
    ties.outputs[output] = {"value": call}
    ties.outer.append((use.call, {"get_attr": [resource, output]}))


def _nested(draft: Draft, chosen: list[str], ties: _Ties) -> str:
    """The text of the nested template, in the words of the one that it comes from."""
    inside = Draft(draft.text)
    for path, value in ties.inner:
        inside.set(path, value)
    for path in reversed(ties.dropped):
        inside.remove(path)
        if len(path) > 3 and inside.plain(path[:-1]) == []:
            inside.remove(path[:-1])
    version = taken(inside.tree, ("heat_template_version",))
    nested = Draft(f"heat_template_version: {version.lines[0]}{inside.tree.style.newline}")
    for section, members in (("parameters", ties.parameters), ("conditions", ties.conditions)):
        for name, body in members.items():
            put(nested, (section, name), body)
    for name in chosen:
        put(nested, ("resources", name), taken(inside.tree, ("resources", name)))
    for name, body in ties.outputs.items():
        put(nested, ("outputs", name), body)
    return nested.text
