"""What is wrong with a template, as values: findings, their place, and the report that collects them."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum, StrEnum
from typing import Any

from hotcore.source import Span
from hotcore.spelling import did_you_mean, suggested

MAIN = "template"
"""What the template itself is called where no name would mean another file."""


class Severity(StrEnum):
    """How much a finding matters: Heat refuses, probably a mistake, or good to know."""

    ERROR = "error"
    WARNING = "warning"
    HINT = "hint"


class Phase(Enum):
    """The steps in which Heat looks at a template, in its order.

    Heat stops at the first refusal; a report has all of them, and the earliest phase among its errors
    says what Heat would have answered.  `stage` is the part of the template that Heat blames then;
    `in_form` tells whether the call that describes a template's form (`validate_template`) gets there too.
    """

    TEXT = 1, "parse", True
    DEFINITIONS = 2, "parameters", True
    ENVIRONMENT = 3, "environment", True
    SECTIONS = 4, "parse", True
    RESOURCE_SHAPES = 5, "resources", True
    PARAMETERS = 6, "parameters", True
    VALUES = 7, "parameters", False
    GROUPS = 8, "parameters", True
    CONDITIONS = 9, "conditions", True
    RESOURCES = 10, "resources", True
    DEPENDENCIES = 11, "resources", False
    OUTPUTS = 12, "outputs", True
    RESOURCE_CYCLES = 13, "resources", False
    RESOURCE_FUNCTIONS = 14, "resources", True
    RESOURCE_VALUES = 15, "resources", False
    NESTED_STACKS = 16, "resources", False
    OUTPUT_FUNCTIONS = 17, "outputs", True
    OUTPUT_VALUES = 18, "outputs", False

    def __init__(self, order: int, stage: str, in_form: bool) -> None:
        self.order = order
        self.stage = stage
        self.in_form = in_form


@dataclass(frozen=True, slots=True)
class Related:
    """Another place that helps to understand a finding, and what is there.

    Without a `file` it is in the file of the finding; `MAIN` is the template itself.
    """

    message: str
    span: Span
    file: str | None = None


class Applicability(StrEnum):
    """Whether a fix may be made unasked.

    A safe one changes neither what the template means under any values nor what its author may have wanted. Any other
    is suggested: somebody has to choose it.
    """

    SAFE = "safe"
    SUGGESTED = "suggested"


@dataclass(frozen=True, slots=True)
class Fix:
    """What mends a finding: its title, and the gesture of `hotcore.edits` with its arguments.

    It is suggested where nobody vouches for it.
    """

    title: str
    gesture: str
    arguments: Mapping[str, Any]
    applicability: Applicability = Applicability.SUGGESTED

    @property
    def is_safe(self) -> bool:
        """Whether it may be made unasked."""
        return self.applicability is Applicability.SAFE


@dataclass(frozen=True, slots=True)
class Refusal:
    """A value that is refused because of what parameters have.

    `parameter` is the parameter, or the property, that refuses it, of the resource that `path` leads to: the names of
    resources from the template at hand downwards.  `file` is the nested template that has the parameter, or that the
    resource stands in; None for a property of a resource in the template at hand.  `message` says why, in the author's
    words where there are some.  `caused_by` are the parameters of the template at hand that the value comes from; none
    when it comes from something that is written further down.  `handed` are the parameters that the value went
    through unchanged, the one that refuses it first.
    """

    parameter: str
    path: tuple[str, ...]
    file: str | None
    message: str
    caused_by: tuple[str, ...]
    handed: tuple[Any, ...] = field(default=(), compare=False)
    severity: Severity = Severity.ERROR
    repairs: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding.

    `code` is a readable name that stays the same over releases.  `span` is the smallest thing that is
    wrong, or None when the finding has no place in a text (a value that was not given).  `file` names the
    file when it is not the template itself; `parameter` the parameter whose value is refused.  `missing` are the
    paths of values that are not there, of which it needs one or all.  `refusals` tell where a value comes from that is
    refused below parameters, one for each use of the template that it is refused in.
    """

    code: str
    message: str
    span: Span | None = None
    severity: Severity = Severity.ERROR
    hint: str | None = None
    file: str | None = None
    parameter: str | None = None
    related: tuple[Related, ...] = ()
    phase: Phase = Phase.TEXT
    fix: Fix | None = field(default=None, compare=False)
    missing: tuple[tuple[Any, ...], ...] = field(default=(), compare=False)
    refusals: tuple[Refusal, ...] = field(default=(), compare=False)

    @property
    def caused_by(self) -> tuple[str, ...]:
        """The parameters of the template whose values bring it about, in a resource or a nested template."""
        return tuple(dict.fromkeys(name for refusal in self.refusals for name in refusal.caused_by))

    @property
    def suggestion(self) -> str | None:
        """What to write in place of the span, where a nearest name is offered and the span is within a line."""
        span = self.span
        return suggested(self.hint) if span is not None and span.line == span.end_line else None

    @property
    def sort_key(self) -> tuple[str, int, int, int, str]:
        """Orders findings by file, place and code; those without a place come first."""
        start = self.span.start if self.span else -1
        end = self.span.end if self.span else -1
        return self.file or "", start, end, self.phase.order, self.code


