"""The values of a template's parameters, given or default, and their validation as in Heat."""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal

from hotcore.budget import Budget, UsedUp
from hotcore.constraints import TOO_DEEP, Constraint, Refused, breaks, kinds_for, to_list
from hotcore.diagnostics import Diagnostic, Phase, Related, Report
from hotcore.runtime import dataclass
from hotcore.source import Location, Span
from hotcore.spelling import names_of, nearest
from hotcore.syntax import Mapping as MappingNode
from hotcore.syntax import Node, Scalar, to_plain
from hotcore.syntax import Sequence as SequenceNode
from hotcore.template import PSEUDO_PARAMETERS, Parameter, Template
from hotcore.values import MASK, Unknown, Value, comparable, is_known, is_shallow, kind_of

Origin = Literal["given", "parameter_defaults", "default", "missing"]


@dataclass(frozen=True, slots=True)
class ParameterState:
    """The state of a parameter."""

    name: str
    """The name of the parameter."""
    value: Value
    """The typed value: `Unknown` when it is missing or invalid, masked when the parameter is hidden and masking was
    requested."""
    source: Origin
    """Where the value comes from."""
    diagnostics: tuple[Diagnostic, ...] = ()
    """Why the value is invalid, one for each broken constraint in the template's order; empty when it is valid or
    missing."""
    repairs: tuple[Value, ...] = ()
    """The valid values nearest to an invalid one."""
    file: str | None = None
    """The environment file that the value comes from, the last one when several were merged; None without one."""

    @property
    def masked(self) -> "ParameterState":
        """The state with its value masked, if there is one."""
        if isinstance(self.value, Unknown):
            return self
        return ParameterState(self.name, MASK, self.source, self.diagnostics, file=self.file)


Locations = Mapping[str, Mapping[str, Location]]
"""The locations of values that come from files: by origin (`given`, `parameter_defaults`) and parameter."""

NOWHERE: Locations = {}


def take_values(
    template: Template,
    given: Mapping[str, Any],
    defaults: Mapping[str, Any],
    report: Report,
    locations: Locations = NOWHERE,
) -> dict[str, ParameterState]:
    """Every parameter's state under the given values and an environment's `parameter_defaults`."""
    for name in given:
        if name not in template.parameters:
            hint = report.did_you_mean(name, template.parameters)
            message = f"The template has no parameter `{name}`."
            place = locations.get("given", {}).get(name)
            span, file = (place.key_span, place.file) if place else (None, None)
            report.add(
                Diagnostic(
                    "unknown-value", message, span, parameter=str(name), hint=hint, file=file, phase=Phase.PARAMETERS
                )
            )
    states = {}
    budget = Budget()
    for name, parameter in template.parameters.items():
        state = _state(parameter, given.get(name), defaults.get(name), report, budget)
        place = locations[state.source].get(name) if state.source in locations else None
        if place:
            moved = tuple(_moved(found, place, template) for found in state.diagnostics)
            state = replace(state, diagnostics=moved, file=place.file)
        if state.diagnostics:
            report.extend(state.diagnostics)
        states[name] = state
    return states


def _state(parameter: Parameter, given: Any, overriding: Any, report: Report, budget: Budget) -> ParameterState:
    is_declaration_invalid = _check_declaration(parameter, report, budget)
    if isinstance(given, Unknown | dict | list) and not is_known(given):
        return ParameterState(parameter.name, given, "given")
    if given is not None:
        return _checked(parameter, given, "given", budget)
    if overriding is not None:
        return _checked(parameter, overriding, "parameter_defaults", budget)
    if parameter.has_default:
        if is_declaration_invalid:
            return ParameterState(parameter.name, Unknown(f"get_param {parameter.name}"), "default")
        state = _checked(parameter, parameter.default, "default", budget)
        if not state.diagnostics:
            return state
        return replace(state, diagnostics=(_about_default(state.diagnostics, parameter),))
    message = f"`{parameter.name}` needs a value."
    report.add(Diagnostic("value-needed", message, parameter.span, parameter=parameter.name, phase=Phase.VALUES))
    return ParameterState(parameter.name, Unknown(f"get_param {parameter.name}"), "missing")


