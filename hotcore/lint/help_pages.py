"""What there is to know about a code: of lint rules all of it, of the others what they stand for."""

from dataclasses import dataclass
from textwrap import indent

import hotcore.lint.rules  # noqa: F401  importing them makes them known
from hotcore.diagnostics import Applicability
from hotcore.evaluation import table_of_functions
from hotcore.lint.code_titles import codes
from hotcore.lint.explanations import EXPLANATIONS
from hotcore.lint.registry import RULES, LintRule, help_page


@dataclass(frozen=True, slots=True)
class CodePage:
    """The help page of a code.

    `severity` is that of a lint rule, None for what hotcore finds without the rules: mostly what Heat refuses.
    `example` and `instead` are whole templates, empty where there are none.  `fixes` is None for a rule without fixes.
    """

    code: str
    severity: str | None
    title: str
    why: str = ""
    example: str = ""
    instead: str = ""
    fixes: Applicability | None = None

    @property
    def text(self) -> str:
        """The page for a terminal."""
        parts = [f"{self.code}{f' ({self.severity})' if self.severity else ''}", self.title]
        parts += [self.why] if self.why else []
        if self.example:
            parts += ["For example:", indent(self.example, "    ").rstrip()]
            parts += ["Instead:", indent(self.instead, "    ").rstrip()]
        if self.fixes:
            parts += [_FIXES[self.fixes]]
        if self.severity:
            parts += [f"`# hotcore: ignore[{self.code}]` on a line, or in the head of a file, silences it."]
        return "\n\n".join(parts) + "\n"


_FIXES = {
    Applicability.SAFE: "Its fix is safe: `hotcore validate --fix` makes it.",
    Applicability.SUGGESTED: "Its fix may not be what you mean, and is suggested: `--fix --suggested` makes it.",
}


@table_of_functions
def code_pages() -> dict[str, CodePage]:
    """The pages of all codes, in alphabetical order."""
    pages = {code: CodePage(code, None, title) for code, title in codes().items()}
    pages |= {code: CodePage(code, None, *help_page(text)) for code, text in EXPLANATIONS.items()}
    pages |= {code: _page(rule) for code, rule in RULES.items()}
    return dict(sorted(pages.items()))


def _page(rule: LintRule) -> CodePage:
    return CodePage(rule.code, str(rule.severity), rule.title, rule.why, rule.example, rule.instead, rule.fixes)


def listed_codes() -> str:
    """All codes with what they stand for, a line each: the rules first, with their severity and what their fix is."""
    pages = code_pages().values()
    width = max(len(page.code) for page in pages)
    ruled = sorted(pages, key=lambda page: not page.severity)
    return "".join(
        f"{page.code:<{width}}  {page.severity or '':<7}  {page.fixes or '':<9}  {page.title}\n" for page in ruled
    )
