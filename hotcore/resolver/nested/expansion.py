"""The expansion of a stack's resources, in order of creation, so that known attributes of one can feed the next."""

from collections.abc import Iterator
from dataclasses import replace

from hotcore.catalogue import TEMPLATE_ENDINGS
from hotcore.diagnostics import Report, Severity, Unreported
from hotcore.evaluation import IN_RESOURCE, Evaluator, NestedValues, Surroundings
from hotcore.resolver.nested.inputs import Resolve, Use
from hotcore.resolver.nested.remote_stack import REMOTE_STACK
from hotcore.resolver.nested.stack import Nest
from hotcore.resolver.resolution import Resolution, ResolvedResource
from hotcore.resolver.states import NestedStack
from hotcore.resources import COMPUTED, GROUPS
from hotcore.syntax import Node
from hotcore.template import Template, references


def has_nested(template: Template, surroundings: Surroundings) -> bool:
    """Whether any resource may be a stack, or have known attributes, so that the expansion is worth its time."""
    if surroundings.nesting is None or surroundings.catalogue is None:
        return False
    if surroundings.registry:
        return True
    kinds = {resource.type for resource in template.resources.values()}
    if REMOTE_STACK in kinds or any(kind in GROUPS or kind.endswith(TEMPLATE_ENDINGS) for kind in kinds):
        return True
    if kinds.isdisjoint(COMPUTED):
        return False
    known = {name for name, resource in template.resources.items() if resource.type in COMPUTED} | {None}
    return any(name in known for _, _, node in template.values() for name in _attributes_of(node))


class Expansion:
    """Evaluates the known parts of a stack's resources, in order of creation, so that attributes of one can feed the
    next.

    Afterwards `stacks` has the nested stacks by the names of their resources; `truth` and `shown` are the resolutions
    with the known attributes.  They are the same object as long as nothing is masked.
    """

    def __init__(self, truth: Resolution, shown: Resolution, report: Report, resolve: Resolve, *, mask: bool) -> None:
        self.report = report
        self.resolve = resolve
        self.mask = mask
        self.template = truth.template
        self.surroundings = truth.scope.surroundings
        self.values: dict[str, NestedValues] = {}
        self.shown_values: dict[str, NestedValues] = {}
        self.extra = Report()
        same = shown is truth
        self.truth = truth.informed(self.values, self.extra)
        self.shown = self.truth if same else shown.informed(self.shown_values, Unreported())
        self.stacks: dict[str, NestedStack] = {}

    def run(self) -> "Expansion":
        """Evaluates everything."""
        for name in self.truth.order:
            self._expand(name)
        for name, output in self.template.outputs.items():
            if self._asks(output.node):
                for resolution in self._both():
                    resolution.resolve_output(name)
        for diagnostic in self.extra:
            weaker = diagnostic.severity is Severity.ERROR
            self.report.add(replace(diagnostic, severity=Severity.WARNING) if weaker else diagnostic)
        return self

    def _both(self) -> tuple[Resolution, ...]:
        return (self.truth,) if self.shown is self.truth else (self.truth, self.shown)

    def _asks(self, node: Node) -> bool:
        """Whether it reads an attribute that may be known."""
        return bool(self.values) and any(name is None or name in self.values for name in _attributes_of(node))

    def _expand(self, name: str) -> None:
        declared = self.template.resources[name]
        before, shown_before = self.truth.resources[name], self.shown.resources[name]
        if before.enabled is False:
            return
        if self._asks(declared.node):
            for resolution in self._both():
                resolution.resolve_resource(name)
        if before.external_id is not None:
            return
        report = Report()
        found = Nest(self._use(self.truth.resources[name], self.shown.resources[name]), report, self.resolve).found()
        if self.truth.resources[name] is before or not any(each.severity is Severity.ERROR for each in report):
            self.report.extend(report)
        else:  # Heat finds some of these errors before anything is created, others only with the attributes
            Nest(self._use(before, shown_before), self.report, self.resolve).found()
            self.extra.extend(report)
        if found is None:
            return
        stack, values, shown_values = found
        if stack is not None:
            self.stacks[name] = stack
        if values is not None and shown_values is not None:
            self._learn(name, values, shown_values)

    def _use(self, true: ResolvedResource, shown: ResolvedResource) -> Use:
        declared = self.template.resources[true.name]
        kind = declared.field("type")
        span = kind.span if kind is not None and kind.end > kind.start else declared.span
        evaluator = Evaluator(self.truth.scope, self.truth.conditions, IN_RESOURCE, Unreported())
        given = declared.field("properties")
        return Use(true, shown, declared.type, span, declared.node, self.surroundings, evaluator, given, declared.span)

    def _learn(self, name: str, values: NestedValues, shown_values: NestedValues) -> None:
        """Adds the attributes of a resource; the two resolutions part where the shown ones differ."""
        if self.shown is self.truth and self.mask and values != shown_values:
            self.shown_values.update(self.values)
            self.shown = self.truth.informed(self.shown_values, Unreported(), masked=True)
        self.values[name] = values
        self.shown_values[name] = shown_values


def _attributes_of(node: Node) -> Iterator[str | None]:
    """The resources whose attributes are read below a node; None for a computed name."""
    return (reference.name for reference in references(node) if reference.kind == "attribute")
