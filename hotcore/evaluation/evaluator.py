"""The evaluator of nodes.  The author's errors go into the report and their value becomes `Unknown`; nothing raises.

One pass does what Heat does in four: parse, find dependencies, validate, resolve.  Every diagnostic carries the
phase in which Heat would have found the error, so nothing is evaluated twice and all errors are reported at once.
"""

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import replace
from typing import Any, Protocol

from hotcore.budget import UsedUp
from hotcore.diagnostics import Diagnostic, Phase, Report, Severity
from hotcore.evaluation.phases import Phases
from hotcore.evaluation.scope import Scope
from hotcore.evaluation.unrecognized_calls import lookalike, mixed
from hotcore.function_registry import (
    CONDITIONS,
    WHOLE,
    Argument,
    CallError,
    Form,
    Function,
    Known,
    NotHere,
    Removed,
    Step,
    arrival,
    function_code,
    functions_of,
    unmistakable_names,
)
from hotcore.source import Span
from hotcore.spelling import nearest
from hotcore.syntax import Mapping, Node, Scalar, Sequence
from hotcore.template import references
from hotcore.values import MASK, Unknown, Value, has_mask, kind_of, merged

ELIDED: Any = object()
"""The value of an `if` without a third argument when its condition is false: the item is omitted."""

_TYPE_NAMES: dict[type, str] = {str: "a string", list: "a list", dict: "a map"}


class ConditionTable(Protocol):
    """The operations of the template's conditions that the evaluator needs."""

    def test(self, node: Node, phase: Phase, report: Report) -> bool | Unknown:
        """Whether a condition holds: a name, a literal or an expression; errors are reported under the phase."""

    def holds(self, condition: Value, phase: Phase, report: Report, *, written: bool) -> bool | Unknown:
        """Whether a condition holds: a boolean, a name, or null; raises `CallError` for anything else.

        A name that is not `written` in the template may be a secret, so no message repeats it.
        """


