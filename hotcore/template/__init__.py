"""The declarations of a template, and their analysis: references, dependencies, suppressions."""

from hotcore.template.bundle import Bundle, NamedFile, NestedTemplate, has_version
from hotcore.template.cloudformation import no_echo
from hotcore.template.dependencies import Dependents, Graph, creation_order, dependency_graph, depends_on, first_cycle
from hotcore.template.file_references import followed_names, needed_files
from hotcore.template.hidden_search import possibly_hidden
from hotcore.template.model import (
    NOT_IN_FORMS,
    PSEUDO_PARAMETERS,
    Output,
    Parameter,
    ParameterGroup,
    Resource,
    Template,
)
from hotcore.template.occurrence_search import Kind, Occurrence, occurrences
from hotcore.template.parameter_section import TAGS_SINCE
from hotcore.template.reference_search import attribute_sources, named_by, parameters_read, references
from hotcore.template.sections import RESOURCE_KEYS, SectionReader
from hotcore.template.suppressions import marks, named_codes, unsuppressed
from hotcore.template.topology import topological_order

__all__ = [
    "NOT_IN_FORMS",
    "PSEUDO_PARAMETERS",
    "RESOURCE_KEYS",
    "TAGS_SINCE",
    "Bundle",
    "Dependents",
    "Graph",
    "Kind",
    "NamedFile",
    "NestedTemplate",
    "Occurrence",
    "Output",
    "Parameter",
    "ParameterGroup",
    "Resource",
    "SectionReader",
    "Template",
    "attribute_sources",
    "creation_order",
    "dependency_graph",
    "depends_on",
    "first_cycle",
    "followed_names",
    "has_version",
    "marks",
    "named_by",
    "named_codes",
    "needed_files",
    "no_echo",
    "occurrences",
    "parameters_read",
    "possibly_hidden",
    "references",
    "topological_order",
    "unsuppressed",
]
