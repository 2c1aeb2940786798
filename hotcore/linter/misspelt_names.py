"""What is a misspelt name, which a correction can replace."""

from hotcore.diagnostics import Diagnostic, Severity
from hotcore.linter.registry import RULES


def is_misspelt(found: Diagnostic) -> bool:
    """Whether a diagnostic is an error or a warning about a name in the text itself, and suggests another name."""
    is_own = found.file is None and found.severity is not Severity.HINT and found.code not in RULES
    return is_own and found.suggestion is not None
