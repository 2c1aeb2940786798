"""Connected components of conditions: those that read the same parameter, also through other conditions."""

from collections.abc import Iterable, Iterator
from collections.abc import Mapping as AnyMapping

from hotcore.evaluation import dependencies_first
from hotcore.symbolic.variables import Key
from hotcore.syntax import Mapping, Node, Scalar, Sequence, walk
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
    for one in walk(node):
        if not isinstance(one, Mapping) or one.sole_key != "get_param":
            continue
        argument = one.members["get_param"]
        name = argument.items[0] if isinstance(argument, Sequence) and argument.items else argument
        if not isinstance(name, Scalar):
            yield from template.parameters
        elif isinstance(name.value, str) and (name.value in template.parameters or name.value in PSEUDO_PARAMETERS):
            yield name.value


def with_needed(template: Template, names: Iterable[str]) -> dict[str, None]:
    """Conditions and their dependencies, in the order of the template."""
    found: dict[str, None] = {}
    pending = list(names)
    while pending:
        name = pending.pop()
        if name not in found:
            found[name] = None
            pending.extend(conditions_in(template.conditions[name].node, template))
    return {name: None for name in template.conditions if name in found}


def reads_of_conditions(template: Template) -> dict[str, frozenset[str]]:
    """The parameters that each condition reads, also through other conditions."""
    found: dict[str, frozenset[str]] = {}
    for name in dependencies_first(template):
        node = template.conditions[name].node
        named = (found.get(other, frozenset()) for other in conditions_in(node, template))
        found[name] = frozenset(parameters_in(node, template)).union(*named)
    return found


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
