"""The HOT language: OpenStack Heat templates read, checked, resolved and explained, without Heat and without a cloud.

`load` reads a template, `preview` tells what Heat would make of it under given values, `lint` what its author should
know although Heat takes it, `meaning` what changes for those who deploy it when another takes its place.
"""

from hotcore.analysis import Document, dependencies, load, preview, wanted_attributes
from hotcore.catalogue import Catalogue, PropertySchema, ReferenceKind, ResourceType, SupportStatus, shipped_catalogue
from hotcore.constraints import Constraint
from hotcore.constraints.custom import describe as describe_constraint
from hotcore.diagnostics import Diagnostic, Related, Severity, file_of
from hotcore.environment import Environment, is_environment, read_environment, write_environment
from hotcore.environment import combined as combined_environments
from hotcore.form import FormSection, form_schema
from hotcore.graph import Graph
from hotcore.group_words import Outline
from hotcore.linter import lint, told_together
from hotcore.meaning import Change, Meaning, SavedValue, Side, meaning
from hotcore.parameter_types import Refused
from hotcore.reader import Limits
from hotcore.reasons import Reason
from hotcore.relevance import Reader, by_reason
from hotcore.source import Span
from hotcore.states import ConditionState, NestedStack, OutputState, Preview, ResourceState
from hotcore.supplied import ParameterState
from hotcore.template import Parameter, ParameterGroup, Template
from hotcore.type_help import ShownRelation, shown_relations
from hotcore.values import MASK, Unknown, is_known, to_json
from hotcore.yaml_writer import write_yaml

__all__ = [
    "MASK",
    "Catalogue",
    "Change",
    "ConditionState",
    "Constraint",
    "Diagnostic",
    "Document",
    "Environment",
    "FormSection",
    "Graph",
    "Limits",
    "Meaning",
    "NestedStack",
    "Outline",
    "OutputState",
    "Parameter",
    "ParameterGroup",
    "ParameterState",
    "Preview",
    "PropertySchema",
    "Reader",
    "Reason",
    "ReferenceKind",
    "Refused",
    "Related",
    "ResourceState",
    "ResourceType",
    "SavedValue",
    "Severity",
    "ShownRelation",
    "Side",
    "Span",
    "SupportStatus",
    "Template",
    "Unknown",
    "by_reason",
    "combined_environments",
    "dependencies",
    "describe_constraint",
    "file_of",
    "form_schema",
    "is_environment",
    "is_known",
    "lint",
    "load",
    "meaning",
    "preview",
    "read_environment",
    "shipped_catalogue",
    "shown_relations",
    "to_json",
    "told_together",
    "wanted_attributes",
    "write_environment",
    "write_yaml",
]
