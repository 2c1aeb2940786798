"""How the parameters change: what has to be given, what may be given, what saved sets of values come to."""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from hotcore.diagnostics import Report
from hotcore.diff.changes import Changes, SavedValue, shown
from hotcore.diff.narrowing import Loss, loss, may_lose
from hotcore.diff.sides import Stack
from hotcore.parameters import ParameterState, take_values
from hotcore.symbolic import converted
from hotcore.template import Parameter, Template
from hotcore.values import Unknown

Saved = Mapping[str, Mapping[str, Any]]
"""Sets of values that somebody keeps, by name."""

_MOST_EXAMPLES = 3


def compare_parameters(old: Template, new: Template, changes: Changes) -> None:
    """Tells of the declarations, whatever values are given."""
    for name, parameter in new.parameters.items():
        before = old.parameters.get(name)
        if before is None:
            _added(parameter, changes)
        else:
            for compare in (_asked, _constrained, _default, _flags):
                compare(before, parameter, changes)
    for name, parameter in old.parameters.items():
        if name not in new.parameters:
            words = f"Parameter `{name}`. Heat refuses a value for it."
            changes.add("removed", "parameters", name, words, line=parameter.span.line)


def _added(parameter: Parameter, changes: Changes) -> None:
    words = f"Parameter `{parameter.name}`, {parameter.kind.words}"
    if parameter.required:
        words += ", is new and has no default: somebody has to give it."
        changes.add("needed", "parameters", parameter.name, words, line=parameter.span.line)
        return
    value = None if parameter.hidden else shown(parameter.default)
    default = f", default {value}" if value else ", with a default"
    words += f"{default}. Nobody has to fill it in."
    changes.add("added", "parameters", parameter.name, words, line=parameter.span.line)


def _asked(old: Parameter, new: Parameter, changes: Changes) -> None:
    """Tells of a default that is gone."""
    if new.required and not old.required:
        words = f"Parameter `{new.name}` has no default any more: somebody has to give it."
        changes.add("needed", "parameters", new.name, words, line=new.span.line)


def _constrained(old: Parameter, new: Parameter, changes: Changes) -> None:
    """Tells of values that were legal and are no longer, and of those that are now."""
    if _same_values(old, new):
        return
    lost, won = loss(old, new), loss(new, old)
    strange = may_lose(old, new)
    if lost is not None:
        words = f"Parameter `{new.name}` {_now(old, new, lost)}"
        changes.add("refused", "parameters", new.name, words, sure=lost.sure, line=new.span.line)
    elif strange is not None:
        words = f"Parameter `{new.name}` {strange.demand} now; what does not is refused, and may have been fine."
        changes.add("refused", "parameters", new.name, words, sure=False, line=new.span.line)
    if won is not None:
        kind = f" is {new.kind.words} now, was {old.kind.words}, and" if old.type != new.type and not lost else ""
        takes = "takes" if won.sure else "may take"
        words = f"Parameter `{new.name}`{kind} {takes} more than before{_widened(old, new, won)}."
        changes.add("changed", "parameters", new.name, words, sure=won.sure, line=new.span.line)


def _same_values(old: Parameter, new: Parameter) -> bool:
    """Whether type and constraints are the same but for their descriptions."""
    return old.type == new.type and [(c.kind, c.options) for c in old.constraints] == [
        (c.kind, c.options) for c in new.constraints
    ]


def _now(old: Parameter, new: Parameter, lost: Loss) -> str:
    """What a parameter has become, with values that it took."""
    secret = old.hidden or new.hidden
    told = [text for value in lost.examples if (text := shown(value))][:_MOST_EXAMPLES] if not secret else []
    more = lost.all_listed and len(lost.examples) > len(told)
    examples = ", ".join(told) + (" and others" if more else "")
    were = "was" if len(told) == 1 and not more else "were"
    examples = examples[:1].upper() + examples[1:]
    fine = f" {examples} {were if lost.sure else 'may have been'} fine and" if told else ""
    fine += f" {'is' if were == 'was' else 'are'} refused now." if told else ""
    if old.type != new.type:
        return f"is {new.kind.words} now, was {old.kind.words}.{fine}"
    if not lost.broken:
        return f"takes less than before.{fine}"
    first, *others = (each.demand for each in lost.broken[:2])
    also = "".join(f" and {rule.removeprefix('has to be ') if 'has to be' in first else rule}" for rule in others)
    return f"{first}{also} now.{fine}"


def _widened(old: Parameter, new: Parameter, won: Loss) -> str:
    """What is taken now: another length, else a value that was refused."""
    if old.type == new.type and {each.kind for each in won.broken} == {"length"}:
        was, now = (_lengths(parameter) for parameter in (old, new))
        return f": {now or 'any length'} now, was {was}"
    told = [text for value in won.examples if (text := shown(value))]
    return f", {told[0]} for one" if told and not (old.hidden or new.hidden) else ""


def _lengths(parameter: Parameter) -> str:
    return " and ".join(each.rule for each in parameter.constraints if each.kind == "length")


