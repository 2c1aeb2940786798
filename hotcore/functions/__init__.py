"""The intrinsic functions by family (HOT specification, "Intrinsic functions")."""

from hotcore.functions import legacy, lists, logic, maps, references, strings, url, yaql  # noqa: F401  registers them
from hotcore.functions.legacy import FACADE_PARTS
from hotcore.functions.new_calls import LIST, LITERAL, MAP, OTHER, PARAMETER_TYPES, Kept, new_call

__all__ = ["FACADE_PARTS", "LIST", "LITERAL", "MAP", "OTHER", "PARAMETER_TYPES", "Kept", "new_call"]
