"""The lint options of `hotcore validate`, and the settings of projects about rules."""

import argparse
from typing import TYPE_CHECKING

from hotcore.cli.outcome import Unusable
from hotcore.cli.project import Projects, codes
from hotcore.diagnostics import Diagnostic, Severity
from hotcore.linter import RULES
from hotcore.runtime import LazyModule, cached_property

if TYPE_CHECKING:
    from hotcore.cli import siblings
else:
    siblings = LazyModule("hotcore.cli.siblings")


class LintOptions:
    """The options about lint rules of a command line, and the settings of projects."""

    def __init__(self, options: argparse.Namespace, projects: Projects) -> None:
        self.projects = projects
        self.off = options.no_lint
        self.hints = options.hints
        self.fixes = options.fix
        self.suggested = options.suggested
        self.select = codes(options.select, "--select", only_rules=True) or None
        self.ignore = codes(options.ignore, "--ignore")
        self.logs_to_output = options.format == "text"
        if self.off and self.fixes:
            raise Unusable("--fix cannot be used with --no-lint, because it applies the fixes of lint rules")
        if self.suggested and not self.fixes:
            raise Unusable("--suggested can only be used with --fix")

    @cached_property
    def siblings(self) -> "siblings.Siblings":
        """The sibling templates of those that are checked."""
        return siblings.Siblings()

    def digest(self, name: str) -> list[object]:
        """What its results depend on, apart from files: the options, and the parameters of sibling templates."""
        project = self.projects.around(name)
        shared = self.siblings.digest(name, project) if self.asks_for_siblings(name) else []
        kept = [sorted(project.ignore), sorted(project.severity.items())]
        return [self.off, self.hints, sorted(self.select or ()), sorted(self.ignore), *kept, shared]

    def asks_for_siblings(self, name: str) -> bool:
        """Whether it matters for a template which parameters its sibling templates declare alike."""
        severity = self.projects.around(name).severity
        return self.hints or "unused-parameter" in (self.select or severity)

    def severity(self, name: str, found: Diagnostic) -> Severity:
        """The severity of a diagnostic in the project of its template."""
        return self.projects.around(name).severity.get(found.code, found.severity)

    def counts(self, name: str, found: Diagnostic) -> bool:
        """Whether a warning or a hint of a template is reported."""
        if self.select is None:
            is_hint = self.severity(name, found) is Severity.HINT
            selected = self.hints or not is_hint or found.code not in RULES
        else:
            selected = found.code in self.select or found.code not in RULES
        return selected and found.code not in self.ignore | self.projects.around(name).ignore
