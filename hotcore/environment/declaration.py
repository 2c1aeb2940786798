"""What an environment file says, and where in it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from hotcore.diagnostics import Diagnostic
from hotcore.resource_registry import EMPTY, ResourceRegistry
from hotcore.source import Span

PARAMETERS, DEFAULTS, REGISTRY = "parameters", "parameter_defaults", "resource_registry"
STRATEGIES, ENCRYPTED, SINKS = "parameter_merge_strategies", "encrypted_param_names", "event_sinks"

SECTIONS = (PARAMETERS, DEFAULTS, STRATEGIES, REGISTRY, ENCRYPTED, SINKS)


@dataclass(frozen=True, slots=True)
class Place:
    """Where something stands: a file and a piece of it."""

    file: str
    span: Span


Places = Mapping[str, Place]
"""Where the values of parameters stand, by the parameters' names."""


@dataclass(frozen=True, slots=True)
class Environment:
    """What an environment file says; `diagnostics` tell what is wrong with it.

    `strategies` are the ways in which the values are merged with those of earlier environments, as they stand there.
    `places` tell where values stand, by section (`parameters`, `parameter_defaults`, ...) and name.
    """

    parameters: dict[str, Any] = field(default_factory=dict)
    parameter_defaults: dict[str, Any] = field(default_factory=dict)
    diagnostics: tuple[Diagnostic, ...] = ()
    registry: ResourceRegistry = EMPTY
    strategies: Mapping[str, Any] = field(default_factory=dict)
    encrypted_names: tuple[str, ...] = ()
    event_sinks: tuple[Any, ...] = ()
    name: str = field(default="environment", compare=False)
    places: Mapping[str, Places] = field(default_factory=dict, compare=False)