def _moved(found: Diagnostic, place: Location, template: Template) -> Diagnostic:
    """A diagnostic about a value, moved to the location of the value."""
    related = (Related("declared here", found.span, template.source.name),) if found.span else ()
    return replace(found, span=place.span, file=place.file, related=related)


def _about_default(found: Sequence[Diagnostic], parameter: Parameter) -> Diagnostic:
    """The diagnostics about a default value as a single one about the default."""
    is_of_type = found[0].code != "wrong-type"
    problem = breaks(each.code.replace("-", "_") for each in found) if is_of_type else "has the wrong type"
    message = f"The default of `{parameter.name}` {problem}. {' '.join(each.message for each in found)}"
    related = tuple(other for each in found for other in each.related)
    return replace(found[0], code="bad-default", message=message, span=parameter.default_span, related=related)


def _checked(parameter: Parameter, value: Any, source: Origin, budget: Budget) -> ParameterState:
    """The state with a value: typed, or with a diagnostic for its wrong type or for each constraint that it breaks."""
    try:
        if not is_shallow(value):
            raise Refused(TOO_DEEP)
        converted = parameter.kind.convert(value)
        if not parameter.constraints:
            return ParameterState(parameter.name, converted, source)
        constrained = parameter.kind.constrained(value)
    except (Refused, ValueError) as refused:
        problems = [_problem(parameter, "wrong-type", str(refused))]
    else:
        problems = [
            _problem(parameter, constraint.definition.code, constraint.description or failure, constraint)
            for constraint, failure in _failures(parameter.constraints, constrained, budget)
        ]
        if not problems:
            return ParameterState(parameter.name, converted, source)
    return ParameterState(parameter.name, Unknown(f"get_param {parameter.name}"), source, tuple(problems))


def fits(parameter: Parameter, value: Value) -> bool:
    """Whether a value is valid for a parameter, both as a given value and as its default."""
    try:
        default = _default_as_checked(replace(parameter, default=value))
    except Refused:
        return False
    budget = Budget()
    declared = (each for each in parameter.constraints if not each.definition.is_named)
    return not any(_failures(declared, default, budget)) and not _checked(parameter, value, "given", budget).diagnostics


def _problem(parameter: Parameter, code: str, message: str, constraint: Constraint | None = None) -> Diagnostic:
    related = _locations([constraint] if constraint else [])
    return Diagnostic(code, message, parameter.span, parameter=parameter.name, related=related, phase=Phase.VALUES)


def _locations(constraints: Iterable[Constraint]) -> tuple[Related, ...]:
    """The locations of constraints that a value breaks."""
    return tuple(Related("the constraint", constraint.span) for constraint in constraints if constraint.span)


def _failures(constraints: Iterable[Constraint], value: Value, budget: Budget) -> Iterator[tuple[Constraint, str]]:
    """The constraints that a value breaks, with their error messages."""
    for constraint in constraints:
        try:
            budget.spend(len(value) if isinstance(value, list) else 1)
        except UsedUp:
            yield constraint, "There are too many items to check."
            return
        if failure := constraint.failure(value):
            yield constraint, failure


