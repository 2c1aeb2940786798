"""Parameter constraints (HOT specification, "Parameter Constraints")."""

from hotcore.constraints import kinds  # noqa: F401  registers them
from hotcore.constraints.custom import CUSTOM_NAMES, constraint_names, describe
from hotcore.constraints.declaration import KINDS, ORDER, BadOptions, Constraint, breaks
from hotcore.constraints.parameter_types import (
    FALSE_WORDS,
    TOO_DEEP,
    TRUE_WORDS,
    TYPES,
    ParameterType,
    Refused,
    to_boolean,
    to_data,
    to_list,
    to_number,
)

__all__ = [
    "CUSTOM_NAMES",
    "FALSE_WORDS",
    "KINDS",
    "ORDER",
    "TOO_DEEP",
    "TRUE_WORDS",
    "TYPES",
    "BadOptions",
    "Constraint",
    "ParameterType",
    "Refused",
    "breaks",
    "constraint_names",
    "describe",
    "to_boolean",
    "to_data",
    "to_list",
    "to_number",
]
