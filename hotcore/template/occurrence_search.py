"""A search for all occurrences of names of parameters, resources, conditions and files in a template."""

from collections.abc import Container, Iterator
from typing import Literal

from hotcore.function_registry import VALUES, naming_functions, newest_functions, takes_condition, testing_functions
from hotcore.runtime import dataclass
from hotcore.syntax import Mapping, Node, Path, Scalar, Sequence
from hotcore.template.call_arguments import condition_arguments
from hotcore.template.reference_search import ReferenceKind, reference_of

Kind = Literal["parameters", "resources", "conditions", "files"]

_KINDS: dict[ReferenceKind, Kind] = {
    "parameter": "parameters",
    "resource": "resources",
    "attribute": "resources",
    "file": "files",
}


@dataclass(frozen=True, slots=True)
class Occurrence:
    """An occurrence of a name, and its use: by a function, or in a field such as `depends_on`."""

    kind: Kind
    """The section that declares such names."""
    name: str
    """The name."""
    node: Scalar
    """The node of the name."""
    path: Path
    """The path of the name."""
    by: str
    """The name of the function or of the field."""
    call: Path | None = None
    """The path of the function call; None in a field."""


def occurrences(root: Node) -> Iterator[Occurrence]:
    """Every literal name in a template, in the order of the sections."""
    if not isinstance(root, Mapping):
        return
    yield from _grouped(root)
    for section in ("conditions", "resources", "outputs"):
        declared = root.members.get(section)
        if isinstance(declared, Mapping):
            for name, body in declared.members.items():
                yield from _declaration(section, body, (section, name), root)


def _grouped(root: Mapping) -> Iterator[Occurrence]:
    groups = root.members.get("parameter_groups")
    for index, group in enumerate(getattr(groups, "items", ())):
        names = group.members.get("parameters") if isinstance(group, Mapping) else None
        for position, node in enumerate(getattr(names, "items", ())):
            path = ("parameter_groups", index, "parameters", position)
            yield from _named("parameters", node, path, "parameter_groups")


def _declaration(section: str, body: Node, path: Path, root: Mapping) -> Iterator[Occurrence]:
    if section == "conditions":
        yield from _calls(body, path, root, in_condition=True)
        return
    if not isinstance(body, Mapping):
        return
    for key, node in body.members.items():
        below = (*path, key)
        if key == "condition":
            yield from _condition(node, below, root)
        elif key == "depends_on" and section == "resources":
            items = enumerate(node.items) if isinstance(node, Sequence) else [(None, node)]
            for index, item in items:
                where = below if index is None else (*below, index)
                yield from _named("resources", item, where, "depends_on")
        else:
            yield from _calls(node, below, root)


def _named(kind: Kind, node: Node, path: Path, by: str, call: Path | None = None) -> Iterator[Occurrence]:
    if isinstance(node, Scalar) and isinstance(node.value, str):
        yield Occurrence(kind, node.value, node, path, by, call)


def _condition(node: Node, path: Path, root: Mapping) -> Iterator[Occurrence]:
    """The names in a condition: its name, or those in an expression."""
    if isinstance(node, Scalar):
        yield from _named("conditions", node, path, "condition")
    else:
        yield from _calls(node, path, root, in_condition=True)


def _calls(node: Node, path: Path, root: Mapping, *, in_condition: bool = False) -> Iterator[Occurrence]:
    """The names below a node, in the order of the text."""
    naming, testing = naming_functions(), testing_functions()
    pending: list[tuple[Node, Path, bool]] = [(node, path, in_condition)]
    while pending:
        item, where, logical = pending.pop()
        if isinstance(item, Sequence):
            tests = not logical and where[-1] in testing
            pending += [
                (child, (*where, at), logical or (tests and takes_condition(where[-1], at)))
                for at, child in reversed([*enumerate(item.items)])
                if type(child) is not Scalar
            ]
        elif isinstance(item, Mapping):
            if item.sole_key is not None and item.sole_key in naming:
                yield from _call(item, item.sole_key, where, root, logical)
            pending += [
                (child, (*where, key), logical)
                for key, child in reversed(item.members.items())
                if type(child) is not Scalar
            ]


def _call(item: Mapping, name: str, path: Path, root: Mapping, logical: bool) -> Iterator[Occurrence]:
    below = (*path, name)
    is_list = isinstance(item.members[name], Sequence)
    reference = reference_of(item)
    if reference is not None:
        kind = reference.kind
        if reference.also is not None:
            kind = reference.kind_among(_declared(root, "parameters"), _declared(root, "resources"))
        yield from _named(_KINDS[kind], reference.node, (*below, 0) if is_list else below, name, path)
    elif logical or VALUES in newest_functions()[name].context:
        for index, node in condition_arguments(item):
            yield from _named("conditions", node, (*below, index) if is_list else below, name, path)


def _declared(root: Mapping, section: str) -> Container[object]:
    declared = root.members.get(section)
    return declared.members if isinstance(declared, Mapping) else ()
