"""The build of a preview: what Heat would create from a template under given values."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from hotcore import functions  # noqa: F401  the import registers them
from hotcore.budget import Budget
from hotcore.constraints import Refused
from hotcore.diagnostics import Diagnostic, Phase, Report, Severity, Unreported, diagnostic_as_data
from hotcore.evaluation import STACK, Conditions, NestedValues, Scope, StackValues, Surroundings
from hotcore.parameters import NOWHERE, Locations, ParameterState, check_groups, take_values
from hotcore.resolver.masking import masked_scope, masked_state
from hotcore.resolver.nested.expansion import Expansion, has_nested
from hotcore.resolver.nested.inputs import Inputs, ResolvedStack
from hotcore.resolver.reasons import Explainer, Reason
from hotcore.resolver.relevance import IrrelevantParameters, Reader
from hotcore.resolver.resolution import Resolution, ResolvedResource
from hotcore.resolver.states import ConditionState, NestedStack, OutputState, Preview, ResourceState
from hotcore.syntax import Node, Scalar
from hotcore.template import Resource, Template
from hotcore.values import Unknown, to_json


def resolve_stack(
    template: Template,
    surroundings: Surroundings,
    given: Mapping[str, Any],
    defaults: Mapping[str, Any],
    known: tuple[Diagnostic, ...],
    *,
    mask: bool,
    locations: Locations = NOWHERE,
) -> ResolvedStack:
    """The preview of a template; `known` are the diagnostics of parsing it, `locations` those of values in files."""
    run = _Run(defaults, {"parameter_defaults": locations.get("parameter_defaults", {})}, mask=mask)
    return run.stack(template, surroundings, Inputs(given, {}, {}, {}, locations), known)


def resolve_values(template: Template, surroundings: Surroundings, given: Mapping[str, Any]) -> Resolution:
    """The resolution behind the values of a template, with hidden ones masked and its nested stacks evaluated."""
    stack = _Run({}, {}, mask=True).stack(template, surroundings, Inputs(given, {}, {}, {}, NOWHERE), ())
    assert stack.shown is not None
    return stack.shown


class _Run:
    """Evaluates a template and those nested in it, under the same defaults."""

    def __init__(self, defaults: Mapping[str, Any], locations: Locations, *, mask: bool) -> None:
        self.defaults = defaults
        self.locations = locations
        self.mask = mask

    def stack(
        self, template: Template, surroundings: Surroundings, inputs: Inputs, known: tuple[Diagnostic, ...]
    ) -> ResolvedStack:
        """The resolved stack."""
        report = Report()
        report.extend(known)
        states = take_values(template, inputs.given, self.defaults, report, inputs.locations or self.locations)
        if not _is_topmost(surroundings):
            states = {name: _unjudged(state, template, inputs.given) for name, state in states.items()}
        check_groups(template, report)
        parameters = self.pseudo(surroundings) | {name: state.value for name, state in states.items()}
        hidden = frozenset(name for name, parameter in template.parameters.items() if parameter.hidden)
        scope = Scope(template, surroundings, parameters, hidden, budget=_budget(surroundings))
        conditions = Conditions(scope, report)
        truth = shown = Resolution(scope, conditions, report)
        _report_unused(conditions, report)
        if self.mask and (hidden or inputs.masked or inputs.shown_parent != inputs.parent):
            shown = Resolution(masked_scope(scope, inputs), conditions, Unreported())
            states = {name: masked_state(state, hidden, inputs.masked) for name, state in states.items()}
        stacks: Mapping[str, NestedStack] = {}
        values, shown_values = {}, {}
        if has_nested(template, surroundings):
            expanded = Expansion(truth, shown, report, self.stack, mask=self.mask).run()
            truth, shown, stacks = expanded.truth, expanded.shown, expanded.stacks
            values, shown_values = expanded.values, expanded.shown_values
        explainer = Explainer(conditions, states, hidden | inputs.masked.keys())
        preview = Preview(
            parameters=states,
            conditions=_condition_states(template, conditions, explainer),
            resources={
                name: _resource_state(truth.resources[name], shown, explainer, stacks.get(name)) for name in truth.order
            },
            outputs={name: _output_state(name, shown, explainer) for name in template.outputs},
            parameter_groups=template.groups_as_written,
            diagnostics=report.sorted,
            irrelevant=IrrelevantParameters(truth, explainer) if _is_topmost(surroundings) else {},
        )
        return ResolvedStack(preview, _values(truth, values), _values(shown, shown_values), shown)

    def pseudo(self, surroundings: Surroundings) -> dict[str, Any]:
        """The pseudo parameters."""
        defaults = {name: str(self.defaults[name]) for name in STACK if self.defaults.get(name) is not None}
        return {**STACK, **surroundings.stack, **defaults}


def _budget(surroundings: Surroundings) -> Budget:
    """The budget of an evaluation, which all stacks of a tree share."""
    return surroundings.nesting.tree.budget if surroundings.nesting else Budget()


def _is_topmost(surroundings: Surroundings) -> bool:
    """Whether this is the root stack."""
    return surroundings.nesting is None or surroundings.nesting.file is None


def _unjudged(state: ParameterState, template: Template, given: Mapping[str, Any]) -> ParameterState:
    """The state of a nested template's parameter, with its value even if that breaks constraints, as Heat uses it."""
    if not state.diagnostics or state.name not in given:
        return state
    try:
        return replace(state, value=template.parameters[state.name].kind.convert(given[state.name]))
    except (Refused, ValueError):
        return state


