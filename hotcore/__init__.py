"""The HOT language: OpenStack Heat templates read, checked, resolved and explained, without Heat and without a cloud.

`load` reads a template, `preview` tells what Heat would make of it under given values, `lint` what its author should
know although Heat takes it, `meaning` what changes for those who deploy it when another takes its place.
"""

from hotcore.analysis import Document, dependencies, load, preview, wanted_attributes
from hotcore.catalogue import (
    Catalogue,
    Outline,
    PropertySchema,
    ReferenceKind,
    ResourceType,
    ShownRelation,
    SupportStatus,
    shipped_catalogue,
    shown_relations,
)
from hotcore.constraints import Constraint, Refused
from hotcore.constraints import describe as describe_constraint
from hotcore.diagnostics import Diagnostic, Refusal, Related, Severity, file_of
from hotcore.diff import Change, Meaning, SavedValue, Side, meaning
from hotcore.environment import (
    Environment,
    EnvironmentValue,
    is_environment,
    named_files,
    read_environment,
    write_environment,
)
from hotcore.environment import combined as combined_environments
from hotcore.environment_values import Withheld, environment_values, hidden_names, withheld
from hotcore.lint import lint, told_together
from hotcore.parameters import FormSection, ParameterState, form_schema
from hotcore.preview import ConditionState, NestedStack, OutputState, Preview, Reader, Reason, ResourceState, by_reason
from hotcore.source import Span
from hotcore.syntax import Limits, write_yaml
from hotcore.template import Graph, Parameter, ParameterGroup, Template
from hotcore.values import MASK, Unknown, is_known, to_json

__all__ = [
    "MASK",
    "Catalogue",
    "Change",
    "ConditionState",
    "Constraint",
    "Diagnostic",
    "Document",
    "Environment",
    "EnvironmentValue",
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
    "Refusal",
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
    "Withheld",
    "by_reason",
    "combined_environments",
    "dependencies",
    "describe_constraint",
    "environment_values",
    "file_of",
    "form_schema",
    "hidden_names",
    "is_environment",
    "is_known",
    "lint",
    "load",
    "meaning",
    "named_files",
    "preview",
    "read_environment",
    "shipped_catalogue",
    "shown_relations",
    "to_json",
    "told_together",
    "wanted_attributes",
    "withheld",
    "write_environment",
    "write_yaml",
]
