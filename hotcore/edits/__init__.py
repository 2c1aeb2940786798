"""Edits of a template's text, as people make them on a graph or in a form: every byte outside the edited element
stays.

A `Draft` takes paths and data; the modules beside it know what a template declares (`declarations`, `values`,
`groups`, `extract`).
"""

from hotcore.edits.draft import CannotEdit, Change, Draft, Shared
from hotcore.edits.text import TextEdit, apply_edits

__all__ = ["CannotEdit", "Change", "Draft", "Shared", "TextEdit", "apply_edits"]
