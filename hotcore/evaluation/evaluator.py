"""Nodes to values.  The author's mistakes go into the report and their value becomes `Unknown`; nothing raises.

One pass does what Heat does in four: parse, find dependencies, validate, resolve.  Every finding carries the
phase in which Heat would have come upon it, so nothing is looked at twice and everything is told at once.
"""

from collections.abc import Hashable, Iterable
from dataclasses import replace
from typing import Any, Protocol

from hotcore.budget import UsedUp
from hotcore.diagnostics import Diagnostic, Phase, Report, Severity
from hotcore.evaluation.lookalikes import doubt, mixed
from hotcore.evaluation.phases import Place
from hotcore.evaluation.scope import Scope
from hotcore.function_registry import (
    CONDITIONS,
    WHOLE,
    Argument,
    Form,
    Function,
    Known,
    Mistake,
    NotHere,
    Removed,
    Step,
    arrival,
    function_code,
    functions_of,
    readers,
    unmistakable_names,
)
from hotcore.source import Span
from hotcore.spelling import nearest
from hotcore.syntax import Mapping, Node, Scalar, Sequence, walk
from hotcore.values import MASK, Unknown, Value, has_mask, kind_of, merged

ELIDED: Any = object()
"""What an `if` without a third argument comes to when its condition is false: the item is not there."""

_WORDS: dict[type, str] = {str: "a text", list: "a list", dict: "a map"}


class ConditionTable(Protocol):
    """What the evaluation asks of the template's conditions."""

    def test(self, node: Node, phase: Phase, report: Report) -> bool | Unknown:
        """Whether a condition, by name, literal or as an expression, holds; mistakes are reported under the phase."""

    def holds(self, condition: Value, phase: Phase, report: Report, *, written: bool) -> bool | Unknown:
        """Whether a condition holds that is a boolean, a name, or nothing; raises `Mistake` for anything else.

        A name that is not `written` in the text may be a secret and is in no message.
        """


class Evaluator:
    """Evaluates the nodes of one place; afterwards `references` names the resources that were referred to.

    `sources` remembers which parameters single values come from, for those who had to ask.
    """

    def __init__(
        self,
        scope: Scope,
        conditions: ConditionTable,
        place: Place,
        report: Report,
        known: dict[str, Known] | None = None,
    ) -> None:
        self.scope = scope
        self.conditions = conditions
        self.place = place
        self.report = report
        self.known = functions_of(scope.template.version) if known is None else known
        self.references: dict[str, None] = {}
        self.sources: dict[Hashable, Any] = {}

    def result(self, node: Node) -> Value:
        """The value of a node that stands alone; what is elided is null there."""
        value = self.value(node)
        return None if value is ELIDED else value

    def whole(self, node: Node) -> Value:
        """The value of a node that is shown as it is, such as an output's."""
        value = self.result(node)
        try:
            self.scope.budget.weigh(value)
        except UsedUp:
            return self.given_up(node)
        return value

    def value(self, node: Node) -> Value:
        """The value of a node, or `ELIDED`."""
        kind = type(node)
        if kind is Scalar:
            return node.value  # type: ignore[attr-defined]  # the exact classes, because nothing else is asked so often
        if kind is Sequence:
            return [value for value in map(self.value, node.items) if value is not ELIDED]  # type: ignore[attr-defined]
        assert isinstance(node, Mapping)
        name = node.sole_key
        if name is not None:
            found = self.known.get(name)
            if found is not None:
                return self.call(node, found)
            if doubtful := doubt(node, self.scope.template.version, self.place.syntax):
                self.report.add(doubtful)
        elif not unmistakable_names().isdisjoint(node.members):
            self.report.add(mixed(node, self.place.syntax))
        values = {}
        for key, child in node.members.items():
            value = child.value if type(child) is Scalar else self.value(child)
            if value is not ELIDED:
                values[key] = value
        return values

    def elsewhere(self, place: Place, node: Node) -> Value:
        """The value of a node as if it stood in another place."""
        evaluator = Evaluator(self.scope, self.conditions, place, self.report, self.known)
        value = evaluator.value(node)  # not by `result`: each level of a deep text costs as few frames as can be
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
            hint = f"There it came with version {since}." if since else None
            message = f"`{found.name}` cannot be used in a condition."
            call.report(Mistake(message, step=Step.SYNTAX, code="function-not-here", hint=hint))
            return Unknown()
        if isinstance(found, Removed):
            value = self.value(argument)
            if self.place.validation is None:
                return {found.name: value}
            message = f"`{found.name}` is gone since version {found.until}."
            hint = f"Use {found.instead}." if found.instead else None
            call.report(Mistake(message, step=Step.VALIDATION, code="removed-function", hint=hint))
            return Unknown()
        form = found.signature.form  # compared, because looking a form up takes longer
        bind = _bind_single if form is Form.SINGLE else _bind_list if form is Form.LIST else _bind_mapping
        try:
            return bind(call, found)
        except Mistake as mistake:
            call.report(mistake)
            return MASK if self.scope.masked and _reads_hidden(argument, self.scope) else Unknown()
        except UsedUp:
            return self.given_up(node)

    def given_up(self, node: Node) -> Unknown:
        """What stands for a value that would take more than the budget of the run; the first one is reported."""
        if not self.scope.budget.told:
            self.scope.budget.told = True
            message = "What this comes to is too large to be worked out here."
            hint = "Heat may still take it, if its machine can hold it."
            phase = self.place.value or self.place.syntax
            self.report.add(Diagnostic("too-large", message, node.span, Severity.WARNING, hint, phase=phase))
        return Unknown("what is too large to be worked out")


