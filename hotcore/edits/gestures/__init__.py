"""Gestures: edits by name, as a page or a program sends them; importing this package registers them."""

from hotcore.edits.gestures import constraints, declarations, fragments, groups, suppressions, values

__all__ = ["constraints", "declarations", "fragments", "groups", "suppressions", "values"]
