"""The declarations of an environment file, with their locations."""

from collections.abc import Mapping
from dataclasses import field
from typing import Any

from hotcore.catalogue import EMPTY, ResourceRegistry
from hotcore.diagnostics import Diagnostic
from hotcore.runtime import dataclass
from hotcore.source import Location

PARAMETERS, DEFAULTS, REGISTRY = "parameters", "parameter_defaults", "resource_registry"
STRATEGIES, ENCRYPTED, SINKS = "parameter_merge_strategies", "encrypted_param_names", "event_sinks"

SECTIONS = (PARAMETERS, DEFAULTS, STRATEGIES, REGISTRY, ENCRYPTED, SINKS)

OVERWRITE, MERGE, DEEP_MERGE = "overwrite", "merge", "deep_merge"
MERGE_STRATEGIES = (OVERWRITE, MERGE, DEEP_MERGE)
"""The strategies for merging the value of a later environment with that of an earlier one."""

DEFAULT_STRATEGY = "default"
"""The name of the strategy for parameters without one of their own."""


@dataclass(frozen=True, slots=True)
class Environment:
    """The content of an environment file."""

    parameters: dict[str, Any] = field(default_factory=dict)
    """The values in `parameters` by name."""
    parameter_defaults: dict[str, Any] = field(default_factory=dict)
    """The values in `parameter_defaults` by name."""
    diagnostics: tuple[Diagnostic, ...] = ()
    """The diagnostics about it."""
    registry: ResourceRegistry = EMPTY
    """Its resource registry."""
    strategies: Mapping[str, Any] = field(default_factory=dict)
    """The merge strategies as written, by the name of a parameter or by `default`."""
    encrypted_names: tuple[Any, ...] = ()
    """The items of `encrypted_param_names`."""
    event_sinks: tuple[Any, ...] = ()
    """The items of `event_sinks`."""
    name: str = field(default="environment", compare=False)
    """The name of the file, for messages."""
    places: Mapping[str, Mapping[str, Location]] = field(default_factory=dict, compare=False)
    """The places of values by section and name, with those of the sections themselves under the empty string."""

    def place(self, section: str, name: str) -> Location | None:
        """The location of an entry, if it is known."""
        return self.places.get(section, {}).get(name)

    def strategy(self, parameter: str, chosen: Mapping[str, Any]) -> Any:
        """The merge strategy of a parameter, as Heat selects it; `chosen` are those of earlier environments.

        In place of an unknown strategy, Heat uses the environment's `default`.
        """
        default = self.strategies.get(DEFAULT_STRATEGY, OVERWRITE)
        wanted = self.strategies.get(parameter, chosen.get(parameter, default))
        return wanted if wanted in MERGE_STRATEGIES else default
