"""A search for references in the tree, without evaluating anything."""

from collections.abc import Iterator, Mapping
from typing import Literal

from hotcore.function_registry import newest_functions, table_of_functions
from hotcore.runtime import dataclass
from hotcore.syntax import Node, Scalar, Sequence, maps

ReferenceKind = Literal["parameter", "resource", "attribute", "file"]


@dataclass(frozen=True, slots=True)
class Reference:
    """A name in the text and the kind of thing that it refers to.

    `node` is the name itself; `attribute` is the referenced attribute, if it is a literal.
    """

    kind: ReferenceKind
    name: str
    node: Scalar
    attribute: str | None = None


@table_of_functions
def named_by() -> Mapping[str, ReferenceKind]:
    """The kind of reference of each function that takes a name; resources win where it takes either."""
    kinds: dict[str, ReferenceKind] = {}
    for name, found in newest_functions().items():
        wants, second = found.signature.spec(0), found.signature.spec(1)
        sorts = [wants.names, wants.also]
        if "resource" in sorts:
            kinds[name] = "attribute" if second.names == "attribute" else "resource"
        elif "parameter" in sorts:
            kinds[name] = "parameter"
        elif "file" in sorts:
            kinds[name] = "file"
    return kinds


def attribute_sources(node: Node) -> Iterator[str | None]:
    """The names of the resources whose attributes are referenced below a node; None for a computed name."""
    kinds = named_by()
    for item in maps(node):
        if item.sole_key is not None and kinds.get(item.sole_key) == "attribute":
            argument = item.members[item.sole_key]
            first = argument.items[0] if isinstance(argument, Sequence) and argument.items else argument
            yield first.value if isinstance(first, Scalar) and isinstance(first.value, str) else None


def references(node: Node) -> Iterator[Reference]:
    """Every reference below a node, in the order of the text; computed names are omitted."""
    kinds = named_by()
    for item in maps(node):
        kind = kinds.get(item.sole_key or "")
        if kind is None:
            continue
        argument = item.members[item.sole_key]
        parts = argument.items if isinstance(argument, Sequence) else [argument]
        first = parts[0] if parts else None
        if isinstance(first, Scalar) and isinstance(first.value, str):
            second = parts[1] if len(parts) > 1 else None
            attribute = second.value if isinstance(second, Scalar) and isinstance(second.value, str) else None
            yield Reference(kind, first.value, first, attribute)


def parameters_read(node: Node) -> tuple[str, ...]:
    """The names of the parameters that are read below a node, each once, in the order of the text."""
    return tuple(dict.fromkeys(each.name for each in references(node) if each.kind == "parameter"))
