"""What is wrong with a template, in the order in which a person should hear of it."""

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

    @property
    def listed(self) -> Sequence[Diagnostic]:
        """Return what a page lists."""
        return self.all[:MOST_LISTED]

    @property
    def more(self) -> int:
        """How many a page does not list."""
        return max(len(self.all) - MOST_LISTED, 0)

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
