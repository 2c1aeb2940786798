"""The relevance of parameters: which ones matter under the present values, and why the others do not.

Irrelevant parameters may take any values that Heat accepts, all of them at once, and the resources and outputs stay
the same.
"""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping
from itertools import groupby

from hotcore.resolver.reasons import Explainer, Reason
from hotcore.resolver.resolution import Resolution
from hotcore.resolver.slicing import Cut, Kind, Slice, Why
from hotcore.runtime import cached_property, dataclass
from hotcore.sandbox import shared_time
from hotcore.syntax import Node, Scalar
from hotcore.template import ConditionReads, parameters_read

MOST_READERS = 30
"""Readers of one parameter that are kept."""

RELEVANCE_SECONDS = 1.0
"""The total time for the patterns and expressions of conditions."""


@dataclass(frozen=True, slots=True)
class Reader:
    """A part of the template that reads a parameter, but not under the present values."""

    kind: Kind
    """What the part is."""
    name: str
    """Its name."""
    why: Why
    """`off`: the resource or output is disabled; `branch`: an `if` in it takes the other branch; `decided`: a
    condition, by name or inline, has its value whatever the parameter is; `unused`: nothing uses the condition."""
    reason: tuple[Reason, ...] = ()
    """Why that is so, by the parameters that decide it."""


def by_reason(readers: Iterable[Reader]) -> Iterator[tuple[Why, tuple[Reason, ...], list[str]]]:
    """Adjacent readers grouped by why they do not read: the kind, the shared reason, and their names."""
    for (why, reason), group in groupby(readers, key=lambda reader: (reader.why, reader.reason)):
        yield why, reason, list(dict.fromkeys(reader.name for reader in group))


class IrrelevantParameters(Mapping[str, tuple[Reader, ...]]):
    """The irrelevant parameters, each with what would read it; determined when they are asked for, as only forms do."""

    def __init__(self, resolution: Resolution, explainer: Explainer) -> None:
        self._resolution = resolution
        self._explainer = explainer

    @cached_property
    def _found(self) -> dict[str, tuple[Reader, ...]]:
        with shared_time(RELEVANCE_SECONDS):
            return irrelevant_parameters(self._resolution, self._explainer)

    def __getitem__(self, name: str) -> tuple[Reader, ...]:
        return self._found[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)


def irrelevant_parameters(resolution: Resolution, explainer: Explainer) -> dict[str, tuple[Reader, ...]]:
    """The irrelevant parameters, each with what would read it; nothing, when nothing in the template does.

    Where the name of a parameter is computed, all of them are relevant.  A template without resources and outputs has
    no irrelevant parameters.
    """
    template = resolution.template
    if not (template.resources or template.outputs):
        return {}
    reads = ConditionReads(template)
    demand = Slice(resolution, reads)
    idle = reads.unread(demand.live)
    if not idle:
        return {}
    found: dict[str, list[Reader]] = {name: [] for name in reads.names(idle)}
    _add_skipped(found, idle, demand, _Reasons(explainer, demand))
    _add_unused(resolution, {name: readers for name, readers in found.items() if not readers})
    return {name: tuple(readers) for name, readers in found.items()}


def _add_skipped(found: dict[str, list[Reader]], idle: int, demand: Slice, reasons: "_Reasons") -> None:
    """Adds the skipped readers of parameters."""
    reads = demand.reads
    listed: dict[Hashable, int] = defaultdict(int)  # by reader: it may read in very many places
    for cut in demand.cuts:
        if read := reads.declared(_read_in(cut, reads)) & idle:
            reader = Reader(*cut.element, cut.why, reasons.of(cut.decider))
            key = _key(reader)
            fresh = read & ~listed[key]
            listed[key] |= read
            for name in reads.names(fresh):
                if reader not in found[name]:
                    found[name].append(reader)
                if len(found[name]) >= MOST_READERS:
                    idle &= ~reads.bits[name]


def _key(reader: Reader) -> Hashable:
    """A key that equal readers share; lists and maps are not compared, for they may be long."""
    values = (each.value if isinstance(each.value, Hashable) else (list, id(each.value)) for each in reader.reason)
    names = ((each.kind, each.subject, each.name) for each in reader.reason)
    return reader.kind, reader.name, reader.why, tuple(zip(names, values, strict=True))


def _read_in(cut: Cut, reads: ConditionReads) -> int:
    found = 0
    for node in cut.nodes:
        found |= reads.tested(node) if cut.why == "decided" else reads.below(node)
    return found


def _add_unused(resolution: Resolution, found: dict[str, list[Reader]]) -> None:
    """Adds the conditions that read parameters, but are not used anywhere."""
    for name, condition in resolution.template.conditions.items() if found else ():
        for each in parameters_read(condition.node, resolution.template):
            if len(found.get(each, [None] * MOST_READERS)) < MOST_READERS:
                found[each].append(Reader("condition", name, "unused"))


class _Reasons(Explainer):
    """Explains by parameters, through named conditions, and by those members that were chosen as decisive."""

    def __init__(self, explainer: Explainer, demand: Slice) -> None:
        super().__init__(explainer.conditions, explainer.states, explainer.hidden)
        self._chosen = demand.chosen
        self._named: dict[str, tuple[Reason, ...]] = {}
        self._told: dict[int, tuple[Reason, ...]] = {}
        template = self.scope.template
        for name in template.condition_order:
            self._named[name] = self.explain(template.conditions[name].node)

    def of(self, decider: Node) -> tuple[Reason, ...]:
        """The reasons for the value of a condition, by name or inline."""
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