def _values(resolution: Resolution, inside: Mapping[str, NestedValues]) -> StackValues:
    """The values of a stack that its parent can read: enabled and known outputs, and the values of its own stacks."""
    outputs = {
        name: output.value
        for name, output in resolution.outputs.items()
        if output.enabled is True and not isinstance(output.value, Unknown)
    }
    return StackValues(outputs, inside)


def _report_unused(conditions: Conditions, report: Report) -> None:
    """Reports conditions that Heat could not evaluate, as warnings: without a use they do no harm."""
    for name, outcome in conditions.outcomes.items():
        if name not in conditions.used:
            for error in outcome.errors:
                report.add(
                    Diagnostic(
                        error.code,
                        error.message,
                        error.span,
                        Severity.WARNING,
                        error.hint,
                        error.file,
                        phase=Phase.CONDITIONS,
                    )
                )


def _condition_states(template: Template, conditions: Conditions, explainer: Explainer) -> dict[str, ConditionState]:
    return {
        name: ConditionState(name, conditions.outcomes[name].value, explainer.explain(condition.node), condition.span)
        for name, condition in template.conditions.items()
    }


def _why(node: Node | None, explainer: Explainer) -> tuple[str | None, tuple[Reason, ...]]:
    """The name of the condition of a resource or output, and the reasons for its value."""
    if node is None or (isinstance(node, Scalar) and node.value is None):
        return None, ()
    name = str(node.value) if isinstance(node, Scalar) and isinstance(node.value, str) else "expression"
    return name, explainer.explain(node)


def _resource_state(
    resolved: ResolvedResource, shown: Resolution, explainer: Explainer, nested: NestedStack | None
) -> ResourceState:
    declared = shown.template.resources[resolved.name]
    resource = shown.resources[resolved.name]
    condition, reason = _why(declared.field("condition"), explainer)
    return ResourceState(
        name=resolved.name,
        type=declared.type,
        enabled=resource.enabled,
        condition=condition,
        reason=reason,
        depends_on=tuple(sorted(resolved.needs)),
        properties=resource.properties,
        metadata=resource.metadata,
        deletion_policy=resource.deletion_policy,
        update_policy=resource.update_policy,
        external_id=resource.external_id,
        span=declared.span,
        nested=nested,
        **_registered(declared, shown.scope.surroundings),
    )


