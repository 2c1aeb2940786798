"""What the check of a template has found, as it is shown."""

from hotcore.diagnostics import Diagnostic
from hotcore.linter import MachineFix
from hotcore.runtime import dataclass
from hotcore.source import Source


@dataclass(frozen=True, slots=True)
class Result:
    """A diagnostic with the name and the text, if any, of its file, those of its related places, and its fixes."""

    diagnostic: Diagnostic
    file: str
    source: Source | None
    related: tuple[tuple[str, Source | None], ...]
    fixes: tuple[MachineFix, ...] = ()


@dataclass(frozen=True, slots=True)
class CheckedTemplate:
    """The results of a template, and the names of its hidden parameters; None if it cannot be read."""

    name: str
    results: tuple[Result, ...]
    hidden: frozenset[str] | None