class Evaluator:
    """The evaluator of the nodes in one place; afterwards `references` has the names of the referenced resources.

    `within` is the resource that the nodes are in.  A call is evaluated once, however many aliases lead to it.
    `sources` caches which parameters single values come from.
    """

    def __init__(
        self,
        scope: Scope,
        conditions: ConditionTable,
        phases: Phases,
        report: Report,
        known: dict[str, Known] | None = None,
        within: str | None = None,
    ) -> None:
        self.scope = scope
        self.conditions = conditions
        self.phases = phases
        self.report = report
        self.known = functions_of(scope.template.version) if known is None else known
        self.within = within
        self.references: dict[str, None] = {}
        self.sources: dict[Hashable, Any] = {}
        self._values: dict[Node, Value] = {}

    def result(self, node: Node) -> Value:
        """The value of a node on its own, for which an elided value is null."""
        value = self.value(node)
        return None if value is ELIDED else value

    def whole(self, node: Node) -> Value:
        """The value of a node that is shown as a whole, such as an output's."""
        value = self.result(node)
        try:
            self.scope.budget.weigh(value)
        except UsedUp:
            return self.too_large(node)
        return value

    def value(self, node: Node) -> Value:
        """The value of a node, or `ELIDED`."""
        kind = type(node)
        if kind is Scalar:
            return node.value  # type: ignore[attr-defined]  # exact classes: the hottest check of all
        if kind is Sequence:
            items = []
            for child in node.items:  # type: ignore[attr-defined]
                value = child.value if type(child) is Scalar else self.value(child)
                if value is not ELIDED:
                    items.append(value)
            return items
        assert isinstance(node, Mapping)
        name = node.sole_key
        if name is not None:
            found = self.known.get(name)
            if found is not None:
                if node not in self._values:
                    self._values[node] = self.call(node, found)
                return self._values[node]
            if lookalike_found := lookalike(node, self.scope.template.version, self.phases.syntax):
                self.report.add(lookalike_found)
        elif not unmistakable_names().isdisjoint(node.members):
            self.report.add(mixed(node, self.phases.syntax))
        values = {}
        for key, child in node.members.items():
            value = child.value if type(child) is Scalar else self.value(child)
            if value is not ELIDED:
                values[key] = value
        return values

    def elsewhere(self, phases: Phases, node: Node) -> Value:
        """The value of a node as if it were in another place."""
        evaluator = Evaluator(self.scope, self.conditions, phases, self.report, self.known, self.within)
        value = evaluator.value(node)  # not by `result`: a deeply nested template needs few frames a level
        self.references.update(evaluator.references)
        return None if value is ELIDED else value

    def is_call(self, node: Node) -> bool:
        """Whether the node is a call of a function."""
        return isinstance(node, Mapping) and node.sole_key is not None and node.sole_key in self.known

    def call(self, node: Mapping, found: Known) -> Value:
        """The value of a call."""
        argument = node.members[found.name]
        call = Call(self, node, found.name, argument)
        if isinstance(found, NotHere):
            since = arrival(found.name, CONDITIONS)
            hint = f"In conditions it is available since version {since}." if since else None
            message = f"`{found.name}` cannot be used in a condition."
            call.report(CallError(message, step=Step.SYNTAX, code="function-not-here", hint=hint))
            return Unknown()
        if isinstance(found, Removed):
            value = self.value(argument)
            if self.phases.validation is None:
                return {found.name: value}
            message = f"`{found.name}` was removed in version {found.until}."
            hint = f"Use {found.instead}." if found.instead else None
            call.report(CallError(message, step=Step.VALIDATION, code="removed-function", hint=hint))
            return Unknown()
        form = found.signature.form  # comparing is faster than a lookup
        bind = _bind_single if form is Form.SINGLE else _bind_list if form is Form.LIST else _bind_mapping
        try:
            return bind(call, found)
        except CallError as error:
            call.report(error)
            return MASK if self.scope.masked and _reads_hidden(argument, self.scope) else Unknown()
        except UsedUp:
            return self.too_large(node)

    def too_large(self, node: Node) -> Unknown:
        """The `Unknown` for a value that exceeds the budget of the run; the first one is reported."""
        if not self.scope.budget.reported:
            self.scope.budget.reported = True
            message = "The value is too large to be evaluated here."
            hint = "Heat may still accept it, if its machine has enough memory."
            phase = self.phases.value or self.phases.syntax
            self.report.add(Diagnostic("too-large", message, node.span, Severity.WARNING, hint, phase=phase))
        return Unknown("a value too large to be evaluated")


