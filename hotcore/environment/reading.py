"""The text of an environment file to what it says, with places."""

from collections.abc import Mapping
from posixpath import dirname
from typing import Any

from hotcore.diagnostics import Diagnostic, Phase, Report, Severity
from hotcore.environment.declaration import DEFAULTS, PARAMETERS, REGISTRY, SECTIONS, Environment, Place
from hotcore.environment.registry_reading import RegistryReader
from hotcore.nodes import Mapping as MappingNode
from hotcore.nodes import Node, to_plain
from hotcore.reader import read
from hotcore.resource_registry import EMPTY
from hotcore.source import Source
from hotcore.values import kind_of


def read_environment(text: str, name: str = "environment", folder: str | None = None) -> Environment:
    """Reads an environment file.  What is wrong is told by its diagnostics, with places in the file.

    `folder` is where it lies, seen from the main template; without one, the folder of its name.
    """
    source = Source(text, name)
    report = Report()
    root = read(source, report)
    if root is None:
        return Environment(diagnostics=report.sorted, name=name)
    if not isinstance(root, MappingNode):
        if to_plain(root) is not None:
            message = f"An environment is a map with `parameters`, not {kind_of(to_plain(root))}."
            report.add(Diagnostic("not-an-environment", message, root.span, file=name, phase=Phase.TEXT))
        return Environment(diagnostics=report.sorted, name=name)
    for key in root.members:
        if key not in SECTIONS:
            hint = report.did_you_mean(key, SECTIONS) or f"The sections are {', '.join(SECTIONS)}."
            message = f"An environment has no section `{key}`."
            report.add(
                Diagnostic("unknown-section", message, root.key_span(key), hint=hint, file=name, phase=Phase.TEXT)
            )
    registry = root.get(REGISTRY)
    reader = RegistryReader(name, dirname(name) if folder is None else folder)
    return Environment(
        parameters=_values(root, PARAMETERS, name, report),
        parameter_defaults=_values(root, DEFAULTS, name, report),
        registry=reader.registry(registry) if isinstance(registry, MappingNode) else EMPTY,
        places={section: _places(root.get(section), name) for section in (PARAMETERS, DEFAULTS)},
        name=name,
        diagnostics=report.sorted,
    )


def _places(node: Node | None, name: str) -> Mapping[str, Place]:
    if not isinstance(node, MappingNode):
        return {}
    return {str(key): Place(name, item.span) for key, item in node.members.items()}


def _values(root: MappingNode, section: str, name: str, report: Report) -> dict[str, Any]:
    node: Node | None = root.get(section)
    plain = None if node is None else to_plain(node)
    if node is None or not plain:
        return {}
    if not isinstance(plain, dict):
        message = f"`{section}` is a map of names and values, not {kind_of(plain)}."
        report.add(Diagnostic("bad-section", message, node.span, Severity.ERROR, file=name, phase=Phase.TEXT))
        return {}
    return {str(key): value for key, value in plain.items()}
