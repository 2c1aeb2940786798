"""The lint rules, the linter that runs them, quick fixes and help pages."""

from typing import TYPE_CHECKING

from hotcore.runtime import imported_when_used

if TYPE_CHECKING:
    from hotcore.linter.code_titles import code_names, codes
    from hotcore.linter.fix import apply_fixes, offered
    from hotcore.linter.fix_edits import machine_fixes
    from hotcore.linter.fix_result import MOST_READ, FixResult
    from hotcore.linter.help_pages import CodePage, code_pages, listed_codes
    from hotcore.linter.linter import combined_diagnostics, lint
    from hotcore.linter.machine_fix import MachineFix
    from hotcore.linter.misspelt_names import is_misspelt
    from hotcore.linter.registry import RULES
    from hotcore.linter.replacements import successor, why_not
    from hotcore.linter.secret_names import is_secret
    from hotcore.linter.subject import CallAt, Path, Subject, alike, text_of
else:
    __getattr__ = imported_when_used(
        __name__,
        code_titles=("code_names", "codes"),
        fix=("apply_fixes", "offered"),
        fix_edits=("machine_fixes",),
        fix_result=("MOST_READ", "FixResult"),
        help_pages=("CodePage", "code_pages", "listed_codes"),
        linter=("combined_diagnostics", "lint"),
        machine_fix=("MachineFix",),
        misspelt_names=("is_misspelt",),
        registry=("RULES",),
        replacements=("successor", "why_not"),
        secret_names=("is_secret",),
        subject=("CallAt", "Path", "Subject", "alike", "text_of"),
    )

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
    "code_names",
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


def __dir__() -> list[str]:
    return __all__
