"""Environment files (Heat's "Environments"): reading, merging as in Heat, checking, writing."""

from hotcore.environment.client_files import named_files
from hotcore.environment.declaration import (
    DEFAULT_STRATEGY,
    DEFAULTS,
    ENCRYPTED,
    MERGE_STRATEGIES,
    PARAMETERS,
    REGISTRY,
    SECTIONS,
    SINKS,
    STRATEGIES,
    Environment,
)
from hotcore.environment.merging import combined
from hotcore.environment.reading import is_environment, read_environment
from hotcore.environment.registry_check import check_registry, missing_template
from hotcore.environment.registry_reading import BASE_URL, OTHER_ENDINGS
from hotcore.environment.value import EnvironmentValue, Section
from hotcore.environment.writing import annotated_entries, write_environment

__all__ = [
    "BASE_URL",
    "DEFAULTS",
    "DEFAULT_STRATEGY",
    "ENCRYPTED",
    "MERGE_STRATEGIES",
    "OTHER_ENDINGS",
    "PARAMETERS",
    "REGISTRY",
    "SECTIONS",
    "SINKS",
    "STRATEGIES",
    "Environment",
    "EnvironmentValue",
    "Section",
    "annotated_entries",
    "check_registry",
    "combined",
    "is_environment",
    "missing_template",
    "named_files",
    "read_environment",
    "write_environment",
]
