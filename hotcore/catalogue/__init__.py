"""The catalogue of resource types of a Heat release: their properties and attributes, as data."""

from hotcore.catalogue.api_responses import BadResponse, catalogue_from_responses, is_catalogue
from hotcore.catalogue.catalogue import (
    BadCatalogue,
    Catalogue,
    catalogue_in_use,
    read_catalogue,
    shipped_catalogue,
    using_catalogue,
)
from hotcore.catalogue.deprecations import deprecation
from hotcore.catalogue.installed import NotInstalled, installed_catalogue
from hotcore.catalogue.name_patterns import NamePatterns
from hotcore.catalogue.property_group_text import Outline, demand, without
from hotcore.catalogue.property_groups import Group, Path, VersionRule, Versions, lacking, outcomes
from hotcore.catalogue.registry_entries import (
    HOOK_TYPES,
    HOOKS,
    REMOTE,
    RESOURCES,
    RESTRICTABLE,
    RESTRICTED_ACTIONS,
    TEMPLATE_ENDINGS,
    Branch,
    Entry,
    Target,
    path_beside,
)
from hotcore.catalogue.registry_search import MAX_CHAIN_LENGTH, CircularMapping, LongChain, UnexpectedMap
from hotcore.catalogue.relation_help import ShownRelation, is_hidden, property_at, shown_relations
from hotcore.catalogue.relations import StatedGroup
from hotcore.catalogue.resource_registry import EMPTY, ResourceRegistry
from hotcore.catalogue.roles import Fact, Owner, Role, role_of
from hotcore.catalogue.schema import (
    PARAMETER_TYPE_OF,
    AttributeSchema,
    PropertySchema,
    ReferenceKind,
    ResourceType,
    Schemas,
    SupportStatus,
)

__all__ = [
    "EMPTY",
    "HOOKS",
    "HOOK_TYPES",
    "MAX_CHAIN_LENGTH",
    "PARAMETER_TYPE_OF",
    "REMOTE",
    "RESOURCES",
    "RESTRICTABLE",
    "RESTRICTED_ACTIONS",
    "TEMPLATE_ENDINGS",
    "AttributeSchema",
    "BadCatalogue",
    "BadResponse",
    "Branch",
    "Catalogue",
    "CircularMapping",
    "Entry",
    "Fact",
    "Group",
    "LongChain",
    "NamePatterns",
    "NotInstalled",
    "Outline",
    "Owner",
    "Path",
    "PropertySchema",
    "ReferenceKind",
    "ResourceRegistry",
    "ResourceType",
    "Role",
    "Schemas",
    "ShownRelation",
    "StatedGroup",
    "SupportStatus",
    "Target",
    "UnexpectedMap",
    "VersionRule",
    "Versions",
    "catalogue_from_responses",
    "catalogue_in_use",
    "demand",
    "deprecation",
    "installed_catalogue",
    "is_catalogue",
    "is_hidden",
    "lacking",
    "outcomes",
    "path_beside",
    "property_at",
    "read_catalogue",
    "role_of",
    "shipped_catalogue",
    "shown_relations",
    "using_catalogue",
    "without",
]
