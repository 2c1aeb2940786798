"""The dependency graph of resources: edges, order of creation, cycles, layers."""

from collections.abc import Iterable, Mapping
from heapq import heapify, heappop, heappush
from typing import Literal

from hotcore.runtime import dataclass
from hotcore.syntax import Node, Scalar, Sequence
from hotcore.template.model import Template
from hotcore.template.reference_search import references

EdgeKind = Literal["reference", "depends_on"]


@dataclass(frozen=True, slots=True)
class Edge:
    """A dependency between two resources."""

    source: str
    """The name of the resource that depends on the other one."""
    target: str
    """The name of the resource that it depends on."""
    kind: EdgeKind
    """Whether it is by a reference or by `depends_on`."""


@dataclass(frozen=True, slots=True)
class Graph:
    """The resources of a template and their dependencies."""

    nodes: tuple[str, ...]
    """The names of the resources, in order of creation as far as there is one."""
    edges: tuple[Edge, ...]
    """The dependencies."""
    layers: dict[str, int]
    """The distance of each resource from those that depend on nothing."""


@dataclass(frozen=True, slots=True)
class Order:
    """The order of creation; `stuck` are the names that can never be created, because of a cycle."""

    names: tuple[str, ...]
    stuck: tuple[str, ...]


class Dependents:
    """The dependents of the resources of a template; computed on first use."""

    def __init__(self, template: Template) -> None:
        self._template = template
        self._users: dict[str, list[str]] | None = None

    def of(self, name: str) -> set[str]:
        """A resource and all that depend on it, directly or indirectly: those that it cannot depend on itself."""
        if self._users is None:
            self._users = {}
            for edge in dependency_graph(self._template).edges:
                self._users.setdefault(edge.target, []).append(edge.source)
        found, left = {name}, [name]
        while left:
            more = [user for user in self._users.get(left.pop(), ()) if user not in found]
            found.update(more)
            left += more
        return found


def creation_order(needs: Mapping[str, Iterable[str]]) -> Order:
    """The names in topological order, and otherwise in the order of the mapping."""
    position = {name: index for index, name in enumerate(needs)}
    names = list(needs)
    missing = {name: {need for need in needed if need in position} for name, needed in needs.items()}
    users: dict[str, list[str]] = {name: [] for name in names}
    for name, needed in missing.items():
        for need in needed:
            users[need].append(name)
    counts = {name: len(needed) for name, needed in missing.items()}
    ready = [position[name] for name in names if not counts[name]]
    heapify(ready)
    done: list[str] = []
    while ready:
        name = names[heappop(ready)]
        done.append(name)
        for user in users[name]:
            counts[user] -= 1
            if not counts[user]:
                heappush(ready, position[user])
    return Order(tuple(done), tuple(name for name in names if counts[name]))


def first_cycle(needs: Mapping[str, Iterable[str]], stuck: Iterable[str]) -> tuple[str, ...]:
    """The names of a cycle among those that are stuck, each depending on the next and the last one on the first.

    It starts with the one that comes first in the mapping.
    """
    left = set(stuck)
    name = next((name for name in needs if name in left), None)
    path: dict[str, None] = {}
    while name is not None and name not in path:
        path[name] = None
        name = next((need for need in needs[name] if need in left), None)
    names = list(path)
    cycle = names[names.index(name) :] if name is not None else []
    members = set(cycle)
    start = next((cycle.index(one) for one in needs if one in members), 0)
    return tuple(cycle[start:] + cycle[:start])


def depends_on(node: Node | None) -> list[Scalar]:
    """The names in `depends_on`, as nodes: a single string, or a list of them."""
    items = node.items if isinstance(node, Sequence) else [node]
    return [item for item in items if isinstance(item, Scalar) and isinstance(item.value, str)]


def dependency_graph(template: Template) -> Graph:
    """The graph of a template as written, regardless of its conditions."""
    edges: dict[tuple[str, str], Edge] = {}
    for name, resource in template.resources.items():
        for node in depends_on(resource.field("depends_on")):
            edges.setdefault((name, node.value), Edge(name, node.value, "depends_on"))
        for key in ("properties", "metadata"):
            for reference in references(resource.field(key) or Scalar(template.source, 0, 0, None)):
                if reference.kind in ("resource", "attribute") and reference.name is not None:
                    edges[name, reference.name] = Edge(name, reference.name, "reference")
    kept = [edge for edge in edges.values() if edge.target in template.resources]
    needs: dict[str, list[str]] = {name: [] for name in template.resources}
    for edge in kept:
        if edge.source != edge.target:  # a resource that depends on itself keeps its place among the others
            needs[edge.source].append(edge.target)
    order = creation_order(needs)
    layers: dict[str, int] = {}
    names = order.names + order.stuck
    for name in names:
        layers[name] = max((layers[need] + 1 for need in needs[name] if need in layers), default=0)
    return Graph(names, tuple(kept), layers)
