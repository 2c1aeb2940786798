"""The result of applying fixes to a text."""

from dataclasses import field

from hotcore.analysis import Document
from hotcore.diagnostics import Diagnostic
from hotcore.runtime import dataclass


@dataclass(frozen=True, slots=True)
class FixResult:
    """The text after its fixes, the diagnostics that were fixed, at their original lines, and those that could not be,
    each with the reason.  `is_all` is false if there are more.  Those in `suggested` have suggested fixes, which were
    not asked for.  `document` is the document of the text, if there was a reason to read it."""

    text: str
    done: tuple[Diagnostic, ...] = ()
    left: tuple[tuple[Diagnostic, str], ...] = ()
    is_all: bool = True
    suggested: tuple[Diagnostic, ...] = ()
    document: Document | None = field(default=None, compare=False)


MOST_READ = 200_000
"""Characters that are read again while fixes are made: about a second."""


@dataclass(slots=True)
class ReadBudget:
    """What fixes may still cost: characters of texts that are read and checked again."""

    left: int = MOST_READ

    def read(self, text: str) -> None:
        """Deducts a text."""
        self.left -= len(text)

    @property
    def is_used_up(self) -> bool:
        """Whether nothing is left."""
        return self.left <= 0
