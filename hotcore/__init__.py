"""The HOT language: OpenStack Heat templates read, checked, resolved and explained, without Heat and without a cloud.

`load` reads a template, `preview` returns what Heat would make of it under given values, `lint` what its author should
know although Heat accepts it, and `semantic_diff` what changes for a stack when another template replaces it.  These
are the names that docs/library.md shows; everything else is imported from the packages.
"""

from hotcore.analysis import Document, load, preview
from hotcore.diagnostics import Diagnostic, Severity
from hotcore.diff import SemanticDiff, Side, semantic_diff
from hotcore.environment import Environment, read_environment
from hotcore.lint import lint
from hotcore.parameters import form_schema
from hotcore.preview import Preview
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
