"""Help while a template is typed, by place: completion, what something is, where it is declared, where it is used.

All of it reads the text as it stands, also when it is not YAML at the moment.
"""

from hotcore.assist.completion import Completion, complete
from hotcore.assist.declaring import parameter_for, schema_at, start_of
from hotcore.assist.environments import complete_environment
from hotcore.assist.explain import Declaration, Explanation, declaration, explain
from hotcore.assist.forms import ValueForm, Wish
from hotcore.assist.inspector import Inspected, Link, inspect_resource, read_value, typed_value
from hotcore.assist.linking import Way, takers, ways
from hotcore.assist.option import Option
from hotcore.assist.outcomes import Outcome, inspect_outcome
from hotcore.assist.parameter import TYPE_NAMES, AskedGroup, InspectedParameter, asked_groups, inspect_parameter

__all__ = [
    "TYPE_NAMES",
    "AskedGroup",
    "Completion",
    "Declaration",
    "Explanation",
    "Inspected",
    "InspectedParameter",
    "Link",
    "Option",
    "Outcome",
    "ValueForm",
    "Way",
    "Wish",
    "asked_groups",
    "complete",
    "complete_environment",
    "declaration",
    "explain",
    "inspect_outcome",
    "inspect_parameter",
    "inspect_resource",
    "parameter_for",
    "read_value",
    "schema_at",
    "start_of",
    "takers",
    "typed_value",
    "ways",
]
