"""Connected components of conditions: those that read the same parameter, also through other conditions."""

from collections.abc import Iterable
from collections.abc import Mapping as AnyMapping

from hotcore.symbolic.variables import Key
from hotcore.template import ConditionReads, Template, conditions_in, with_needed


def blocks_of(names: Iterable[str], reads: ConditionReads) -> list[list[str]]:
    """Conditions in blocks: those that read a common parameter, also through others, are in the same one."""
    template = reads.template
    wanted = dict.fromkeys(names)
    needed = with_needed(template, wanted)
    linked: dict[str, list[str]] = {}
    for name in template.condition_order:
        if name in needed:  # one parameter of a condition stands for all: the others are in its block
            named = conditions_in(template.conditions[name].node, template.conditions)
            linked[name] = [*reads.own(name), *(linked[other][0] for other in named if linked.get(other))]
    found = blocks([name for name in template.conditions if name in linked], linked)
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