def _registered(resource: Resource, surroundings: Surroundings) -> dict[str, Any]:
    """The registry's entries about a resource."""
    registry, catalogue = surroundings.registry, surroundings.catalogue
    if not registry:
        return {}
    target = registry.target(resource.type, resource.name, catalogue.has if catalogue else None)
    return {
        "mapped_to": target.name if target else None,
        "hooks": registry.hooks(resource.name),
        "restricted_actions": registry.restricted_actions(resource.name),
    }


def _output_state(name: str, shown: Resolution, explainer: Explainer) -> OutputState:
    declared = shown.template.outputs[name]
    output = shown.outputs[name]
    condition, reason = _why(declared.condition, explainer)
    return OutputState(name, output.value, output.enabled, condition, reason, declared.description, declared.span)


def preview_as_data(preview: Preview) -> dict[str, Any]:
    """The preview as JSON-ready data: `ok`, `parameters`, `conditions`, `resources`, `outputs`, `parameter_groups`,
    `diagnostics`, `irrelevant`, `sources`."""
    return {
        "ok": preview.ok,
        **declarations_as_data(preview),
        "parameter_groups": to_json(preview.parameter_groups),
        "diagnostics": [diagnostic_as_data(diagnostic) for diagnostic in preview.diagnostics],
        "irrelevant": {name: [_reader_as_data(reader) for reader in r] for name, r in preview.irrelevant.items()},
        "sources": {n: {"source": state.source, "file": state.file} for n, state in preview.parameters.items()},
    }


def declarations_as_data(preview: Preview) -> dict[str, dict[str, Any]]:
    """What a preview says about each declaration, by its section and its name."""
    return {
        "parameters": {name: to_json(state.value) for name, state in preview.parameters.items()},
        "conditions": {name: to_json(state.value) for name, state in preview.conditions.items()},
        "resources": {name: _resource_as_data(state) for name, state in preview.resources.items()},
        "outputs": {name: to_json(state.value) for name, state in preview.outputs.items()},
    }


def _reader_as_data(reader: Reader) -> dict[str, Any]:
    because = [
        {"kind": reason.kind, reason.subject or "name": reason.name, "value": to_json(reason.value)}
        for reason in reader.reason
    ]
    return {"kind": reader.kind, "name": reader.name, "why": reader.why, "because": because}


def _resource_as_data(state: ResourceState) -> dict[str, Any]:
    data = {
        "type": state.type,
        "enabled": to_json(state.enabled),
        "depends_on": list(state.depends_on),
        "properties": to_json(state.properties),
        "metadata": to_json(state.metadata),
        "deletion_policy": to_json(state.deletion_policy),
        "update_policy": to_json(state.update_policy),
        "external_id": to_json(state.external_id),
        **_registry_as_data(state),
    }
    return data if state.nested is None else {**data, "nested": _nested_as_data(state.nested)}


def _nested_as_data(stack: NestedStack) -> dict[str, Any]:
    """A nested stack; a group has `members` and `alike`, and of its `resources` only those that were evaluated."""
    data: dict[str, Any] = {"file": stack.file} if stack.file is not None else {}
    if stack.is_group:
        data |= {"members": to_json(stack.members), "alike": stack.alike}
    if stack.left_out:
        data["left_out"] = stack.left_out
    if stack.preview is None:
        return data
    resources = {name: _resource_as_data(state) for name, state in stack.resources.items()}
    if stack.is_group:
        return {**data, "resources": resources}
    return {
        **data,
        "parameters": {name: to_json(state.value) for name, state in stack.preview.parameters.items()},
        "conditions": {name: to_json(state.value) for name, state in stack.preview.conditions.items()},
        "resources": resources,
        "outputs": {name: to_json(state.value) for name, state in stack.preview.outputs.items()},
    }


def _registry_as_data(state: ResourceState) -> dict[str, Any]:
    """The registry's entries about a resource, if there are any."""
    lists = {"hooks": list(state.hooks), "restricted_actions": list(state.restricted_actions)}
    return {key: value for key, value in ({"mapped_to": state.mapped_to} | lists).items() if value}
