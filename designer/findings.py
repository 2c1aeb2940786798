"""What is wrong with a template, in the order in which a person should hear of it."""

import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from hotcore import Diagnostic

SEVERITIES = ("error", "warning", "hint")
MOST_LISTED = 100
MOST_NUMBERED = 20_000  # lines; a page with millions of numbers would take minutes, and a script adds what is missing


@dataclass(frozen=True)
class Findings:
    """Findings, the worst first and then by line; `listed` are as many of them as a page shows."""

    all: Sequence[Diagnostic] = ()

    @classmethod
    def of(cls, diagnostics: Iterable[Diagnostic]) -> "Findings":
        """Sort what was found; within a severity the order by position stays."""
        return cls(sorted(diagnostics, key=lambda found: SEVERITIES.index(found.severity)))

    @cached_property
    def errors(self) -> int:
        """How many make the template useless as it is."""
        return sum(found.severity == "error" for found in self.all)

    @cached_property
    def warnings(self) -> int:
        """How many are probably not what the author means."""
        return sum(found.severity == "warning" for found in self.all)

    @cached_property
    def problems(self) -> "Findings":
        """Those that something should be done about: they are counted, hints are not."""
        return Findings([found for found in self.all if found.severity != "hint"])

    @cached_property
    def hints(self) -> "Findings":
        """Those that are good to know."""
        return Findings([found for found in self.all if found.severity == "hint"])

    @property
    def listed(self) -> Sequence[Diagnostic]:
        """Return what a page lists."""
        return self.all[:MOST_LISTED]

    @property
    def more(self) -> int:
        """How many a page does not list."""
        return max(len(self.all) - MOST_LISTED, 0)

    @property
    def mark(self) -> str:
        """A short sign of what a page lists: as long as it is the same, nothing has to be sent again."""
        listed = [*self.problems.listed, *self.hints.listed]
        # where a name is to be written is told by characters from the start of the text
        written = [(found.span.start, found.span.end) for found in listed if found.span and found.suggestion]
        shown = (self.errors, self.warnings, len(self.all), listed, written)
        return f"{zlib.crc32(repr(shown).encode('utf-8', 'replace')):08x}"

    def lines(self, file: str | None = None) -> Mapping[int, str]:
        """Return the worst severity of each line of the template, or of a file beside it."""
        worst: dict[int, str] = {}
        for found in self.all:
            if found.span and found.file == file:
                worst.setdefault(found.span.line, found.severity)
        return worst


def numbered(text: str, lines: Mapping[int, str]) -> list[tuple[int, str]]:
    """Return the numbers of a text's first lines, each with the worst severity found there, or nothing."""
    last = min(text.count("\n") + 1, MOST_NUMBERED)
    return [(number, lines.get(number, "")) for number in range(1, last + 1)]
