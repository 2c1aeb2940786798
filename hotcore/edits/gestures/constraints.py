"""The gestures on the constraints of parameters; each returns its title."""

from collections.abc import Mapping
from typing import Any

from hotcore.edits import constraining
from hotcore.edits.draft import Draft
from hotcore.edits.performing import gesture


@gesture("constrain")
def constrain(draft: Draft, *, name: str, kind: str, options: Mapping[str, Any], index: int | None = None) -> str:
    """Other options for a parameter's constraint, or a new constraint."""
    constraining.constrain(draft, name, index, kind, options)
    return f"Constrain {name}"


@gesture("describe-constraint")
def describe_constraint(draft: Draft, *, name: str, index: int, text: str) -> str:
    """Words for a value that breaks a parameter's constraint; an empty text takes them away."""
    constraining.describe_constraint(draft, name, index, text)
    return f"Describe a constraint of {name}"
