"""The resources and parameters that a resource's properties name, and whether that is certain."""

from collections.abc import Iterator

from hotcore.resources import below
from hotcore.runtime import dataclass
from hotcore.syntax import Mapping, Node, Sequence
from hotcore.template import Resource, Template, handed_parameter, reference_of

_BRANCHES = "if"


@dataclass(frozen=True, slots=True)
class Named:
    """What a value names: a resource or a parameter, or neither.

    A value inside an `if` is not certain, because the other branch may be taken.
    """

    resource: str | None = None
    parameter: str | None = None
    certain: bool = True


def properties_of(resource: Resource, members: str | None = None) -> Node | None:
    """The properties of a resource, or of the members that its property `members` defines."""
    found = resource.field("properties")
    return below(below(found, members), "properties") if members else found


def values_at(node: Node | None, path: str) -> Iterator[tuple[Node, bool]]:
    """The values at a path such as `networks.*.port`, each with whether it is certain to be taken."""
    yield from _values(node, tuple(path.split(".")), certain=True)


def _values(node: Node | None, path: tuple[str, ...], *, certain: bool) -> Iterator[tuple[Node, bool]]:
    if node is None:
        return
    if isinstance(node, Mapping) and node.sole_key == _BRANCHES:
        branches = node.members[_BRANCHES]
        for branch in branches.items[1:] if isinstance(branches, Sequence) else ():
            yield from _values(branch, path, certain=False)
    elif not path:
        yield node, certain
    elif path[0] == "*":
        for item in node.items if isinstance(node, Sequence) else ():
            yield from _values(item, path[1:], certain=certain)
    elif isinstance(node, Mapping):
        yield from _values(node.members.get(path[0]), path[1:], certain=certain)


def named_at(node: Node | None, path: str, template: Template) -> list[Named]:
    """The names in the values at a path, in the order of the text; a list at its end counts as its items."""
    found = []
    for value, certain in values_at(node, path):
        items = value.items if isinstance(value, Sequence) else [value]
        for item in items:
            if isinstance(value, Sequence) and isinstance(item, Mapping) and item.sole_key == _BRANCHES:
                found += [_named(inner, template, certain=False) for inner, _ in _values(item, (), certain=False)]
            else:
                found.append(_named(item, template, certain=certain))
    return found


def _named(node: Node, template: Template, *, certain: bool) -> Named:
    reference = reference_of(node) if isinstance(node, Mapping) else None
    if reference is None:
        return Named(certain=certain)
    if reference.kind_among(template.parameters, template.resources) == "parameter":
        parameter = handed_parameter(node, template)  # a part of a list of networks is not the list
        return Named(parameter=parameter.name if parameter is not None else None, certain=certain)
    return Named(resource=reference.name if reference.name in template.resources else None, certain=certain)
