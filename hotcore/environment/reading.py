"""The reader of environment files."""

from collections.abc import Mapping
from dataclasses import replace
from posixpath import dirname
from typing import Any

from hotcore.catalogue import EMPTY
from hotcore.diagnostics import Diagnostic, Phase, Report, Severity
from hotcore.environment.declaration import (
    DEFAULT_STRATEGY,
    DEFAULTS,
    ENCRYPTED,
    MERGE_STRATEGIES,
    OVERWRITE,
    PARAMETERS,
    REGISTRY,
    SECTIONS,
    SINKS,
    STRATEGIES,
    Environment,
)
from hotcore.environment.event_sinks import check_sinks
from hotcore.environment.registry_reading import RegistryReader
from hotcore.runtime import regex
from hotcore.source import Location, Source, Span
from hotcore.syntax import LIMITS, Node, Sequence, read, to_plain
from hotcore.syntax import Mapping as MappingNode
from hotcore.values import kind_of

_ENDINGS = (".yaml", ".yml", ".env", ".json")
_SECTION = regex("|".join(SECTIONS))

_SHAPES = {ENCRYPTED: Sequence, SINKS: Sequence}
"""The sections that are lists; the others are maps."""


def read_environment(text: str, name: str = "environment", folder: str | None = None) -> Environment:
    """Reads an environment file.  Problems become its diagnostics, with locations in the file.

    `folder` is its folder relative to the main template; by default, that of its name.
    """
    report = Report()
    found = Report()
    root = read(Source(text, name), found, as_json=False)
    report.extend((replace(problem, file=name) for problem in found), phase=Phase.ENVIRONMENT)
    reader = _Reader(name, dirname(name) if folder is None else folder, report)
    if isinstance(root, MappingNode):
        return reader.environment(root)
    if root is not None and to_plain(root) is not None:
        message = f"An environment must be a map with `parameters`, not {kind_of(to_plain(root))}."
        reader.complain("not-an-environment", message, root.span)
    return Environment(diagnostics=report.sorted, name=name)


def is_environment(text: str, name: str) -> bool:
    """Whether a file looks like an environment: it has a suitable name, and only sections of environments.

    A file with only `parameters` can be an environment; one with a version is a template.
    """
    if not name.endswith(_ENDINGS) or len(text) > LIMITS.size or not _SECTION.search(text):
        return False
    root = read(Source(text, name), Report(), as_json=False)
    return isinstance(root, MappingNode) and bool(root.members) and all(key in SECTIONS for key in root.members)


class _Reader:
    """Reads an environment file with a name in a folder."""

    def __init__(self, name: str, folder: str, report: Report) -> None:
        self.name = name
        self.folder = folder
        self.report = report

    def complain(
        self, code: str, message: str, span: Span, hint: str | None = None, severity: Severity = Severity.ERROR
    ) -> None:
        self.report.add(Diagnostic(code, message, span, severity, hint, self.name, phase=Phase.ENVIRONMENT))

    def environment(self, root: MappingNode) -> Environment:
        """The environment in the file."""
        for key in root.members:
            if key not in SECTIONS:
                hint = self.report.did_you_mean(key, SECTIONS) or f"The sections are {', '.join(SECTIONS)}."
                message = f"An environment has no section `{key}`."
                self.complain("unknown-section", message, root.key_span(key), hint)
        nodes = {section: node for section in SECTIONS if (node := self.section(root, section))}
        registry = nodes.get(REGISTRY)
        self.check_strategies(nodes.get(STRATEGIES))
        self.check_encrypted(nodes.get(ENCRYPTED))
        check_sinks(nodes.get(SINKS), self.complain)
        reader = RegistryReader(self.name, self.folder, self.report)
        return Environment(
            parameters=_values(nodes.get(PARAMETERS)),
            parameter_defaults=_values(nodes.get(DEFAULTS)),
            registry=reader.registry(registry) if isinstance(registry, MappingNode) else EMPTY,
            strategies=_values(nodes.get(STRATEGIES)),
            encrypted_names=_items(nodes.get(ENCRYPTED)),
            event_sinks=_items(nodes.get(SINKS)),
            name=self.name,
            places={"": self.places(root)} | {section: self.places(node) for section, node in nodes.items()},
            diagnostics=self.report.sorted,
        )

    def section(self, root: MappingNode, section: str) -> Node | None:
        """The node of a section if it is valid; reports it otherwise."""
        node = root.get(section)
        if node is None or isinstance(node, _SHAPES.get(section, MappingNode)):
            return node
        plain = to_plain(node)
        if plain is None:
            message = f"The section `{section}` cannot be empty."
            hint = f"Remove it, or write `{'[]' if section in _SHAPES else '{}'}`."
            self.complain("empty-section", message, root.key_span(section), hint)
            return None
        wanted = "a list" if section in _SHAPES else "a map"
        harmless = not plain or section in (ENCRYPTED, STRATEGIES)
        ignored = harmless and section != STRATEGIES
        self.complain(
            "bad-section",
            f"`{section}` must be {wanted}, not {kind_of(plain)}{'; Heat ignores it' if ignored else ''}.",
            node.span,
            severity=Severity.WARNING if harmless else Severity.ERROR,
        )
        return None

    def places(self, node: Node) -> Mapping[str, Location]:
        """The locations of the members of a map."""
        if not isinstance(node, MappingNode):
            return {}
        return {str(key): Location(self.name, item.span, node.key_span(key)) for key, item in node.members.items()}

    def check_strategies(self, node: Node | None) -> None:
        """Warns about unknown strategies, for which Heat silently uses the default."""
        for name, item in node.members.items() if isinstance(node, MappingNode) else ():
            strategy = to_plain(item)
            if strategy not in MERGE_STRATEGIES:
                hint = self.report.did_you_mean(strategy, MERGE_STRATEGIES)
                hint = hint or f"The strategies are {', '.join(MERGE_STRATEGIES)}."
                found = f"`{strategy}`" if isinstance(strategy, str) and strategy else kind_of(strategy)
                instead = OVERWRITE if name == DEFAULT_STRATEGY else DEFAULT_STRATEGY
                message = f"Expected a merge strategy, not {found}; Heat silently uses `{instead}`."
                self.complain("unknown-strategy", message, item.span, hint, Severity.WARNING)

    def check_encrypted(self, node: Node | None) -> None:
        """Warns about the list of encrypted names, which Heat maintains itself when it stores a stack."""
        if isinstance(node, Sequence) and node.items:
            message = f"Heat maintains `{ENCRYPTED}` itself, and treats the values of these parameters as encrypted."
            hint = "Remove the section; Heat encrypts parameters that are `hidden` in the template."
            self.complain("encrypted-names", message, node.span, hint, Severity.WARNING)


def _values(node: Node | None) -> dict[str, Any]:
    plain = to_plain(node) if isinstance(node, MappingNode) else {}
    return {str(key): value for key, value in plain.items()}


def _items(node: Node | None) -> tuple[Any, ...]:
    return tuple(to_plain(node)) if isinstance(node, Sequence) else ()
