"""Changes of parameters: declarations, values, and the saved sets of values that they affect."""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from hotcore.constraints import Constraint
from hotcore.diagnostics import Unreported
from hotcore.diff.changes import Changes, SavedValue, change_words, shown
from hotcore.diff.narrowing import Loss, loss, may_lose
from hotcore.diff.partial_evaluation import is_fully_known
from hotcore.diff.sides import Stack
from hotcore.diff.value_sentences import Phrase, value_phrase
from hotcore.parameters import ParameterState, take_values
from hotcore.symbolic import converted
from hotcore.template import Parameter, Template
from hotcore.values import Unknown, to_json

Saved = Mapping[str, Mapping[str, Any]]
"""Saved sets of values by name."""

_MOST_EXAMPLES = 3


def compare_parameters(old: Template, new: Template, changes: Changes) -> None:
    """Reports changes of the declarations, which do not depend on values."""
    for name, parameter in new.parameters.items():
        before = old.parameters.get(name)
        if before is None:
            _added(parameter, changes)
        else:
            for compare in (_requirement, _constraints, _default, _flags):
                compare(before, parameter, changes)
    for name, parameter in old.parameters.items():
        if name not in new.parameters:
            words = f"Parameter `{name}` is removed. Heat refuses values for it."
            changes.add("removed", "parameters", name, words, line=parameter.span.line)


def _added(parameter: Parameter, changes: Changes) -> None:
    words = f"Parameter `{parameter.name}` of type `{parameter.type}` is new"
    if parameter.required:
        words += " and has no default: a value is required."
        changes.add("needed", "parameters", parameter.name, words, line=parameter.span.line)
        return
    value = None if parameter.hidden else shown(parameter.default)
    words += f" and optional: its default is {value}." if value else " and optional: it has a default."
    changes.add("added", "parameters", parameter.name, words, line=parameter.span.line)


def _requirement(old: Parameter, new: Parameter, changes: Changes) -> None:
    """Reports a removed default."""
    if new.required and not old.required:
        words = f"Parameter `{new.name}` no longer has a default: a value is required."
        changes.add("needed", "parameters", new.name, words, line=new.span.line)


def _constraints(old: Parameter, new: Parameter, changes: Changes) -> None:
    """Reports values that are no longer accepted, and values that are newly accepted."""
    if _same_values(old, new):
        return
    lost, won = loss(old, new), loss(new, old)
    uncertain = may_lose(old, new)
    if lost is not None:
        words = f"Parameter `{new.name}` {_narrowed(old, new, lost)}"
        changes.add("refused", "parameters", new.name, words, sure=lost.sure, line=new.span.line)
    elif uncertain is not None:
        words = f"Parameter `{new.name}` now {uncertain.demand}; other values are refused and may have been allowed."
        changes.add("refused", "parameters", new.name, words, sure=False, line=new.span.line)
    if won is not None:
        kind = f" changes type from `{old.type}` to `{new.type}` and" if old.type != new.type and not lost else ""
        accepts = "accepts" if won.sure else "may accept"
        words = f"Parameter `{new.name}`{kind} {accepts} more values{_widened(old, new, won)}."
        changes.add("changed", "parameters", new.name, words, sure=won.sure, line=new.span.line)


def _same_values(old: Parameter, new: Parameter) -> bool:
    """Whether type and constraints are equal apart from their descriptions."""
    return old.type == new.type and [(c.kind, c.options) for c in old.constraints] == [
        (c.kind, c.options) for c in new.constraints
    ]


def _narrowed(old: Parameter, new: Parameter, lost: Loss) -> str:
    """The new type or rule of a parameter, with examples of values that are now refused."""
    secret = old.hidden or new.hidden
    examples = [text for value in lost.examples if (text := shown(value))][:_MOST_EXAMPLES] if not secret else []
    more = lost.all_listed and len(lost.examples) > len(examples)
    listed = ", ".join(examples) + (" and others" if more else "")
    were = "was" if len(examples) == 1 and not more else "were"
    listed = listed[:1].upper() + listed[1:]
    refused = f" {listed} {were if lost.sure else 'may have been'} allowed and" if examples else ""
    refused += f" {'is' if were == 'was' else 'are'} now refused." if examples else ""
    if old.type != new.type:
        return f"changes type from `{old.type}` to `{new.type}`.{refused}"
    if not lost.broken:
        return f"accepts fewer values.{refused}"
    first, *others = lost.broken[:2]
    also = "".join(f" and {_further_demand(each, first)}" for each in others)
    return f"now {first.demand}{also}.{refused}"


def _further_demand(constraint: Constraint, first: Constraint) -> str:
    """The demand of a second constraint, without the verb if that of the first is the same."""
    demand = constraint.definition.demand
    return constraint.rule if demand == first.definition.demand and "{rule}" in demand else constraint.demand


def _widened(old: Parameter, new: Parameter, won: Loss) -> str:
    """The new length, or else an example of a value that was refused before."""
    if old.type == new.type and {each.kind for each in won.broken} == {"length"}:
        was, now = (_lengths(parameter) for parameter in (old, new))
        return f": {now or 'any length'}, was {was}"
    examples = [text for value in won.examples if (text := shown(value))]
    return f", such as {examples[0]}" if examples and not (old.hidden or new.hidden) else ""


def _lengths(parameter: Parameter) -> str:
    return " and ".join(each.rule for each in parameter.constraints if each.kind == "length")


