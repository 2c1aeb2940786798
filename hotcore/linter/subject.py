"""A template with what lint rules ask about it: uses of names, calls and properties, each computed once."""

from collections import defaultdict, deque
from collections.abc import Callable, Collection, Iterator, Mapping
from itertools import pairwise
from typing import Any

from hotcore.catalogue import Catalogue, PropertySchema, ResourceType
from hotcore.constraints import Constraint
from hotcore.evaluation import (
    CONDITIONS,
    VALUES,
    Function,
    functions_of,
    newest_functions,
    takes_condition,
    testing_functions,
)
from hotcore.runtime import cached_property, dataclass, regex
from hotcore.symbolic import Context, Reachable
from hotcore.syntax import Mapping as MappingNode
from hotcore.syntax import Node, Scalar, Sequence, at_path, child
from hotcore.template import Kind, Occurrence, Parameter, Resource, Template, occurrences
from hotcore.values import MASK

Path = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class CallAt:
    """A call of an intrinsic function."""

    name: str
    """The name of the function."""
    node: MappingNode
    """The node of the call."""
    argument: Node
    """The node of its argument."""
    path: Path
    """Its path from the root."""

    @property
    def items(self) -> list[Node]:
        """The arguments of the list form; empty for another form."""
        return self.argument.items if isinstance(self.argument, Sequence) else []

    def member(self, key: str) -> Node | None:
        """An argument of the mapping form."""
        return self.argument.get(key) if isinstance(self.argument, MappingNode) else None


@dataclass(frozen=True, slots=True)
class PropertyAt:
    """A property, a key or an item of one, with its schema, at its path from the root."""

    resource: Resource
    path: Path
    node: Node
    schema: PropertySchema


@dataclass(slots=True)
class _Oddities:
    """Whether there are numbers that are written differently, boolean keys (or 0 and 1), and what may be calls in
    strings."""

    numbers: bool = False
    keys: bool = False
    quoted_calls: bool = False


