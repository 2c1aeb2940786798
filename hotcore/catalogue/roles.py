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
    """How a row finds the resource that it belongs to.

    `property` is a path such as `networks.*.port`, `*` being any item of a list.  It is the row's own, or with
    `used_by` that of a resource of this type that names the row.  `of_card`: the row belongs to the card of the named
    resource, even if that resource is a row itself.
    """

    property: str
    used_by: str | None = None
    of_card: bool = False


@dataclass(frozen=True, slots=True)
class Fact:
    """A property that says much about a resource, and how its value is shown: `{} GiB`."""

    property: str
    form: str = "{}"


@dataclass(frozen=True, slots=True)
class Role:
    """The role of a resource type in a diagram.

    `owners` are tried in order until one is certain.  `facts` are properties that say most about it,
    `lives` those that name the network it is in, `chips` those whose resources it shows.  `members` is the property
    with the definition of the members of a group.
    """

    name: RoleName
    owners: tuple[Owner, ...] = ()
    facts: tuple[Fact, ...] = ()
    lives: tuple[str, ...] = ()
    chips: tuple[str, ...] = ()
    members: str | None = None


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
