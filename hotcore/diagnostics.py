"""Diagnostics: problems of a template with their location, and the report that collects them."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field, replace
from enum import Enum, StrEnum
from typing import Any

from hotcore.runtime import dataclass
from hotcore.source import Span
from hotcore.spelling import did_you_mean, is_slip, suggested

MAIN = "template"
"""The template's own file name in places where no name means the current file."""


class Severity(StrEnum):
    """The severity of a diagnostic: Heat rejects the template, a probable mistake, or good to know."""

    ERROR = "error"
    WARNING = "warning"
    HINT = "hint"


class Phase(Enum):
    """The phases of Heat's validation, in order.

    Heat stops at the first error; a report has all of them, and the earliest phase among its errors shows what Heat
    would have answered.  `stage` is the part of the template that Heat names in its answer; `in_form` says whether the
    call that describes a template's form (`validate_template`) runs the phase too.
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
    """A related location of a diagnostic, with a message about it."""

    message: str
    """What is there, in a sentence."""
    span: Span
    """The text that the message is about."""
    file: str | None = None
    """The file with the span: None for that of the diagnostic, `MAIN` for the template itself."""


class Applicability(StrEnum):
    """Whether a fix may be applied automatically.

    A safe fix preserves both the meaning of the template for all values and its author's intention. Any other fix is
    suggested: the user has to choose it.
    """

    SAFE = "safe"
    SUGGESTED = "suggested"


@dataclass(frozen=True, slots=True)
class Fix:
    """A quick fix for a diagnostic: a gesture of `hotcore.edits` with its arguments."""

    title: str
    """What the fix does, as a phrase in the imperative."""
    gesture: str
    """The name of the gesture."""
    arguments: Mapping[str, Any]
    """The arguments of the gesture by name."""
    applicability: Applicability = Applicability.SUGGESTED
    """Whether it may be applied automatically."""

    @property
    def is_safe(self) -> bool:
        """Whether it may be applied automatically."""
        return self.applicability is Applicability.SAFE


@dataclass(frozen=True, slots=True)
class Refusal:
    """A value that is rejected because of the values of parameters."""

    parameter: str
    """The parameter, or the property, that rejects the value."""
    path: tuple[str, ...]
    """The names of resources from the current template down to the one that has the parameter or property."""
    file: str | None
    """The nested template that declares the parameter or the resource; None for a property in the current template."""
    message: str
    """The reason, in the author's words where there are some."""
    caused_by: tuple[str, ...]
    """The parameters of the current template that the value comes from; empty for a literal further down."""
    handed: tuple[Any, ...] = field(default=(), compare=False)
    """The parameters that passed the value on unchanged, starting with the one that rejects it."""
    severity: Severity = Severity.ERROR
    """The severity of the diagnostic about it."""
    repairs: tuple[Any, ...] = ()
    """The nearest values that would be accepted, the best first."""


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One diagnostic."""

    code: str
    """A readable name that is stable across releases."""
    message: str
    """What was found and what was expected, in a sentence."""
    span: Span | None = None
    """The smallest piece of text that is wrong; None without a place in a text, as for a value that was not given."""
    severity: Severity = Severity.ERROR
    """Whether Heat refuses the template, or the author should know of it."""
    hint: str | None = None
    """What the author can do, in a sentence."""
    file: str | None = None
    """The name of the file; None for the template itself."""
    parameter: str | None = None
    """The parameter whose value is rejected."""
    related: tuple[Related, ...] = ()
    """Other places that have to do with it."""
    phase: Phase = Phase.TEXT
    """The phase of Heat's work in which it is found."""
    fix: Fix | None = field(default=None, compare=False)
    """The quick fix, if there is one."""
    missing: tuple[tuple[Any, ...], ...] = field(default=(), compare=False)
    """The paths of missing values, of which one or all are needed."""
    refusals: tuple[Refusal, ...] = field(default=(), compare=False)
    """Values that resources or nested templates reject, one for each use of the template that rejects the value."""

    @property
    def caused_by(self) -> tuple[str, ...]:
        """The parameters of the template whose values cause it, in a resource or a nested template."""
        return tuple(dict.fromkeys(name for refusal in self.refusals for name in refusal.caused_by))

    @property
    def suggestion(self) -> str | None:
        """The replacement for the span, when the hint suggests a name and the span is within one line."""
        span = self.span
        return next(iter(suggested(self.hint)), None) if span is not None and span.line == span.end_line else None

    @property
    def has_certain_suggestion(self) -> bool:
        """Whether the suggestion may replace the name automatically: Heat refuses the name, and a single known one
        differs from it by a slip."""
        if self.span is None or self.suggestion is None or self.severity is not Severity.ERROR:
            return False
        return len(suggested(self.hint)) == 1 and is_slip(self.span.text.strip("'\""), self.suggestion)

    @property
    def sort_key(self) -> tuple[str, int, int, int, str]:
        """Sorts diagnostics by file, location and code; those without a location come first."""
        start = self.span.start if self.span else -1
        end = self.span.end if self.span else -1
        return self.file or "", start, end, self.phase.order, self.code


def file_of(related: Related, diagnostic: Diagnostic) -> str | None:
    """The file of a related location; None for the template itself."""
    file = diagnostic.file if related.file is None else related.file
    return None if file == MAIN else file


