"""The values around a map: outputs, conditions and parameters, each with what it reads or what reads it."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from hotcore.catalogue import TEMPLATE_ENDINGS
from hotcore.function_registry import functions_of
from hotcore.resolver import Preview
from hotcore.runtime import dataclass
from hotcore.syntax import Mapping as MappingNode
from hotcore.template import Occurrence, Template, occurrences
from hotcore.values import is_known, to_json

Declared: TypeAlias = tuple[str, str]
"""A declaration by its section and name."""

_HANDED_ON = "handed on"
_LONGEST = 24
_HIDDEN = "••••••"


@dataclass(frozen=True, slots=True)
class ParameterCard:
    """Parameters of one group, those that nested templates get, or others that the same declarations read.

    `label` is that of the group.
    """

    names: tuple[str, ...]
    readers: tuple[Declared, ...]
    label: str | None = None
    is_handed_on: bool = False


@dataclass(frozen=True, slots=True)
class ValuesLayer:
    """What the declarations of a template read, and the parameters in cards.

    `keys` are, of an output whose value is a map, what each of its keys reads.  `conditions` are names with a depth: a
    condition that uses another follows it, one level deeper.
    """

    reads: Mapping[Declared, tuple[Declared, ...]]
    keys: Mapping[str, Mapping[str, tuple[Declared, ...]]]
    conditions: tuple[tuple[str, int], ...]
    cards: tuple[ParameterCard, ...]


def values_layer(template: Template) -> ValuesLayer:
    """The values of a template and what reads them, in the order of its text."""
    reads: dict[Declared, dict[Declared, None]] = {}
    keys: dict[str, dict[str, dict[Declared, None]]] = {
        name: {str(key): {} for key in output.node.members}
        for name, output in template.outputs.items()
        if isinstance(output.node, MappingNode) and not _is_call(output.node, template)
    }
    for use in _uses(template):
        section, reader = str(use.path[0]), str(use.path[1])
        reads.setdefault((section, reader), {})[use.kind, use.name] = None
        if section == "outputs" and reader in keys and len(use.path) > 3 and use.path[2] == "value":
            keys[reader][str(use.path[3])][use.kind, use.name] = None
    return ValuesLayer(
        {declared: tuple(found) for declared, found in reads.items()},
        {name: {key: tuple(found) for key, found in rows.items()} for name, rows in keys.items()},
        tuple(_indented(list(template.conditions), reads)),
        tuple(_cards(template, reads)),
    )


def _uses(template: Template) -> Iterator[Occurrence]:
    """The references of valid declarations to resources, conditions and parameters of the template."""
    known: Mapping[str, Mapping[str, Any]] = {
        "resources": template.resources,
        "conditions": template.conditions,
        "parameters": template.parameters,
    }
    valid = {(section, name) for section, name, _ in template.values()}
    for use in occurrences(template.root):
        if use.path[:2] in valid and use.name in known.get(use.kind, ()):
            yield use


def _is_call(node: MappingNode, template: Template) -> bool:
    return len(node.members) == 1 and next(iter(node.members)) in functions_of(template.version)


def _indented(names: Sequence[str], reads: Mapping[Declared, Mapping[Declared, None]]) -> Iterator[tuple[str, int]]:
    """Conditions as an outline: each below the first one that it uses.  Those that use each other are all listed."""
    above: dict[str, str] = {}
    for name in names:
        used = (other for section, other in reads.get(("conditions", name), ()) if section == "conditions")
        above[name] = next((other for other in used if other != name), "")
    below: dict[str, list[str]] = {}
    for name in names:
        below.setdefault(above[name], []).append(name)
    listed: set[str] = set()
    for top in [*below.get("", ()), *names]:
        pending = [(top, 0)] if top not in listed else []
        while pending:
            name, depth = pending.pop()
            if name in listed:
                continue
            listed.add(name)
            yield name, depth
            pending += [(one, depth + 1) for one in reversed(below.get(name, ()))]


def _cards(template: Template, reads: Mapping[Declared, Mapping[Declared, None]]) -> Iterator[ParameterCard]:
    """A card for each parameter group; then one for the parameters that are handed on to nested templates, and those
    that the same declarations read, where conditions count as one.  What nothing reads has a card of its own."""
    readers: dict[str, list[Declared]] = {name: [] for name in template.parameters}
    for declared, found in reads.items():
        for section, name in found:
            if section == "parameters":
                readers[name].append(declared)
    grouped: set[str] = set()
    for group in template.parameter_groups:
        names = [name for name in group.parameters if name in readers and name not in grouped]
        grouped |= set(names)
        if names:
            yield ParameterCard(tuple(names), _together(names, readers), group.label or "")
    alike: dict[object, list[str]] = {}
    for name, found_readers in readers.items():
        if name not in grouped:
            alike.setdefault(_kind_of_use(template, found_readers) or name, []).append(name)
    for use, names in alike.items():
        yield ParameterCard(tuple(names), _together(names, readers), is_handed_on=use == _HANDED_ON)


def _kind_of_use(template: Template, readers: Sequence[Declared]) -> object:
    """What is the same for parameters in one card; nothing for a parameter that nothing reads."""
    types = (template.resources[name].type for section, name in readers if section == "resources")
    if any(name.endswith(TEMPLATE_ENDINGS) for name in types):
        return _HANDED_ON
    return frozenset((section, "" if section == "conditions" else name) for section, name in readers)


def _together(names: Sequence[str], readers: Mapping[str, Sequence[Declared]]) -> tuple[Declared, ...]:
    return tuple(dict.fromkeys(reader for name in names for reader in readers[name]))


# -- data


def values_as_data(template: Template, preview: Preview) -> dict[str, Any]:
    """The values as JSON-ready data: `outputs` with their `rows`, `conditions`, `parameters` in cards with their
    `readers`, and `resources` with the values that they read.  A declaration is a pair of its section and name."""
    layer = values_layer(template)
    return {
        "outputs": [
            {
                "name": name,
                "state": _state(preview.outputs[name].enabled),
                "reads": layer.reads.get(("outputs", name), ()),
                "rows": [{"name": key, "reads": found} for key, found in layer.keys.get(name, {}).items()],
            }
            for name in template.outputs
        ],
        "conditions": [
            {
                "name": name,
                "depth": depth,
                "state": _state(preview.conditions[name].value),
                "reads": layer.reads.get(("conditions", name), ()),
            }
            for name, depth in layer.conditions
        ],
        "parameters": [
            {
                "label": card.label,
                "readers": card.readers,
                "handed_on": card.is_handed_on,
                "rows": [{"name": name, "fact": _fact(template, preview, name)} for name in card.names],
            }
            for card in layer.cards
        ],
        "resources": {
            name: values
            for (section, name), found in layer.reads.items()
            if section == "resources" and (values := [one for one in found if one[0] != "resources"])
        },
    }


def _state(value: object) -> str:
    """`on`, `off` or `unknown`, as the states of resources."""
    return ("on" if value else "off") if isinstance(value, bool) else "unknown"


def _fact(template: Template, preview: Preview, name: str) -> str:
    """A parameter's value in short, nothing if it has none; that of a hidden one is masked."""
    parameter = template.parameters[name]
    state = preview.parameters.get(name)
    if state is None or not is_known(state.value):
        return ""
    if parameter.hidden:
        return _HIDDEN
    value = state.value if isinstance(state.value, str) else json.dumps(to_json(state.value), ensure_ascii=False)
    line = " ".join(value.split())
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1]}…"
