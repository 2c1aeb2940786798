"""Connected components of conditions: those that read the same parameter, also through other conditions."""

from collections.abc import Iterable, Iterator
from collections.abc import Mapping as AnyMapping

from hotcore.symbolic.variables import Key
from hotcore.syntax import Mapping, Node, Scalar, Sequence, maps
from hotcore.template import PSEUDO_PARAMETERS, Template

_JOINED = ("and", "or", "not")


def conditions_in(node: Node, template: Template) -> Iterator[str]:
    """The conditions that a condition names, through `and`, `or` and `not`."""
    pending = [node]
    while pending:
        one = pending.pop()
        if isinstance(one, Scalar) and isinstance(one.value, str) and one.value in template.conditions:
            yield one.value
        elif isinstance(one, Sequence):
            pending += reversed(one.items)
        elif isinstance(one, Mapping) and one.sole_key in _JOINED:
            pending.append(one.members[one.sole_key])


def parameters_in(node: Node, template: Template) -> Iterator[str]:
    """The parameters that a node reads, pseudo parameters included; all of them if the name of one is computed."""
    for one in maps(node):
        if one.sole_key != "get_param":
            continue
        argument = one.members["get_param"]
        name = argument.items[0] if isinstance(argument, Sequence) and argument.items else argument
        if not isinstance(name, Scalar):
            yield from template.parameters
        elif isinstance(name.value, str) and (name.value in template.parameters or name.value in PSEUDO_PARAMETERS):
            yield name.value


def with_needed(template: Template, names: Iterable[str]) -> dict[str, None]:
    """Conditions and their dependencies, in the order of the template."""
    found = _needed(template, names)
    return {name: None for name in template.conditions if name in found}


def _needed(template: Template, names: Iterable[str]) -> dict[str, None]:
    """Conditions and their dependencies."""
    found: dict[str, None] = {}
    pending = list(names)
    while pending:
        name = pending.pop()
        if name not in found:
            found[name] = None
            pending.extend(conditions_in(template.conditions[name].node, template))
    return found


class Reads:
    """The parameters that the conditions of a template read, also through other conditions.

    They are found when they are asked for: together they can be as many as the square of the conditions.
    """

    def __init__(self, template: Template) -> None:
        self.template = template
        self._own: dict[str, frozenset[str]] = {}
        self._found: dict[str, frozenset[str]] = {}

    def own(self, name: str) -> frozenset[str]:
        """The parameters that a condition reads itself."""
        if name not in self._own:
            self._own[name] = frozenset(parameters_in(self.template.conditions[name].node, self.template))
        return self._own[name]

    def __getitem__(self, name: str) -> frozenset[str]:
        if name not in self._found:
            self._found[name] = self.of([name])
        return self._found[name]

    def of(self, names: Iterable[str]) -> frozenset[str]:
        """The parameters that any of some conditions reads."""
        return frozenset[str]().union(*map(self.own, _needed(self.template, names)))

    def blocks(self, names: Iterable[str]) -> list[list[str]]:
        """Conditions in blocks: those that read a common parameter, also through others, are in the same one."""
        wanted = dict.fromkeys(names)
        needed = _needed(self.template, wanted)
        linked: dict[str, list[str]] = {}
        for name in self.template.condition_order:
            if name in needed:  # one parameter of a condition stands for all: the others are in its block
                named = conditions_in(self.template.conditions[name].node, self.template)
                linked[name] = [*self.own(name), *(linked[other][0] for other in named if linked.get(other))]
        found = blocks([name for name in self.template.conditions if name in linked], linked)
        kept = ([name for name in block if name in wanted] for block in found)
        return [block for block in kept if block]


def blocks(names: Iterable[str], reads: AnyMapping[str, Iterable[str]]) -> list[list[str]]:
    """The named conditions in blocks: the outcomes of one block are independent of any other."""
    leads: dict[str, str] = {}

    def root(one: str) -> str:
        while leads.setdefault(one, one) != one:
            leads[one] = one = leads[leads[one]]
        return one

    names = list(names)
    own = {name: f"condition {name}" for name in names}
    for name in names:
        for read in reads[name]:
            leads[root(own[name])] = root(f"parameter {read}")
    found: dict[str, list[str]] = {}
    for name in names:
        found.setdefault(root(own[name]), []).append(name)
    return list(found.values())


def in_order(template: Template, keys: Iterable[Key]) -> list[Key]:
    """Keys in the order of the template's parameters, so that all parts of one follow it."""
    position = {name: at for at, name in enumerate(template.parameters)}
    return sorted(keys, key=lambda key: (position.get(key[0], len(position)), len(key)))
