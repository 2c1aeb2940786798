"""The intrinsic functions by family (HOT specification, "Intrinsic functions")."""

from hotcore.functions import legacy, lists, logic, maps, references, strings, url, yaql

__all__ = ["legacy", "lists", "logic", "maps", "references", "strings", "url", "yaql"]