def _rank(diagnostic: Diagnostic) -> tuple[bool, int]:
    return diagnostic.severity is not Severity.ERROR, diagnostic.phase.order


def _merged(known: Diagnostic, other: Diagnostic) -> Diagnostic:
    """Two duplicate diagnostics as one: that of the earlier phase, with the refusals of both."""
    chosen = known
    if _rank(other) < _rank(known):
        chosen = other if other.related else replace(other, related=known.related)
    refusals = (*known.refusals, *(each for each in other.refusals if each not in known.refusals))
    return replace(chosen, refusals=refusals) if refusals != chosen.refusals else chosen


MAX_PER_CODE = 500
"""Diagnostics of one code that are kept; nobody fixes more at a time."""

_LONGEST_MESSAGE = 500

_MOST_HINTS = 50
"""Name suggestions per report; each takes some milliseconds among thousands of names."""


_DOUBTS = frozenset(("unknown-function", "later-function", "functions-as-data"))
_EXPLAINED = frozenset(("wrong-type", "unknown-property"))
"""Errors about a map that is not a function call; they make doubts at the same place redundant."""


class Report:
    """Collects diagnostics.  Duplicates at the same location are merged, into an error if one of them is, with the
    earliest phase.  Of each code, the first `MAX_PER_CODE` are kept, and a hint says when there are more."""

    def __init__(self) -> None:
        self._found: dict[tuple[object, ...], Diagnostic] = {}
        self._counts: dict[str, int] = {}
        self._hints = 0

    def did_you_mean(self, name: object, known: Iterable[object]) -> str | None:
        """A hint with the nearest known name; None when there is none, or the limit of suggestions is reached."""
        self._hints += 1
        return did_you_mean(name, known) if self._hints <= _MOST_HINTS else None

    def add(self, diagnostic: Diagnostic) -> None:
        """Adds a diagnostic; a very long message is truncated."""
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
            self._counts[diagnostic.code] = self._counts.get(diagnostic.code, 0) + 1
            if self._counts[diagnostic.code] > MAX_PER_CODE:
                self._add_overflow_hint(diagnostic)
                return
        self._found[key] = diagnostic if known is None else _merged(known, diagnostic)

    def is_full(self, code: str) -> bool:
        """Whether further diagnostics of this code would not be kept."""
        return self._counts.get(code, 0) > MAX_PER_CODE

    def _add_overflow_hint(self, first: Diagnostic) -> None:
        if self._counts[first.code] == MAX_PER_CODE + 1:
            message = f"There are more than {MAX_PER_CODE} `{first.code}` problems; the rest is not shown."
            self._found["more-problems", first.code] = replace(
                first, code="more-problems", message=message, severity=Severity.HINT, hint=None, related=(), fix=None
            )

    def extend(self, diagnostics: Iterable[Diagnostic], phase: Phase | None = None) -> None:
        """Adds several diagnostics, with another phase if one is given."""
        for diagnostic in diagnostics:
            self.add(diagnostic if phase is None else replace(diagnostic, phase=phase))

    def fill(self, code: str, diagnostics: Iterator[Diagnostic]) -> None:
        """Adds diagnostics of one code while they would be kept; the rest is not even found."""
        for diagnostic in diagnostics:
            self.add(diagnostic)
            if self.is_full(code):
                break

    def __iter__(self) -> Iterator[Diagnostic]:
        return iter(self._found.values())

    def __len__(self) -> int:
        return len(self._found)

    @property
    def sorted(self) -> tuple[Diagnostic, ...]:
        """All diagnostics sorted by location, without doubts about what is reported as an error."""
        if not self._found:
            return ()
        explained = {(each.file, each.span) for each in self if each.code in _EXPLAINED}
        found = (each for each in self if each.code not in _DOUBTS or (each.file, each.span) not in explained)
        return tuple(sorted(found, key=lambda diagnostic: diagnostic.sort_key))


class Unreported(Report):
    """A report that keeps nothing: for evaluations of which only the value counts."""

    def did_you_mean(self, _name: object, _known: Iterable[object]) -> str | None:
        """None: nobody reads hints."""
        return None

    def add(self, diagnostic: Diagnostic) -> None:
        """Does nothing."""


def first_refusal(diagnostics: Iterable[Diagnostic]) -> Diagnostic | None:
    """The error that Heat would have answered with, or None when Heat accepts."""
    errors = [d for d in diagnostics if d.severity is Severity.ERROR]
    return min(errors, key=lambda d: d.phase.order, default=None)


def diagnostic_as_data(diagnostic: Diagnostic) -> dict[str, Any]:
    """A diagnostic as JSON-ready data; `line` and `column` count from 1 and are null without a place."""
    span = diagnostic.span
    return {
        "code": diagnostic.code,
        "severity": str(diagnostic.severity),
        "message": diagnostic.message,
        "file": diagnostic.file,
        "line": span.line if span else None,
        "column": span.column if span else None,
        "end_line": span.end_line if span else None,
        "end_column": span.end_column if span else None,
        "parameter": diagnostic.parameter,
        "hint": diagnostic.hint,
        "caused_by": list(diagnostic.caused_by),
        "related": [
            {
                "message": related.message,
                "file": file_of(related, diagnostic),
                "line": related.span.line,
                "column": related.span.column,
            }
            for related in diagnostic.related
        ],
    }
