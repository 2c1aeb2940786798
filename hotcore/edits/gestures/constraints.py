"""Gestures on the constraints of parameters; each returns its title."""

from collections.abc import Mapping
from typing import Any

from hotcore.edits import constraints
from hotcore.edits.draft import Draft
from hotcore.edits.gestures.registry import gesture


@gesture("constrain")
def constrain(draft: Draft, *, name: str, kind: str, options: Mapping[str, Any], index: int | None = None) -> str:
    """Changes the options of a parameter's constraint, or adds a constraint."""
    constraints.constrain(draft, name, index, kind, options)
    return f"Add constraint to {name}" if index is None else f"Change constraint of {name}"


@gesture("describe-constraint")
def describe_constraint(draft: Draft, *, name: str, index: int, text: str) -> str:
    """Sets the description of a parameter's constraint; an empty text removes it."""
    constraints.describe_constraint(draft, name, index, text)
    return f"Change constraint description of {name}"
