"""What stands behind the type of a resource: what it accepts and offers, as far as that is known."""

from dataclasses import dataclass

from hotcore.catalogue import ResourceType
from hotcore.scope import Surroundings

FILE_ENDINGS = (".yaml", ".template")
"""A type whose name ends like this is the name of a file with a template."""


@dataclass(frozen=True, slots=True)
class Offer:
    """What a resource's type comes to.

    `schema` says what the type accepts and offers; it is None for a type that is opaque.  `known` tells whether Heat
    could have such a type: without it, the type is of some plug-in that was added to Heat, or a mistake.
    """

    schema: ResourceType | None = None
    known: bool = True


OPAQUE = Offer()
UNKNOWN = Offer(known=False)


def offer(_resource_name: str, type_name: str, surroundings: Surroundings) -> Offer:
    """What stands behind the type of a resource of that name."""
    catalogue = surroundings.catalogue
    if catalogue is None or type_name.endswith(FILE_ENDINGS):
        return OPAQUE
    schema = catalogue.find(type_name)
    if schema is not None:
        return Offer(schema)
    return OPAQUE if catalogue.has(type_name) else UNKNOWN
