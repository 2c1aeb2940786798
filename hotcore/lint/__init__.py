"""The lint rules, the linter that runs them, quick fixes and help pages."""

import hotcore.lint.rules  # noqa: F401  importing them makes them known
from hotcore.lint.code_titles import codes
from hotcore.lint.fix import Mended, mend, offered
from hotcore.lint.fix_spelling import correct, misspelt
from hotcore.lint.help_pages import CodePage, code_pages, listed_codes
from hotcore.lint.linter import lint, told_together
from hotcore.lint.registry import RULES
from hotcore.lint.replacements import successor, why_not
from hotcore.lint.subject import CallAt, Path, Subject, alike, text_of

__all__ = [
    "RULES",
    "CallAt",
    "CodePage",
    "Mended",
    "Path",
    "Subject",
    "alike",
    "code_pages",
    "codes",
    "correct",
    "lint",
    "listed_codes",
    "mend",
    "misspelt",
    "offered",
    "successor",
    "text_of",
    "told_together",
    "why_not",
]
