"""Rendering of previews and functions for terminals."""

import json
from collections.abc import Iterable, Iterator, Mapping
from textwrap import indent
from typing import Any

from hotcore.analysis import Document
from hotcore.cli.checked_templates import render_diagnostics
from hotcore.cli.code_frames import printable
from hotcore.cli.render_relevance import not_used_now
from hotcore.evaluation import Function, Known
from hotcore.resolver import LeftOut, Preview, ResourceState
from hotcore.values import Unknown, to_json

_WIDEST_NAME = 40
_NONE: Mapping[str, str] = {}


def render_preview(
    result: Preview, name: str, document: Document, *, colour: bool, others: Mapping[str, str] = _NONE
) -> str:
    """A preview for people to read."""
    parts = [
        _table("Parameters", _parameter_rows(result)),
        _table("Conditions", ((key, _shown(state.value), "") for key, state in result.conditions.items())),
        _table("Resources", _resource_rows(result.resources, "")),
        _table("Outputs", ((key, _shown(state.value), "") for key, state in result.outputs.items())),
    ]
    diagnostics = render_diagnostics([(name, document, result.diagnostics)], "text", colour=colour, others=others)
    return "\n".join([*(part for part in parts if part), diagnostics])


def _parameter_rows(result: Preview) -> Iterator[tuple[str, str, str]]:
    for name, state in result.parameters.items():
        readers = result.irrelevant.get(name)
        unused = [] if readers is None else [not_used_now(readers)]
        source = f"{state.source} ({state.file})" if state.file else state.source
        yield name, _shown(state.value), ", ".join([source, *unused])


def _resource_rows(resources: Mapping[str, ResourceState], indent: str) -> Iterator[tuple[str, str, str]]:
    """The resources, with those of nested stacks indented below them."""
    for name, state in resources.items():
        yield (
            indent + name,
            _state(state.enabled),
            ", ".join([state.type, *_nested_notes(state), *_registry_notes(state)]),
        )
        if state.nested is not None:
            yield from _resource_rows(state.nested.resources, indent + "  ")


def _registry_notes(state: ResourceState) -> Iterator[str]:
    """What environments define for a resource, other than the file that it is made from."""
    if state.mapped_to is not None and (state.nested is None or state.nested.file is None):
        yield f"as {state.mapped_to}"
    if state.hooks:
        yield f"hooks: {' '.join(state.hooks)}"
    if state.restricted_actions:
        yield f"restricted: {' '.join(state.restricted_actions)}"


def _nested_notes(state: ResourceState) -> Iterator[str]:
    """Notes about the nested stack of a resource."""
    stack = state.nested
    if stack is None:
        return
    if stack.file is not None and stack.file != state.type:
        yield stack.file
    if isinstance(stack.members, Unknown):
        yield "members: not known yet"
    elif stack.members is not None:
        yield f"{stack.members} member{'' if stack.members == 1 else 's'}"
        if stack.alike and stack.members > 1:
            yield "all alike"
        elif len(stack.resources) < stack.members and not stack.left_out:
            yield f"the first {len(stack.resources)} shown"
    if stack.left_out:
        yield _LEFT_OUT[stack.left_out]


_LEFT_OUT: dict[LeftOut, str] = {
    "missing": "the file is missing",
    "unreadable": "not a template that Heat can read",
    "foreign": "a CloudFormation template, which is not expanded",
    "too-deep": "nested too deeply",
    "too-many": "left out, because there are too many",
    "unknown": "whether the nesting ends is not known",
}


def _table(title: str, rows: Iterable[tuple[str, str, str]]) -> str:
    lines = list(rows)
    if not lines:
        return ""
    width = min(max(len(row[0]) for row in lines), _WIDEST_NAME)
    shown = (printable(f"  {key:<{width}}  {value}  {note}").rstrip() for key, value, note in lines)
    return f"{title}\n" + "".join(f"{line}\n" for line in shown)


def _shown(value: Any) -> str:
    return json.dumps(to_json(value), ensure_ascii=False)


def _state(enabled: Any) -> str:
    if isinstance(enabled, Unknown):
        return "unknown"
    return "on " if enabled else "off"


def render_functions(known: Mapping[str, Known], *, long: bool) -> str:
    """The functions by name, one per line; in the long form with their arguments and help."""
    found = {name: entry for name, entry in sorted(known.items()) if isinstance(entry, Function)}
    if not long:
        return "".join(f"{name}\n" for name in found)
    return "\n".join(f"{function.usage}\n{indent(function.help, '    ')}\n" for function in found.values())
