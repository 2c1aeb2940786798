"""Several environments as one, as Heat merges them."""

from collections.abc import Sequence
from typing import Any

from hotcore.diagnostics import Diagnostic
from hotcore.environment.declaration import Environment
from hotcore.resource_registry import EMPTY


def combined(environments: Sequence[Environment]) -> Environment:
    """All environments as one; later ones win."""
    parameters: dict[str, Any] = {}
    defaults: dict[str, Any] = {}
    diagnostics: list[Diagnostic] = []
    registry = EMPTY
    for environment in environments:
        parameters |= environment.parameters
        defaults |= environment.parameter_defaults
        diagnostics.extend(environment.diagnostics)
        registry = registry.overridden_by(environment.registry)
    return Environment(parameters, defaults, tuple(diagnostics), registry)
