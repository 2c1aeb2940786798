"""The declarations of a template, and their analysis: references, dependencies, suppressions."""

from hotcore.template.bundle import Bundle, NamedFile, NestedTemplate, has_version
from hotcore.template.call_arguments import arguments_of, condition_arguments, conditions_in
from hotcore.template.cloudformation import no_echo
from hotcore.template.condition_reads import ConditionReads, parameters_deciding, with_needed
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
from hotcore.template.reference_search import (
    Reference,
    handed_parameter,
    parameters_named,
    parameters_of,
    parameters_read,
    path_read,
    reference_of,
    references,
    value_read,
)
from hotcore.template.sections import RESOURCE_KEYS, SectionReader
from hotcore.template.suppressions import marks, named_codes, unsuppressed
from hotcore.template.topology import topological_order

__all__ = [
    "NOT_IN_FORMS",
    "PSEUDO_PARAMETERS",
    "RESOURCE_KEYS",
    "TAGS_SINCE",
    "Bundle",
    "ConditionReads",
    "Dependents",
    "Graph",
    "Kind",
    "NamedFile",
    "NestedTemplate",
    "Occurrence",
    "Output",
    "Parameter",
    "ParameterGroup",
    "Reference",
    "Resource",
    "SectionReader",
    "Template",
    "arguments_of",
    "condition_arguments",
    "conditions_in",
    "creation_order",
    "dependency_graph",
    "depends_on",
    "first_cycle",
    "followed_names",
    "handed_parameter",
    "has_version",
    "marks",
    "named_codes",
    "needed_files",
    "no_echo",
    "occurrences",
    "parameters_deciding",
    "parameters_named",
    "parameters_of",
    "parameters_read",
    "path_read",
    "possibly_hidden",
    "reference_of",
    "references",
    "topological_order",
    "unsuppressed",
    "value_read",
    "with_needed",
]
