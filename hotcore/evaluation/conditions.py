"""The conditions of a template and their values (HOT specification, "Conditions section").

Heat evaluates a condition only when something needs it, and blames its mistakes on what needed it; a condition
that nothing needs may be as wrong as it likes.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from hotcore.diagnostics import Diagnostic, Phase, Report, Severity
from hotcore.evaluation.evaluator import Evaluator
from hotcore.evaluation.phases import Place, place_at
from hotcore.evaluation.scope import Scope
from hotcore.function_registry import CONDITIONS, Mistake, arrival, function_names, functions_of
from hotcore.spelling import names_of
from hotcore.syntax import TAG, Mapping, Node, Scalar, depth, implicit_tag, to_plain, walk
from hotcore.template import Template
from hotcore.values import Unknown, Value, kind_of
from hotcore.versions import Version

_DEEPEST = 100
"""Levels to which conditions in a circle are followed; others are worked out in order and never nest."""

_MOST_NAMED = 6
"""Conditions of a circle that a message names."""

_WHEN_USED = Phase.RESOURCES
_DEFINITION = Place(Phase.CONDITIONS, validation=Phase.CONDITIONS, value=_WHEN_USED)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a condition comes to: true, false, `Unknown`, or None when Heat cannot evaluate it, and why not."""

    value: bool | Unknown | None
    mistakes: tuple[Diagnostic, ...] = ()


class Conditions:
    """The conditions of one run; `outcomes` has them all once it is made."""

    def __init__(self, scope: Scope, report: Report) -> None:
        self.scope = scope
        self.report = report
        self.outcomes: dict[str, Outcome] = {}
        self.used: set[str] = set()
        self._open: dict[str, int] = {}
        self._known = functions_of(scope.template.version, CONDITIONS)
        for name in needed_first(scope.template):
            self.outcome(name)
        self.used.clear()

    def test(self, node: Node, phase: Phase, report: Report) -> bool | Unknown:
        """Whether a condition, by name, literal or as an expression, holds; mistakes are reported under the phase."""
        if isinstance(node, Mapping) and node.sole_key is not None and node.sole_key not in self._known:
            mistake = _no_function(node.sole_key, self.scope.template.version, report)
            span = node.key_span(node.sole_key)
            report.add(replace(_diagnostic(mistake, node, phase), span=span))
            return Unknown()
        evaluator = Evaluator(self.scope, self, place_at(phase), report, self._known)
        value = evaluator.value(node)
        try:
            return self.holds(value, phase, report, written=isinstance(node, Scalar))
        except Mistake as mistake:
            report.add(_diagnostic(mistake, node, phase))
            return Unknown()

    def holds(self, condition: Value, phase: Phase, report: Report, *, written: bool) -> bool | Unknown:
        """Whether a condition holds that is a boolean, a name, or nothing; raises `Mistake` for anything else.

        A name that is not `written` in the text may be a secret and is in no message.
        """
        if condition is None:
            return True
        if isinstance(condition, bool | Unknown):
            return condition
        if not isinstance(condition, str) or condition not in self.scope.template.conditions:
            raise _no_condition(condition, self.scope.template, report, written)
        outcome = self.outcome(condition)
        self.used.add(condition)
        report.extend(outcome.mistakes, phase)
        return Unknown() if outcome.value is None else outcome.value

    def outcome(self, name: str) -> Outcome:
        """What a condition comes to, worked out once."""
        if name not in self.outcomes:
            levels = depth(self.scope.template.conditions[name].node)
            if name in self._open or (self._open and levels + sum(self._open.values()) > _DEEPEST):
                raise Mistake(self._circle(name), code="circular-condition")
            self._open[name] = levels
            try:
                self.outcomes[name] = self._evaluated(name)
            finally:
                del self._open[name]
        return self.outcomes[name]

    def _circle(self, name: str) -> str:
        """The message about a condition that needs itself, by way of those that are being worked out."""
        names = [*self._open]
        circle = names[names.index(name) :] if name in names else [name]
        order = [*self.scope.template.conditions]
        first = min(range(len(circle)), key=lambda position: order.index(circle[position]))
        told = [f"`{needed}`" for needed in (*circle[first:], *circle[:first])]
        if len(told) == 1:
            return f"The condition {told[0]} needs itself."
        shown = [*told[:_MOST_NAMED], *(["…"] if len(told) > _MOST_NAMED else []), told[0]]
        return f"These conditions wait for each other: {' needs '.join(shown)}."

    def _evaluated(self, name: str) -> Outcome:
        node = self.scope.template.conditions[name].node
        evaluator = Evaluator(self.scope, self, _DEFINITION, report := Report(), self._known)
        if not evaluator.is_call(node) and not (isinstance(node, Scalar) and isinstance(node.value, bool)):
            mistake = _no_definition(name, node, self.scope.template, self.report)
            span = node.key_span(node.sole_key) if isinstance(node, Mapping) and node.sole_key else node.span
            span = span if span.end > span.start else self.scope.template.conditions[name].span
            self.report.add(replace(_diagnostic(mistake, node, Phase.CONDITIONS), span=span))
            return Outcome(None)
        value = evaluator.value(node)
        if not isinstance(value, bool | Unknown):
            mistake = Mistake(
                f"The condition `{name}` comes to {kind_of(value)}; it has to be true or false.", code="bad-condition"
            )
            report.add(_diagnostic(mistake, node, _WHEN_USED))
        found = tuple(report)
        self.report.extend(diagnostic for diagnostic in found if diagnostic.phase is Phase.CONDITIONS)
        if any(diagnostic.severity is Severity.ERROR for diagnostic in found):
            return Outcome(None, tuple(diagnostic for diagnostic in found if diagnostic.phase is not Phase.CONDITIONS))
        return Outcome(value)


