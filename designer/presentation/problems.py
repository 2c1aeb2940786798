"""The codes of problems as their help pages show them: listed by kind, and one with its example, marked where it is."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

import hotcore
from hotcore import Diagnostic
from hotcore.lint import CodePage, code_pages
from hotcore.spelling import near

KINDS: Mapping[str | None, str | Promise] = {
    "error": _("Rules: errors"),
    "warning": _("Rules: probably a mistake"),
    "hint": _("Rules: good to know"),
    None: _("What Heat refuses, and what is wrong with files"),
}
MOST_NEAREST = 3


@dataclass(frozen=True)
class Group:
    """The pages of one kind, in alphabetical order."""

    name: str | Promise
    pages: tuple[CodePage, ...]


@dataclass(frozen=True)
class Line:
    """A line of an example, with what is found in it."""

    number: int
    text: str
    findings: tuple[Diagnostic, ...] = ()

    @property
    def severity(self) -> str:
        """The worst severity that is found in it; empty where nothing is."""
        return min((str(found.severity) for found in self.findings), key=list(KINDS).index, default="")


@dataclass(frozen=True)
class ProblemPage:
    """The help page of a code: what hotcore says about it, and its example and the same as it should be, in lines."""

    page: CodePage
    example: tuple[Line, ...]
    instead: tuple[Line, ...]
    fixes: tuple[str, ...]

    @property
    def severity(self) -> str:
        """How much it matters: of a rule what it says, of others what their example has."""
        return self.page.severity or next((line.severity for line in self.example if line.severity), "")


def groups(search: str = "") -> list[Group]:
    """Return the codes by kind, those of rules first; of a search those that have every word of it."""
    words = search.casefold().split()
    found = [page for page in code_pages().values() if has_words(page, words)]
    kinds = {kind: tuple(page for page in found if page.severity == kind) for kind in KINDS}
    return [Group(KINDS[kind], pages) for kind, pages in kinds.items() if pages]


def has_words(page: CodePage, words: list[str]) -> bool:
    """Return whether code, title or reason of a page have every word."""
    text = f"{page.code} {page.code.replace('-', ' ')} {page.title} {page.why}".casefold()
    return all(word in text for word in words)


def nearest_codes(code: str) -> list[str]:
    """Return the codes that somebody may have meant."""
    return near(code, code_pages(), MOST_NEAREST)


@lru_cache(maxsize=512)
def problem_page(code: str) -> ProblemPage | None:
    """Return the page of a code, None for one that no finding has."""
    page = code_pages().get(code)
    if page is None:
        return None
    found = findings(page.example, code) if page.example else ()
    fixes = tuple(dict.fromkeys(each.fix.title for each in found if each.fix))
    return ProblemPage(page, lines(page.example, found), lines(page.instead), fixes)


def findings(text: str, code: str) -> tuple[Diagnostic, ...]:
    """Return what an example has of the kind that it is an example of."""
    document = hotcore.load(text)
    found = (*document.diagnostics, *hotcore.lint(document, select=[code]))
    return tuple(each for each in found if each.code == code)


def lines(text: str, found: tuple[Diagnostic, ...] = ()) -> tuple[Line, ...]:
    """Return a text in lines, each with what is found in it."""
    return tuple(
        Line(number, line, tuple(each for each in found if each.span and each.span.line == number))
        for number, line in enumerate(text.splitlines(), 1)
    )
