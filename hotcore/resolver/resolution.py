"""The resolution of a whole template: conditions, then resources in order of creation, then outputs."""

from collections.abc import Mapping as AnyMapping
from copy import copy
from dataclasses import field, replace
from typing import Any

from hotcore.diagnostics import Diagnostic, Phase, Related, Report
from hotcore.evaluation import (
    IN_DISABLED,
    IN_EXTERNAL,
    IN_EXTERNAL_ID,
    IN_EXTERNAL_POLICY,
    IN_LONELY_OUTPUT,
    IN_OUTPUT,
    IN_POLICY,
    IN_RESOURCE,
    Conditions,
    Evaluator,
    NestedValues,
    Phases,
    Scope,
    functions_of,
    single_phase,
)
from hotcore.resources import check_resource
from hotcore.runtime import dataclass
from hotcore.source import Span
from hotcore.spelling import names_of
from hotcore.syntax import Mapping, Node, Scalar, Sequence, map_hint, to_plain
from hotcore.template import (
    PSEUDO_PARAMETERS,
    RESOURCE_KEYS,
    Dependents,
    Output,
    Resource,
    creation_order,
    depends_on,
    first_cycle,
    references,
)
from hotcore.values import Unknown, Value, kind_of
from hotcore.versions import CONDITIONS_SINCE

_MOST_NAMED = 6
"""Resources of a cycle that a message names."""

_POLICIES = ("Delete", "Retain", "Snapshot")


@dataclass(slots=True)
class ResolvedResource:
    """A resolved resource: whether it will exist, its dependencies, its fields with functions resolved.

    The fields of a disabled resource are None, except for its name and type.
    """

    name: str
    type: str
    enabled: bool | Unknown
    needs: list[str] = field(default_factory=list)
    properties: Value = None
    metadata: Value = None
    deletion_policy: Value = None
    update_policy: Value = None
    external_id: Value = None


@dataclass(frozen=True, slots=True)
class ResolvedOutput:
    """A resolved output: whether its condition holds, and its value, which is None when it does not."""

    enabled: bool | Unknown
    value: Value