def needed_first(template: Template) -> dict[str, None]:
    """The names of all conditions, those that others name before the others, so that no chain of them nests."""
    conditions = template.conditions
    return in_need_order(conditions, lambda name: _named_in(conditions[name].node, conditions))


def in_need_order(names: Iterable[str], needs: Callable[[str], Iterable[str]]) -> dict[str, None]:
    """Names, each behind those that it needs, as far as they do not need each other in a circle."""
    done: dict[str, None] = {}
    for name in names:
        pending = [(name, iter(needs(name)))]
        entered = {name}
        while pending:
            current, left = pending[-1]
            needed = next((need for need in left if need not in done and need not in entered), None)
            if needed is None:
                pending.pop()
                done.setdefault(current)
            else:
                entered.add(needed)
                pending.append((needed, iter(needs(needed))))
    return done


def _named_in(node: Node, conditions: Iterable[str]) -> list[str]:
    return [
        item.value
        for item in walk(node)
        if isinstance(item, Scalar) and isinstance(item.value, str) and item.value in conditions
    ]


def _no_condition(condition: Value, template: Template, report: Report, written: bool) -> Mistake:
    if isinstance(condition, str):
        if not written:
            return Mistake("No condition has the name that this comes to.", 0, code="unknown-condition")
        hint = report.did_you_mean(condition, template.conditions) or names_of("conditions", template.conditions)
        if condition in template.parameters:
            hint = f"`{condition}` is a parameter; a condition is `{{equals: [{{get_param: {condition}}}, ...]}}`."
        return Mistake(f"No condition is called `{condition}`.", 0, code="unknown-condition", hint=hint)
    return Mistake(f"A condition is true, false or the name of one, not {kind_of(condition)}.", 0, code="bad-condition")


def _no_definition(name: str, node: Node, template: Template, report: Report) -> Mistake:
    message = f"The condition `{name}` is {kind_of(to_plain(node))}; it is true, false or a condition function."
    hint = None
    if isinstance(node, Mapping) and node.sole_key is not None:
        return _no_function(node.sole_key, template.version, report)
    if isinstance(node, Scalar) and isinstance(node.value, str) and implicit_tag(node.value) == TAG + "bool":
        hint = "Without quotes it is a boolean."
    elif isinstance(node, Scalar) and isinstance(node.value, str) and node.value in template.conditions:
        hint = f"To stand for another condition, write `{{and: [{node.value}, {node.value}]}}`."
    elif isinstance(node, Scalar) and isinstance(node.value, str):
        hint = "Conditions are functions, such as `{equals: [{get_param: name}, value]}`."
    return Mistake(message, code="bad-condition", hint=hint)


def _no_function(name: str, version: Version, report: Report) -> Mistake:
    message = f"`{name}` is no condition function in version {version.date}."
    since = arrival(name, CONDITIONS)
    hint = f"`{name}` came with version {since}." if since and since > version.date else None
    hint = hint or report.did_you_mean(name, function_names(version, CONDITIONS))
    return Mistake(message, code="bad-condition", hint=hint)


def _diagnostic(mistake: Mistake, node: Node, phase: Phase) -> Diagnostic:
    source = node.source
    file = None if source.name == "template" else source.name
    return Diagnostic(
        mistake.code or "bad-condition", mistake.message, node.span, hint=mistake.hint, file=file, phase=phase
    )
