"""What an expression reads: the one walker that knows which calls name a parameter, resource, attribute or file.

It goes by the registry of functions: the definition of one says what its first argument is the name of, and a function
that is defined so needs nothing else.
"""

from collections.abc import Collection, Container, Iterator
from collections.abc import Mapping as AnyMapping
from typing import Literal

from hotcore.function_registry import (
    VALUES,
    Function,
    functions_of,
    newest_functions,
    readers,
    table_of_functions,
    verbatim_functions,
)
from hotcore.runtime import dataclass
from hotcore.syntax import Mapping, Node, Scalar, maps
from hotcore.template.call_arguments import arguments_of
from hotcore.template.model import PSEUDO_PARAMETERS, Parameter, Template

ReferenceKind = Literal["parameter", "resource", "attribute", "file"]


@dataclass(frozen=True, slots=True)
class Reference:
    """What a call names, and the kind of thing that the name is one of."""

    kind: ReferenceKind
    """The kind of thing that it names."""
    name: str | None
    """The name; None if it is computed."""
    node: Node
    """Where the name is written."""
    attribute: str | None = None
    """The attribute that it takes of a resource, if that is a literal."""
    also: ReferenceKind | None = None
    """The kind of thing that the name means where no resource has it."""

    def kind_among(self, parameters: Container[object], resources: Container[object]) -> ReferenceKind:
        """The kind of thing that is named, where there are these parameters, the pseudo ones, and these resources."""
        if self.also is None or self.name is None or self.name in resources:
            return self.kind
        return self.also if self.name in parameters or self.name in PSEUDO_PARAMETERS else self.kind


def reference_of(call: Mapping) -> Reference | None:
    """What a call names; None for a call that names nothing, and for any other map."""
    kinds = _kinds().get(call.sole_key) if call.sole_key is not None else None
    parts = arguments_of(call) if kinds is not None else []
    name = _literal(parts[0]) if parts else None
    if kinds is None or not parts or (name is None and not isinstance(parts[0], Mapping)):
        return None
    return Reference(kinds[0], name, parts[0], _literal(parts[1]) if len(parts) > 1 else None, kinds[1])


def references(node: Node) -> Iterator[Reference]:
    """Every reference below a node, in the order of the text."""
    kinds = _kinds()
    for item in maps(node):
        if item.sole_key in kinds and (found := reference_of(item)) is not None:
            yield found


def parameters_read(node: Node, template: Template) -> frozenset[str]:
    """The parameters that are read below a node, pseudo parameters included; all of them if one name is computed."""
    return frozenset(name for each in references(node) for name in parameters_of(each, template))


def parameters_named(node: Node, template: Template, context: str = VALUES) -> Iterator[str]:
    """The parameters that calls below a node read for certain: a computed name is that of some parameter, but of no
    certain one."""
    for call in maps(node):
        reference = reference_of(call) if path_read(call, template, context) else None
        if reference is not None and reference.name is not None:
            yield from parameters_of(reference, template)


def parameters_of(reference: Reference, template: Template) -> Collection[str]:
    """The parameters that a reference reads: the one that it names, or all of them if its name is computed."""
    name = reference.name
    if name is None:
        return template.parameters if "parameter" in (reference.kind, reference.also) else ()
    is_read = reference.kind_among(template.parameters, template.resources) == "parameter"
    return (name,) if is_read and (name in template.parameters or name in PSEUDO_PARAMETERS) else ()


def handed_parameter(node: Node | None, template: Template) -> Parameter | None:
    """The parameter whose value a node is, unchanged."""
    reference = reference_of(node) if isinstance(node, Mapping) and len(value_read(node, template)) == 1 else None
    if reference is None or reference.kind_among(template.parameters, template.resources) != "parameter":
        return None
    return template.parameters.get(reference.name or "")


def value_read(node: Node | None, template: Template, context: str = VALUES) -> list[Node]:
    """The arguments of a call whose value is that of a parameter: its name and the path; empty for any other node."""
    is_value = isinstance(node, Mapping) and node.sole_key in verbatim_functions()
    return path_read(node, template, context) if is_value else []


def path_read(node: Node | None, template: Template, context: str = VALUES) -> list[Node]:
    """The arguments of a call that reads a parameter: its name and a path; empty for any other node.

    One of those is a map under the name of a function that the template's version does not have in that context.
    """
    if not isinstance(node, Mapping) or node.sole_key not in readers("parameter"):
        return []
    is_called = isinstance(functions_of(template.version, context).get(node.sole_key), Function)
    return arguments_of(node) if is_called else []


def _literal(node: Node) -> str | None:
    return node.value if isinstance(node, Scalar) and isinstance(node.value, str) else None


@table_of_functions
def _kinds() -> AnyMapping[str, tuple[ReferenceKind, ReferenceKind | None]]:
    """What each function that takes a name takes it for; resources win where it takes either."""
    kinds: dict[str, tuple[ReferenceKind, ReferenceKind | None]] = {}
    for name, found in newest_functions().items():
        wants, second = found.signature.spec(0), found.signature.spec(1)
        sorts = (wants.names, wants.also)
        if "resource" in sorts:
            kind: ReferenceKind = "attribute" if second.names == "attribute" else "resource"
            kinds[name] = kind, "parameter" if "parameter" in sorts else None
        elif "parameter" in sorts:
            kinds[name] = "parameter", None
        elif "file" in sorts:
            kinds[name] = "file", None
    return kinds