class Call:
    """A call of a function, as its implementation sees it; `scope` is the scope of the evaluation."""

    __slots__ = ("argument", "evaluator", "name", "node", "scope")

    def __init__(self, evaluator: Evaluator, node: Mapping, name: str, argument: Node) -> None:
        self.evaluator = evaluator
        self.scope = evaluator.scope
        self.node = node
        self.name = name
        self.argument = argument

    @property
    def resolving(self) -> bool:
        """Whether values are computed here, or only the syntax is checked."""
        return self.evaluator.phases.value is not None

    def look_at(self, node: Node) -> None:
        """Reports errors in an argument that Heat parses and validates, but never resolves."""
        evaluator = self.evaluator
        evaluator.elsewhere(replace(evaluator.phases, value=None), node)

    def named(self, node: Node) -> Value:
        """The name of a referenced resource; Heat asks for it before it resolves anything else."""
        if isinstance(node, Scalar):
            return node.value
        evaluator = self.evaluator
        naming = evaluator.phases.naming if self.resolving else None
        return evaluator.elsewhere(replace(evaluator.phases, value=naming), node)

    def waits(self, values: list[Value]) -> Unknown | None:
        """The `Unknown` that the call waits for before it can use the values, or None when all are known."""
        return None if _all_known(self, values) else merged(values)

    def is_written(self, at: int) -> bool:
        """Whether an argument of the list form is a literal, so that a message may repeat it: a computed one may be a
        secret."""
        argument = self.argument
        return isinstance(argument, Sequence) and at < len(argument.items) and isinstance(argument.items[at], Scalar)

    def without_list(self) -> str | None:
        """A hint for a call that wraps its only argument in a list."""
        items = self.argument.items if isinstance(self.argument, Sequence) else []
        sole = items[0] if len(items) == 1 else None
        return f"Write it as `{self.name}: {sole.value}`." if isinstance(sole, Scalar) else None

    def did_you_mean(self, name: object, known: Iterable[object]) -> str | None:
        """A hint with the nearest known name, or None."""
        return self.evaluator.report.did_you_mean(name, known)

    def nameable(self) -> Iterator[str]:
        """The resources that may be referenced here."""
        return self.scope.nameable(self.evaluator.within)

    def refer(self, resource: str) -> None:
        """Records that the value depends on a resource."""
        self.evaluator.references.setdefault(resource)

    def report(self, error: CallError, severity: Severity = Severity.ERROR) -> None:
        """Reports an error, or what is less severe, if Heat would notice it in this place."""
        evaluator = self.evaluator
        phase = evaluator.phases.phase(error.step)
        if phase is None and error.step in (Step.REFERENCE, Step.VALIDATION):
            phase = evaluator.phases.value
        if phase is None or error.already_reported:
            return
        source = self.node.source
        span = self.argument_span(error.path, at_key=error.at_key)
        file = None if source.name == "template" else source.name
        code = error.code or function_code(self.name)
        evaluator.report.add(Diagnostic(code, error.message, span, severity, error.hint, file, phase=phase))

    def argument_span(self, path: tuple[Any, ...], *, at_key: bool = False) -> Span:
        """The span of an argument, or a part of it, by positions and keys; the span of the function's name for an
        empty path, or when there is no such argument."""
        found: Node | None = self.argument if path else None
        for depth, step in enumerate(path if path != WHOLE else ()):
            part = _part(found, step, at_key=at_key and depth + 1 == len(path))
            if part is None:
                missing = depth == 0 and isinstance(found, Mapping if isinstance(step, str) else Sequence)
                found = None if missing else found
                break
            found = part
        return found.span if found is not None and found.end > found.start else self.node.key_span(self.name)


def _part(node: Node | None, step: Any, *, at_key: bool) -> Node | None:
    """The item at a position, or the value at a key or the key itself; None when the template has none."""
    if isinstance(node, Sequence) and isinstance(step, int):
        return node.items[step] if step < len(node.items) else None
    if isinstance(node, Mapping):
        return (node.key_nodes if at_key else node.members).get(step)
    return None


def _bind_single(call: Call, function: Function) -> Value:
    (argument,) = function.signature.arguments
    if argument.lazy:
        return _run(call, function, [call.argument], {}, known=True)
    value = call.evaluator.result(call.argument)
    if argument.expects is not None:
        _check(call, argument, value, WHOLE)
    known = call.scope.budget.weigh(value)
    return _run(call, function, [value], {}, known=known or function.partial)


def _bind_list(call: Call, function: Function) -> Value:
    if function.literal is None:
        values = call.evaluator.result(call.argument)
        if function.early and isinstance(values, str | dict) and not call.evaluator.is_call(call.argument):
            raise CallError(
                f"`{call.name}` takes a list of {function.signature.described}, not {kind_of(values)}.",
                0,
                step=Step.SYNTAX,
                hint=_usage(function),
            )
        if isinstance(values, Unknown) or not call.resolving:
            return values if isinstance(values, Unknown) else Unknown()
        if not isinstance(values, list):
            message = f"`{call.name}` takes a list of {function.signature.described}, not {kind_of(values)}."
            raise CallError(message, 0, hint=_usage(function))
    else:
        node = call.argument
        if not isinstance(node, Sequence):
            found = "the value of a function" if call.evaluator.is_call(node) else kind_of(call.evaluator.result(node))
            message = f"`{call.name}` takes a literal list of {function.signature.described}, not {found}."
            raise CallError(message, 0, step=function.literal, hint=_usage(function))
        _check_count(call, function, len(node.items), function.literal)
        fixed = len(function.signature.arguments)
        values = [
            item if argument.lazy else call.evaluator.result(item)
            for argument, item in zip(function.signature.arguments, node.items[:fixed], strict=False)
        ]
        values += [value for value in map(call.evaluator.value, node.items[fixed:]) if value is not ELIDED]
    if call.resolving:
        _check_count(call, function, len(values), Step.VALUE)
        for position, (argument, value) in enumerate(zip(function.signature.arguments, values, strict=False)):
            _check(call, argument, value, position)
    return _run(call, function, values, {}, known=_all_known(call, values) or function.partial)


