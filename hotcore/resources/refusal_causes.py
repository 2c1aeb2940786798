"""The parameters that a refused value comes from, also through several templates."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from hotcore.budget import Budget
from hotcore.catalogue import ResourceType
from hotcore.diagnostics import Refusal, Unreported
from hotcore.evaluation import Evaluator, Provenance, Trail
from hotcore.resources.group_members import below
from hotcore.syntax import Mapping, Node, Sequence, walk
from hotcore.template import Resource, Template, handed_parameter, parameters_deciding, references


def causes(node: Node | None, field: Node | None, evaluator: Evaluator) -> tuple[str, ...]:
    """The parameters that a value comes from: `node` evaluated to it, in a property that is written as `field`.

    For a literal in a branch of an `if`, they are those of its condition; for an attribute, those that the resource
    with the attribute uses.
    """
    if node is None or field is None:
        return ()
    known = evaluator.sources
    if id(node) not in known:
        known[id(node)] = _declared(_read(node, evaluator), evaluator)
    if not known[id(node)] and (id(node), id(field)) not in known:
        conditions = (*_around(node, field, evaluator), *_below(node))
        found = parameters_deciding(conditions, evaluator.scope.template)
        ordered = [name for name in evaluator.scope.template.parameters if name in found]
        known[id(node), id(field)] = _declared(ordered or _behind(node, evaluator), evaluator)
    sources: tuple[str, ...] = known[id(node)] or known[id(node), id(field)]
    return sources


def _declared(names: Iterable[str], evaluator: Evaluator) -> tuple[str, ...]:
    return tuple(name for name in names if name in evaluator.scope.template.parameters)


def refused_property(
    resource: Resource, kind: ResourceType, key: str, provenance: Provenance, trail: Trail, message: str
) -> tuple[Refusal, ...]:
    """The refusal of the member at the trail, below the field `key` of a resource, if parameters are the reason
    for it."""
    evaluator = provenance.evaluator
    node, field = provenance.node(trail), below(provenance.root, str(trail[0]))
    if provenance.root is resource.node:  # the field is a function call
        node = field = resource.field(key) or node
    names = causes(node, field, evaluator)
    nested = _nested(kind, evaluator)
    inner = nested.parameters.get(str(trail[0])) if nested and len(trail) == 1 else None
    outer = handed_parameter(node, evaluator.scope.template)
    handed = (inner, outer) if inner and outer else ()
    file = kind.name if nested else None
    return (Refusal(str(trail[0]), (resource.name,), file, message, names, handed),) if names else ()


def _nested(kind: ResourceType, evaluator: Evaluator) -> Template | None:
    """The nested template of a type, if it has one."""
    nesting = evaluator.scope.surroundings.nesting
    if nesting is None or kind.name not in nesting.tree.schemas:
        return None
    return nesting.tree.bundle.template(kind.name).template


class _ReadLog(dict[str, Any]):
    """Values of parameters that record which of them are read."""

    def __init__(self, values: Any) -> None:
        super().__init__(values)
        self.asked: dict[str, None] = {}

    def __getitem__(self, name: str) -> Any:
        self.asked.setdefault(name)
        return super().__getitem__(name)


def _read(node: Node, evaluator: Evaluator) -> list[str]:
    """The parameters that the evaluation of a node reads, without those of branches that are not taken."""
    log = _ReadLog(evaluator.scope.parameters)
    scope = replace(evaluator.scope, parameters=log, budget=Budget())
    Evaluator(scope, evaluator.conditions, evaluator.phases, Unreported(), evaluator.known).value(node)
    return list(log.asked)


def _around(node: Node, field: Node, evaluator: Evaluator) -> tuple[Node, ...]:
    """The conditions of every `if` on the way from a field to a node in it; computed once for a whole field."""
    if ("if", id(field)) not in evaluator.sources:
        evaluator.sources["if", id(field)] = _ways(field)
    ways: dict[int, tuple[Node, ...]] = evaluator.sources["if", id(field)]
    return ways.get(id(node), ())


def _ways(field: Node) -> dict[int, tuple[Node, ...]]:
    """The conditions on the way to every node of a field, if there are any."""
    found: dict[int, tuple[Node, ...]] = {}
    pending: list[tuple[Node, tuple[Node, ...]]] = [(field, ())]
    while pending:
        item, way = pending.pop()
        if way:
            found.setdefault(id(item), way)
        way = (*way, *_condition(item))
        if isinstance(item, Sequence):
            pending += ((child, way) for child in item.items)
        elif isinstance(item, Mapping):
            pending += ((child, way) for child in item.members.values())
    return found


def _below(node: Node) -> Iterator[Node]:
    return (condition for item in walk(node) for condition in _condition(item))


def _condition(item: Node) -> list[Node]:
    """The condition of an `if`."""
    branches = item.members["if"] if isinstance(item, Mapping) and item.sole_key == "if" else None
    return branches.items[:1] if isinstance(branches, Sequence) else []


def _behind(field: Node, evaluator: Evaluator) -> list[str]:
    """The parameters used by the resources whose attributes are read."""
    resources = evaluator.scope.template.resources
    pending, found = _attributes(field), dict[str, None]()
    followed: set[str] = set()
    while pending:
        name = pending.pop()
        node = resources[name].field("properties") if name in resources and name not in followed else None
        followed.add(name)
        if node is not None:
            found |= dict.fromkeys(_read(node, evaluator))
            pending += _attributes(node)
    return list(found)


def _attributes(node: Node) -> list[str]:
    return [each.name for each in references(node) if each.kind == "attribute" and each.name is not None]
