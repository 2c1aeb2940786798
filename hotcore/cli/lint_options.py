"""The lint options of `hotcore validate`: selection of rules, settings of folders, and fixing of files."""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from hotcore.analysis import Document, load
from hotcore.catalogue import Catalogue
from hotcore.cli.files import STANDARD_INPUT, document_of, read_file, with_files, write_text
from hotcore.cli.outcome import Unusable
from hotcore.cli.project import Projects, codes
from hotcore.cli.siblings import Siblings
from hotcore.diagnostics import Diagnostic, Severity
from hotcore.environment import Environment
from hotcore.lint import RULES, FixResult, apply_fixes, code_pages, combined_diagnostics, lint, offered
from hotcore.syntax import decode


class Linting:
    """The lint rules with the options of a command line and the settings of projects."""

    def __init__(self, options: argparse.Namespace, projects: Projects) -> None:
        self.projects = projects
        self.siblings = Siblings()
        self.off = options.no_lint
        self.hints = options.hints
        self.fixes = options.fix
        self.suggested = options.suggested
        self.select = codes(options.select, "--select", RULES) or None
        self.ignore = codes(options.ignore, "--ignore", code_pages())
        self.logs_to_output = options.format == "text"
        if self.off and self.fixes:
            raise Unusable("--fix cannot be used with --no-lint, because it applies the fixes of lint rules")
        if self.suggested and not self.fixes:
            raise Unusable("--suggested can only be used with --fix")

    def fixed(
        self, name: str, environments: Sequence[Environment], catalogue: Catalogue | None, looked_for: set[Path]
    ) -> Document:
        """The document of a template, with `--fix` after fixing its file; `looked_for` gets the paths of its files."""
        content = read_file(name)
        document = document_of(content, name, environments, looked_for)
        if not self.fixes:
            return document
        if name == STANDARD_INPUT:
            raise Unusable("--fix needs a template file, not standard input")
        try:
            before = decode(content)
        except ValueError:
            return document  # which says so
        fixed = apply_fixes(
            before,
            document.files,
            catalogue=catalogue,
            wanted=lambda found: found.severity is Severity.ERROR or self._counts(name, found),
            suggested=self.suggested,
            shared_parameters=self._shared(name, document),
            known=document,
        )
        if document.template is None and fixed.text == before:
            self._log(f"{name}: not fixed: it cannot be read as a template\n\n")
        self._report(name, fixed)
        if not fixed.is_all:
            self._log(f"{name}: not fixed: more fixes are left than fit into one run; run the command again\n\n")
        self._report_suggested(name, fixed.suggested)
        if fixed.text == before:
            return document
        write_text(name, fixed.text)
        return with_files(fixed.document or load(fixed.text), name, environments)

    def added(
        self, name: str, document: Document, found: tuple[Diagnostic, ...], catalogue: Catalogue | None
    ) -> tuple[Diagnostic, ...]:
        """The diagnostics with those of the rules, without suppressed ones and without fixes that cannot be applied."""
        if not self.off:
            shared = self._shared(name, document)
            found += lint(document, catalogue=catalogue, select=self.select, found=found, shared_parameters=shared)
        counting = (each for each in found if each.severity is Severity.ERROR or self._counts(name, each))
        shown = offered(document.text, combined_diagnostics(document, counting, catalogue))
        return tuple(replace(each, severity=self._severity(name, each)) for each in shown)

    def digest(self, name: str) -> list[object]:
        """What its results depend on, apart from files: the options, and the parameters of sibling templates."""
        project = self.projects.around(name)
        shared = self.siblings.digest(name, project) if self._asks_for_siblings(name) else []
        kept = [sorted(project.ignore), sorted(project.severity.items())]
        return [self.off, self.hints, sorted(self.select or ()), sorted(self.ignore), *kept, shared]

    def _asks_for_siblings(self, name: str) -> bool:
        severity = self.projects.around(name).severity
        return self.hints or "unused-parameter" in (self.select or severity)

    def _shared(self, name: str, document: Document) -> frozenset[str]:
        """The parameters that sibling templates declare alike, as far as it matters whether they are used."""
        if document.template is None or not self._asks_for_siblings(name):
            return frozenset()
        return self.siblings.shared_parameters(document.template, name, self.projects.around(name))

    def _severity(self, name: str, found: Diagnostic) -> Severity:
        """The severity of a diagnostic in the project of its template."""
        return self.projects.around(name).severity.get(found.code, found.severity)

    def _counts(self, name: str, found: Diagnostic) -> bool:
        if self.select is None:
            is_hint = self._severity(name, found) is Severity.HINT
            selected = self.hints or not is_hint or found.code not in RULES
        else:
            selected = found.code in self.select or found.code not in RULES
        return selected and found.code not in self.ignore | self.projects.around(name).ignore

    def _log(self, text: str) -> None:
        (sys.stdout if self.logs_to_output else sys.stderr).write(text)

    def _report(self, name: str, fixed: FixResult) -> None:
        for each in fixed.done:
            made = each.fix.title if each.fix else f"Write `{each.suggestion}`"
            self._log(f"{name}:{_line(each)}: fixed[{each.code}]: {each.message} {made}.\n")
        for each, why in fixed.left:
            self._log(f"{name}:{_line(each)}: not fixed[{each.code}]: {why}\n")
        if fixed.done or fixed.left:
            self._log("\n")

    def _report_suggested(self, name: str, offers: Sequence[Diagnostic]) -> None:
        if offers:
            fixes = "1 suggested fix" if len(offers) == 1 else f"{len(offers)} suggested fixes"
            self._log(f"{name}: {fixes} not applied; use `--fix --suggested` if that is what you mean\n\n")


def _line(found: Diagnostic) -> int:
    return found.span.line if found.span else 1
