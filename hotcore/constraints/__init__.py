"""Parameter constraints (HOT specification, "Parameter Constraints")."""

from hotcore.constraints import kinds as _kinds  # makes the kinds known
from hotcore.constraints.declaration import KINDS, ORDER, BadOptions, Constraint

__all__ = ["KINDS", "ORDER", "BadOptions", "Constraint"]

assert _kinds
