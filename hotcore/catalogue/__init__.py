"""What the resource types of a Heat release accept and offer, as data."""

from hotcore.catalogue.catalogue import BadCatalogue, Catalogue, read_catalogue, shipped_catalogue
from hotcore.catalogue.schema import (
    PARAMETER_TYPE_OF,
    PROPERTY_TYPE_OF,
    AttributeSchema,
    PropertySchema,
    ReferenceKind,
    ResourceType,
    Schemas,
    StatedGroup,
    SupportStatus,
)

__all__ = [
    "PARAMETER_TYPE_OF",
    "PROPERTY_TYPE_OF",
    "AttributeSchema",
    "BadCatalogue",
    "Catalogue",
    "PropertySchema",
    "ReferenceKind",
    "ResourceType",
    "Schemas",
    "StatedGroup",
    "SupportStatus",
    "read_catalogue",
    "shipped_catalogue",
]
