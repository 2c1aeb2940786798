"""Editor support for templates: completion, hover, go to declaration, find references, and forms of the inspector.

Completion and hover also work while the text is not valid YAML.
"""

from hotcore.assist.completion.complete import Completion, complete
from hotcore.assist.completion.environments import complete_environment
from hotcore.assist.completion.hover import Declaration, Explanation, declaration, explain
from hotcore.assist.completion.item import Option
from hotcore.assist.current_values import PresentValues
from hotcore.assist.initial_values import start_of
from hotcore.assist.insertion import Between, between
from hotcore.assist.inspector.condition_output import Outcome, inspect_outcome
from hotcore.assist.inspector.parameter import (
    AskedGroup,
    InspectedParameter,
    asked_groups,
    inspect_parameter,
)
from hotcore.assist.inspector.resource import Inspected, Link, inspect_resource, read_value, typed_value
from hotcore.assist.inspector.value_form import ValueForm, ViewState
from hotcore.assist.links import ReferenceProperty, referable_resources, reference_properties
from hotcore.assist.neighbours import Neighbour, Side, neighbours
from hotcore.assist.property_help import explain_property

__all__ = [
    "AskedGroup",
    "Between",
    "Completion",
    "Declaration",
    "Explanation",
    "Inspected",
    "InspectedParameter",
    "Link",
    "Neighbour",
    "Option",
    "Outcome",
    "PresentValues",
    "ReferenceProperty",
    "Side",
    "ValueForm",
    "ViewState",
    "asked_groups",
    "between",
    "complete",
    "complete_environment",
    "declaration",
    "explain",
    "explain_property",
    "inspect_outcome",
    "inspect_parameter",
    "inspect_resource",
    "neighbours",
    "read_value",
    "referable_resources",
    "reference_properties",
    "start_of",
    "typed_value",
]
