"""Diagnostics of a template in the order in which pages list them."""

import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hotcore import Diagnostic
from hotcore.runtime import cached_property

SEVERITIES = ("error", "warning", "hint")
MOST_LISTED = 100
MOST_NUMBERED = 20_000  # lines; millions of numbers would take minutes, and a script adds the missing ones


@dataclass(frozen=True)
class DiagnosticList:
    """Diagnostics sorted by severity and line; `listed` are as many of them as a page shows."""

    all: Sequence[Diagnostic] = ()

    @classmethod
    def of(cls, diagnostics: Iterable[Diagnostic]) -> "DiagnosticList":
        """Return the diagnostics sorted by severity; within a severity they keep their order."""
        return cls(sorted(diagnostics, key=lambda found: SEVERITIES.index(found.severity)))

    @cached_property
    def errors(self) -> int:
        """The number of errors."""
        return sum(found.severity == "error" for found in self.all)

    @cached_property
    def warnings(self) -> int:
        """The number of warnings."""
        return sum(found.severity == "warning" for found in self.all)

    @cached_property
    def problems(self) -> "DiagnosticList":
        """The errors and warnings, which are counted; hints are not."""
        return DiagnosticList([found for found in self.all if found.severity != "hint"])

    @cached_property
    def hints(self) -> "DiagnosticList":
        """The hints."""
        return DiagnosticList([found for found in self.all if found.severity == "hint"])

    @property
    def listed(self) -> Sequence[Diagnostic]:
        """The diagnostics that a page lists."""
        return self.all[:MOST_LISTED]

    @property
    def more(self) -> int:
        """The number of diagnostics that a page does not list."""
        return max(len(self.all) - MOST_LISTED, 0)

    @property
    def mark(self) -> str:
        """A digest of what a page lists: while it is the same, nothing has to be sent again."""
        listed = [*self.problems.listed, *self.hints.listed]
        # quick fixes carry absolute offsets, which change even where lines and columns do not
        written = [(found.span.start, found.span.end) for found in listed if found.span and found.suggestion]
        shown = (self.errors, self.warnings, len(self.all), listed, written)
        return f"{zlib.crc32(repr(shown).encode('utf-8', 'replace')):08x}"

    def lines(self, file: str | None = None) -> Mapping[int, str]:
        """Return the worst severity of each line of the template, or of another file."""
        worst: dict[int, str] = {}
        for found in self.all:
            if found.span and found.file == file:
                worst.setdefault(found.span.line, found.severity)
        return worst


def missing_values(found: Diagnostic) -> dict[str, Any] | None:
    """Return the missing values that a diagnostic is about as JSON-ready data; None if it is about something else.

    These are their `paths`, and whether `all` of them are needed or one.
    """
    if not found.missing:
        return None
    is_all = found.code == "missing-property"
    return {"paths": [list(path) for path in found.missing], "all": is_all, "severity": found.severity}


def numbered(text: str, lines: Mapping[int, str]) -> list[tuple[str, str]]:
    """Return the line numbers of a text, up to a maximum, each with its worst severity or an empty string."""
    last = min(text.count("\n") + 1, MOST_NUMBERED)
    return [(str(number), lines.get(number, "")) for number in range(1, last + 1)]
