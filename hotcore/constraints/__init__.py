"""Parameter constraints (HOT specification, "Parameter Constraints")."""

from hotcore.constraints import kinds  # noqa: F401  registers them
from hotcore.constraints.custom import constraint_names, describe
from hotcore.constraints.declaration import KINDS, Constraint, Kind, breaks, constraint, kinds_for
from hotcore.constraints.options import BadOptions, Option
from hotcore.constraints.parameter_types import (
    FALSE_WORDS,
    TOO_DEEP,
    TRUE_WORDS,
    TYPES,
    ParameterType,
    Refused,
    parameter_type,
    to_boolean,
    to_data,
    to_list,
    to_number,
)

__all__ = [
    "FALSE_WORDS",
    "KINDS",
    "TOO_DEEP",
    "TRUE_WORDS",
    "TYPES",
    "BadOptions",
    "Constraint",
    "Kind",
    "Option",
    "ParameterType",
    "Refused",
    "breaks",
    "constraint",
    "constraint_names",
    "describe",
    "kinds_for",
    "parameter_type",
    "to_boolean",
    "to_data",
    "to_list",
    "to_number",
]