class Subject:
    """A template that rules check."""

    def __init__(
        self,
        template: Template,
        catalogue: Catalogue,
        files: Mapping[str, str],
        known_codes: Callable[[], Collection[str]] = tuple,
        shared_parameters: Collection[str] = (),
    ) -> None:
        self.template = template
        self.catalogue = catalogue
        self.files = files
        self.known_codes = known_codes
        self.shared_parameters = shared_parameters
        self._found: dict[Any, Any] = {}
        self._positions: dict[str, Mapping[int, int]] = {}

    def once(self, find: "Callable[[Subject], Any]") -> Any:
        """The result of a function of the template, cached for the next rule that asks."""
        if find not in self._found:
            self._found[find] = find(self)
        return self._found[find]

    @cached_property
    def occurrences(self) -> tuple[Occurrence, ...]:
        """Every name in groups and in valid declarations that is written literally, in the order of the sections in the
        text."""
        read = {(section, name) for section, name, _ in self.template.values()}
        return tuple(
            use for use in occurrences(self.template.root) if use.path[0] == "parameter_groups" or use.path[:2] in read
        )

    @cached_property
    def _uses(self) -> dict[tuple[Kind, str], list[Occurrence]]:
        found: dict[tuple[Kind, str], list[Occurrence]] = defaultdict(list)
        for use in self.occurrences:
            found[use.kind, use.name].append(use)
        return found

    def uses(self, kind: Kind, name: str) -> list[Occurrence]:
        """The places that refer to a declaration."""
        return self._uses.get((kind, name), [])

    @cached_property
    def values(self) -> tuple[tuple[Path, Node, bool], ...]:
        """Every node that may contain functions: path from the root, node, and whether it takes condition functions."""
        return tuple(self._walk())

    @cached_property
    def distinct_values(self) -> tuple[tuple[Path, Node, bool], ...]:
        """The same, each node once even if several aliases refer to it."""
        return tuple(self._walk(is_once=True))

    def _walk(self, left_out: type[Node] | None = None, *, is_once: bool = False) -> Iterator[tuple[Path, Node, bool]]:
        """The same, without nodes of a class that are in others."""
        testing = testing_functions()
        seen: set[tuple[int, bool]] = set()
        pending: list[tuple[Path, Node, bool]] = []
        for section, name, node in reversed(tuple(self.template.values())):
            path = (section, name, "value") if section == "outputs" else (section, name)
            pending.append((path, node, section == "conditions"))
        while pending:
            path, node, logical = pending.pop()
            if is_once and not isinstance(node, Scalar):
                if (id(node), logical) in seen:
                    continue
                seen.add((id(node), logical))
            yield path, node, logical
            if isinstance(node, Sequence):
                tests = not logical and path[-1] in testing
                below = [
                    ((*path, at), item, logical or (tests and takes_condition(path[-1], at)))
                    for at, item in enumerate(node.items)
                    if type(item) is not left_out
                ]
            elif isinstance(node, MappingNode):
                fields = len(path) == 2 and path[0] == "resources"
                below = [
                    ((*path, key), item, logical or (fields and key == "condition"))
                    for key, item in node.members.items()
                    if type(item) is not left_out
                ]
            else:
                continue
            pending.extend(reversed(below))

    @cached_property
    def calls(self) -> tuple[CallAt, ...]:
        """Every call of a function that the template's version has, in the order of the text."""
        here = {
            logical: functions_of(self.template.version, CONDITIONS if logical else VALUES) for logical in (False, True)
        }
        return tuple(
            CallAt(node.sole_key, node, node.members[node.sole_key], path)
            for path, node, logical in self._walk(Scalar)
            if isinstance(node, MappingNode) and node.sole_key is not None
            if isinstance(here[logical].get(node.sole_key), Function)
        )

    @cached_property
    def _calls_by_name(self) -> dict[str, list[CallAt]]:
        found: dict[str, list[CallAt]] = defaultdict(list)
        for call in self.calls:
            found[call.name].append(call)
        return found

    @cached_property
    def _called(self) -> set[int]:
        return {id(call.node) for call in self.calls}

    def written_map(self, node: Node | None) -> MappingNode | None:
        """A node that is a literal map; None for anything else, and for a function call."""
        return node if isinstance(node, MappingNode) and not self.is_call(node) else None

    def is_call(self, node: Node | None) -> bool:
        """Whether a node is a function call."""
        return id(node) in self._called

    def calls_of(self, *names: str) -> Iterator[CallAt]:
        """The calls of the given functions."""
        if len(names) == 1:
            return iter(self._calls_by_name.get(names[0], ()))
        return (call for call in self.calls if call.name in names)

    def context(self, path: Path) -> Context:
        """The conditions, with their values, under which the value at a path is evaluated: that of its resource or
        output, and those of the branches around it."""
        section, name, *steps = path
        if section == "resources":
            node: Node | None = self.template.resources[name].node
            condition = self.template.resources[name].field("condition")
        elif section == "outputs":
            node, condition = self.template.outputs[name].node, self.template.outputs[name].condition
            steps = steps[1:]
        else:
            return ()
        found = [] if condition is None else [(condition, True)]
        for at, step in enumerate(steps):
            if at and steps[at - 1] == "if" and step in (1, 2) and isinstance(node, Sequence):
                found.append((node.items[0], step == 1))
            node = node.members.get(step) if isinstance(node, MappingNode) else child(node, step)
        return tuple(found)

    @cached_property
    def reachable(self) -> Reachable:
        """The possible values of the template's conditions."""
        return Reachable(self.template)

    @cached_property
    def shown_secrets(self) -> tuple[Occurrence, ...]:
        """The places from which the values of hidden parameters reach the result, not just a condition or a digest."""
        hidden = {name for name, parameter in self.template.parameters.items() if parameter.hidden}
        return tuple(
            use
            for use in self.occurrences
            if use.kind == "parameters" and use.name in hidden and use.call and flows_on(use.path)
        )

    @cached_property
    def numbers(self) -> tuple[tuple[Path, Scalar, str], ...]:
        """Plain numbers whose value is written differently: path, node, and the number as it is written."""
        if not self._oddities.numbers:
            return ()
        nodes = ((path, node) for path, node in self._everything() if isinstance(node, Scalar))
        return tuple((path, node, text) for path, node in nodes if (text := _written_differently(node)) is not None)

    @cached_property
    def _oddities(self) -> "_Oddities":
        """What is odd anywhere in the template: usually nothing, and then no paths are needed."""
        odd = _Oddities()
        pending: list[Node] = [self.template.root]
        while pending:
            node = pending.pop()
            if type(node) is Scalar:
                if type(node.value) is not str:
                    odd.numbers = odd.numbers or _written_differently(node) is not None
                elif "get_" in node.value and "{" in node.value:
                    odd.quoted_calls = True
            elif type(node) is Sequence:
                pending += node.items
            elif isinstance(node, MappingNode):
                pending += node.members.values()
                odd.keys = odd.keys or True in node.members or False in node.members
        return odd

    @property
    def may_quote_calls(self) -> bool:
        """Whether any string looks as if there were a call in it."""
        return self._oddities.quoted_calls

    def shown(self, path: Path, value: Any) -> str:
        """The value at a path, for a message; masked in the declaration of a hidden parameter."""
        is_hidden = path[:1] == ("parameters",) and len(path) > 1 and self.template.hides(path[1])
        return MASK if is_hidden else str(value)

    def boolean_keys(self) -> Iterator[tuple[Path, Node]]:
        """Every boolean key: the path of its value, and its node."""
        for path, node in self._everything() if self._oddities.keys else ():
            if isinstance(node, MappingNode):
                yield from (((*path, key), item) for key, item in node.key_nodes.items() if type(key) is bool)

    def _everything(self) -> Iterator[tuple[Path, Node]]:
        pending: list[tuple[Path, Node]] = [((), self.template.root)]
        while pending:
            path, node = pending.pop()
            yield path, node
            if isinstance(node, Sequence):
                pending.extend(((*path, at), item) for at, item in reversed(list(enumerate(node.items))))
            elif isinstance(node, MappingNode):
                pending.extend(((*path, key), item) for key, item in reversed(node.members.items()))

    def constraint_path(self, parameter: Parameter, constraint: Constraint) -> Path | None:
        """The path of a constraint of a parameter."""
        index = self._constraints(parameter.name).get(constraint.span.start) if constraint.span else None
        return None if index is None else ("parameters", parameter.name, "constraints", index)

    def _constraints(self, name: str) -> Mapping[int, int]:
        """The positions of a parameter's constraints by the start of their keys."""
        if name not in self._positions:
            node = at_path(self.template.root, ("parameters", name, "constraints"))
            items = enumerate(node.items if isinstance(node, Sequence) else ())
            maps = ((index, item) for index, item in items if isinstance(item, MappingNode))
            self._positions[name] = {key.start: index for index, item in maps for key in item.key_nodes.values()}
        return self._positions[name]

    @cached_property
    def types(self) -> dict[str, ResourceType]:
        """The known resource types by the names of their resources."""
        found = ((name, self.catalogue.find(resource.type)) for name, resource in self.template.resources.items())
        return {name: known for name, known in found if known is not None}

    @cached_property
    def properties(self) -> tuple[PropertyAt, ...]:
        """Every literal property of known types, at any depth."""
        return tuple(self._properties())

    def _properties(self) -> Iterator[PropertyAt]:
        for name, known in self.types.items():
            resource = self.template.resources[name]
            node = resource.field("properties")
            if not isinstance(node, MappingNode):
                continue
            pending = deque(_known(("resources", name, "properties"), node, known.properties))
            while pending:
                path, item, schema = pending.popleft()
                yield PropertyAt(resource, path, item, schema)
                if isinstance(item, Sequence) and schema.items is not None:
                    pending += [((*path, at), one, schema.items) for at, one in enumerate(item.items)]
                elif isinstance(item, MappingNode) and schema.keys is not None:
                    pending += _known(path, item, schema.keys)


