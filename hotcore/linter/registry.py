"""The registry of lint rules, which report what Heat accepts but an author should know.

A rule is one file in `rules/`: a generator with `@rule` that checks a `Subject` and yields what it finds.  Its name is
its code; the docstring of the file is its help page: a title, why it matters, an example under `Example::`, and the
corrected example under `Instead::`.  Both examples are complete templates, and test the rule.
"""

import re
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import field, replace
from enum import Enum
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hotcore.diagnostics import Applicability, Diagnostic, Fix, Related, Severity
from hotcore.runtime import LazyModule, cached_property, dataclass, docstring, regex
from hotcore.source import Span

if TYPE_CHECKING:
    import pkgutil
    import textwrap

    from hotcore.linter.subject import Subject
else:
    pkgutil = LazyModule("pkgutil")
    textwrap = LazyModule("textwrap")


@dataclass(frozen=True, slots=True)
class Found:
    """What a rule has found, where, a hint on what to do about it, and a fix if there is one.

    `severity` and `applicability`, if given, override those of the rule.
    """

    message: str
    span: Span
    hint: str | None = None
    fix: Fix | None = None
    related: tuple[Related, ...] = ()
    severity: Severity | None = None
    applicability: Applicability | None = None


Check = Callable[["Subject"], Iterator[Found]]


class About(Enum):
    """The scope of a rule, which has to be free of errors for its diagnostics to be reliable.

    What a rule finds in a whole template depends on every name in it, so nothing is reported while there are errors.
    What it finds in one declaration (a parameter, a condition, a resource, an output) or in one place (a value, a call)
    is true whatever is wrong elsewhere.
    """

    TEMPLATE = 1
    DECLARATION = 2
    PLACE = 3


@dataclass(frozen=True, slots=True)
class HelpPage:
    """The help page of a code."""

    title: str
    """What is wrong, as a sentence."""
    why: str
    """Why it matters, in Markdown."""
    example: str
    """A template with the problem."""
    instead: str
    """The corrected template."""


@dataclass(frozen=True)
class LintRule:
    """A rule: its code and its severity.

    The fixes of a rule that `changes` results change the values of the template, because those are not what the author
    wrote.  What it is `about` decides what it reports while there are errors.  `fixes` is the applicability of its
    fixes; None if it has none.
    """

    code: str
    severity: Severity
    changes: bool
    about: About
    fixes: Applicability | None
    check: Check = field(repr=False)

    @cached_property
    def page(self) -> HelpPage:
        """The help page, which is read when somebody asks for it."""
        return help_page(docstring(sys.modules[self.check.__module__]))

    @property
    def example(self) -> str:
        """A template in which it finds something."""
        return self.page.example

    @property
    def instead(self) -> str:
        """The corrected template."""
        return self.page.instead

    def diagnostics(self, subject: "Subject") -> Iterator[Diagnostic]:
        """The diagnostics of the rule."""
        for found in self.check(subject):
            severity = found.severity or self.severity
            applicability = found.applicability or self.fixes
            fix = replace(found.fix, applicability=applicability) if found.fix and applicability else found.fix
            yield Diagnostic(self.code, found.message, found.span, severity, found.hint, related=found.related, fix=fix)


class Rules(Mapping[str, LintRule]):
    """The rules by code, in the order of their files.  Their codes are the names of the files: a rule is imported when
    something else of it is asked for."""

    def __init__(self) -> None:
        self._imported: dict[str, LintRule] = {}
        self._finished: set[str] = set()

    @cached_property
    def _files(self) -> dict[str, str]:
        """The modules by code, wherever they are installed: also compiled ones, or in an archive."""
        folder = Path(__file__).with_name("rules")
        names = sorted(module.name for module in pkgutil.iter_modules([str(folder)]) if module.name[0] != "_")
        if not names:
            raise RuntimeError(f"No lint rule is installed in {folder}.")
        return {name.replace("_", "-"): name for name in names}

    def add(self, rule: LintRule) -> None:
        """Adds a rule, whose module is being imported."""
        self._imported[rule.code] = rule

    def __getitem__(self, code: str) -> LintRule:
        """The rule of a code, whose module is finished, although it is added in the middle of it."""
        if code in self._files and code not in self._finished:
            import_module(f"{__package__}.rules.{self._files[code]}")  # waits for another thread that imports it
            self._finished.add(code)
        return self._imported[code]

    def __contains__(self, code: object) -> bool:
        return code in self._files or code in self._imported

    def __iter__(self) -> Iterator[str]:
        return iter(self._files | self._imported)

    def __len__(self) -> int:
        return len(self._files | self._imported)


RULES = Rules()

_PAGE = regex(
    r"\A(?P<title>[^\n]+)\n\n(?P<why>.*?)\nExample::\n(?P<example>.*?)\nInstead::\n(?P<instead>.*)\Z", re.DOTALL
)


def rule(
    severity: Severity, *, changes: bool = False, about: About = About.TEMPLATE, fixes: Applicability | None = None
) -> Callable[[Check], Check]:
    """Registers a rule: its name is its code, and the docstring of its file its help page."""

    def register(check: Check) -> Check:
        RULES.add(LintRule(check.__name__.replace("_", "-"), severity, changes, about, fixes, check))
        return check

    return register


def help_page(text: str) -> HelpPage:
    """The help page that a text is.  Raises TypeError if it is none."""
    page = _PAGE.match(text.strip("\n"))
    if page is None:
        raise TypeError(f"This is not a help page: {text[:80]}")
    title, why, example, instead = (textwrap.dedent(part).strip("\n") for part in page.groups())
    return HelpPage(title, why, f"{example}\n", f"{instead}\n")


def fix(title: str, gesture: str, **arguments: Any) -> Fix:
    """A fix that is one gesture of `hotcore.edits`."""
    return Fix(title, gesture, arguments)