class Resolution:
    """Resolves a template once; afterwards `resources` and `outputs` have the results.

    `order` is the order of creation; resources of a cycle come last.
    """

    def __init__(self, scope: Scope, conditions: Conditions, report: Report) -> None:
        self.conditions = conditions
        self.report = report
        self.template = scope.template
        self._functions = functions_of(scope.template.version)
        enabled = {name: self._enabled(resource) for name, resource in scope.template.resources.items()}
        self.scope = replace(scope, enabled=enabled, dependents=Dependents(scope.template))
        self.resources = {name: self._resource(resource) for name, resource in self.template.resources.items()}
        self.order = self._ordered()
        self.outputs = {name: self._output(output) for name, output in self.template.outputs.items()}

    def informed(self, nested: AnyMapping[str, NestedValues], report: Report, *, masked: bool = False) -> "Resolution":
        """A mutable copy, with the attributes of nested stacks and a report of its own."""
        copied = copy(self)
        copied.scope = replace(self.scope, nested=nested, masked=masked or self.scope.masked)
        copied.report = report
        copied.resources = dict(self.resources)
        copied.outputs = dict(self.outputs)
        return copied

    def resolve_resource(self, name: str) -> None:
        """Resolves a resource again with what is known now."""
        self.resources[name] = self._resource(self.template.resources[name])

    def resolve_output(self, name: str) -> None:
        """Resolves an output again with what is known now."""
        self.outputs[name] = self._output(self.template.outputs[name])

    def complain(self, code: str, message: str, span: Span, phase: Phase, hint: str | None = None, **more: Any) -> None:
        """Reports an error."""
        name = self.template.source.name
        file = None if name == "template" else name
        self.report.add(Diagnostic(code, message, span, hint=hint, file=file, phase=phase, **more))

    def _enabled(self, resource: Resource) -> bool | Unknown:
        node = resource.field("condition")
        if node is None or self.template.version.date < CONDITIONS_SINCE:
            return True
        if (isinstance(node, Scalar) and not isinstance(node.value, str | bool)) or isinstance(node, Sequence):
            message = f"`condition` must be true, false, a condition or the name of one, not {kind_of(to_plain(node))}."
            self.complain("bad-condition", message, resource.node.value_span("condition"), Phase.RESOURCES)
            return Unknown()
        return self.conditions.test(node, Phase.RESOURCES, self.report)

    def _resource(self, resource: Resource) -> ResolvedResource:
        enabled = self.scope.enabled[resource.name]
        resolved = ResolvedResource(resource.name, resource.type, enabled)
        off = enabled is False
        self._check_name(resource, off)
        external = self._external_id(resource, off)
        phases, policy_phases = (IN_RESOURCE, IN_POLICY) if external is None else (IN_EXTERNAL, IN_EXTERNAL_POLICY)
        evaluator = self._evaluator(IN_DISABLED if off else phases, resource.name)
        properties = self._map_field(resource, "properties", evaluator)
        metadata = self._map_field(resource, "metadata", evaluator)
        policy_evaluator = self._evaluator(IN_DISABLED if off else policy_phases, resource.name)
        update_policy = self._map_field(resource, "update_policy", policy_evaluator)
        policy = self._deletion_policy(resource)
        explicit = self._explicit(resource, off, external)
        self._check_description(resource)
        if not off:
            resolved.properties, resolved.metadata, resolved.update_policy = properties, metadata, update_policy
            resolved.deletion_policy, resolved.external_id = policy, external
            needs = [] if external else [*explicit, *evaluator.references]
            resolved.needs = [name for name in dict.fromkeys(needs) if self.scope.enabled.get(name) is not False]
            if not self.scope.masked:
                evaluators, external_too = (evaluator, policy_evaluator), external is not None
                check_resource(resource, properties, update_policy, evaluators, self.report, external=external_too)
        return resolved

    def _evaluator(self, phases: Phases, within: str | None) -> Evaluator:
        return Evaluator(self.scope, self.conditions, phases, self.report, self._functions, within)

    def _check_name(self, resource: Resource, off: bool) -> None:
        if off:
            return
        if "/" in resource.name:
            self.complain("bad-name", "The name of a resource cannot contain a `/`.", resource.span, Phase.RESOURCES)
        if resource.name in self.template.parameters or resource.name in PSEUDO_PARAMETERS:
            message = f"There is a parameter `{resource.name}` too; the names of resources and parameters must differ."
            self.complain("duplicate-name", message, resource.span, Phase.RESOURCES)

    def _map_field(self, resource: Resource, key: str, evaluator: Evaluator) -> Value:
        """The value of a field that must be a map or one function."""
        node = resource.field(key)
        if node is None:
            return {}
        if not isinstance(node, Mapping) and not self._is_misindented(resource, key):
            message = f"`{key}` must be a map, not {kind_of(to_plain(node))}."
            hint = "Remove the key, or give it a value." if to_plain(node) is None else map_hint(node)
            self.complain(
                f"bad-{key.replace('_', '-')}", message, self._field_span(resource, key), Phase.RESOURCES, hint
            )
        if not isinstance(node, Mapping):
            evaluator.value(node)
            return {}
        value = evaluator.whole(node)
        return {} if value is None or (key == "metadata" and not value) else value

    def _is_misindented(self, resource: Resource, key: str) -> bool:
        """Whether an empty field was reported already, because its members are indented next to it."""
        return to_plain(resource.node.members[key]) is None and any(
            name not in RESOURCE_KEYS for name in resource.node.members
        )

    def _field_span(self, resource: Resource, key: str) -> Span:
        node = resource.node.members[key]
        return node.span if node.end > node.start else resource.node.key_span(key)

    def _text_field(self, resource: Resource, key: str, phases: Phases) -> tuple[Value, Evaluator]:
        """The value of a field that must be a string or one function."""
        node = resource.field(key)
        evaluator = self._evaluator(phases, resource.name)
        if node is None:
            return None, evaluator
        if not evaluator.is_call(node) and not (isinstance(node, Scalar) and isinstance(node.value, str)):
            message = f"`{key}` must be a string, not {kind_of(to_plain(node))}."
            self.complain(f"bad-{key.replace('_', '-')}", message, self._field_span(resource, key), Phase.RESOURCES)
            return Unknown(), evaluator
        return evaluator.whole(node), evaluator

    def _external_id(self, resource: Resource, off: bool) -> Value:
        if resource.field("external_id") is None or self.template.version.date < CONDITIONS_SINCE:
            return None
        return self._text_field(resource, "external_id", IN_DISABLED if off else IN_EXTERNAL_ID)[0]

    def _deletion_policy(self, resource: Resource) -> Value:
        node = resource.field("deletion_policy")
        if node is None:
            return "Delete" if resource.field("external_id") is None else "Retain"
        value, evaluator = self._text_field(resource, "deletion_policy", single_phase(Phase.RESOURCES))
        if evaluator.references:
            message = "`deletion_policy` cannot depend on a resource; Heat would never finish resolving it."
            self.complain("bad-deletion-policy", message, node.span, Phase.RESOURCES)
            return "Delete"
        if value is not None and not isinstance(value, Unknown):
            lower = self.template.version.date >= CONDITIONS_SINCE
            usual = [policy.lower() if lower else policy for policy in _POLICIES]
            if value not in (*_POLICIES, *usual):
                written = isinstance(node, Scalar)
                nearest = self.report.did_you_mean(value, usual) if written else None
                hint = nearest or f"The policies are {', '.join(_POLICIES)}."
                shown = f"`{value}`" if written else "with the name that this evaluates to"
                self.complain(
                    "bad-deletion-policy", f"There is no deletion policy {shown}.", node.span, Phase.RESOURCES, hint
                )
                return "Delete"
            value = value.capitalize()
        if resource.field("external_id") is not None:
            return "Retain"
        return "Delete" if value is None else value

    def _explicit(self, resource: Resource, off: bool, external: Value) -> list[str]:
        """The names in `depends_on`; those that Heat refuses are reported."""
        node = resource.field("depends_on")
        if node is None:
            return []
        names = depends_on(node)
        items = node.items if isinstance(node, Sequence) else [node]
        if len(names) != len(items):
            known = set(map(id, names))
            wrong = next((item for item in items if id(item) not in known), node)
            message = f"`depends_on` must be the name of a resource or a list of names, not {kind_of(to_plain(wrong))}."
            hint = "Write the names without a function." if isinstance(wrong, Mapping) else None
            if isinstance(wrong, Mapping) and wrong.sole_key == "get_resource":
                hint = f"Write the name without a function: `{to_plain(wrong.members['get_resource'])}`."
            span = wrong.span if wrong.end > wrong.start else resource.node.key_span("depends_on")
            self.complain("bad-depends-on", message, span, Phase.RESOURCES, hint)
        if off:
            return []
        if external and names:
            message = "A resource with an `external_id` cannot depend on other resources."
            self.complain("bad-depends-on", message, resource.node.key_span("depends_on"), Phase.DEPENDENCIES)
        for name in names:
            if not self.template.writes("resources", name.value):
                hint = self.report.did_you_mean(name.value, self.scope.nameable(resource.name))
                hint = hint or names_of("resources", self.template.resources)
                if "," in name.value:
                    hint = f"Write several names as a list: `[{name.value[:100]}]`."
                self.complain(
                    "unknown-resource", f"There is no resource `{name.value}`.", name.span, Phase.DEPENDENCIES, hint
                )
        return [name.value for name in names if name.value in self.template.resources]

    def _check_description(self, resource: Resource) -> None:
        node = resource.field("description")
        if node is not None and not (isinstance(node, Scalar) and isinstance(node.value, str)):
            message = f"`description` must be a string, not {kind_of(to_plain(node))}."
            self.complain("bad-description", message, self._field_span(resource, "description"), Phase.RESOURCES)

    def _ordered(self) -> tuple[str, ...]:
        needs = {name: resource.needs for name, resource in self.resources.items() if resource.enabled is not False}
        order = creation_order(needs)
        if order.stuck:
            cycle = first_cycle(needs, order.stuck)
            message = f"The resource `{cycle[0]}` depends on itself."
            named = [f"`{name}`" for name in cycle]
            left_out = ["…"] if len(named) > _MOST_NAMED else []
            if len(cycle) > 1:
                shown = " depends on ".join([*named[:_MOST_NAMED], *left_out, named[0]])
                message = f"Circular dependency: {shown}."
            span = self.template.resources[cycle[0]].span
            phase = Phase.RESOURCE_CYCLES if order.names else Phase.DEPENDENCIES
            related = self._links(cycle)
            span = related[0].span if related else span
            self.complain("circular-dependency", message, span, phase, related=related[1:])
        on = order.names + order.stuck
        return on if len(on) == len(self.resources) else self._with_disabled(on)

    def _links(self, cycle: tuple[str, ...]) -> tuple[Related, ...]:
        """The places where each of the resources depends on the next, if they are literals."""
        links = []
        for name, needed in zip(cycle[:_MOST_NAMED], (*cycle[1:], cycle[0]), strict=False):
            resource = self.template.resources[name]
            named: list[tuple[object, Node]] = [(one.value, one) for one in depends_on(resource.field("depends_on"))]
            for node in filter(None, (resource.field("properties"), resource.field("metadata"))):
                named += [(reference.name, reference.node) for reference in references(node)]
            link = next((node for name, node in named if name == needed), None)
            links += [Related(f"`{name}` depends on `{needed}`", link.span)] if link else []
        return tuple(links)

    def _with_disabled(self, on: tuple[str, ...]) -> tuple[str, ...]:
        """The order of creation, with the disabled resources inserted in template order."""
        names = list(self.resources)
        before: dict[str, list[str]] = {}
        waiting: list[str] = []
        for name in names:
            waiting.append(name)
            if self.resources[name].enabled is not False:
                before[name], waiting = waiting, []
        return (*(shown for name in on for shown in before[name]), *waiting)

    def _output(self, output: Output) -> ResolvedOutput:
        enabled: bool | Unknown = True
        if output.condition is not None:
            literal = output.condition.value if isinstance(output.condition, Scalar) else ""
            enabled = True if literal is None else self.conditions.test(output.condition, Phase.OUTPUTS, self.report)
        if enabled is False:
            return ResolvedOutput(False, None)
        phases = IN_OUTPUT if self.resources else IN_LONELY_OUTPUT
        value = self._evaluator(phases, None).whole(output.node)
        return ResolvedOutput(enabled, value)
