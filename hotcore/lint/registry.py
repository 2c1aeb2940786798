"""Lint rules: what an author should know although Heat takes it.

A rule is one file in `rules/`: a generator with `@rule` that looks at a `Subject` and yields what it finds.  Its code
is its name, the file's docstring is its help page: a title, why it matters, an example under `Example::`, and under
`Instead::` the same as it should be.  Both are whole templates, and the rule's test.
"""

import inspect
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from enum import Enum
from textwrap import dedent
from typing import Any

from hotcore.diagnostics import Applicability, Diagnostic, Fix, Related, Severity
from hotcore.lint.subject import Subject
from hotcore.source import Span


@dataclass(frozen=True, slots=True)
class Found:
    """What a rule has found, where, what to do about it, and the gesture that does it, if there is one.

    With a `severity` this one matters more, or less, than others of the rule; with an `applicability` its fix is safe,
    or suggested, unlike theirs.
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
    """What a rule speaks about, and so what has to be without errors for it to be sure.

    What it finds in a whole template depends on every name in it, so that nothing is said while there is an error. Of
    one declaration (a parameter, a condition, a resource, an output) or one place in it (a value, a call), it is true
    whatever is wrong elsewhere.
    """

    TEMPLATE = 1
    DECLARATION = 2
    PLACE = 3


@dataclass(frozen=True, slots=True)
class LintRule:
    """A rule: its code, how much it matters, and its help page.

    `example` is a template in which it finds something, `instead` the same as it should be.  A rule that `changes` what
    comes out of a template when it mends is one about just that: the value is not what its author wrote.  What it is
    `about` decides what it says beside errors.  `fixes` tells whether its fixes may be made unasked; None where it has
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
        """What it finds, as findings."""
        for found in self.check(subject):
            severity = found.severity or self.severity
            applicability = found.applicability or self.fixes
            fix = replace(found.fix, applicability=applicability) if found.fix and applicability else found.fix
            yield Diagnostic(self.code, found.message, found.span, severity, found.hint, related=found.related, fix=fix)


RULES: dict[str, LintRule] = {}
"""The rules by their codes."""

_PAGE = re.compile(
    r"\A(?P<title>[^\n]+)\n\n(?P<why>.*?)\nExample::\n(?P<example>.*?)\nInstead::\n(?P<instead>.*)\Z", re.DOTALL
)


def rule(
    severity: Severity, *, changes: bool = False, about: About = About.TEMPLATE, fixes: Applicability | None = None
) -> Callable[[Check], Check]:
    """Registers a rule; its name is its code, and its file's docstring its help page."""

    def register(check: Check) -> Check:
        code = check.__name__.replace("_", "-")
        page = help_page(inspect.cleandoc(sys.modules[check.__module__].__doc__ or ""))
        RULES[code] = LintRule(code, severity, *page, changes, about, fixes, check)
        return check

    return register


def help_page(text: str) -> tuple[str, str, str, str]:
    """Title, reason, example and what to write instead of a help page.  Raises TypeError for one that is none."""
    page = _PAGE.match(text.strip("\n"))
    if page is None:
        raise TypeError(f"This is not a help page: {text[:80]}")
    title, why, example, instead = (dedent(part).strip("\n") for part in page.groups())
    return title, why, f"{example}\n", f"{instead}\n"


def fix(title: str, gesture: str, **arguments: Any) -> Fix:
    """A fix that is one gesture of `hotcore.edits`."""
    return Fix(title, gesture, arguments)
