"""What templates say as they stand; what they say while they are edited is in `design_page` and `drafts.merge`.

What a content says by itself is remembered by its hash. A preview of what a person typed is never remembered.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from posixpath import basename
from threading import RLock
from typing import Any

import hotcore
from designer.files.content import Content
from hotcore import (
    Diagnostic,
    Document,
    Environment,
    EnvironmentValue,
    FormSection,
    Preview,
    Severity,
    Template,
    Withheld,
)
from hotcore.edits import CannotEdit, without_values
from hotcore.environment_values import matrix_under
from hotcore.symbolic import Matrix
from hotcore.template import NamedFile, followed_names

REMEMBERED = 64  # contents; the largest that is accepted has 512 KiB
INDEX = 2  # the way in which the library's columns are counted: one more when it changes
LONGEST_DESCRIPTION = 1000  # of a template in the library, in characters
BOXES = 8  # of a design's picture in the library


LOCKS = tuple(RLock() for _ in range(64))
"""By the hash of a content: the requests that a page sends at once about one text read it once, not each for itself."""


def document(content: Content) -> Document:
    """Read a content: its declarations and every finding that does not depend on values."""
    with _reading(content):
        return _document(content)


def unfilled(content: Content) -> Preview:
    """Say what the template does while nobody has given it a value."""
    with _reading(content):
        return _document(content).unfilled


def findings(content: Content, found: Sequence[Diagnostic] | None = None) -> tuple[Diagnostic, ...]:
    """Return what Heat and the rules say of a content: without values, or with what was `found` under some."""
    read = document(content)
    return hotcore.told_together(read, [*(read.diagnostics if found is None else found), *rule_findings(content)])


def rule_findings(content: Content) -> tuple[Diagnostic, ...]:
    """Return what the lint rules say of a content, whatever its values are; their hints wait while it has errors."""
    with _reading(content):
        return _rule_findings(content)


def _reading(content: Content) -> RLock:
    return LOCKS[int(content.hash_value[:4], 16) % len(LOCKS)]


@lru_cache(maxsize=REMEMBERED)
def _document(content: Content) -> Document:
    return hotcore.load(content.text, content.file_texts)


@lru_cache(maxsize=REMEMBERED)
def _rule_findings(content: Content) -> tuple[Diagnostic, ...]:
    read = _document(content)
    found = hotcore.lint(read, found=read.diagnostics)
    return found if read.ok else tuple(each for each in found if each.severity is not Severity.HINT)


def form(template: Template) -> tuple[FormSection, ...]:
    """Return the sections of a template's form, in page order."""
    return hotcore.form_schema(template)


def preview(
    content: Content,
    values: Mapping[str, object],
    *,
    environments: Sequence[Environment] = (),
    attributes: Mapping[str, Mapping[str, object]] | None = None,
    stack: Mapping[str, str] | None = None,
) -> Preview:
    """Say what the template does with the given values. Values of hidden parameters come out masked."""
    return hotcore.preview(
        document(content), values, environments=environments, attributes=attributes or {}, stack=stack or {}
    )


def read_environment(text: str, name: str) -> Environment:
    """Return what an environment file says that lies beside no template. It is never remembered."""
    return hotcore.read_environment(text, name)


def combined_environments(content: Content, environments: Sequence[Environment]) -> Environment:
    """Return several environments as the one that Heat makes of them for a template."""
    return hotcore.combined_environments(environments, document(content).parameter_types(environments))


def environment_values(content: Content, environments: Sequence[Environment]) -> Mapping[str, EnvironmentValue]:
    """Return what environments give to a template's parameters; values of hidden ones come out masked."""
    return hotcore.environment_values(document(content), environments)


@lru_cache(maxsize=REMEMBERED)
def environments_beside(content: Content) -> Mapping[str, Environment]:
    """Return those files beside a template that look like environment files, by their paths."""
    texts = sorted(content.file_texts.items())
    return {path: hotcore.read_environment(text, path) for path, text in texts if hotcore.is_environment(text, path)}


def environment_paths(content: Content) -> tuple[str, ...]:
    """Return the paths of those files beside a template that look like environment files."""
    return tuple(environments_beside(content))


@lru_cache(maxsize=REMEMBERED)
def missing_files(content: Content) -> tuple[NamedFile, ...]:
    """Return what the template, the environments beside it and what these nest name and what is not among the files.

    Each name counts once in a file.
    """
    read = document(content)
    if read.template is None:
        return ()
    registries = [environment.registry for environment in environments_beside(content).values()]
    found = {
        (named.name, named.file): named
        for named in followed_names(read.template.root, read.bundle, registries)
        if named.path is None and content.path_of(named.name) != basename(content.path)
    }
    return tuple(found.values())


