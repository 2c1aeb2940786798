"""The lint rules, the linter that runs them, quick fixes and help pages."""

import hotcore.lint.rules  # noqa: F401  importing them registers them
from hotcore.lint.code_titles import codes
from hotcore.lint.fix import apply_fixes, offered
from hotcore.lint.fix_edits import MachineFix, machine_fixes
from hotcore.lint.fix_result import MOST_READ, FixResult
from hotcore.lint.fix_spelling import is_misspelt
from hotcore.lint.help_pages import CodePage, code_pages, listed_codes
from hotcore.lint.linter import combined_diagnostics, lint
from hotcore.lint.registry import RULES
from hotcore.lint.replacements import successor, why_not
from hotcore.lint.secret_names import is_secret
from hotcore.lint.subject import CallAt, Path, Subject, alike, text_of

__all__ = [
    "MOST_READ",
    "RULES",
    "CallAt",
    "CodePage",
    "FixResult",
    "MachineFix",
    "Path",
    "Subject",
    "alike",
    "apply_fixes",
    "code_pages",
    "codes",
    "combined_diagnostics",
    "is_misspelt",
    "is_secret",
    "lint",
    "listed_codes",
    "machine_fixes",
    "offered",
    "successor",
    "text_of",
    "why_not",
]