def _default(old: Parameter, new: Parameter, changes: Changes) -> None:
    if not new.has_default or (old.has_default and _text(_default_of(old)) == _text(_default_of(new))):
        return
    hidden = old.hidden or new.hidden
    now, was = (None if hidden else shown(each.default) for each in (new, old))
    if not old.has_default:
        words = f"Parameter `{new.name}` is now optional: {f'its default is {now}' if now else 'it has a default'}."
    elif now is not None and now == was and old.type != new.type:
        return  # it is written as before, and the change of the type is reported
    else:
        label = f"The default of parameter `{new.name}`"
        told = _changed(label, (was, now), (_default_of(old), _default_of(new)), changes, hidden=hidden)
        changes.add("changed", "parameters", new.name, f"{told.words}.", line=new.span.line, details=told.details)
        return
    changes.add("changed", "parameters", new.name, words, line=new.span.line)


def _changed(
    label: str, shown_values: tuple[str | None, str | None], values: tuple[Any, Any], changes: Changes, *, hidden: bool
) -> Phrase:
    """How a value changes: from one to the other if they are short, else by its parts; without them if it is hidden."""
    was, now = shown_values
    if hidden or not all(map(is_fully_known, values)):
        return Phrase(f"{label} changes to {now}" if now and not hidden else f"{label} changes")
    if was and now and was != now:
        return Phrase(f"{label} changes {change_words(was, now)}")
    return value_phrase(label, *values, changes.values)


def _default_of(parameter: Parameter) -> Any:
    """The default as Heat reads it, however it is written."""
    return converted(parameter, parameter.default)


def _text(value: Any) -> str:
    return json.dumps(to_json(value), sort_keys=True)


def _flags(old: Parameter, new: Parameter, changes: Changes) -> None:
    """Reports changes of `hidden` and `immutable`."""
    for was, now, yes, no in (
        (
            old.hidden,
            new.hidden,
            "is now hidden: its value is never shown",
            "is no longer hidden: its value is shown",
        ),
        (
            old.immutable,
            new.immutable,
            "is now immutable: updates of a stack cannot change it",
            "is no longer immutable: updates of a stack can change it",
        ),
    ):
        if was != now:
            words = f"Parameter `{new.name}` {yes if now else no}."
            changes.add("changed", "parameters", new.name, words, line=new.span.line)


def compare_values(old: Stack, new: Stack, changes: Changes) -> None:
    """Reports parameters whose value changes, whether it is given or the default."""
    for name, after in new.preview.parameters.items():
        before = old.preview.parameters.get(name)
        if before is None or is_refused(after) or before.value == after.value:
            continue  # a refused value is reported as an error
        parameter = new.template.parameters[name]
        if parameter.immutable and before.source != "missing":
            words = f"Parameter `{name}` is immutable and its value changes. Heat refuses the update."
            changes.add("refused", "parameters", name, words, line=parameter.span.line)
        elif after.source == "missing" and before.source != "default":
            words = f"Parameter `{name}` no longer has a value, and it has no default."
            changes.add("needed", "parameters", name, words, line=parameter.span.line)
        elif not {before.source, after.source} <= {"default", "missing"}:
            hidden = any(stack.template.parameters[name].hidden for stack in (old, new))
            told = _given(name, old.seen.parameters[name], new.seen.parameters[name], changes, hidden=hidden)
            more = {"line": parameter.span.line, "details": told.details}
            changes.add("changed", "parameters", name, f"{told.words}.", **more)


def is_refused(state: ParameterState) -> bool:
    """Whether Heat refuses the value of a parameter, given or default."""
    return state.source != "missing" and isinstance(state.value, Unknown)


def _given(name: str, before: ParameterState, after: ParameterState, changes: Changes, *, hidden: bool) -> Phrase:
    both = shown(before.value), shown(after.value)
    return _changed(f"Parameter `{name}`", both, (before.value, after.value), changes, hidden=hidden)


def compare_saved(old: Template, new: Template, saved: Saved, changes: Changes) -> tuple[str, ...]:
    """Reports saved sets of values that are now refused, lack a value, or have a value for a removed parameter.

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
            hit = SavedValue(name, None if secret else shown(values.get(key)))
            if state.source == "missing" and (was is None or was.source != "missing"):
                needed.setdefault(key, []).append(SavedValue(name))
            elif state.source == "given" and state.diagnostics and (was is None or not was.diagnostics):
                refused.setdefault(key, []).append(hit)
                reasons.setdefault(key, state.diagnostics[0].message)
        for key in values:
            if key in old.parameters and key not in new.parameters:
                unused.setdefault(key, []).append(SavedValue(name))
    for key, hits in refused.items():
        _attach(changes, "refused", key, f"Parameter `{key}`: {reasons[key]}", hits, new)
    for key, hits in needed.items():
        _attach(changes, "needed", key, f"Parameter `{key}` requires a value.", hits, new)
    for key, hits in unused.items():
        _attach(changes, "removed", key, f"Parameter `{key}` is removed.", hits, new)
    names = [hit.name for found in (refused, needed, unused) for hits in found.values() for hit in hits]
    return tuple(name for name in saved if name in names)


def _states(template: Template, values: Mapping[str, Any]) -> dict[str, ParameterState]:
    given = {name: value for name, value in values.items() if name in template.parameters}
    return take_values(template, given, {}, Unreported())


def _attach(changes: Changes, kind: Any, name: str, words: str, saved: list[SavedValue], new: Template) -> None:
    """Adds saved sets to the change already reported for a parameter, or reports one."""
    for at, change in enumerate(changes.found):
        if (change.kind, change.section, change.name) == (kind, "parameters", name):
            changes.found[at] = replace(change, saved=tuple(saved), sure=True)
            return
    line = new.parameters[name].span.line if name in new.parameters else None
    changes.add(kind, "parameters", name, words, saved=tuple(saved), line=line)
