"""Which parameters matter under the present values, and why the others do not.

Those that do not may take any values that Heat accepts, all of them at once, and the same resources and outputs come
out.
"""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from hotcore.evaluation import needed_first
from hotcore.preview.reasons import Explainer, Reason
from hotcore.preview.resolution import Resolution
from hotcore.preview.slicing import Cut, Demand, Kind, Reads, Why
from hotcore.syntax import Node, Scalar
from hotcore.template import references

MOST_READERS = 30
"""Readers of one parameter that are told."""


@dataclass(frozen=True, slots=True)
class Reader:
    """A part of the template that reads a parameter, but not under the present values, and why not.

    `off`: the resource or output is off; `branch`: an `if` in it takes the other branch; `decided`: a condition, or one
    that is written in it, has its value whatever the parameter says; `unused`: nothing asks for the condition.
    `reason` is why that is so, by the parameters that decide it.
    """

    kind: Kind
    name: str
    why: Why
    reason: tuple[Reason, ...] = ()


def by_reason(readers: Iterable[Reader]) -> Iterator[tuple[Why, tuple[Reason, ...], list[str]]]:
    """Why readers that stand side by side do not read, the reason that they have in common, and their names."""
    for (why, reason), group in groupby(readers, key=lambda reader: (reader.why, reader.reason)):
        yield why, reason, list(dict.fromkeys(reader.name for reader in group))


def irrelevant_parameters(resolution: Resolution, explainer: Explainer) -> dict[str, tuple[Reader, ...]]:
    """The parameters that do not matter now, each with what would read it; nothing, when nothing in the template does.

    Where it cannot be told which parameter is read, because its name is computed, all of them matter.  A template that
    has neither resources nor outputs yet is not judged.
    """
    template = resolution.template
    if not (template.resources or template.outputs):
        return {}
    reads = Reads(template)
    demand = Demand(resolution, reads)
    idle = reads.everything & ~demand.live
    if not idle:
        return {}
    found: dict[str, list[Reader]] = {name: [] for name in reads.names(idle)}
    _tell_passed_over(found, idle, demand, _Reasons(explainer, demand))
    _tell_unused(resolution, {name: readers for name, readers in found.items() if not readers})
    return {name: tuple(readers) for name, readers in found.items()}


def _tell_passed_over(found: dict[str, list[Reader]], idle: int, demand: Demand, reasons: "_Reasons") -> None:
    """Adds what would read parameters, if it were not passed over."""
    reads = demand.reads
    told: dict[Hashable, int] = defaultdict(int)  # by reader: what it would read may stand in very many places
    for cut in demand.cuts:
        if read := _read_in(cut, reads) & idle:
            reader = Reader(*cut.element, cut.why, reasons.of(cut.decider))
            key = _key(reader)
            fresh = read & ~told[key]
            told[key] |= read
            for name in reads.names(fresh):
                if reader not in found[name]:
                    found[name].append(reader)
                if len(found[name]) >= MOST_READERS:
                    idle &= ~reads.bits[name]


def _key(reader: Reader) -> Hashable:
    """What only readers that are the same have; lists and maps are not looked into, for they may be long."""
    values = (each.value if isinstance(each.value, Hashable) else (list, id(each.value)) for each in reader.reason)
    names = ((each.kind, each.subject, each.name) for each in reader.reason)
    return reader.kind, reader.name, reader.why, tuple(zip(names, values, strict=True))


def _read_in(cut: Cut, reads: Reads) -> int:
    found = 0
    for node in cut.nodes:
        found |= reads.tested(node) if cut.why == "decided" else reads.below(node)
    return found


def _tell_unused(resolution: Resolution, found: dict[str, list[Reader]]) -> None:
    """Adds the conditions that read parameters, but are nowhere named."""
    for name, condition in resolution.template.conditions.items() if found else ():
        for each in dict.fromkeys(reference.name for reference in references(condition.node)):
            if len(found.get(each, [None] * MOST_READERS)) < MOST_READERS:
                found[each].append(Reader("condition", name, "unused"))


class _Reasons(Explainer):
    """Explains by parameters, through the names of conditions, and by those members that were chosen to decide."""

    def __init__(self, explainer: Explainer, demand: Demand) -> None:
        super().__init__(explainer.conditions, explainer.states, explainer.hidden)
        self._chosen = demand.chosen
        self._named: dict[str, tuple[Reason, ...]] = {}
        self._told: dict[int, tuple[Reason, ...]] = {}
        template = self.scope.template
        for name in needed_first(template):
            self._named[name] = self.explain(template.conditions[name].node)

    def of(self, decider: Node) -> tuple[Reason, ...]:
        """Why a condition, by name or written out, has its value."""
        if id(decider) not in self._told:
            self._told[id(decider)] = self.explain(decider)
        return self._told[id(decider)]

    def _reasons(self, node: Node) -> list[Reason]:
        if isinstance(node, Scalar) and isinstance(node.value, str) and node.value in self._named:
            return list(self._named[node.value])
        return super()._reasons(node)

    def _decisive(self, members: list[Node], *, decisive: bool) -> list[Reason]:
        chosen = self._chosen.get(id(members))
        return super()._decisive(members, decisive=decisive) if chosen is None else self._reasons(chosen)
