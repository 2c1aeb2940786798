"""Sibling templates: those of one group of a project, and the parameters that they declare alike."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from hotcore.cli.files import STANDARD_INPUT, read_text, templates_in
from hotcore.cli.outcome import Unusable
from hotcore.cli.project import Group, Project
from hotcore.diagnostics import Report
from hotcore.source import Source
from hotcore.syntax import Mapping, Scalar, read
from hotcore.template import Template

Declared = tuple[str, str]
"""The name of a parameter and its type."""


class Siblings:
    """The parameters of the templates of each group, each template read once."""

    def __init__(self) -> None:
        self._paths: dict[Path, list[str]] = {}
        self._parameters: dict[str, tuple[Declared, ...]] = {}
        self._counts: dict[tuple[Path, Group], Counter[Declared]] = {}

    def shared_parameters(self, template: Template, name: str, project: Project) -> frozenset[str]:
        """The parameters of a template that other templates of its groups declare with the same type."""
        if name == STANDARD_INPUT or project.file is None:
            return frozenset()
        counts = [self._declared_in(project, project.file, group) for group in project.groups_of(name)]
        own = {(each.name, each.type) for each in template.parameters.values()}
        return frozenset(each[0] for each in own if any(count[each] > 1 for count in counts))

    def digest(self, name: str, project: Project) -> list[object]:
        """What the shared parameters of a template depend on: those that its groups declare."""
        if name == STANDARD_INPUT or project.file is None:
            return []
        counts = [self._declared_in(project, project.file, group) for group in project.groups_of(name)]
        return [sorted(name for name, number in count.items() if number > 1) for count in counts]

    def _declared_in(self, project: Project, file: Path, group: Group) -> Counter[Declared]:
        """How many templates of a group declare each parameter."""
        if (file, group) not in self._counts:
            paths = [each for each in self._templates_of(project, file) if group in project.groups_of(each)]
            self._counts[file, group] = Counter(one for path in paths for one in self._declared_by(path))
        return self._counts[file, group]

    def _templates_of(self, project: Project, file: Path) -> list[str]:
        if file not in self._paths:
            try:
                found = templates_in(file.parent)
            except Unusable:
                found = []
            self._paths[file] = [each for each in found if not project.leaves_out(each)]
        return self._paths[file]

    def _declared_by(self, path: str) -> tuple[Declared, ...]:
        if path not in self._parameters:
            self._parameters[path] = tuple(_parameters(path))
        return self._parameters[path]


def _parameters(path: str) -> Iterator[Declared]:
    """The parameters of a template; none if it cannot be read."""
    try:
        root = read(Source(read_text(path)), Report())
    except Unusable:
        return
    section = root.get("parameters") if isinstance(root, Mapping) else None
    for name, body in section.members.items() if isinstance(section, Mapping) else ():
        kind = body.get("type") if isinstance(body, Mapping) else None
        if isinstance(kind, Scalar):
            yield str(name), str(kind.value)
