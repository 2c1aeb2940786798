"""The command `hotcore validate`: the check of templates, each in its project."""

import argparse
import gc
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from hotcore.cli.files import STANDARD_INPUT, check_standard_input, is_file, is_folder, is_template, templates_in
from hotcore.cli.inputs import Inputs
from hotcore.cli.lint_options import LintOptions
from hotcore.cli.memory import Memory, digest, digest_of_file, program
from hotcore.cli.outcome import Unusable
from hotcore.cli.parallel import Progress, in_parallel
from hotcore.cli.report import DiagnosticsReport
from hotcore.cli.results import CheckedTemplate
from hotcore.diagnostics import Severity
from hotcore.runtime import LazyModule, cached_property, dataclass, memo

if TYPE_CHECKING:
    from hotcore import analysis
    from hotcore.cli import checked_templates, documents, linting
else:
    analysis = LazyModule("hotcore.analysis")
    checked_templates = LazyModule("hotcore.cli.checked_templates")
    documents, linting = LazyModule("hotcore.cli.documents"), LazyModule("hotcore.cli.linting")

_MANY = 100
"""Templates whose garbage would fill the memory if none of its cycles were collected."""


@dataclass(frozen=True, slots=True)
class Validated:
    """The outcome: whether there are errors, and the files that cannot be read."""

    has_errors: bool
    unusable: tuple[Unusable, ...]


def run_validate(options: argparse.Namespace, *, colour: bool) -> Validated:
    """Checks the templates of a command line and prints their problems.  Raises `Unusable` for wrong options."""
    check_standard_input(options.templates, options.environments, [options.catalogue])
    check = TemplateCheck(options)
    names, unusable = _all_templates(check, options.templates)
    check.read_environments(names)
    report = DiagnosticsReport(options.format, check.inputs.texts, colour=colour)
    progress = Progress(len(names))
    if len(names) > _MANY:
        gc.enable()
    for outcome in in_parallel(check.outcome, names, 1 if options.fix else options.jobs):
        progress.clear()
        if isinstance(outcome, Unusable):
            unusable.append(outcome)
        else:
            sys.stdout.write(report.add(outcome))
        progress.advance()
    progress.clear()
    if report.templates or not unusable:
        sys.stdout.write(report.end())
    return Validated(report.counts[Severity.ERROR] > 0, tuple(unusable))


def _all_templates(check: "TemplateCheck", arguments: Sequence[str]) -> tuple[list[str], list[Unusable]]:
    """The templates that the arguments name, and what is wrong with other arguments."""
    names: list[str] = []
    unusable = []
    for argument in arguments:
        try:
            names += check.templates(argument)
        except Unusable as error:
            unusable.append(error)
    return names, unusable


class TemplateCheck:
    """The check of one template after another."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.inputs = Inputs(options)
        self.projects = self.inputs.projects
        self.options = LintOptions(options, self.projects)
        self.only_templates = options.only_templates
        self.remembers = not options.no_cache and not options.fix
        self.with_fixes = options.format != "text"

    @cached_property
    def linting(self) -> "linting.Linting":
        """The lint rules under the options."""
        return linting.Linting(self.options)

    def templates(self, name: str) -> list[str]:
        """The templates of an argument: a file, or all templates in a folder that its project does not leave out."""
        if name == STANDARD_INPUT or not name or "\0" in name:
            return [name]
        if is_folder(name):
            return [each for each in templates_in(Path(name)) if not self.projects.around(each).leaves_out(each)]
        return [name] if not self.only_templates or not is_file(name) or is_template(Path(name)) else []

    def read_environments(self, names: Iterable[str]) -> None:
        """Reads the environments of the projects of templates; one that cannot be read is reported with them."""
        for name in names:
            with suppress(Unusable):
                self.inputs.environment_texts(name)

    def outcome(self, name: str) -> CheckedTemplate | Unusable:
        """The results of a template, after its fixes, or why it cannot be checked."""
        try:
            with memo():  # of its own, so that those of thousands of templates do not add up
                return self._checked(name)
        except Unusable as error:
            return error

    def _checked(self, name: str) -> CheckedTemplate:
        """The results of a template: those that are remembered, if no file has changed, or else new ones."""
        project = self.projects.around(name)
        if project.file is None or not self.remembers or name == STANDARD_INPUT:
            return self._newly_checked(name, set())
        memory, environments = Memory(project.folder), self.inputs.environment_texts(name)
        key = self._key(name, memory, environments)
        known = memory.recall(name, key, environments, self.inputs.texts)
        if known is not None:
            return known
        looked_for, began = {Path(name)}, time.monotonic()
        checked = self._newly_checked(name, looked_for)
        if time.monotonic() - began < analysis.REPAIR_SECONDS:  # no time limit can have cut the results short
            memory.remember(key, looked_for, environments, checked)
        return checked

    def _key(self, name: str, memory: Memory, environments: Mapping[str, str]) -> str:
        """What the results of a template depend on, apart from the files that it uses."""
        catalogue = self.inputs.catalogue_file(name)
        in_order = [(memory.path(each), digest([text])) for each, text in environments.items()]
        options = [self.options.digest(name), self.inputs.api_versions, self.with_fixes]
        return digest([program(), options, catalogue and digest_of_file(Path(catalogue)), in_order])

    def _newly_checked(self, name: str, looked_for: set[Path]) -> CheckedTemplate:
        catalogue = self.inputs.catalogue(name)
        environments, types = self.inputs.environments(name), self.inputs.types(name)
        document = self.linting.fixed(name, environments, catalogue, looked_for)
        found = self.linting.added(name, document, documents.diagnostics_of(document, environments, types), catalogue)
        return checked_templates.checked_template(name, document, found, self.inputs.texts, with_fixes=self.with_fixes)
