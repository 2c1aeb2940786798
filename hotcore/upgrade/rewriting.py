"""Rewriting of templates to equivalent templates of another version."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from math import inf
from time import thread_time
from typing import Any

from hotcore.analysis import Document, load, preview
from hotcore.catalogue import Catalogue, catalogue_in_use
from hotcore.diagnostics import Diagnostic, Severity
from hotcore.edits import CannotEdit, Shared, Step, perform_all
from hotcore.evaluation import CONDITIONS, VALUES, Removed, arrival, functions_of, registrations
from hotcore.linter import CallAt, Subject, successor, why_not
from hotcore.resolver import Preview, declarations_as_data
from hotcore.runtime import dataclass
from hotcore.sandbox import shared_time
from hotcore.source import Span
from hotcore.syntax import Mapping as MappingNode
from hotcore.template import Template
from hotcore.upgrade.requirements import Need, lowest_version, pairs_items, version_needs, where_functions_count
from hotcore.upgrade.trial_values import trials
from hotcore.versions import CONDITIONS_SINCE, LATEST, VERSION_KEY, Version, find_version

CODE = "cannot-rewrite"
_SECONDS = 0.5
"""The limit of processor time for trying values; the first ones are always tried."""


@dataclass(frozen=True, slots=True)
class Rewriting:
    """A template in another version: its text, the gestures that rewrite it, and the replaced calls of functions that
    the version does not have.

    If it would not be equivalent, `refused` says why, with places in the original text, and the text is unchanged.
    `document` is the rewritten text as it is read.  `is_compared` is false if results take too long to be compared.
    """

    text: str
    steps: tuple[Step, ...] = ()
    rewritten: tuple[Diagnostic, ...] = ()
    refused: tuple[Diagnostic, ...] = ()
    document: Document | None = None
    is_compared: bool = True


class OutOfTime(Exception):
    """Expressions or patterns of a template take too long to compare its results with those of another one."""


def needs_of(document: Document, catalogue: Catalogue | None = None) -> tuple[Need, ...]:
    """The version requirements of a template.

    A template that uses features of later versions than its own, or that has errors that the latest version would not
    have, is read as if it had the latest version.
    """
    if document.template is None:
        return ()
    return _needs_of(document, Subject(document.template, catalogue or catalogue_in_use(), document.files))


def _needs_of(document: Document, subject: Subject) -> tuple[Need, ...]:
    template, found = subject.template, version_needs(subject)
    is_too_low = lowest_version(found).date > template.version.date
    if not is_too_low and (template.version is LATEST or document.ok):
        return found
    latest = _read_as(document, template, LATEST)
    if latest.template is None or not (is_too_low or _has_fewer_errors(latest, document)):
        return found
    return version_needs(Subject(latest.template, subject.catalogue, document.files))


def _has_fewer_errors(one: Document, other: Document) -> bool:
    """Whether a document does not have some errors that the other one has."""
    return bool(_errors(other.diagnostics) - _errors(one.diagnostics))


def _read_as(document: Document, template: Template, version: Version) -> Document:
    """A template as it is read with another version."""
    node = template.root.members[VERSION_KEY]
    text = node.source.text
    return load(f'{text[: node.start]}"{version.date}"{text[node.end :]}', document.files)


def rewrite(document: Document, name: str, written: str | None = None, catalogue: Catalogue | None = None) -> Rewriting:
    """A template rewritten to a named version; `written` is its text with the byte order mark that it may have.

    The text is searched for everything that could make a difference, and the results are compared with the default
    values, with other valid values, and with values for each combination of the conditions.
    """
    template, before = document.template, document.text if written is None else written
    if template is None:
        raise ValueError("There is nothing to rewrite.")
    plan = planned(document, name, catalogue)
    if plan.refused:
        return replace(plan, text=before)
    at = template.root.value_span(VERSION_KEY)
    try:
        text = _performed(before, plan.steps)
    except CannotEdit as why:
        return Rewriting(before, refused=(Diagnostic(CODE, str(why), at),))
    after = load(text, document.files)
    try:
        difference = first_difference(document, after, catalogue)
    except OutOfTime:
        return replace(plan, text=text, document=after, is_compared=False)
    if difference:
        return Rewriting(before, refused=(Diagnostic(CODE, difference, at),))
    return replace(plan, text=text, document=after)


def planned(document: Document, name: str, catalogue: Catalogue | None = None) -> Rewriting:
    """What a rewriting would do, or why it is refused, judging by the text alone."""
    return plans(document, [name], catalogue)[name]


def plans(
    document: Document,
    names: Iterable[str],
    catalogue: Catalogue | None = None,
    needs: tuple[Need, ...] | None = None,
) -> dict[str, Rewriting]:
    """The planned rewritings to several versions, by name; `needs` are those of the template, if known."""
    if document.template is None:
        raise ValueError("There is nothing to rewrite.")
    subject = Subject(document.template, catalogue or catalogue_in_use(), document.files)
    known = _needs_of(document, subject) if needs is None else needs
    return {name: _plan(document, subject, known, name) for name in names}


def _plan(document: Document, subject: Subject, needs: tuple[Need, ...], name: str) -> Rewriting:
    text, template, version = document.text, subject.template, find_version(name)
    if version is None:
        raise ValueError("There is no such version.")
    calls = list(_calls_without_function(subject, version))
    fixes = [(call, successor(call, template, version.date)) for call in calls]
    refused = [*_too_new(needs, version), *_new_meanings(document, subject, version)]
    refused += [_lacking(call, version) for call, fix in fixes if fix is None]
    if refused:
        return Rewriting(text, refused=_sorted(refused))
    made = [(call, fix) for call, fix in fixes if fix is not None]
    innermost_first = sorted(made, key=lambda pair: -len(pair[0].path))
    steps = [Step(fix.gesture, fix.arguments) for _, fix in innermost_first]
    replaced = tuple(Diagnostic(CODE, f"{fix.title} instead of `{call.name}`.", _key(call)) for call, fix in made)
    return Rewriting(text, (*steps, Step("set-version", {"version": name})), replaced)


def _performed(text: str, steps: tuple[Step, ...]) -> str:
    """The text after the gestures; a node shared by an anchor is changed for all its uses, which all need it."""
    try:
        return perform_all(text, steps).after
    except Shared:
        return perform_all(text, steps, everywhere=True).after


# -- obstacles ------------------------------------------------------------------


def _sorted(found: list[Diagnostic]) -> tuple[Diagnostic, ...]:
    return tuple(sorted(dict.fromkeys(found), key=lambda each: each.sort_key))


def _key(call: CallAt) -> Span:
    return call.node.key_span(call.name)


def _too_new(needs: tuple[Need, ...], version: Version) -> Iterator[Diagnostic]:
    for need in needs:
        if need.since > version.date:
            hint = "Whether it matters depends on the values." if need.perhaps else None
            yield Diagnostic(CODE, need.message, need.span, hint=hint)


def _new_meanings(document: Document, subject: Subject, version: Version) -> Iterator[Diagnostic]:
    """What is plain data or has no effect, and would be a call or have an effect with another version."""
    now = subject.template.version
    for _, node, logical in where_functions_count(subject):
        name = node.sole_key if isinstance(node, MappingNode) else None
        context = CONDITIONS if logical else VALUES
        if name is None or not isinstance(node, MappingNode) or name in functions_of(now, context):
            continue
        if name in functions_of(version, context) and not _is_refused(document, node, name):
            message = f"`{name}` is plain data in version {now.date}, and would become a function call."
            since = arrival(name, context)
            hint = f"The function was added in version {since}." if since else None
            yield Diagnostic(CODE, message, node.key_span(name), hint=hint)
    if now.date < registrations("repeat")[-1].since <= version.date:
        for call in subject.calls_of("repeat"):
            if (found := pairs_items(subject, call)) is not None:
                message = f"`permutations` has no effect in version {now.date}, but would have one."
                yield Diagnostic(CODE, message, found[1].span)
    if now.date < CONDITIONS_SINCE <= version.date:
        yield from _idle_conditions(subject.template)


def _is_refused(document: Document, node: MappingNode, key: str) -> bool:
    """Whether Heat refuses a map itself because of a key, and not just a part of the map."""
    errors = (each for each in document.diagnostics if each.severity is Severity.ERROR and each.file is None)
    end = node.key_span(key).end
    return any(each.span is not None and node.start <= each.span.start < end for each in errors)


def _idle_conditions(template: Template) -> Iterator[Diagnostic]:
    declared = template.root.members.get("outputs")
    for body in declared.members.values() if isinstance(declared, MappingNode) else ():
        if isinstance(body, MappingNode) and "condition" in body.members:
            message = f"`condition` of an output has no effect in version {template.version.date}, but would have one."
            yield Diagnostic(CODE, message, body.key_span("condition"))


def _calls_without_function(subject: Subject, version: Version) -> Iterator[CallAt]:
    """Every call of a function that the version does not have, once even if several aliases refer to it."""
    known, seen = functions_of(version), set[int]()
    for call in subject.calls:
        if isinstance(known.get(call.name), Removed) and id(call.node) not in seen:
            seen.add(id(call.node))
            yield call


def _lacking(call: CallAt, version: Version) -> Diagnostic:
    found = functions_of(version)[call.name]
    until = found.until if isinstance(found, Removed) else version.date
    return Diagnostic(CODE, f"`{call.name}` was removed in version {until}.", _key(call), hint=why_not(call.name))


# -- results --------------------------------------------------------------------


def first_difference(before: Document, after: Document, catalogue: Catalogue | None = None) -> str | None:
    """The first difference between the results of two templates, with all values that are tried, in a sentence; None if
    none was found.

    If the first has errors, the second only must not have others.  Fewer values are tried if it takes long.  Raises
    `OutOfTime` when a result was cut off: how much is worked out until then is never the same.
    """
    until = thread_time() + _SECONDS
    if after.template is None or before.template is None:
        return "The rewritten template could not be read."
    for values in trials(before.template):
        one, other = (_result(each, values, catalogue) for each in (before, after))
        if more := _errors(other.diagnostics) - _errors(one.diagnostics):
            return f"Heat would refuse the rewritten template: {next(iter(more))}."
        if one.ok and (where := _where(declarations_as_data(one), declarations_as_data(other))):
            return f"{where} would be different."
        if thread_time() > until:
            break
    return None


def _result(document: Document, values: Mapping[str, Any], catalogue: Catalogue | None) -> Preview:
    with shared_time(inf) as limit:
        found = preview(document, values, mask=False, catalogue=catalogue)
    if not limit.is_met:
        raise OutOfTime
    return found


def _errors(found: tuple[Diagnostic, ...]) -> Counter[str]:
    return Counter(each.code for each in found if each.severity is Severity.ERROR)


_PARTS = {"parameters": "parameter", "conditions": "condition", "resources": "resource", "outputs": "output"}


def _where(one: Mapping[str, Any], other: Mapping[str, Any]) -> str | None:
    """The first declaration whose result differs."""
    for section, word in _PARTS.items():
        for name, value in one[section].items():
            if repr(value) != repr(other[section].get(name)):
                return f"The {word} `{name}`"
    return None