def _bind_mapping(call: Call, function: Function) -> Value:
    node = call.argument
    assert function.literal is not None
    if not isinstance(node, Mapping) or call.evaluator.is_call(node):
        found = "the value of a function" if isinstance(node, Mapping) else kind_of(call.evaluator.result(node))
        message = f"`{call.name}` takes a literal map of {function.signature.described}, not {found}."
        raise CallError(message, WHOLE, step=function.literal, hint=_usage(function))
    values: dict[str, Any] = {}
    arguments = {argument.name: argument for argument in function.signature.arguments}
    for key, child in node.members.items():
        argument = arguments.get(key) if isinstance(key, str) else None
        if argument is not None:
            value = child if argument.lazy else call.evaluator.value(child)
            if value is not ELIDED:
                values[argument.name] = value
            elif function.literal is Step.SYNTAX:
                values[argument.name] = None
        else:
            call.look_at(child)
            if function.others is not None:
                message = f"`{call.name}` has no argument `{key}`; it takes {function.signature.described}."
                hint = call.did_you_mean(key, arguments)
                call.report(CallError(message, (key,), step=function.others, hint=hint, at_key=True))
    for argument in function.signature.arguments:
        if argument.required and argument.name not in values:
            misspelt = nearest(argument.name, (key for key in node.members if key not in arguments))
            hint = f"Did you mean `{argument.name}`?" if misspelt else _usage(function)
            message = f"`{call.name}` needs `{argument.name}`."
            raise CallError(message, misspelt, step=function.literal, hint=hint, at_key=True)
        if call.resolving and argument.name in values:
            _check(call, argument, values[argument.name], argument.name)
    return _run(call, function, [], values, known=_all_known(call, values.values()) or function.partial)


def _all_known(call: Call, values: Iterable[Any]) -> bool:
    weigh = call.scope.budget.weigh
    weighed = [weigh(value) for value in values if not isinstance(value, Node)]
    return all(weighed)


def _run(call: Call, function: Function, positional: list[Any], keywords: dict[str, Any], *, known: bool) -> Value:
    signature = function.signature
    if not signature.lazy and not call.resolving:
        return Unknown()
    if not known:
        return merged([*positional, *keywords.values()])
    looked_at = call.scope.masked and not function.textual and not signature.lazy
    if looked_at and has_mask([*positional, *keywords.values()]):
        return MASK
    if signature.takes_call:
        return function.implementation(call, *positional, **keywords)
    return function.implementation(*positional, **keywords)


def _check(call: Call, argument: Argument, value: Any, at: int | str | tuple[Any, ...]) -> None:
    """Refuses a value of the wrong kind; an unknown one may turn out right."""
    expects = argument.expects
    if expects is None or isinstance(value, (expects, Unknown)) or not call.resolving:
        return
    message = f"`{argument.name}` of `{call.name}` must be {_TYPE_NAMES[expects]}, not {kind_of(value)}."
    raise CallError(message, at, hint=call.without_list() if at == WHOLE else None)


def _check_count(call: Call, function: Function, count: int, step: Step) -> None:
    most = None if function.signature.variadic else len(function.signature.arguments)
    least = function.signature.least
    if count < least or (most is not None and count > most):
        given = f"{count} were" if count != 1 else "1 was"
        message = f"`{call.name}` takes {function.signature.described}; {given} given."
        raise CallError(message, None if count < least else most, step=step, hint=_usage(function))


def _usage(function: Function) -> str:
    return f"Write it as `{function.usage}`."


def _reads_hidden(node: Node, scope: Scope) -> bool:
    """Whether a hidden parameter, or one with a computed name, is read below the node."""
    kinds = ((each.name, (each.kind, each.also)) for each in references(node))
    return any("parameter" in kind and (name is None or name in scope.hidden) for name, kind in kinds)
