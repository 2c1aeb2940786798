"""Semantic diff: what a change of a template, or of its values, means for a deployed stack."""

from hotcore.diff.changes import HEADINGS, TITLES, Change, ChangeKind, Detail, Heading, SavedValue, SemanticDiff
from hotcore.diff.compare import semantic_diff
from hotcore.diff.sides import Side
from hotcore.diff.value_paths import path_text

__all__ = [
    "HEADINGS",
    "TITLES",
    "Change",
    "ChangeKind",
    "Detail",
    "Heading",
    "SavedValue",
    "SemanticDiff",
    "Side",
    "path_text",
    "semantic_diff",
]
