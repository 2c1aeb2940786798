"""The gestures on the constraints of parameters; each returns its title."""

from collections.abc import Mapping
from typing import Any

from hotcore.edits import constraints
from hotcore.edits.draft import Draft
from hotcore.edits.gestures.registry import gesture


@gesture("constrain")
def constrain(draft: Draft, *, name: str, kind: str, options: Mapping[str, Any], index: int | None = None) -> str:
    """Other options for a parameter's constraint, or a new constraint."""
    constraints.constrain(draft, name, index, kind, options)
    return f"Constrain {name}"


@gesture("describe-constraint")
def describe_constraint(draft: Draft, *, name: str, index: int, text: str) -> str:
    """Words for a value that breaks a parameter's constraint; an empty text takes them away."""
    constraints.describe_constraint(draft, name, index, text)
    return f"Describe a constraint of {name}"
