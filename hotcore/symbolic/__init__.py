"""Symbolic analysis of conditions: variables, decision diagrams, reachability, the condition matrix."""

from hotcore.symbolic.decision_tables import DecisionTable, decision_table
from hotcore.symbolic.matrix import FEW_ROWS, Block, Matrix, Row, condition_matrix
from hotcore.symbolic.presence import Part, Presence, RowPresence
from hotcore.symbolic.reachability import Context, Reachable
from hotcore.symbolic.secrets import secrets_of
from hotcore.symbolic.variables import OTHER, allowed_values, converted, distinct, has_calls, is_legal, reading, refuses

__all__ = [
    "FEW_ROWS",
    "OTHER",
    "Block",
    "Context",
    "DecisionTable",
    "Matrix",
    "Part",
    "Presence",
    "Reachable",
    "Row",
    "RowPresence",
    "allowed_values",
    "condition_matrix",
    "converted",
    "decision_table",
    "distinct",
    "has_calls",
    "is_legal",
    "reading",
    "refuses",
    "secrets_of",
]
