"""The lint rules on templates of the command line, and the fixing of files."""

import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from hotcore.analysis import Document, load
from hotcore.catalogue import Catalogue
from hotcore.cli.documents import document_of, with_files
from hotcore.cli.files import STANDARD_INPUT, read_file, write_text
from hotcore.cli.lint_options import LintOptions
from hotcore.cli.outcome import Unusable
from hotcore.diagnostics import Diagnostic, Severity
from hotcore.environment import Environment
from hotcore.linter import FixResult, apply_fixes, combined_diagnostics, lint, offered
from hotcore.source import decode


class Linting:
    """The lint rules under the options of a command line."""

    def __init__(self, options: LintOptions) -> None:
        self.options = options

    def fixed(
        self, name: str, environments: Sequence[Environment], catalogue: Catalogue | None, looked_for: set[Path]
    ) -> Document:
        """The document of a template, with `--fix` after fixing its file; `looked_for` gets the paths of its files."""
        content = read_file(name)
        document = document_of(content, name, environments, looked_for)
        if not self.options.fixes:
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
            wanted=lambda found: found.severity is Severity.ERROR or self.options.counts(name, found),
            suggested=self.options.suggested,
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
        if not self.options.off:
            shared = self._shared(name, document)
            select = self.options.select
            found += lint(document, catalogue=catalogue, select=select, found=found, shared_parameters=shared)
        counting = (each for each in found if each.severity is Severity.ERROR or self.options.counts(name, each))
        shown = offered(document.text, combined_diagnostics(document, counting, catalogue))
        return tuple(replace(each, severity=self.options.severity(name, each)) for each in shown)

    def _shared(self, name: str, document: Document) -> frozenset[str]:
        """The parameters that sibling templates declare alike, as far as it matters whether they are used."""
        if document.template is None or not self.options.asks_for_siblings(name):
            return frozenset()
        return self.options.siblings.shared_parameters(document.template, name, self.options.projects.around(name))

    def _log(self, text: str) -> None:
        (sys.stdout if self.options.logs_to_output else sys.stderr).write(text)

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
