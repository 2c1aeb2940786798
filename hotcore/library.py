"""The names of the package `hotcore`, which imports them from here with the first that is used."""

from hotcore.analysis import Document, load, preview
from hotcore.diagnostics import Diagnostic, Severity
from hotcore.diff import SemanticDiff, Side, semantic_diff
from hotcore.environment import Environment, read_environment
from hotcore.linter import lint
from hotcore.parameters import form_schema
from hotcore.resolver import Preview
from hotcore.values import Unknown, is_known, to_json

__all__ = [
    "Diagnostic",
    "Document",
    "Environment",
    "Preview",
    "SemanticDiff",
    "Severity",
    "Side",
    "Unknown",
    "form_schema",
    "is_known",
    "lint",
    "load",
    "preview",
    "read_environment",
    "semantic_diff",
    "to_json",
]
