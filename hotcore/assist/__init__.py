"""Editor support for templates: completion, hover, go to declaration, find references, and what can be joined.

Completion and hover also work while the text is not valid YAML.
"""

from hotcore.assist.choices import choices_of
from hotcore.assist.completion.complete import Completion, complete
from hotcore.assist.completion.environments import complete_environment
from hotcore.assist.completion.hover import Declaration, Explanation, declaration, explain
from hotcore.assist.completion.item import Option
from hotcore.assist.completion.key_help import DELETION_POLICIES
from hotcore.assist.current_values import Present, PresentValues
from hotcore.assist.initial_values import start_of
from hotcore.assist.insertion import Between, between
from hotcore.assist.links import ReferenceProperty, referable_resources, reference_properties
from hotcore.assist.member_definition import (
    MemberDefinition,
    holder_of,
    holds_definition,
    index_word,
    member_type,
    type_choices,
    with_member_schema,
)
from hotcore.assist.neighbour_search import Neighbour, Side, neighbours
from hotcore.assist.property_help import explain_property
from hotcore.assist.reference_choice import ReferenceChoice, item_schema, reference_choices
from hotcore.assist.value_texts import scalar_text, value_text

__all__ = [
    "DELETION_POLICIES",
    "Between",
    "Completion",
    "Declaration",
    "Explanation",
    "MemberDefinition",
    "Neighbour",
    "Option",
    "Present",
    "PresentValues",
    "ReferenceChoice",
    "ReferenceProperty",
    "Side",
    "between",
    "choices_of",
    "complete",
    "complete_environment",
    "declaration",
    "explain",
    "explain_property",
    "holder_of",
    "holds_definition",
    "index_word",
    "item_schema",
    "member_type",
    "neighbours",
    "referable_resources",
    "reference_choices",
    "reference_properties",
    "scalar_text",
    "start_of",
    "type_choices",
    "value_text",
    "with_member_schema",
]
