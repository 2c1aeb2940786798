"""What a node names, read off the tree without evaluating anything."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from hotcore.syntax import Mapping, Node, Scalar, Sequence, walk

ReferenceKind = Literal["parameter", "resource", "attribute", "file"]


@dataclass(frozen=True, slots=True)
class Reference:
    """A name in the text and what it is the name of.

    `node` is the name itself; `attribute` the attribute that is asked for, if it is written out.
    """

    kind: ReferenceKind
    name: str
    node: Scalar
    attribute: str | None = None


NAMED_BY: dict[str, ReferenceKind] = {
    "get_param": "parameter",
    "get_resource": "resource",
    "get_attr": "attribute",
    "get_file": "file",
    "Ref": "resource",
}


def asked_for_attributes(node: Node) -> Iterator[str | None]:
    """The names of the resources that are asked for attributes below a node; None for one that is computed."""
    for item in walk(node):
        if isinstance(item, Mapping) and item.sole_key == "get_attr":
            argument = item.members["get_attr"]
            first = argument.items[0] if isinstance(argument, Sequence) and argument.items else argument
            yield first.value if isinstance(first, Scalar) and isinstance(first.value, str) else None


def references(node: Node) -> Iterator[Reference]:
    """Every reference below a node, in the order of the text; names that are computed are left out."""
    for item in walk(node):
        if not isinstance(item, Mapping) or item.sole_key not in NAMED_BY:
            continue
        argument = item.members[item.sole_key]
        parts = argument.items if isinstance(argument, Sequence) else [argument]
        first = parts[0] if parts else None
        if isinstance(first, Scalar) and isinstance(first.value, str):
            second = parts[1] if len(parts) > 1 else None
            attribute = second.value if isinstance(second, Scalar) and isinstance(second.value, str) else None
            yield Reference(NAMED_BY[item.sole_key], first.value, first, attribute)


def parameters_read(node: Node) -> tuple[str, ...]:
    """The names of the parameters that are read below a node, each once, in the order of the text."""
    return tuple(dict.fromkeys(each.name for each in references(node) if each.kind == "parameter"))
