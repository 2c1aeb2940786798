"""Opportunities: places in a template that a later version could make simpler or safer."""

import re
from collections.abc import Callable, Iterator
from itertools import pairwise

from hotcore.constraints import KINDS
from hotcore.evaluation import registrations
from hotcore.linter import Subject, alike, text_of
from hotcore.runtime import dataclass, regex
from hotcore.source import Span
from hotcore.syntax import Mapping, Scalar, Sequence
from hotcore.template import handed_parameter
from hotcore.versions import CONDITIONS_SINCE


def _added(name: str) -> str:
    """The version that added a function."""
    return registrations(name)[0].since


def _extended(name: str) -> str:
    """The version that last extended a function."""
    return registrations(name)[-1].since


@dataclass(frozen=True, slots=True)
class Opportunity:
    """A feature of a version that a template could use: what it does, and the places for it."""

    since: str
    message: str
    spans: tuple[Span, ...]


def opportunities_of(subject: Subject) -> tuple[Opportunity, ...]:
    """The opportunities of all versions later than the template's, by version."""
    found = []
    for since, message, find in _OFFERS:
        if since > subject.template.version.date and (spans := tuple(find(subject))):
            found.append(Opportunity(since, message, spans))
    return tuple(sorted(found, key=lambda opportunity: opportunity.since))


def _unchecked_replacements(subject: Subject) -> Iterator[Span]:
    """Every `str_replace` with literal keys."""
    for call in subject.calls_of("str_replace", "Fn::Replace"):
        params = call.items[0] if call.items else call.member("params")
        if subject.written_map(params) is not None:
            yield call.node.key_span(call.name)


def _nested_joins(subject: Subject) -> Iterator[Span]:
    """Every join inside the list of another one with the same delimiter."""
    for call in subject.calls_of("list_join", "Fn::Join"):
        strings = call.items[1] if len(call.items) == 2 else None
        for item in strings.items if isinstance(strings, Sequence) else ():
            inner = item.get(call.name) if isinstance(item, Mapping) and item.sole_key == call.name else None
            if isinstance(inner, Sequence) and inner.items and alike(inner.items[0], call.items[0]):
                yield item.span


_ADDRESS = regex(r"[\w$%{}<>.+-]{1,80}://\S{1,2000}\Z")


def _addresses(subject: Subject) -> Iterator[Span]:
    """Every call that builds a URL."""
    for call in subject.calls_of("str_replace", "Fn::Replace"):
        template = call.items[1] if len(call.items) == 2 else call.member("template")
        if template is not None and _ADDRESS.match((text_of(template) or "").strip()):
            yield call.node.key_span(call.name)
    for call in subject.calls_of("list_join", "Fn::Join"):
        strings = call.items[1] if len(call.items) == 2 else None
        first = strings.items[0] if isinstance(strings, Sequence) and strings.items else None
        if re.match(r"[a-z][a-z0-9+.-]{0,20}://\Z", text_of(first) or ""):
            yield call.node.key_span(call.name)


def _expressions(pattern: str) -> Callable[[Subject], Iterator[Span]]:
    """Finds the `yaql` expressions that a pattern matches."""

    def find(subject: Subject) -> Iterator[Span]:
        for call in subject.calls_of("yaql"):
            node = call.member("expression")
            if node is not None and re.match(pattern, (text_of(node) or "").strip()):
                yield node.span

    return find


_LEAST_STEPS = 4


def _steps(subject: Subject) -> Iterator[Span]:
    """Every list of allowed numbers with a constant step."""
    for parameter in subject.template.parameters.values():
        for each in parameter.constraints if parameter.type == "number" else ():
            values = each.options["values"] if each.kind == "allowed_values" else []
            whole = [value for value in values if type(value) is int]
            steps = {after - before for before, after in pairwise(sorted(whole))}
            if len(whole) == len(values) >= _LEAST_STEPS and len(steps) == 1 and steps != {1} and each.span:
                yield each.span


def _switched_groups(subject: Subject) -> Iterator[Span]:
    """Every resource group whose size is 0 or 1, as given by a parameter."""
    for name, resource in subject.template.resources.items():
        properties = resource.field("properties")
        count = properties.get("count") if isinstance(properties, Mapping) else None
        parameter = handed_parameter(count, subject.template)
        if resource.type == "OS::Heat::ResourceGroup" and parameter and count and _is_switch(parameter.constraints):
            yield subject.template.resources[name].span


def _is_switch(constraints: tuple[object, ...]) -> bool:
    for each in constraints:
        kind, options = getattr(each, "kind", ""), getattr(each, "options", {})
        if kind == "range" and (options.get("min"), options.get("max")) == (0, 1):
            return True
        if kind == "allowed_values" and sorted(map(str, options["values"])) == ["0", "1"]:
            return True
    return False


def _empty_branches(subject: Subject) -> Iterator[Span]:
    """Every `if` with nothing in its second branch, as a property or an item."""
    for call in subject.calls_of("if"):
        last = call.items[2] if len(call.items) == 3 and call.path[0] == "resources" else None
        if isinstance(last, Scalar) and last.value is None:
            yield last.span


_OFFERS: tuple[tuple[str, str, Callable[[Subject], Iterator[Span]]], ...] = (
    (_extended("list_join"), "`list_join` takes several lists, so joins need not be nested.",
     _nested_joins),
    (CONDITIONS_SINCE, "`condition` switches off a single resource, without a group with a `count` of 0 or 1.",
     _switched_groups),
    (KINDS["modulo"].since, "`modulo` with a `range` describes numbers with a constant step in two lines.", _steps),
    (_added("str_replace_strict"), "`str_replace_strict` refuses keys that its template does not contain.",
     _unchecked_replacements),
    (_added("make_url"), "`make_url` builds a URL and quotes its parts.", _addresses),
    (_added("list_concat"), "`list_concat` does what this expression does.",
     _expressions(r"\$\.data\.\w+(\s*\+\s*\$\.data\.\w+)+\Z")),
    (_added("list_concat_unique"), "`list_concat_unique` does what this expression does.",
     _expressions(r"\(?\$\.data\.\w+(\s*\+\s*\$\.data\.\w+)*\)?\.distinct\(\)(\.toList\(\))?\Z")),
    (_added("contains"), "`contains` does what this expression does.",
     _expressions(r"\$\.data\.\w+ in \$\.data\.\w+\Z")),
    (_extended("if"), "`if` without a third argument omits the property or the item.", _empty_branches),
)  # fmt: skip
"""The version, the message, and the function that finds the places."""