def file_of(related: Related, diagnostic: Diagnostic) -> str | None:
    """The file of a place that helps to understand a finding; None for the template itself."""
    file = diagnostic.file if related.file is None else related.file
    return None if file == MAIN else file


def _rank(diagnostic: Diagnostic) -> tuple[bool, int]:
    return diagnostic.severity is not Severity.ERROR, diagnostic.phase.order


def _together(known: Diagnostic, other: Diagnostic) -> Diagnostic:
    """Two findings of the same at one place as one: that of the earlier phase, with the refusals of both."""
    chosen = known
    if _rank(other) < _rank(known):
        chosen = other if other.related else replace(other, related=known.related)
    refusals = (*known.refusals, *(each for each in other.refusals if each not in known.refusals))
    return replace(chosen, refusals=refusals) if refusals != chosen.refusals else chosen


MOST_OF_A_KIND = 500
"""Findings of one code that are kept; nobody mends more at a time."""

_LONGEST_MESSAGE = 500

_MOST_HINTS = 50
"""Nearest names that are looked for; each takes some milliseconds among thousands of names."""


_DOUBTS = frozenset(("unknown-function", "later-function", "functions-as-data"))
_EXPLAINED = frozenset(("wrong-type", "unknown-property"))
"""What Heat refuses about a map that is no call; where it is told, it says what was doubted there as well."""


class Report:
    """Collects findings.  The same finding at the same place counts once, as an error if it ever was one, with the
    earliest phase.  Of each code, the first `MOST_OF_A_KIND` are kept, and a hint tells when there are more."""

    def __init__(self) -> None:
        self._found: dict[tuple[object, ...], Diagnostic] = {}
        self._counts: Counter[str] = Counter()
        self._hints = 0

    def did_you_mean(self, name: object, known: Iterable[object]) -> str | None:
        """A hint with the nearest known name; None when there is none, or many have been given already."""
        self._hints += 1
        return did_you_mean(name, known) if self._hints <= _MOST_HINTS else None

    def add(self, diagnostic: Diagnostic) -> None:
        """Takes a finding in; a message that repeats a very long name is cut."""
        if len(diagnostic.message) > _LONGEST_MESSAGE:
            diagnostic = replace(diagnostic, message=diagnostic.message[: _LONGEST_MESSAGE - 1] + "…")
        key = (
            diagnostic.code,
            diagnostic.span,
            diagnostic.file,
            diagnostic.parameter,
            diagnostic.message if diagnostic.span is None or diagnostic.parameter else None,
        )
        known = self._found.get(key)
        if known is None:
            self._counts[diagnostic.code] += 1
            if self._counts[diagnostic.code] > MOST_OF_A_KIND:
                self._tell_of_more(diagnostic)
                return
        self._found[key] = diagnostic if known is None else _together(known, diagnostic)

    def _tell_of_more(self, first: Diagnostic) -> None:
        if self._counts[first.code] == MOST_OF_A_KIND + 1:
            message = f"More than {MOST_OF_A_KIND} problems are of the kind `{first.code}`; the others are not shown."
            self._found["more-problems", first.code] = replace(
                first, code="more-problems", message=message, severity=Severity.HINT, hint=None, related=(), fix=None
            )

    def extend(self, diagnostics: Iterable[Diagnostic], phase: Phase | None = None) -> None:
        """Takes several findings in, under another phase if one is given."""
        for diagnostic in diagnostics:
            self.add(diagnostic if phase is None else replace(diagnostic, phase=phase))

    def __iter__(self) -> Iterator[Diagnostic]:
        return iter(self._found.values())

    def __len__(self) -> int:
        return len(self._found)

    @property
    def sorted(self) -> tuple[Diagnostic, ...]:
        """All findings by place, without doubts about what is told to be wrong."""
        told = {(each.file, each.span) for each in self if each.code in _EXPLAINED}
        found = (each for each in self if each.code not in _DOUBTS or (each.file, each.span) not in told)
        return tuple(sorted(found, key=lambda diagnostic: diagnostic.sort_key))


def first_refusal(diagnostics: Iterable[Diagnostic]) -> Diagnostic | None:
    """The error that Heat would have answered with, or None when Heat accepts."""
    errors = [d for d in diagnostics if d.severity is Severity.ERROR]
    return min(errors, key=lambda d: d.phase.order, default=None)
