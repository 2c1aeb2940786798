"""Edits of a template's text, as people make them on a graph or in a form: every byte outside the edited element
stays.

A `Draft` takes paths and data; the modules beside it know what a template declares (`declarations`, `values`,
`groups`, `extract`). `perform` takes gestures by name, as a page sends them; importing this package registers them.
"""

from hotcore.edits import (
    constraint_gestures,
    gestures,
    group_gestures,
    piece_gestures,
    silence_gesture,
    value_gestures,
)
from hotcore.edits.draft import CannotEdit, Change, Draft, Shared
from hotcore.edits.performing import GESTURES, Step, check_depth, perform, perform_all
from hotcore.edits.pieces import Piece, clip
from hotcore.edits.text import TextEdit, apply_edits

__all__ = [
    "GESTURES",
    "CannotEdit",
    "Change",
    "Draft",
    "Piece",
    "Shared",
    "Step",
    "TextEdit",
    "apply_edits",
    "check_depth",
    "clip",
    "constraint_gestures",
    "gestures",
    "group_gestures",
    "perform",
    "perform_all",
    "piece_gestures",
    "silence_gesture",
    "value_gestures",
]
