"""What an environment file says, and where in it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from hotcore.catalogue import EMPTY, ResourceRegistry
from hotcore.diagnostics import Diagnostic
from hotcore.source import Location

PARAMETERS, DEFAULTS, REGISTRY = "parameters", "parameter_defaults", "resource_registry"
STRATEGIES, ENCRYPTED, SINKS = "parameter_merge_strategies", "encrypted_param_names", "event_sinks"

SECTIONS = (PARAMETERS, DEFAULTS, STRATEGIES, REGISTRY, ENCRYPTED, SINKS)

OVERWRITE, MERGE, DEEP_MERGE = "overwrite", "merge", "deep_merge"
MERGE_STRATEGIES = (OVERWRITE, MERGE, DEEP_MERGE)
"""How a value of a later environment is put together with that of an earlier one."""

DEFAULT_STRATEGY = "default"
"""The name under which an environment says how it merges the parameters that it has no strategy for."""


@dataclass(frozen=True, slots=True)
class Environment:
    """What an environment file says; `diagnostics` tell what is wrong with it.

    `strategies` are as they stand there: a strategy for the name of a parameter, or for `default`.  `places` tell
    where things stand: by section and name, and the sections themselves under the empty text.
    """

    parameters: dict[str, Any] = field(default_factory=dict)
    parameter_defaults: dict[str, Any] = field(default_factory=dict)
    diagnostics: tuple[Diagnostic, ...] = ()
    registry: ResourceRegistry = EMPTY
    strategies: Mapping[str, Any] = field(default_factory=dict)
    encrypted_names: tuple[Any, ...] = ()
    event_sinks: tuple[Any, ...] = ()
    name: str = field(default="environment", compare=False)
    places: Mapping[str, Mapping[str, Location]] = field(default_factory=dict, compare=False)

    def place(self, section: str, name: str) -> Location | None:
        """Where something stands, as far as it is known."""
        return self.places.get(section, {}).get(name)

    def strategy(self, parameter: str, chosen: Mapping[str, Any]) -> Any:
        """How a parameter is merged, as Heat decides it; `chosen` are the strategies of earlier environments.

        Where Heat does not know a strategy, it takes the environment's `default`.
        """
        default = self.strategies.get(DEFAULT_STRATEGY, OVERWRITE)
        wanted = self.strategies.get(parameter, chosen.get(parameter, default))
        return wanted if wanted in MERGE_STRATEGIES else default