class Call:
    """A call of a function, as its implementation sees it; `scope` is what is known."""

    __slots__ = ("argument", "evaluator", "name", "node", "scope")

    def __init__(self, evaluator: Evaluator, node: Mapping, name: str, argument: Node) -> None:
        self.evaluator = evaluator
        self.scope = evaluator.scope
        self.node = node
        self.name = name
        self.argument = argument

    @property
    def resolving(self) -> bool:
        """Whether values are computed here, or only the syntax is looked at."""
        return self.evaluator.place.value is not None

    def look_at(self, node: Node) -> None:
        """Reports what is wrong with an argument that Heat parses and validates, but never resolves."""
        evaluator = self.evaluator
        evaluator.elsewhere(replace(evaluator.place, value=None), node)

    def named(self, node: Node) -> Value:
        """The name of a resource that is referred to; Heat asks for it before it resolves anything else."""
        if isinstance(node, Scalar):
            return node.value
        evaluator = self.evaluator
        naming = evaluator.place.naming if self.resolving else None
        return evaluator.elsewhere(replace(evaluator.place, value=naming), node)

    def waits(self, values: list[Value]) -> Unknown | None:
        """What the call waits for before it can work with the values, or None when it need not wait."""
        return None if _all_known(self, values) else merged(values)

    def is_written(self, at: int) -> bool:
        """Whether an argument of the list form is written out, so that a message may repeat it: a computed one may be
        a secret."""
        argument = self.argument
        return isinstance(argument, Sequence) and at < len(argument.items) and isinstance(argument.items[at], Scalar)

    def without_list(self) -> str | None:
        """A hint for a call that has its only argument in a list."""
        items = self.argument.items if isinstance(self.argument, Sequence) else []
        sole = items[0] if len(items) == 1 else None
        return f"Write it as `{self.name}: {sole.value}`." if isinstance(sole, Scalar) else None

    def did_you_mean(self, name: object, known: Iterable[object]) -> str | None:
        """A hint with the nearest known name, or None."""
        return self.evaluator.report.did_you_mean(name, known)

    def refer(self, resource: str) -> None:
        """Notes that the value depends on a resource."""
        self.evaluator.references.setdefault(resource)

    def report(self, mistake: Mistake) -> None:
        """Reports a mistake, if Heat would notice it in this place."""
        evaluator = self.evaluator
        phase = evaluator.place.phase(mistake.step)
        if phase is None and mistake.step in (Step.REFERENCE, Step.VALIDATION):
            phase = evaluator.place.value
        if phase is None or mistake.told:
            return
        source = self.node.source
        span = self.argument_span(mistake.path, at_key=mistake.at_key)
        file = None if source.name == "template" else source.name
        code = mistake.code or function_code(self.name)
        evaluator.report.add(Diagnostic(code, mistake.message, span, hint=mistake.hint, file=file, phase=phase))

    def argument_span(self, path: tuple[Any, ...], *, at_key: bool = False) -> Span:
        """Where an argument, or a part of it, stands, by positions and keys; where the function's name stands without
        any, or when there is no such argument."""
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
    """The item at a position, or the value at a key or the key itself; None when there is none in the text."""
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
    _check(call, argument, value, WHOLE)
    known = call.scope.budget.weigh(value)
    return _run(call, function, [value], {}, known=known or function.partial)


