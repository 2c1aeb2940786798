"""Edits of a template's text that keep every byte outside the edited element.

A `Draft` takes paths and data; the other modules know the structure of a template (`declarations`, `values`,
`groups`, `extract`). `perform` takes gestures by name, as a page sends them.
"""

from hotcore.edits.batch import perform_together
from hotcore.edits.combined_environment import environments_in_one
from hotcore.edits.condition_rows import Row, Rows, draw_condition, parameter_types, rows_as_data, write_condition
from hotcore.edits.connections import ITEM, dotted
from hotcore.edits.containment import Home, HomeEdit, homes
from hotcore.edits.draft import Change, Draft
from hotcore.edits.elements import REST, Element
from hotcore.edits.file_names import file_renamed
from hotcore.edits.fragments import Piece, clip
from hotcore.edits.gestures.declarations import part
from hotcore.edits.gestures.registry import GESTURES, Step, check_depth, perform, perform_all
from hotcore.edits.omitted_values import without_values
from hotcore.edits.output_value import OutputValue, draw_output, write_output
from hotcore.edits.parameter_declarations import expected_in, parameter_at, parameter_for, undeclared_parameters
from hotcore.edits.reader_search import Reader, readers
from hotcore.edits.resource_patterns import Pattern, patterns
from hotcore.edits.server_network import network_of_server
from hotcore.edits.text.slots import CannotEdit, content_end, indentation
from hotcore.edits.text.text_edits import TextEdit, apply_edits
from hotcore.edits.text.tree import Shared, TextTree
from hotcore.edits.three_way_merge import WHOLE, Side, merge

__all__ = [
    "GESTURES",
    "ITEM",
    "REST",
    "WHOLE",
    "CannotEdit",
    "Change",
    "Draft",
    "Element",
    "Home",
    "HomeEdit",
    "OutputValue",
    "Pattern",
    "Piece",
    "Reader",
    "Row",
    "Rows",
    "Shared",
    "Side",
    "Step",
    "TextEdit",
    "TextTree",
    "apply_edits",
    "check_depth",
    "clip",
    "content_end",
    "dotted",
    "draw_condition",
    "draw_output",
    "environments_in_one",
    "expected_in",
    "file_renamed",
    "homes",
    "indentation",
    "merge",
    "network_of_server",
    "parameter_at",
    "parameter_for",
    "parameter_types",
    "part",
    "patterns",
    "perform",
    "perform_all",
    "perform_together",
    "readers",
    "rows_as_data",
    "undeclared_parameters",
    "without_values",
    "write_condition",
    "write_output",
]
