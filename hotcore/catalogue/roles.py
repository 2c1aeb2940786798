"""The roles of resource types in a diagram: a box, a line in another box, a frame around others, or shared."""

from collections.abc import Mapping
from functools import cache
from typing import Any, Literal

from hotcore.catalogue.catalogue import Catalogue
from hotcore.catalogue.packaged import packaged
from hotcore.runtime import dataclass

RoleName = Literal["card", "row", "frame", "lane", "shared"]


@dataclass(frozen=True, slots=True)
class Owner:
    """How a row finds the resource that it belongs to."""

    property: str
    """A path such as `networks.*.port`, `*` being any item of a list: of the row itself, or of a resource that names
    the row."""
    used_by: str | None = None
    """The type of the resource that names the row; None if the row names the resource."""
    of_card: bool = False
    """Whether the row belongs to the card of the named resource, even if that resource is a row itself."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A property that says much about a resource."""

    property: str
    """The path of the property."""
    form: str = "{}"
    """How its value is shown: `{} GiB`."""


@dataclass(frozen=True, slots=True)
class Role:
    """The role of a resource type in a diagram."""

    name: RoleName
    """What its resources are drawn as."""
    owners: tuple[Owner, ...] = ()
    """The ways to find what a row belongs to; they are tried in order until one is certain."""
    facts: tuple[Fact, ...] = ()
    """The properties that say most about a resource."""
    lives: tuple[str, ...] = ()
    """The paths of the properties that name the network that a resource is in."""
    chips: tuple[str, ...] = ()
    """The paths of the properties whose resources are shown as chips."""
    members: str | None = None
    """The property with the definition of the members of a group; None for other types."""


CARD = Role("card")


@cache
def _stated() -> Mapping[str, Role]:
    return {name: _role(facts) for name, facts in packaged("roles.json")["types"].items()}


def _role(facts: Mapping[str, Any]) -> Role:
    owners = tuple(Owner(one["property"], one.get("used_by"), one.get("of") == "card") for one in facts.get("into", ()))
    shown = tuple(Fact(one["property"], one.get("as", "{}")) for one in facts.get("facts", ()))
    lives, chips = tuple(facts.get("lives", ())), tuple(facts.get("chips", ()))
    return Role(facts["role"], owners, shown, lives, chips, facts.get("members"))


def role_of(name: str, catalogue: Catalogue) -> Role:
    """The role of a resource type; a file and an unknown type are cards.

    A type that the data does not name is a row if nothing can refer to it and exactly one of its required properties
    names a resource.
    """
    known = catalogue.find(name)
    if known is None:
        return CARD
    stated = _stated().get(known.name)
    if stated is not None:
        return stated
    if any(known.name in kind.types for kind in catalogue.references.values()):
        return CARD
    owners = [key for key, schema in known.properties.items() if schema.required and catalogue.makers(schema)]
    return Role("row", (Owner(owners[0]),)) if len(owners) == 1 else CARD
