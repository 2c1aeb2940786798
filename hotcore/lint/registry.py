"""The registry of lint rules, which report what Heat accepts but an author should know.

A rule is one file in `rules/`: a generator with `@rule` that checks a `Subject` and yields what it finds.  Its name is
its code; the docstring of the file is its help page: a title, why it matters, an example under `Example::`, and the
corrected example under `Instead::`.  Both examples are complete templates, and test the rule.
"""

import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import field, replace
from enum import Enum
from textwrap import dedent
from typing import Any

from hotcore.diagnostics import Applicability, Diagnostic, Fix, Related, Severity
from hotcore.lint.subject import Subject
from hotcore.runtime import dataclass, docstring
from hotcore.source import Span


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


Check = Callable[[Subject], Iterator[Found]]


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
class LintRule:
    """A rule: its code, its severity, and its help page.

    `example` is a template in which it finds something, `instead` the corrected template.  The fixes of a rule that
    `changes` results change the values of the template, because those are not what the author wrote.  What it is
    `about` decides what it reports while there are errors.  `fixes` is the applicability of its fixes; None if it has
    none.
    """

    code: str
    severity: Severity
    title: str
    why: str
    example: str
    instead: str
    changes: bool
    about: About
    fixes: Applicability | None
    check: Check = field(repr=False)

    def diagnostics(self, subject: Subject) -> Iterator[Diagnostic]:
        """The diagnostics of the rule."""
        for found in self.check(subject):
            severity = found.severity or self.severity
            applicability = found.applicability or self.fixes
            fix = replace(found.fix, applicability=applicability) if found.fix and applicability else found.fix
            yield Diagnostic(self.code, found.message, found.span, severity, found.hint, related=found.related, fix=fix)


RULES: dict[str, LintRule] = {}
"""The rules by code."""

_PAGE = re.compile(
    r"\A(?P<title>[^\n]+)\n\n(?P<why>.*?)\nExample::\n(?P<example>.*?)\nInstead::\n(?P<instead>.*)\Z", re.DOTALL
)


def rule(
    severity: Severity, *, changes: bool = False, about: About = About.TEMPLATE, fixes: Applicability | None = None
) -> Callable[[Check], Check]:
    """Registers a rule: its name is its code, and the docstring of its file its help page."""

    def register(check: Check) -> Check:
        code = check.__name__.replace("_", "-")
        page = help_page(docstring(sys.modules[check.__module__]))
        RULES[code] = LintRule(code, severity, *page, changes, about, fixes, check)
        return check

    return register


def help_page(text: str) -> tuple[str, str, str, str]:
    """The title, reason, example and corrected example of a help page.  Raises TypeError if the text is not one."""
    page = _PAGE.match(text.strip("\n"))
    if page is None:
        raise TypeError(f"This is not a help page: {text[:80]}")
    title, why, example, instead = (dedent(part).strip("\n") for part in page.groups())
    return title, why, f"{example}\n", f"{instead}\n"


def fix(title: str, gesture: str, **arguments: Any) -> Fix:
    """A fix that is one gesture of `hotcore.edits`."""
    return Fix(title, gesture, arguments)
