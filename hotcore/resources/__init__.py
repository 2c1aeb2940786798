"""Checks of resources against the schemas of their types and the rules of their plug-ins."""

from hotcore.resources.checks import check_resource
from hotcore.resources.computed_attributes import COMPUTED, computed_values, is_computed
from hotcore.resources.expected_values import ITEM, Expected, expected_at
from hotcore.resources.group_members import GROUPS, RESOURCE_GROUP, SCALING, Member, Members, below
from hotcore.resources.properties import FieldCheck
from hotcore.resources.property_types import null_of, to_property
from hotcore.resources.refusal_causes import causes
from hotcore.resources.unknown_types import unknown_type

__all__ = [
    "COMPUTED",
    "GROUPS",
    "ITEM",
    "RESOURCE_GROUP",
    "SCALING",
    "Expected",
    "FieldCheck",
    "Member",
    "Members",
    "below",
    "causes",
    "check_resource",
    "computed_values",
    "expected_at",
    "is_computed",
    "null_of",
    "to_property",
    "unknown_type",
]