def _check_declaration(parameter: Parameter, report: Report, budget: Budget) -> bool:
    """Whether the declaration itself is invalid: a constraint of another type, a default that breaks one."""
    if not parameter.constraints and (parameter.default is None or parameter.type != "comma_delimited_list"):
        return False
    broken = False

    def complain(code: str, message: str, span: Span | None, hint: str | None = None) -> None:
        nonlocal broken
        broken = True
        report.add(Diagnostic(code, message, span, hint=hint, parameter=parameter.name, phase=Phase.PARAMETERS))

    for constraint in parameter.constraints:
        if parameter.type not in constraint.definition.types:
            complain(
                "constraint-not-for-type",
                f"`{constraint.kind}` does not apply to parameters of the type {parameter.type}.",
                constraint.span,
                f"Constraints for that type: {', '.join(kinds_for(parameter.type)) or 'none'}.",
            )
    if parameter.default is None or broken:
        return broken
    try:
        default = _default_as_checked(parameter)
    except Refused as refused:
        complain(
            "bad-default", f"The default of `{parameter.name}` has the wrong type. {refused}", parameter.default_span
        )
        return broken
    checked = (constraint for constraint in parameter.constraints if not constraint.definition.is_named)
    if failures := list(_failures(checked, default, budget)):
        report.add(_broken_default(parameter, failures))
    return bool(failures)


def _broken_default(parameter: Parameter, failures: list[tuple[Constraint, str]]) -> Diagnostic:
    """One diagnostic for all constraints that a default breaks."""
    broken = breaks(constraint.kind for constraint, _ in failures)
    message = f"The default of `{parameter.name}` {broken}. {' '.join(failure for _, failure in failures)}"
    return Diagnostic(
        "bad-default",
        message,
        parameter.default_span,
        parameter=parameter.name,
        related=_locations(constraint for constraint, _ in failures),
        phase=Phase.PARAMETERS,
    )


def _default_as_checked(parameter: Parameter) -> Value:
    """The default as constraints of the declaration check it: lists are split differently, JSON is still a string."""
    default = parameter.default
    if parameter.type != "comma_delimited_list":
        return default
    return default.split(",") if isinstance(default, str) else to_list(default)


def check_groups(template: Template, report: Report) -> None:
    """Reports invalid `parameter_groups` (HOT specification, "Parameter groups section")."""
    node = template.root.get("parameter_groups")
    if node is None or not to_plain(node):
        return

    def complain(code: str, message: str, span: Span, hint: str | None = None) -> None:
        report.add(Diagnostic(code, message, span, hint=hint, phase=Phase.GROUPS))

    if not isinstance(node, SequenceNode):
        complain(
            "bad-section",
            f"`parameter_groups` must be a list, each group starting with `-`, not {kind_of(to_plain(node))}.",
            node.span,
            "Put a `-` before its first key."
            if isinstance(node, MappingNode) and "parameters" in node.members
            else None,
        )
        return
    grouped: set[Hashable] = set()
    for group in node.items:
        for member in _members(group, complain):
            name = to_plain(member)
            if comparable(name) in grouped:
                complain(
                    "grouped-twice", f"`{name}` is already in a group; a parameter can only be in one.", member.span
                )
            elif not isinstance(name, str):
                below = "Write the name itself, without a function." if isinstance(name, dict) else None
                complain(
                    "bad-group", f"A group must contain names of parameters, not {kind_of(name)}.", member.span, below
                )
            elif not template.writes("parameters", name) and name not in PSEUDO_PARAMETERS[:2]:
                hint = report.did_you_mean(name, template.parameters) or names_of("parameters", template.parameters)
                complain("unknown-parameter", f"There is no parameter `{name}`.", member.span, hint)
            grouped.add(comparable(name))


def _members(group: Node, complain: Any) -> list[Node]:
    if not isinstance(group, MappingNode):
        complain("bad-group", f"A group must be a map with `parameters`, not {kind_of(to_plain(group))}.", group.span)
        return []
    members = group.get("parameters")
    if not isinstance(members, SequenceNode):
        found = f", not {kind_of(to_plain(members))}" if members is not None else ""
        misspelt = nearest("parameters", group.members) if members is None else None
        span = group.value_span("parameters") if members is not None else group.key_span(misspelt)
        hint = "Did you mean `parameters`?" if misspelt else None
        if isinstance(members, Scalar) and isinstance(members.value, str):
            hint = f"Write it as `[{members.value[:100]}]`."
        complain("bad-group", f"A group must have `parameters`, a list of names{found}.", span, hint)
        return []
    return members.items
