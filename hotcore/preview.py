"""What Heat would make of a template under given values: the states that a page, a terminal or a program shows."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hotcore import functions  # noqa: F401  importing them makes them known
from hotcore.conditions import Conditions
from hotcore.diagnostics import Diagnostic, Phase, Report, Severity, first_refusal
from hotcore.nodes import Node, Scalar
from hotcore.reasons import Explainer, Reason
from hotcore.resolve import Resolution
from hotcore.scope import STACK, Scope, Surroundings
from hotcore.supplied import ParameterState, check_groups, take_values
from hotcore.template import Template
from hotcore.values import Unknown, Value, to_json


@dataclass(frozen=True, slots=True)
class ConditionState:
    """A condition: True, False, `Unknown`, or None when Heat cannot evaluate it and nothing needs it."""

    name: str
    value: bool | Unknown | None
    reason: tuple[Reason, ...]
    line: int


@dataclass(frozen=True, slots=True)
class ResourceState:
    """A resource: whether it will be there and why, what it needs, its fields with functions resolved.

    `condition` is the condition's name, "expression" when it is written out, None without one.
    """

    name: str
    type: str
    enabled: bool | Unknown
    condition: str | None
    reason: tuple[Reason, ...]
    depends_on: tuple[str, ...]
    properties: Value
    metadata: Value
    deletion_policy: Value
    update_policy: Value
    external_id: Value
    line: int


@dataclass(frozen=True, slots=True)
class OutputState:
    """An output: its value, possibly with `Unknown` inside; None when its condition is false."""

    name: str
    value: Value
    enabled: bool | Unknown
    condition: str | None
    reason: tuple[Reason, ...]
    description: str
    line: int


@dataclass(frozen=True, slots=True)
class Preview:
    """What comes out of a template.

    `resources` are in order of creation.  `diagnostics` has every finding, by place; `ok` tells whether Heat would
    accept the template with these values.
    """

    parameters: dict[str, ParameterState]
    conditions: dict[str, ConditionState]
    resources: dict[str, ResourceState]
    outputs: dict[str, OutputState]
    parameter_groups: list[Any]
    diagnostics: tuple[Diagnostic, ...]

    @property
    def refusal(self) -> Diagnostic | None:
        """The error that Heat would have answered with."""
        return first_refusal(self.diagnostics)

    @property
    def ok(self) -> bool:
        """Whether Heat would accept it."""
        return self.refusal is None


def resolve_template(
    template: Template,
    surroundings: Surroundings,
    given: Mapping[str, Any],
    defaults: Mapping[str, Any],
    known: tuple[Diagnostic, ...],
    *,
    mask: bool,
) -> Preview:
    """The preview of a template; `known` are the findings of reading it."""
    report = Report()
    report.extend(known)
    states = take_values(template, given, defaults, report)
    check_groups(template, report)
    pseudo = {**STACK, **surroundings.stack, **{k: str(v) for k, v in defaults.items() if k in STACK and v is not None}}
    parameters = pseudo | {name: state.value for name, state in states.items()}
    hidden = frozenset(name for name, parameter in template.parameters.items() if parameter.hidden)
    scope = Scope(template, surroundings, parameters, hidden)
    conditions = Conditions(scope, report)
    resolution = Resolution(scope, conditions, report)
    _report_unused(conditions, report)
    if mask and hidden:
        shown = Resolution(Scope(template, surroundings, parameters, hidden, masked=True), conditions, Report())
        states = {name: state.masked if name in hidden else state for name, state in states.items()}
    else:
        shown = resolution
    explainer = Explainer(conditions, states)
    return Preview(
        parameters=states,
        conditions=_condition_states(template, conditions, explainer),
        resources={name: _resource_state(name, resolution, shown, explainer) for name in resolution.order},
        outputs={name: _output_state(name, shown, explainer) for name in template.outputs},
        parameter_groups=template.groups_as_written,
        diagnostics=report.sorted,
    )


def _report_unused(conditions: Conditions, report: Report) -> None:
    """A condition that Heat could not evaluate does no harm as long as nothing needs it; its author wants to know."""
    for name, outcome in conditions.outcomes.items():
        if name not in conditions.used:
            for mistake in outcome.mistakes:
                report.add(
                    Diagnostic(
                        mistake.code,
                        mistake.message,
                        mistake.span,
                        Severity.WARNING,
                        mistake.hint,
                        mistake.file,
                        phase=Phase.CONDITIONS,
                    )
                )


def _condition_states(template: Template, conditions: Conditions, explainer: Explainer) -> dict[str, ConditionState]:
    return {
        name: ConditionState(
            name, conditions.outcomes[name].value, explainer.explain(condition.node), condition.span.line
        )
        for name, condition in template.conditions.items()
    }


def _why(node: Node | None, explainer: Explainer) -> tuple[str | None, tuple[Reason, ...]]:
    """The name of a condition and why it is as it is, in the words of a resource or output that has it."""
    if node is None or (isinstance(node, Scalar) and node.value is None):
        return None, ()
    name = str(node.value) if isinstance(node, Scalar) and isinstance(node.value, str) else "expression"
    return name, explainer.explain(node)


def _resource_state(name: str, resolution: Resolution, shown: Resolution, explainer: Explainer) -> ResourceState:
    declared = resolution.template.resources[name]
    resource = shown.resources[name]
    condition, reason = _why(declared.field("condition"), explainer)
    return ResourceState(
        name=name,
        type=declared.type,
        enabled=resource.enabled,
        condition=condition,
        reason=reason,
        depends_on=tuple(sorted(resolution.resources[name].needs)),
        properties=resource.properties,
        metadata=resource.metadata,
        deletion_policy=resource.deletion_policy,
        update_policy=resource.update_policy,
        external_id=resource.external_id,
        line=declared.span.line,
    )


def _output_state(name: str, shown: Resolution, explainer: Explainer) -> OutputState:
    declared = shown.template.outputs[name]
    output = shown.outputs[name]
    condition, reason = _why(declared.condition, explainer)
    return OutputState(name, output.value, output.enabled, condition, reason, declared.description, declared.span.line)


def preview_as_data(preview: Preview) -> dict[str, Any]:
    """The preview as JSON-ready data: `ok`, `parameters`, `conditions`, `resources`, `outputs`, `parameter_groups`,
    `diagnostics`."""
    return {
        "ok": preview.ok,
        "parameters": {name: to_json(state.value) for name, state in preview.parameters.items()},
        "conditions": {name: to_json(state.value) for name, state in preview.conditions.items()},
        "resources": {name: _resource_as_data(state) for name, state in preview.resources.items()},
        "outputs": {name: to_json(state.value) for name, state in preview.outputs.items()},
        "parameter_groups": to_json(preview.parameter_groups),
        "diagnostics": [diagnostic_as_data(diagnostic) for diagnostic in preview.diagnostics],
    }


def _resource_as_data(state: ResourceState) -> dict[str, Any]:
    return {
        "type": state.type,
        "enabled": to_json(state.enabled),
        "depends_on": list(state.depends_on),
        "properties": to_json(state.properties),
        "metadata": to_json(state.metadata),
        "deletion_policy": to_json(state.deletion_policy),
        "update_policy": to_json(state.update_policy),
        "external_id": to_json(state.external_id),
    }


def diagnostic_as_data(diagnostic: Diagnostic) -> dict[str, Any]:
    """A finding as JSON-ready data; `line` and `column` count from 1 and are null where it has no place."""
    span = diagnostic.span
    return {
        "code": diagnostic.code,
        "severity": str(diagnostic.severity),
        "message": diagnostic.message,
        "file": diagnostic.file,
        "line": span.line if span else None,
        "column": span.column if span else None,
        "end_line": span.end_line if span else None,
        "end_column": span.end_column if span else None,
        "parameter": diagnostic.parameter,
        "hint": diagnostic.hint,
        "related": [
            {"message": related.message, "file": related.file, "line": related.span.line, "column": related.span.column}
            for related in diagnostic.related
        ],
    }
