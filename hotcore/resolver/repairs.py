"""Repairs in a preview: the nearest legal values for refused ones."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from hotcore.budget import Budget
from hotcore.diagnostics import Diagnostic, Fix
from hotcore.parameters import UNITS, ParameterState, nearest_values, repair_hint
from hotcore.resolver.states import Preview
from hotcore.template import Parameter, Template
from hotcore.values import Value


def with_repairs(
    preview: Preview, template: Template, given: Mapping[str, Any], defaults: Mapping[str, Any]
) -> Preview:
    """The preview with suggestions for refused values: in the hint of the first diagnostic, for defaults as a fix."""
    refused = _about_values(preview.diagnostics, template)
    if not refused:
        return preview
    budget = Budget(UNITS)
    states, found = dict(preview.parameters), list(preview.diagnostics)
    for at, about in refused.items():
        parameter = template.parameters[str(about.parameter)]
        state = states[parameter.name]
        value = parameter.default if about.code == "bad-default" else _value(state, given, defaults)
        repairs = nearest_values(parameter, value, budget)
        if not repairs:
            continue
        found[at] = _offering(about, parameter, repairs, as_json=not isinstance(value, str))
        if about.code != "bad-default" or state.diagnostics:
            states[parameter.name] = replace(state, repairs=repairs, diagnostics=_swapped(state, about, found[at]))
    return replace(preview, parameters=states, diagnostics=tuple(found))


def _about_values(found: Sequence[Diagnostic], template: Template) -> dict[int, Diagnostic]:
    """The first diagnostic about each refused value, by its index."""
    first: dict[tuple[str, bool], int] = {}
    refused = {"wrong-type", "bad-default"}
    for at, each in enumerate(found):
        parameter = template.parameters.get(each.parameter or "")
        if parameter is None or parameter.hidden or each.hint:
            continue
        kinds = {constraint.kind.replace("_", "-") for constraint in parameter.constraints}
        if each.code in refused | kinds:
            first.setdefault((parameter.name, each.code == "bad-default"), at)
    return {at: found[at] for at in first.values()}


def _value(state: ParameterState, given: Mapping[str, Any], defaults: Mapping[str, Any]) -> Value:
    """The value as it was given, from the source that takes effect."""
    return (given if state.source == "given" else defaults).get(state.name)


def _offering(about: Diagnostic, parameter: Parameter, repairs: tuple[Value, ...], *, as_json: bool) -> Diagnostic:
    hint = repair_hint(repairs, parameter.type, as_json=as_json)
    if about.code != "bad-default" or about.file is not None:
        return replace(about, hint=hint)
    path = ["parameters", parameter.name, "default"]
    title = (repair_hint(repairs[:1], parameter.type, as_json=as_json) or "Use the nearest legal value.").removesuffix(
        "."
    )
    return replace(about, hint=hint, fix=Fix(title, "set", {"path": path, "value": repairs[0]}))


def _swapped(state: ParameterState, old: Diagnostic, new: Diagnostic) -> tuple[Diagnostic, ...]:
    """The diagnostics of a state with the suggestion; a message that was cut for the report is the same diagnostic."""
    return tuple(replace(each, hint=new.hint, fix=new.fix) if each == old else each for each in state.diagnostics)