def _bind_list(call: Call, function: Function) -> Value:
    if function.literal is None:
        values = call.evaluator.result(call.argument)
        if function.early and isinstance(values, str | dict) and not call.evaluator.is_call(call.argument):
            raise Mistake(
                f"`{call.name}` takes a list of {function.signature.described}, not {kind_of(values)}.",
                0,
                step=Step.SYNTAX,
                hint=_usage(function),
            )
        if isinstance(values, Unknown) or not call.resolving:
            return values if isinstance(values, Unknown) else Unknown()
        if not isinstance(values, list):
            message = f"`{call.name}` takes a list of {function.signature.described}, not {kind_of(values)}."
            raise Mistake(message, 0, hint=_usage(function))
    else:
        node = call.argument
        if not isinstance(node, Sequence):
            found = "the value of a function" if call.evaluator.is_call(node) else kind_of(call.evaluator.result(node))
            message = f"`{call.name}` takes a list of {function.signature.described}, written out, not {found}."
            raise Mistake(message, 0, step=function.literal, hint=_usage(function))
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
        message = f"`{call.name}` takes a map of {function.signature.described}, written out, not {found}."
        raise Mistake(message, WHOLE, step=function.literal, hint=_usage(function))
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
                call.report(Mistake(message, (key,), step=function.others, hint=hint, at_key=True))
    for argument in function.signature.arguments:
        if argument.required and argument.name not in values:
            misspelt = nearest(argument.name, (key for key in node.members if key not in arguments))
            hint = f"`{misspelt}` should be `{argument.name}`." if misspelt else _usage(function)
            message = f"`{call.name}` needs `{argument.name}`."
            raise Mistake(message, misspelt, step=function.literal, hint=hint, at_key=True)
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
    """Refuses a value of the wrong kind; what is not known yet may turn out right."""
    expects = argument.expects
    if expects is None or isinstance(value, (expects, Unknown)) or not call.resolving:
        return
    message = f"`{argument.name}` of `{call.name}` is {_WORDS[expects]}, not {kind_of(value)}."
    raise Mistake(message, at, hint=call.without_list() if at == WHOLE else None)


def _check_count(call: Call, function: Function, count: int, step: Step) -> None:
    most = None if function.signature.variadic else len(function.signature.arguments)
    least = function.signature.least
    if count < least or (most is not None and count > most):
        given = f"{count} are" if count != 1 else "1 is"
        message = f"`{call.name}` takes {function.signature.described}; {given} given."
        raise Mistake(message, None if count < least else most, step=step, hint=_usage(function))


def _usage(function: Function) -> str:
    return f"Write it as `{function.usage}`."


def _reads_hidden(node: Node, scope: Scope) -> bool:
    """Whether a hidden parameter, or one whose name is computed, is read below the node."""
    reading = readers("parameter")
    for item in walk(node):
        if isinstance(item, Mapping) and item.sole_key in reading:
            argument = item.members[item.sole_key]
            name = argument.items[0] if isinstance(argument, Sequence) and argument.items else argument
            if not isinstance(name, Scalar) or (isinstance(name.value, str) and name.value in scope.hidden):
                return True
    return False
