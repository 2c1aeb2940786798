"""The result of applying fixes to a text."""

from dataclasses import field

from hotcore.analysis import Document
from hotcore.diagnostics import Diagnostic
from hotcore.runtime import dataclass


@dataclass(frozen=True, slots=True)
class FixResult:
    """The result of fixing a text."""

    text: str
    """The text after its fixes."""
    done: tuple[Diagnostic, ...] = ()
    """The diagnostics that were fixed, at their original lines."""
    left: tuple[tuple[Diagnostic, str], ...] = ()
    """The diagnostics that could not be fixed, each with the reason."""
    is_all: bool = True
    """Whether there are no more diagnostics to fix."""
    suggested: tuple[Diagnostic, ...] = ()
    """Diagnostics with suggested fixes, which were not asked for."""
    document: Document | None = field(default=None, compare=False)
    """The document of the text, if there was a reason to read it."""


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