@lru_cache(maxsize=REMEMBERED)
def environment_findings(content: Content, path: str) -> tuple[Diagnostic, ...]:
    """Return what is wrong in one of the files as an environment of the template."""
    environment = hotcore.read_environment(content.file_texts[path], path)
    found = hotcore.preview(document(content), environments=(environment,)).diagnostics
    return tuple(one for one in found if one.file == path)


def conditions(content: Content, environments: Sequence[Environment] = ()) -> Matrix:
    """Return everything that the conditions of a template that can be read come to, under environments.

    It is remembered where all of these lie beside the template.
    """
    names = tuple(environment.name for environment in environments)
    beside = environments_beside(content)
    if any(beside.get(each.name) is not each for each in environments):
        return matrix_under(document(content), environments)
    with _reading(content):
        found = _conditions(content, names)
        if not found.is_whole:
            _conditions.cache_clear()  # the machine was busy: the next one who asks may be told more
        return found


@lru_cache(maxsize=REMEMBERED)
def _conditions(content: Content, names: tuple[str, ...]) -> Matrix:
    beside = environments_beside(content)
    return matrix_under(_document(content), [beside[name] for name in names])


@lru_cache(maxsize=REMEMBERED)
def wanted_attributes(content: Content) -> tuple[tuple[str, str], ...]:
    """Return the resource attributes that only a live stack knows, for which stand-ins can be typed."""
    return hotcore.wanted_attributes(document(content))


def hidden_parameters(content: Content) -> frozenset[str]:
    """Return the names of the parameters whose values must not be kept."""
    template = document(content).template
    return (
        frozenset(name for name, parameter in template.parameters.items() if parameter.hidden)
        if template
        else frozenset()
    )


def description(content: Content) -> str | None:
    """Return what the template says of itself, as the library has it; None for a text that cannot be read."""
    template = document(content).template
    return None if template is None else " ".join(template.description.split())[:LONGEST_DESCRIPTION]


def without_hidden_values(content: Content, text: str) -> str:
    """Return an environment file's text without what it says of parameters that hide their values, everywhere.

    What it says of an open parameter of the template itself stays, unless it reaches a hidden one of its name too.
    Of a text that cannot be read nothing is left where it names such a parameter: nobody can tell where its value ends.
    """
    found = withheld(content)
    try:
        return without_values(text, found.names, found.own)
    except CannotEdit:
        return "" if any(name in text for name in found.names) else text


@lru_cache(maxsize=REMEMBERED)
def withheld(content: Content) -> Withheld:
    """Return which values of environment files reach a hidden parameter of a template or of those among its files."""
    return hotcore.withheld(document(content))


def keepable_values(content: Content, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return those values that may be kept: of parameters that the template declares and does not hide."""
    template = document(content).template
    declared = template.parameters if template else {}
    return {name: value for name, value in values.items() if name in declared and not declared[name].hidden}


@dataclass(frozen=True)
class Index:
    """What the library shows of a template without reading it."""

    version: str = ""
    resource_count: int = 0
    parameter_count: int = 0
    error_count: int = 0
    warning_count: int = 0
    words: str = ""
    shape: dict[str, Any] = field(default_factory=dict)


def index(content: Content) -> Index:
    """Return what the library keeps about a content; a text that cannot be read has only its errors."""
    found = document(content)
    severities = [diagnostic.severity for diagnostic in findings(content)]
    errors, warnings = severities.count(Severity.ERROR), severities.count(Severity.WARNING)
    template = found.template
    if template is None:
        return Index(error_count=errors, warning_count=warnings)
    types = sorted({resource.type for resource in template.resources.values()})
    return Index(
        version=template.version.date,
        resource_count=len(template.resources),
        parameter_count=len(template.parameters),
        error_count=errors,
        warning_count=warnings,
        words=" ".join([template.description, *template.parameters, *template.resources, *types]),
        shape=shape(found),
    )


def shape(found: Document) -> dict[str, Any]:
    """Return the picture of a template's graph: its most connected boxes by layer, users above, and their edges."""
    graph = hotcore.dependencies(found)
    pairs = {(edge.source, edge.target) for edge in graph.edges}
    degree = Counter(name for pair in pairs for name in pair)
    names = sorted(sorted(graph.nodes, key=lambda name: -degree[name])[:BOXES], key=graph.nodes.index)
    place = {name: number for number, name in enumerate(names)}
    layers = sorted({graph.layers[name] for name in names}, reverse=True)
    resources = found.template.resources if found.template else {}
    return {
        "boxes": [
            {
                "layer": layers.index(graph.layers[name]),
                "conditional": resources[name].field("condition") is not None,
            }
            for name in names
        ],
        "edges": sorted((place[a], place[b]) for a, b in pairs if a in place and b in place),
    }
