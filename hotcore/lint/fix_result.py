"""The result of applying fixes to a text."""

from dataclasses import dataclass

from hotcore.diagnostics import Diagnostic


@dataclass(frozen=True, slots=True)
class FixResult:
    """The text after its fixes, the diagnostics that were fixed, at their original lines, and those that could not be,
    each with the reason.  `is_all` is false if the time ran out.  Those in `suggested` have suggested fixes, which were
    not asked for."""

    text: str
    done: tuple[Diagnostic, ...] = ()
    left: tuple[tuple[Diagnostic, str], ...] = ()
    is_all: bool = True
    suggested: tuple[Diagnostic, ...] = ()