def _known(
    path: Path, node: MappingNode, schemas: Mapping[str, PropertySchema]
) -> list[tuple[Path, Node, PropertySchema]]:
    """The keys of a map that have a schema."""
    return [((*path, key), item, schemas[key]) for key, item in node.members.items() if key in schemas]  # type: ignore[index]


_NUMBER = regex(r"[-+]?[0-9][0-9a-fA-FxXob_.:]*\Z")


def _written_differently(node: Scalar) -> str | None:
    """How a plain number is written, if its value looks different."""
    if node.style or type(node.value) not in (int, float):
        return None
    text = node.source.text[node.start : node.end]
    return text if text != str(node.value) and _NUMBER.match(text) else None


def flows_on(path: Path) -> bool:
    """Whether the value at a path becomes part of the result."""
    tests = any(takes_condition(step, inner) for step, inner in pairwise(path))
    return path[0] != "conditions" and path[2] != "condition" and not tests and not any(map(_hides, path))


def _hides(step: Any) -> bool:
    """Whether the result of the function of that name does not reveal its arguments."""
    found = newest_functions().get(step)
    return found is not None and found.one_way


def alike(one: Node, other: Node) -> bool:
    """Whether two nodes have equal values of the same types."""
    pending = [(one, other)]
    while pending:
        first, second = pending.pop()
        if isinstance(first, Scalar) and isinstance(second, Scalar):
            if type(first.value) is not type(second.value) or first.value != second.value:
                return False
        elif isinstance(first, Sequence) and isinstance(second, Sequence) and len(first.items) == len(second.items):
            pending.extend(zip(first.items, second.items, strict=True))
        elif isinstance(first, MappingNode) and isinstance(second, MappingNode):
            if first.members.keys() != second.members.keys():
                return False
            pending.extend((item, second.members[key]) for key, item in first.members.items())
        else:
            return False
    return True


def text_of(node: Node | None) -> str | None:
    """The value of a string node; None for anything else."""
    return node.value if isinstance(node, Scalar) and isinstance(node.value, str) else None
