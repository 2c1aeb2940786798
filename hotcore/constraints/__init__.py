"""Parameter constraints (HOT specification, "Parameter Constraints")."""

from hotcore.constraints import kinds
from hotcore.constraints.declaration import KINDS, ORDER, BadOptions, Constraint

__all__ = ["KINDS", "ORDER", "BadOptions", "Constraint", "kinds"]
