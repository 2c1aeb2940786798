"""Help pages of problem codes: the list by kind, and one code with its annotated example."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

import hotcore
from hotcore import Diagnostic
from hotcore.catalogue import shipped_catalogue, using_catalogue
from hotcore.linter import CodePage, code_pages
from hotcore.spelling import near

KINDS: Mapping[str | None, str | Promise] = {
    "error": _("Rules: errors"),
    "warning": _("Rules: probably a mistake"),
    "hint": _("Rules: good to know"),
    None: _("Errors reported by Heat, and problems with files"),
}
MOST_NEAREST = 3


@dataclass(frozen=True)
class Group:
    """The pages of one kind, in alphabetical order."""

    name: str | Promise
    pages: tuple[CodePage, ...]


@dataclass(frozen=True)
class Line:
    """A line of an example with its diagnostics."""

    number: int
    text: str
    diagnostics: tuple[Diagnostic, ...] = ()

    @property
    def severity(self) -> str:
        """The worst severity of its diagnostics; empty if there are none."""
        return min((str(found.severity) for found in self.diagnostics), key=list(KINDS).index, default="")


@dataclass(frozen=True)
class ProblemPage:
    """The help page of a code: hotcore's description, and the lines of its example and of the corrected example."""

    page: CodePage
    example: tuple[Line, ...]
    instead: tuple[Line, ...]
    fixes: tuple[str, ...]

    @property
    def severity(self) -> str:
        """The severity of the rule, or else that of the example's diagnostics."""
        return self.page.severity or next((line.severity for line in self.example if line.severity), "")


def groups(search: str = "") -> list[Group]:
    """Return the codes by kind, those of rules first, or those that match every word of a search."""
    words = search.casefold().split()
    found = [page for page in code_pages().values() if has_words(page, words)]
    kinds = {kind: tuple(page for page in found if page.severity == kind) for kind in KINDS}
    return [Group(KINDS[kind], pages) for kind, pages in kinds.items() if pages]


def has_words(page: CodePage, words: list[str]) -> bool:
    """Return whether the code, title and reason of a page contain every word."""
    text = f"{page.code} {page.code.replace('-', ' ')} {page.title} {page.why}".casefold()
    return all(word in text for word in words)


def nearest_codes(code: str) -> list[str]:
    """Return the codes most similar to an unknown one."""
    return near(code, code_pages(), MOST_NEAREST)


@lru_cache(maxsize=512)
def problem_page(code: str) -> ProblemPage | None:
    """Return the help page of a code; None if there is no such code. It is for everybody, so nobody's cloud counts."""
    page = code_pages().get(code)
    if page is None:
        return None
    with using_catalogue(shipped_catalogue):
        found = diagnostics(page.example, code) if page.example else ()
    fixes = tuple(dict.fromkeys(each.fix.title for each in found if each.fix))
    return ProblemPage(page, lines(page.example, found), lines(page.instead), fixes)


def diagnostics(text: str, code: str) -> tuple[Diagnostic, ...]:
    """Return the diagnostics of an example that have its code."""
    document = hotcore.load(text)
    found = (*document.diagnostics, *hotcore.lint(document, select=[code]))
    return tuple(each for each in found if each.code == code)


def lines(text: str, found: tuple[Diagnostic, ...] = ()) -> tuple[Line, ...]:
    """Return the lines of a text, each with its diagnostics."""
    return tuple(
        Line(number, line, tuple(each for each in found if each.span and each.span.line == number))
        for number, line in enumerate(text.splitlines(), 1)
    )
