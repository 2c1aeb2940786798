"""Environment files: values and defaults for parameters (Heat's "Environments")."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from hotcore.diagnostics import Diagnostic, Phase, Report, Severity
from hotcore.names import did_you_mean
from hotcore.nodes import Mapping as MappingNode
from hotcore.nodes import Node, to_plain
from hotcore.reader import read
from hotcore.source import Source
from hotcore.values import kind_of

SECTIONS = (
    "parameters",
    "parameter_defaults",
    "parameter_merge_strategies",
    "resource_registry",
    "encrypted_param_names",
    "event_sinks",
)


@dataclass(frozen=True, slots=True)
class Environment:
    """What an environment file says; `diagnostics` tell what is wrong with it."""

    parameters: dict[str, Any] = field(default_factory=dict)
    parameter_defaults: dict[str, Any] = field(default_factory=dict)
    diagnostics: tuple[Diagnostic, ...] = ()


def read_environment(text: str, name: str = "environment") -> Environment:
    """Reads an environment file.  What is wrong is told by its diagnostics, with places in the file."""
    source = Source(text, name)
    report = Report()
    root = read(source, report)
    if root is None:
        return Environment(diagnostics=report.sorted)
    if not isinstance(root, MappingNode):
        if to_plain(root) is not None:
            message = f"An environment is a map with `parameters`, not {kind_of(to_plain(root))}."
            report.add(Diagnostic("not-an-environment", message, root.span, file=name, phase=Phase.TEXT))
        return Environment(diagnostics=report.sorted)
    for key in root.members:
        if key not in SECTIONS:
            hint = did_you_mean(key, SECTIONS) or f"The sections are {', '.join(SECTIONS)}."
            message = f"An environment has no section `{key}`."
            report.add(
                Diagnostic("unknown-section", message, root.key_span(key), hint=hint, file=name, phase=Phase.TEXT)
            )
    parameters = _values(root, "parameters", name, report)
    defaults = _values(root, "parameter_defaults", name, report)
    return Environment(parameters, defaults, report.sorted)


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


def combined(environments: Sequence[Environment]) -> Environment:
    """All environments as one; later ones win."""
    parameters: dict[str, Any] = {}
    defaults: dict[str, Any] = {}
    diagnostics: list[Diagnostic] = []
    for environment in environments:
        parameters |= environment.parameters
        defaults |= environment.parameter_defaults
        diagnostics.extend(environment.diagnostics)
    return Environment(parameters, defaults, tuple(diagnostics))
