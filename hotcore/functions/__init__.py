"""The intrinsic functions by family (HOT specification, "Intrinsic functions")."""

from hotcore.functions import legacy, lists, logic, maps, references, strings, url, yaql  # noqa: F401  registers them
from hotcore.functions.argument_kinds import (
    ANY,
    BLANKS,
    CONDITION,
    DIGESTS,
    LIST,
    LITERAL,
    MAP,
    OTHER,
    PARAMETER_TYPES,
    REFERENCES,
    Wanted,
    main_argument,
    new_call,
    wanted,
)

__all__ = [
    "ANY",
    "BLANKS",
    "CONDITION",
    "DIGESTS",
    "LIST",
    "LITERAL",
    "MAP",
    "OTHER",
    "PARAMETER_TYPES",
    "REFERENCES",
    "Wanted",
    "main_argument",
    "new_call",
    "wanted",
]
