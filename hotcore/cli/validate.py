"""The command `hotcore validate`: the check of templates, each in its project."""

import argparse
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hotcore.analysis import REPAIR_SECONDS, Document, preview
from hotcore.catalogue import Catalogue
from hotcore.cli.catalogue_files import load_catalogue
from hotcore.cli.files import (
    STANDARD_INPUT,
    Unusable,
    check_standard_input,
    environments_for,
    is_template,
    pair,
    read_text,
    templates_in,
)
from hotcore.cli.lint_options import Linting
from hotcore.cli.memory import Memory, digest, digest_of_file, program
from hotcore.cli.parallel import Progress, in_parallel
from hotcore.cli.project import Projects
from hotcore.cli.render import CheckedTemplate, DiagnosticsReport, checked_template
from hotcore.diagnostics import Diagnostic, Severity
from hotcore.environment import Environment


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
    report = DiagnosticsReport(options.format, check.texts, colour=colour)
    progress = Progress(len(names))
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
    """The check of one template after another.  `texts` has the environments by their names."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.projects = Projects()
        self.linting = Linting(options, self.projects)
        self.given = list(options.environments)
        self.texts = {name: read_text(name) for name in self.given}
        self.catalogue = options.catalogue
        self.only_templates = options.only_templates
        self.api_versions = _api_versions(options)
        self.remembers = not options.no_cache and not options.fix
        self.with_fixes = options.format != "text"
        self._catalogues: dict[str, Catalogue] = {}
        if self.catalogue is not None:
            self._load(self.catalogue)

    def templates(self, name: str) -> list[str]:
        """The templates of an argument: a file, or all templates in a folder that its project does not leave out."""
        if name == STANDARD_INPUT or not name or "\0" in name:
            return [name]
        if Path(name).is_dir():
            return [each for each in templates_in(Path(name)) if not self.projects.around(each).leaves_out(each)]
        return [name] if not self.only_templates or not Path(name).is_file() or is_template(Path(name)) else []

    def read_environments(self, names: Iterable[str]) -> None:
        """Reads the environments of the projects of templates; one that cannot be read is reported with them."""
        for name in names:
            with suppress(Unusable):
                self._environments(name)

    def outcome(self, name: str) -> CheckedTemplate | Unusable:
        """The results of a template, after its fixes, or why it cannot be checked."""
        try:
            return self._checked(name)
        except Unusable as error:
            return error

    def _checked(self, name: str) -> CheckedTemplate:
        """The results of a template: those that are remembered, if no file has changed, or else new ones."""
        project = self.projects.around(name)
        if project.file is None or not self.remembers or name == STANDARD_INPUT:
            return self._newly_checked(name, set())
        memory, key = Memory(project.folder), self._key(name)
        known = memory.recall(name, key, self.texts)
        if known is not None:
            return known
        looked_for, began = {Path(name)}, time.monotonic()
        checked = self._newly_checked(name, looked_for)
        if time.monotonic() - began < REPAIR_SECONDS:  # no time limit can have cut the results short
            memory.remember(name, key, looked_for, checked)
        return checked

    def _key(self, name: str) -> str:
        """What the results of a template depend on, apart from the files that it uses."""
        catalogue = self._catalogue_file(name)
        environments = {each: digest([text]) for each, text in self._environments(name).items()}
        options = [self.linting.digest(name), self.api_versions, self.with_fixes]
        return digest(
            [program(), str(Path.cwd()), options, catalogue and digest_of_file(Path(catalogue)), environments]
        )

    def _newly_checked(self, name: str, looked_for: set[Path]) -> CheckedTemplate:
        catalogue = self._catalogue(name)
        environments = environments_for(name, self._environments(name))
        document = self.linting.fixed(name, environments, catalogue, looked_for)
        types = {"catalogue": catalogue, "api_versions": self.api_versions} if catalogue or self.api_versions else {}
        found = self.linting.added(name, document, diagnostics_of(document, environments, types), catalogue)
        return checked_template(name, document, found, self.texts, with_fixes=self.with_fixes)

    def _catalogue(self, name: str) -> Catalogue | None:
        """The catalogue for a template: the one given, that of its project, or None for the shipped one."""
        file = self._catalogue_file(name)
        return None if file is None else self._load(file)

    def _catalogue_file(self, name: str) -> str | None:
        return self.catalogue if self.catalogue is not None else self.projects.around(name).catalogue

    def _load(self, file: str) -> Catalogue:
        if file not in self._catalogues:
            self._catalogues[file] = load_catalogue(file)
        return self._catalogues[file]

    def _environments(self, name: str) -> Mapping[str, str]:
        """The texts of the environments for a template: those of its project, then those that are given."""
        names = dict.fromkeys([*self.projects.around(name).environments_of(name), *self.given])
        for each in names:
            if each not in self.texts:
                self.texts[each] = read_text(each)
        return {each: self.texts[each] for each in names}


def types_of(options: argparse.Namespace) -> dict[str, Any]:
    """The options about resource types: the catalogue and API versions for a preview."""
    catalogue = load_catalogue(options.catalogue) if options.catalogue is not None else None
    versions = _api_versions(options)
    return {"catalogue": catalogue, "api_versions": versions} if catalogue or versions else {}


def _api_versions(options: argparse.Namespace) -> dict[str, str]:
    return dict(pair("--api-version", "CLIENT=VERSION", given) for given in options.api_versions)


def diagnostics_of(
    document: Document, environments: Sequence[Environment], types: Mapping[str, Any]
) -> tuple[Diagnostic, ...]:
    """The diagnostics of a document under environments, without values that are only missing."""
    if not environments and not types:
        return document.diagnostics
    found = preview(document, environments=environments, **types).diagnostics
    return tuple(diagnostic for diagnostic in found if diagnostic.code != "value-needed")
