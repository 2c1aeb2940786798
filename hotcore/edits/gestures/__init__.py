"""Gestures: edits by name, as a page or a program sends them; importing this package registers them."""

from hotcore.edits.gestures import (
    builders,
    connections,
    constraints,
    declarations,
    fragments,
    groups,
    suppressions,
    values,
)

__all__ = ["builders", "connections", "constraints", "declarations", "fragments", "groups", "suppressions", "values"]