def _default(old: Parameter, new: Parameter, changes: Changes) -> None:
    if not new.has_default or (old.has_default and _text(_starts(old)) == _text(_starts(new))):
        return
    hidden = old.hidden or new.hidden
    now, was = (None if hidden else shown(each.default) for each in (new, old))
    if not old.has_default:
        words = f"Parameter `{new.name}` need not be given any more: its default is {now or 'new'}."
    elif now is not None and now == was and old.type != new.type:
        return  # it is written as before, and the type is told of
    elif now is None or now == was:
        words = f"Parameter `{new.name}` has another default."
    else:
        words = f"Parameter `{new.name}` starts at {now}{f', was {was}' if was else ''}."
    changes.add("changed", "parameters", new.name, words, line=new.span.line)


def _starts(parameter: Parameter) -> Any:
    """The default as Heat takes it: however it is written."""
    return converted(parameter, parameter.default)


def _text(value: Any) -> str:
    return json.dumps(value, sort_keys=True, default=str)


def _flags(old: Parameter, new: Parameter, changes: Changes) -> None:
    """Tells of `hidden` and `immutable`."""
    for was, now, yes, no in (
        (old.hidden, new.hidden, "is hidden now: its value is shown nowhere", "is hidden no longer: its value shows"),
        (old.immutable, new.immutable, "cannot change any more once the stack is there", "may change now"),
    ):
        if was != now:
            words = f"Parameter `{new.name}` {yes if now else no}."
            changes.add("changed", "parameters", new.name, words, line=new.span.line)


def compare_values(old: Stack, new: Stack, changes: Changes) -> None:
    """Tells of parameters that come to another value, whether it is given or not."""
    for name, after in new.preview.parameters.items():
        before = old.preview.parameters.get(name)
        if before is None or is_refused(after) or before.value == after.value:
            continue  # that Heat refuses a value is told of the stack
        parameter = new.template.parameters[name]
        if parameter.immutable and before.source != "missing":
            words = f"Parameter `{name}` gets another value, and it is immutable. Heat refuses the update."
            changes.add("refused", "parameters", name, words, line=parameter.span.line)
        elif after.source == "missing" and before.source != "default":
            words = f"Parameter `{name}` is not given any more, and it has no default."
            changes.add("needed", "parameters", name, words, line=parameter.span.line)
        elif not {before.source, after.source} <= {"default", "missing"}:
            words = _given(name, old.seen.parameters[name], new.seen.parameters[name])
            changes.add("changed", "parameters", name, words, line=parameter.span.line)


def is_refused(state: ParameterState) -> bool:
    """Whether Heat refuses the value of a parameter, or the default that it has."""
    return state.source != "missing" and isinstance(state.value, Unknown)


def _given(name: str, before: ParameterState, after: ParameterState) -> str:
    now, was = shown(after.value), shown(before.value)
    if now is None or now == was:
        return f"Parameter `{name}` gets another value."
    return f"Parameter `{name}` is {now}{f', was {was}' if was else ''}."


def compare_saved(old: Template, new: Template, saved: Saved, changes: Changes) -> tuple[str, ...]:
    """Tells which saved sets of values are refused, lack something, or have what there is no parameter for any more.

    Returns the names of all of them: Heat refuses each.
    """
    refused: dict[str, list[SavedValue]] = {}
    needed: dict[str, list[SavedValue]] = {}
    unused: dict[str, list[SavedValue]] = {}
    reasons: dict[str, str] = {}
    for name, values in saved.items():
        before, after = (_states(template, values) for template in (old, new))
        for key, state in after.items():
            was = before.get(key)
            secret = any(key in template.parameters and template.parameters[key].hidden for template in (old, new))
            told = SavedValue(name, None if secret else shown(values.get(key)))
            if state.source == "missing" and (was is None or was.source != "missing"):
                needed.setdefault(key, []).append(SavedValue(name))
            elif state.source == "given" and state.diagnostics and (was is None or not was.diagnostics):
                refused.setdefault(key, []).append(told)
                reasons.setdefault(key, state.diagnostics[0].message)
        for key in values:
            if key in old.parameters and key not in new.parameters:
                unused.setdefault(key, []).append(SavedValue(name))
    for key, hit in refused.items():
        _attach(changes, "refused", key, f"Parameter `{key}`: {reasons[key]}", hit, new)
    for key, hit in needed.items():
        _attach(changes, "needed", key, f"Parameter `{key}` has to be given.", hit, new)
    for key, hit in unused.items():
        _attach(changes, "removed", key, f"Parameter `{key}`.", hit, new)
    hits = [told.name for found in (refused, needed, unused) for hit in found.values() for told in hit]
    return tuple(name for name in saved if name in hits)


def _states(template: Template, values: Mapping[str, Any]) -> dict[str, ParameterState]:
    given = {name: value for name, value in values.items() if name in template.parameters}
    return take_values(template, given, {}, Report())


def _attach(changes: Changes, kind: Any, name: str, words: str, saved: list[SavedValue], new: Template) -> None:
    """Adds saved sets to what is told of a parameter already, or tells it."""
    for at, change in enumerate(changes.found):
        if (change.kind, change.section, change.name) == (kind, "parameters", name):
            changes.found[at] = replace(change, saved=tuple(saved), sure=True)
            return
    line = new.parameters[name].span.line if name in new.parameters else None
    changes.add(kind, "parameters", name, words, saved=tuple(saved), line=line)
