"""Help pages of codes: complete for lint rules, mostly one line for the others."""

from textwrap import indent

from hotcore.diagnostics import Applicability
from hotcore.evaluation import table_of_functions
from hotcore.linter.code_titles import codes
from hotcore.linter.explanations import EXPLANATIONS
from hotcore.linter.registry import RULES, HelpPage, help_page
from hotcore.runtime import dataclass


@dataclass(frozen=True, slots=True)
class CodePage:
    """The help page of a code."""

    code: str
    """The code."""
    severity: str | None
    """The severity of a lint rule; None for other codes, mostly those of templates that Heat refuses."""
    title: str
    """What the code stands for, in a sentence."""
    why: str = ""
    """Why it matters; empty for a page of one line."""
    example: str = ""
    """A complete template with the problem; empty without one."""
    instead: str = ""
    """The complete template without the problem; empty without one."""
    fixes: Applicability | None = None
    """The applicability of the rule's fixes; None without fixes."""

    @property
    def text(self) -> str:
        """The page for a terminal."""
        parts = [f"{self.code}{f' ({self.severity})' if self.severity else ''}", self.title]
        parts += [self.why] if self.why else []
        if self.example:
            parts += ["Example:", indent(self.example, "    ").rstrip()]
            parts += ["Use instead:", indent(self.instead, "    ").rstrip()]
        if self.fixes:
            parts += [_FIXES[self.fixes]]
        if self.severity:
            parts += [f"`# hotcore: ignore[{self.code}]` on a line, or at the top of a file, suppresses it."]
        return "\n\n".join(parts) + "\n"


_FIXES = {
    Applicability.SAFE: "The fix is safe: `hotcore validate --fix` applies it.",
    Applicability.SUGGESTED: "The fix is suggested, as it may not be what you mean: `--fix --suggested` applies it.",
}


@table_of_functions
def code_pages() -> dict[str, CodePage]:
    """The pages of all codes, in alphabetical order."""
    pages = {code: CodePage(code, None, title) for code, title in codes().items()}
    pages |= {code: _page(code, None, help_page(text)) for code, text in EXPLANATIONS.items()}
    pages |= {code: _page(code, str(rule.severity), rule.page, rule.fixes) for code, rule in RULES.items()}
    return dict(sorted(pages.items()))


def _page(code: str, severity: str | None, page: HelpPage, fixes: Applicability | None = None) -> CodePage:
    return CodePage(code, severity, page.title, page.why, page.example, page.instead, fixes)


def listed_codes() -> str:
    """All codes with their descriptions, one per line; rules come first, with their severity and their fixes."""
    pages = code_pages().values()
    width = max(len(page.code) for page in pages)
    ruled = sorted(pages, key=lambda page: not page.severity)
    return "".join(
        f"{page.code:<{width}}  {page.severity or '':<7}  {page.fixes or '':<9}  {page.title}\n" for page in ruled
    )
