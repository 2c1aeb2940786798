"""Compares two templates, or one under two sets of values."""

from collections.abc import Mapping
from typing import Any

from hotcore.diagnostics import Diagnostic, Severity
from hotcore.diff.changes import Change, ChangeKind, Changes, Meaning, worst_first
from hotcore.diff.parameters import Saved, compare_parameters, compare_saved, compare_values, is_refused
from hotcore.diff.sides import Side, Stack
from hotcore.diff.stacks import compare_stacks
from hotcore.environment import Environment
from hotcore.gc_pause import collector_at_rest
from hotcore.sandbox import shared_time
from hotcore.syntax import to_plain
from hotcore.template import Template

COMPARING_SECONDS = 2.0
"""What patterns and expressions may take together while two stacks are compared."""

MOST_SAVED = 50
"""Saved sets of values that are looked at."""

_MOST_ERRORS = 3
_WORDS_ONLY = {"parameters": ("label", "description"), "outputs": ("description",)}


def meaning(old: Side, new: Side, *, saved: Saved | None = None) -> Meaning:
    """What Heat would do otherwise if the newer side took the place of the older one.

    `saved` are sets of values that somebody keeps, by name: which of them are refused is told too.
    """
    with collector_at_rest(len(old.document.text) + len(new.document.text)):
        before, after = old.stack(), new.stack()
        if before is None or after is None:
            return _unreadable(old, new)
        changes = Changes()
        with shared_time(COMPARING_SECONDS):
            _version(before, after, changes)
            compare_parameters(before.template, after.template, changes)
            compare_values(before, after, changes)
            kept = dict(list((saved or {}).items())[:MOST_SAVED])
            refused = compare_saved(before.template, after.template, kept, changes)
            _errors(before, after, changes)
            _mended(before, after, changes)
            compare_stacks(*_without_refused(old, new, before, after), changes)
    return Meaning(worst_first(changes.found), refused, _body(old) == _body(new))


def _without_refused(old: Side, new: Side, before: Stack, after: Stack) -> tuple[Stack, Stack]:
    """The stacks with every value that only one side refuses as not known on both: that it is refused is told, and
    what follows from it says nothing of the templates."""
    states = after.preview.parameters
    both = [(name, was, states[name]) for name, was in before.preview.parameters.items() if name in states]
    odd = [name for name, was, now in both if is_refused(was) is not is_refused(now)]
    one, other = (side.stack(unknown=odd) if odd else None for side in (old, new))
    return one or before, other or after


def _unreadable(old: Side, new: Side) -> Meaning:
    """The meaning of a text that is no template, or was none."""
    if old.document.text == new.document.text:
        return Meaning()
    kind: ChangeKind = "changed"
    sentences, line = [], None
    if new.document.template is None:
        first = next(iter(new.document.found), None)
        line = first.span.line if first and first.span else None
        sentences.append(f"This {_what(new)}.")
        if not _is_foreign(new):
            kind = "refused"
            sentences += [first.message] if first else []
    if old.document.template is None:
        sentences.append(f"The older text {_what(old)}, so there is nothing to compare with.")
    change = Change(kind, "template", "", " ".join(sentences), line=line)
    return Meaning((change,), (), written_alike=False)


def _what(side: Side) -> str:
    if _is_foreign(side):
        return "is a CloudFormation template, which is not looked into"
    return "is no template that Heat can read"


def _is_foreign(side: Side) -> bool:
    return any(found.code == "cfn-template" for found in side.document.found)


def _version(old: Stack, new: Stack, changes: Changes) -> None:
    was, now = old.template.version.date, new.template.version.date
    if was != now:
        changes.add(
            "changed", "template", "heat_template_version", f"The version of the template is `{now}`, was `{was}`."
        )


def _errors(old: Stack, new: Stack, changes: Changes) -> None:
    """Tells why Heat refuses the newer template, if it took the older one or refused it for something else."""
    fresh = _errors_besides(new, old)
    for found in fresh[:_MOST_ERRORS]:
        line = found.span.line if found.span and not found.file else None
        changes.add("refused", "template", "", f"Heat refuses {_about(found)}: {found.message}", line=line)
    if len(fresh) > _MOST_ERRORS:
        changes.add(
            "refused", "template", "", f"There are {len(fresh) - _MOST_ERRORS} more errors that were not there."
        )


def _mended(old: Stack, new: Stack, changes: Changes) -> None:
    """Tells why Heat refused the older side, if it does so no longer."""
    for found in _errors_besides(old, new)[:_MOST_ERRORS]:
        changes.add("changed", "template", "", f"Heat refuses {_about(found)} before this: {found.message}")


def _errors_besides(one: Stack, other: Stack) -> list[Diagnostic]:
    """The errors of a stack that another has not; that a value is needed is told of the parameter."""
    known = {_finding(found) for found in other.seen.diagnostics}
    errors = (found for found in one.seen.diagnostics if found.severity is Severity.ERROR)
    return [found for found in errors if found.code != "value-needed" and _finding(found) not in known]


def _about(found: Diagnostic) -> str:
    return f"the value of `{found.parameter}`" if found.parameter else "the template"


def _finding(found: Diagnostic) -> tuple[Any, ...]:
    return found.code, found.message, found.parameter, found.file


def _body(side: Side) -> tuple[str, ...]:
    """Everything that Heat makes something of, as it is written."""
    template = side.document.template
    assert template is not None
    files = sorted(side.document.files.items())
    environments = [_said(environment) for environment in side.environments]
    values = sorted(side.values.items(), key=repr)
    return (repr(_without_words(template)), repr(files), repr(values), repr(environments))


def _said(environment: Environment) -> tuple[Any, ...]:
    """What an environment says, wherever it says it."""
    registry = [(entry.path, entry.value, entry.folder) for entry in environment.registry.walk()]
    return environment.parameters, environment.parameter_defaults, environment.strategies, registry


def _without_words(template: Template) -> Mapping[Any, Any]:
    """A template without what only people read."""
    found = to_plain(template.root)
    for section, keys in _WORDS_ONLY.items():
        members = found.get(section)
        for body in members.values() if isinstance(members, dict) else ():
            for key in keys if isinstance(body, dict) else ():
                body.pop(key, None)
    return {key: value for key, value in found.items() if value and key not in ("description", "parameter_groups")}
