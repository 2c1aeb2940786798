"""Comparison of two templates, or of one template under two sets of values."""

from collections.abc import Mapping
from typing import Any

from hotcore.diagnostics import Diagnostic, Severity
from hotcore.diff.changes import Change, ChangeKind, Changes, SemanticDiff, worst_first
from hotcore.diff.parameters import Saved, compare_parameters, compare_saved, compare_values, is_refused
from hotcore.diff.sides import Side, Stack
from hotcore.diff.stacks import compare_stacks
from hotcore.environment import Environment
from hotcore.runtime import paused_collector
from hotcore.sandbox import shared_time
from hotcore.syntax import to_plain
from hotcore.template import Template

COMPARING_SECONDS = 2.0
"""The time limit for all patterns and expressions in one comparison."""

MOST_SAVED = 50
"""The maximum number of saved sets of values that are checked."""

_MOST_ERRORS = 3
_TEXTS_ONLY = {"parameters": ("label", "description"), "outputs": ("description",)}


def semantic_diff(old: Side, new: Side, *, saved: Saved | None = None) -> SemanticDiff:
    """What changes for Heat when the new side replaces the old one.

    `saved` are saved sets of values by name; those that Heat would refuse are reported too.
    """
    with paused_collector(len(old.document.text) + len(new.document.text)):
        before, after = old.stack(), new.stack()
        if before is None or after is None:
            return _unreadable(old, new)
        changes = Changes()
        with shared_time(COMPARING_SECONDS):
            _version(before, after, changes)
            compare_parameters(before.template, after.template, changes)
            compare_values(before, after, changes)
            checked = dict(list((saved or {}).items())[:MOST_SAVED])
            refused = compare_saved(before.template, after.template, checked, changes)
            _new_errors(before, after, changes)
            _fixed_errors(before, after, changes)
            unknown = _known_on_one_side(before, after)
            compare_stacks(*_without(unknown, old, new, before, after), changes)
        written_alike = not changes.found and _content(old) == _content(new)
    return SemanticDiff(worst_first(changes.found), refused, written_alike, unknown)


def _known_on_one_side(before: Stack, after: Stack) -> tuple[str, ...]:
    """The parameters whose values only one side refuses, or does not know."""
    states = after.preview.parameters
    both = [(name, was, states[name]) for name, was in before.preview.parameters.items() if name in states]
    return tuple(name for name, was, now in both if is_refused(was) is not is_refused(now))


def _without(unknown: tuple[str, ...], old: Side, new: Side, before: Stack, after: Stack) -> tuple[Stack, Stack]:
    """The stacks, where these parameters are unknown on both sides: a refusal itself is reported, and its consequences
    say nothing about the templates."""
    one, other = (side.stack(unknown=unknown) if unknown else None for side in (old, new))
    return one or before, other or after


def _unreadable(old: Side, new: Side) -> SemanticDiff:
    """The difference if one of the texts is not a template."""
    if old.document.text == new.document.text:
        return SemanticDiff()
    kind: ChangeKind = "incomparable"
    sentences, line = [], None
    if new.document.template is None:
        first = next(iter(new.document.found), None)
        line = first.span.line if first and first.span else None
        sentences.append(f"This {_what_is(new)}.")
        if not _is_foreign(new):
            kind = "refused"
            sentences += [first.message] if first else []
    if old.document.template is None:
        sentences.append(f"The older text {_what_is(old)}, so there is nothing to compare with.")
    change = Change(kind, "template", "", " ".join(sentences), line=line)
    return SemanticDiff((change,), (), written_alike=False)


def _what_is(side: Side) -> str:
    if _is_foreign(side):
        return "is a CloudFormation template, which cannot be compared"
    return "is not a template that Heat can read"


def _is_foreign(side: Side) -> bool:
    return any(found.code == "cfn-template" for found in side.document.found)


def _version(old: Stack, new: Stack, changes: Changes) -> None:
    was, now = old.template.version.date, new.template.version.date
    if was != now:
        changes.add(
            "changed", "template", "heat_template_version", f"The template version changes from `{was}` to `{now}`."
        )


def _new_errors(old: Stack, new: Stack, changes: Changes) -> None:
    """Reports the errors for which Heat refuses the new side and did not refuse the old one."""
    errors = _errors_only_in(new, old)
    for found in errors[:_MOST_ERRORS]:
        line = found.span.line if found.span and not found.file else None
        changes.add("refused", "template", "", f"Heat refuses {_about(found)}: {found.message}", line=line)
    left = len(errors) - _MOST_ERRORS
    if left > 0:
        changes.add("refused", "template", "", f"There {'is' if left == 1 else 'are'} {left} more new errors.")


def _fixed_errors(old: Stack, new: Stack, changes: Changes) -> None:
    """Reports the errors for which Heat refused the old side and does not refuse the new one."""
    for found in _errors_only_in(old, new)[:_MOST_ERRORS]:
        changes.add("fixed", "template", "", f"Before this change, Heat refused {_about(found)}: {found.message}")


def _errors_only_in(one: Stack, other: Stack) -> list[Diagnostic]:
    """The errors of one stack that the other does not have; a missing value is reported for its parameter instead."""
    known = {_diagnostic(found) for found in other.seen.diagnostics}
    errors = (found for found in one.seen.diagnostics if found.severity is Severity.ERROR)
    return [found for found in errors if found.code != "value-needed" and _diagnostic(found) not in known]


def _about(found: Diagnostic) -> str:
    return f"the value of `{found.parameter}`" if found.parameter else "the template"


def _diagnostic(found: Diagnostic) -> tuple[Any, ...]:
    return found.code, found.message, found.parameter, found.file


def _content(side: Side) -> tuple[str, ...]:
    """Everything that Heat reads, as it is written."""
    template = side.document.template
    assert template is not None
    files = sorted(side.document.files.items())
    environments = [_environment_content(environment) for environment in side.environments]
    values = sorted(side.values.items(), key=repr)
    return (repr(_without_texts(template)), repr(files), repr(values), repr(environments))


def _environment_content(environment: Environment) -> tuple[Any, ...]:
    """The content of an environment, wherever in its file it is written."""
    registry = [(entry.path, entry.value, entry.folder) for entry in environment.registry.walk()]
    return environment.parameters, environment.parameter_defaults, environment.strategies, registry


def _without_texts(template: Template) -> Mapping[Any, Any]:
    """A template without the texts that only people read."""
    found = to_plain(template.root)
    for section, keys in _TEXTS_ONLY.items():
        members = found.get(section)
        for body in members.values() if isinstance(members, dict) else ():
            for key in keys if isinstance(body, dict) else ():
                body.pop(key, None)
    return {key: value for key, value in found.items() if value and key not in ("description", "parameter_groups")}
