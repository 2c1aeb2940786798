"""The conditions of a template and their values (HOT specification, "Conditions section").

Heat evaluates a condition only when something uses it, and reports its errors where it is used; an unused
condition may contain any error.
"""

from dataclasses import replace

from hotcore.diagnostics import Diagnostic, Phase, Report, Severity
from hotcore.evaluation.evaluator import Evaluator
from hotcore.evaluation.phases import Phases, single_phase
from hotcore.evaluation.scope import Scope
from hotcore.function_registry import CONDITIONS, CallError, arrival, function_names, functions_of
from hotcore.runtime import dataclass
from hotcore.spelling import names_of
from hotcore.syntax import TAG, Mapping, Node, Scalar, depth, implicit_tag, to_plain
from hotcore.template import Template
from hotcore.values import Unknown, Value, kind_of
from hotcore.versions import Version

_DEEPEST = 100
"""Levels to which circular conditions are followed; other conditions are evaluated in order and never nest."""

_MOST_NAMED = 6
"""Conditions of a cycle that a message names."""

_WHEN_USED = Phase.RESOURCES
_DEFINITION = Phases(Phase.CONDITIONS, validation=Phase.CONDITIONS, value=_WHEN_USED)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The value of a condition: true, false, `Unknown`, or None when Heat cannot evaluate it, and the errors then."""

    value: bool | Unknown | None
    errors: tuple[Diagnostic, ...] = ()


class Conditions:
    """The conditions of one run; after construction, `outcomes` has the outcome of each."""

    def __init__(self, scope: Scope, report: Report) -> None:
        self.scope = scope
        self.report = report
        self.outcomes: dict[str, Outcome] = {}
        self.used: set[str] = set()
        self._open: dict[str, int] = {}
        self._known = functions_of(scope.template.version, CONDITIONS)
        for name in scope.template.condition_order:
            self.outcome(name)
        self.used.clear()

    def test(self, node: Node, phase: Phase, report: Report) -> bool | Unknown:
        """Whether a condition holds: a name, a literal or an expression; errors are reported under the phase."""
        if isinstance(node, Mapping) and node.sole_key is not None and node.sole_key not in self._known:
            error = _no_function(node.sole_key, self.scope.template.version, report)
            span = node.key_span(node.sole_key)
            report.add(replace(_diagnostic(error, node, phase), span=span))
            return Unknown()
        evaluator = Evaluator(self.scope, self, single_phase(phase), report, self._known)
        value = evaluator.value(node)
        try:
            return self.holds(value, phase, report, written=isinstance(node, Scalar))
        except CallError as error:
            report.add(_diagnostic(error, node, phase))
            return Unknown()

    def holds(self, condition: Value, phase: Phase, report: Report, *, written: bool) -> bool | Unknown:
        """Whether a condition holds: a boolean, a name, or null; raises `CallError` for anything else.

        A name that is not `written` in the template may be a secret, so no message repeats it.
        """
        if condition is None:
            return True
        if isinstance(condition, bool | Unknown):
            return condition
        if not isinstance(condition, str) or condition not in self.scope.template.conditions:
            raise _no_condition(condition, self.scope.template, report, written)
        outcome = self.outcome(condition)
        self.used.add(condition)
        report.extend(outcome.errors, phase)
        return Unknown() if outcome.value is None else outcome.value

    def outcome(self, name: str) -> Outcome:
        """The outcome of a condition, computed once."""
        if name not in self.outcomes:
            levels = depth(self.scope.template.conditions[name].node)
            if name in self._open or (self._open and levels + sum(self._open.values()) > _DEEPEST):
                raise CallError(self._cycle_message(name), code="circular-condition")
            self._open[name] = levels
            try:
                self.outcomes[name] = self._evaluated(name)
            finally:
                del self._open[name]
        return self.outcomes[name]

    def _cycle_message(self, name: str) -> str:
        """The message about a condition that depends on itself, through the conditions being evaluated."""
        names = [*self._open]
        cycle = names[names.index(name) :] if name in names else [name]
        order = [*self.scope.template.conditions]
        first = min(range(len(cycle)), key=lambda position: order.index(cycle[position]))
        quoted = [f"`{needed}`" for needed in (*cycle[first:], *cycle[:first])]
        if len(quoted) == 1:
            return f"The condition {quoted[0]} depends on itself."
        shown = [*quoted[:_MOST_NAMED], *(["…"] if len(quoted) > _MOST_NAMED else []), quoted[0]]
        return f"Circular conditions: {' depends on '.join(shown)}."

    def _evaluated(self, name: str) -> Outcome:
        node = self.scope.template.conditions[name].node
        evaluator = Evaluator(self.scope, self, _DEFINITION, report := Report(), self._known)
        if not evaluator.is_call(node) and not (isinstance(node, Scalar) and isinstance(node.value, bool)):
            error = _no_definition(name, node, self.scope.template, self.report)
            span = node.key_span(node.sole_key) if isinstance(node, Mapping) and node.sole_key else node.span
            span = span if span.end > span.start else self.scope.template.conditions[name].span
            self.report.add(replace(_diagnostic(error, node, Phase.CONDITIONS), span=span))
            return Outcome(None)
        value = evaluator.value(node)
        if not isinstance(value, bool | Unknown):
            error = CallError(
                f"The condition `{name}` evaluates to {kind_of(value)}; it must be true or false.", code="bad-condition"
            )
            report.add(_diagnostic(error, node, _WHEN_USED))
        found = tuple(report)
        self.report.extend(diagnostic for diagnostic in found if diagnostic.phase is Phase.CONDITIONS)
        if any(diagnostic.severity is Severity.ERROR for diagnostic in found):
            return Outcome(None, tuple(diagnostic for diagnostic in found if diagnostic.phase is not Phase.CONDITIONS))
        return Outcome(value)


def _no_condition(condition: Value, template: Template, report: Report, written: bool) -> CallError:
    if isinstance(condition, str):
        if not written:
            return CallError("There is no condition with the name that this evaluates to.", 0, code="unknown-condition")
        hint = report.did_you_mean(condition, template.conditions) or names_of("conditions", template.conditions)
        if condition in template.parameters:
            hint = (
                f"`{condition}` is a parameter; write the condition as `{{equals: [{{get_param: {condition}}}, ...]}}`."
            )
        return CallError(f"There is no condition `{condition}`.", 0, code="unknown-condition", hint=hint)
    return CallError(
        f"A condition must be true, false or the name of one, not {kind_of(condition)}.", 0, code="bad-condition"
    )


def _no_definition(name: str, node: Node, template: Template, report: Report) -> CallError:
    message = f"The condition `{name}` is {kind_of(to_plain(node))}; it must be true, false or a condition function."
    hint = None
    if isinstance(node, Mapping) and node.sole_key is not None:
        return _no_function(node.sole_key, template.version, report)
    if isinstance(node, Scalar) and isinstance(node.value, str) and implicit_tag(node.value) == TAG + "bool":
        hint = "Without quotes it is a boolean."
    elif isinstance(node, Scalar) and isinstance(node.value, str) and node.value in template.conditions:
        hint = f"To use the value of another condition, write `{{and: [{node.value}, {node.value}]}}`."
    elif isinstance(node, Scalar) and isinstance(node.value, str):
        hint = "Write a condition function, such as `{equals: [{get_param: name}, value]}`."
    return CallError(message, code="bad-condition", hint=hint)


def _no_function(name: str, version: Version, report: Report) -> CallError:
    message = f"`{name}` is not a condition function in version {version.date}."
    since = arrival(name, CONDITIONS)
    hint = f"`{name}` is available since version {since}." if since and since > version.date else None
    hint = hint or report.did_you_mean(name, function_names(version, CONDITIONS))
    return CallError(message, code="bad-condition", hint=hint)


def _diagnostic(error: CallError, node: Node, phase: Phase) -> Diagnostic:
    source = node.source
    file = None if source.name == "template" else source.name
    return Diagnostic(error.code or "bad-condition", error.message, node.span, hint=error.hint, file=file, phase=phase)
