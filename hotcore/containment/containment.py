"""What holds each resource of a template: the resource that it is a part of, its network or subnet, its group.

The parts of a resource are rows in its card, what is in a network is a card in its frame, and subnets are lanes of it.
"""

from collections.abc import Collection, Iterator, Mapping, Set
from dataclasses import field
from itertools import chain
from types import MappingProxyType
from typing import Literal

from hotcore.catalogue import Catalogue, Role, role_of
from hotcore.containment.naming import Named, named_at, properties_of
from hotcore.resources import below
from hotcore.runtime import cached_property, dataclass
from hotcore.syntax import Sequence
from hotcore.template import Template

Kind = Literal["card", "row", "frame", "lane", "shared"]

MOST_CHAINED = 12
"""The number of members of a chain that are drawn."""

_DEEPEST_ROW = 3
_MOST_STEPS = 3
"""How many resources can be between one and its network: a server has a trunk, which has a port."""
_MANY = 30
"""More networks of a resource than anything depends on."""


@dataclass(slots=True)
class Item:
    """A resource, or a network that a parameter names."""

    name: str
    """The name of the resource, or of the parameter."""
    kind: Kind
    """How it is contained; what is `shared` is a chip of those that use it."""
    type: str = ""
    """The type of the resource."""
    parent: "Item | None" = None
    """What it is in: the frame of a card, frame or lane, the card or row of a row."""
    rows: list["Item"] = field(default_factory=list)
    """Its parts, in the order of the text."""
    cards: list["Item"] = field(default_factory=list)
    """The cards and frames in it, in the order of the text."""
    lanes: list["Item"] = field(default_factory=list)
    """The subnets of a network, in the order of the text."""
    chips: list[str] = field(default_factory=list)
    """The names of the shared resources that it uses."""
    lane: str | None = None
    """The subnet that it is in."""
    members: str | None = None
    """The property of a group that defines its members."""
    chained: int = 0
    """The number of types that a chain lists for its members."""
    opened: tuple[float, float] | None = None
    """The width and height of the map of its own template, if that is opened."""
    is_given: bool = False
    """Whether it is a network that a parameter names."""

    @property
    def holds_cards(self) -> bool:
        """Whether it is a frame around cards of the template, not the box of a group or of another template."""
        return self.kind == "frame" and self.members is None and self.opened is None

    @property
    def card(self) -> "Item":
        """The card, frame or shared resource that contains a row; any other item itself."""
        item = self
        while item.kind == "row" and item.parent is not None:
            item = item.parent
        return item

    @property
    def frames(self) -> Iterator["Item"]:
        """The frames around it, the innermost first."""
        item = self.card.parent
        while item is not None:
            yield item
            item = item.parent

    def all_rows(self, depth: int = 0) -> Iterator[tuple["Item", int]]:
        """Its rows and their rows in display order, each with its depth."""
        for row in self.rows:
            yield row, depth
            yield from row.all_rows(depth + 1)


class Containment:
    """The items of a template by the names of their resources; `given` are the networks that parameters name."""

    def __init__(
        self,
        template: Template,
        catalogue: Catalogue,
        unfolded: Collection[str] = (),
        *,
        is_flat: bool = False,
        frames_given: bool = True,
        opened: Mapping[str, tuple[float, float]] = MappingProxyType({}),
    ) -> None:
        """Resources that are `unfolded` have no rows: these are cards of their own. In a flat one all are cards.

        Those that are `opened` are frames around the map of their own template, of which the size is given.
        `frames_given` says whether the networks that parameters name are frames.
        """
        self.template = template
        self.is_flat = is_flat
        self._catalogue = catalogue
        self._unfolded = unfolded
        self.items: dict[str, Item] = {}
        self.given: dict[str, Item] = {}
        self._homes: dict[tuple[str, int], Set[tuple[str, str] | None]] = {}
        self._order = {name: number for number, name in enumerate(template.resources)}
        types = {resource.type for resource in template.resources.values()}
        self._roles = {name: role_of(name, catalogue) for name in types}
        if is_flat:
            self.items = {name: Item(name, "card", one.type) for name, one in template.resources.items()}
            return
        self.items = {name: self._item(name, opened.get(name)) for name in template.resources}
        self._fold_rows()
        self._put_into_lanes()
        self._put_into_frames()
        self._drop_empty_frames()
        if frames_given:
            self._frame_given_networks()
        self._put_chips()

    def _item(self, name: str, size: tuple[float, float] | None) -> Item:
        """The item of a resource, of which the map of its own template has a size if it is opened."""
        role, resource_type = self.role(name), self.template.resources[name].type
        kind: Kind = "card" if role.name in ("row", "lane") else role.name
        if size is not None and kind == "card":
            return Item(name, "frame", resource_type, opened=size)
        return Item(name, kind, resource_type, members=role.members, chained=self._chained(name, role))

    def _chained(self, name: str, role: Role) -> int:
        """The number of types that a chain lists for its members; 0 for other groups, and if no list is written."""
        types = below(self.template.resources[name].field("properties"), role.members) if role.members else None
        return min(len(types.items), MOST_CHAINED) if isinstance(types, Sequence) else 0

    @property
    def top(self) -> Iterator[Item]:
        """The top-level items in the order of the text, those of parameters last."""
        yield from (item for item in (*self.items.values(), *self.given.values()) if item.parent is None)

    def role(self, name: str) -> Role:
        """The role of the type of a resource."""
        return self._roles[self.template.resources[name].type]

    def named(self, name: str, path: str, members: str | None = None) -> list[Named]:
        """The names in a property of a resource or of its members."""
        return named_at(properties_of(self.template.resources[name], members), path, self.template)

    # -- rows

    def _fold_rows(self) -> None:
        owners = {name: owner for name in self.items if (owner := self._owner(name)) is not None}
        for name in reversed(self._order):  # a cycle is broken at the link that comes last in the text
            if name in owners and self._is_below(owners, name):
                del owners[name]
        owners = {name: owner for name, owner in owners.items() if _outermost(owners, name) not in self._unfolded}
        for name, owner in owners.items():
            row, parent = self.items[name], self.items[owner]
            row.kind, row.parent = "row", parent
        for name in owners:
            row = self.items[name]
            depth = _depth(row)
            while depth > _DEEPEST_ROW and row.parent is not None:
                row.parent = row.parent.parent
                depth -= 1
            assert row.parent is not None
            row.parent.rows.append(row)

    @staticmethod
    def _is_below(owners: Mapping[str, str], name: str) -> bool:
        seen, owner = {name}, owners.get(name)
        while owner is not None and owner not in seen:
            seen.add(owner)
            owner = owners.get(owner)
        return owner == name

    def _owner(self, name: str) -> str | None:
        """The resource that a row belongs to, if that is certain."""
        role = self.role(name)
        if role.name != "row":
            return None
        for owner in role.owners:
            found = (
                self._users(name, owner.used_by, owner.property) if owner.used_by else self._one(name, owner.property)
            )
            if found is not None and found != name:
                return self._card_of(found) if owner.of_card else found
        return None

    def _one(self, name: str, path: str) -> str | None:
        """The only resource that a property certainly names."""
        found = self.named(name, path)
        sure = {one.resource for one in found if one.certain}
        return sure.pop() if len(sure) == 1 and all(one.certain for one in found) else None

    @cached_property
    def _naming(self) -> dict[tuple[str, str], dict[str, list[tuple[str, bool]]]]:
        return {}

    def _users(self, name: str, kind: str, path: str) -> str | None:
        """The only resource of a type whose property certainly names a resource."""
        if (kind, path) not in self._naming:
            users: dict[str, list[tuple[str, bool]]] = {}
            for other, resource in self.template.resources.items():
                if resource.type == kind:
                    for one in self.named(other, path):
                        if one.resource is not None:
                            users.setdefault(one.resource, []).append((other, one.certain))
            self._naming[kind, path] = users
        found = self._naming[kind, path].get(name, [])
        return found[0][0] if len(found) == 1 and found[0][1] else None

    def _card_of(self, name: str) -> str:
        """The resource whose card a resource is a row of, or the resource itself."""
        seen = {name}
        while (owner := self._owner(name)) is not None and owner not in seen:
            seen.add(owner)
            name = owner
        return name

    # -- frames

    def _put_into_lanes(self) -> None:
        for name, item in self.items.items():
            role = self.role(name)
            if role.name != "lane":
                continue
            network = next(filter(None, (self._one(name, owner.property) for owner in role.owners)), None)
            if network is not None and self._is_network(network):
                item.kind, item.parent = "lane", self.items[network]
                item.parent.lanes.append(item)

    def _is_network(self, name: str) -> bool:
        role = self.role(name)
        return role.name == "frame" and role.members is None

    def _put_into_frames(self) -> None:
        for name, item in self.items.items():
            if item.kind not in ("card", "frame") or item.parent is not None or self._is_network(name):
                continue
            homes = self.homes(name)
            if len(homes) != 1:
                continue
            (home,) = homes
            if home is not None and home[0] == "resource":
                target = self.items[home[1]]
                if target.kind == "lane" and target.parent is not None:
                    item.lane, target = target.name, target.parent
                if self._is_network(target.name):
                    item.parent = target
                    target.cards.append(item)

    def lives(self, name: str) -> tuple[str, ...]:
        """The properties of a resource, or of a group's members, that name the network it is in."""
        role = self.role(name)
        return (role if role.members is None else self._member_role(name, role.members)).lives

    def homes(self, name: str, steps: int = _MOST_STEPS) -> Set[tuple[str, str] | None]:
        """The networks of a resource, including those of parameters; None for unknown ones.

        Where there is only one network and one subnet of it is named, this is that subnet. Of many, some are left out.
        """
        if (name, steps) not in self._homes:
            found = set[tuple[str, str] | None]()
            members = self.role(name).members
            for one in chain.from_iterable(self.named(name, path, members) for path in self.lives(name)):
                if not one.certain:
                    found.add(None)
                elif one.resource is not None:
                    found |= self._homes_through(one.resource, steps)
                else:
                    found.add(("parameter", one.parameter) if one.parameter else None)
                if len(found) > _MANY:
                    break
            networks = {self._network_of(home) for home in found}
            subnets = found - networks
            self._homes[name, steps] = subnets if len(networks) == len(subnets) == 1 else networks
        return self._homes[name, steps]

    def _homes_through(self, name: str, steps: int) -> Set[tuple[str, str] | None]:
        """The networks of a resource: itself if it is one, its own network for a port."""
        if self._is_network(name) or self.role(name).name == "lane":
            return {("resource", name)}
        return self.homes(name, steps - 1) if steps and self.role(name).lives else {None}

    def _network_of(self, home: tuple[str, str] | None) -> tuple[str, str] | None:
        """The network of a subnet; any other name unchanged."""
        item = self.items.get(home[1]) if home is not None and home[0] == "resource" else None
        return ("resource", item.parent.name) if item is not None and item.kind == "lane" and item.parent else home

    def _member_role(self, name: str, members: str) -> Role:
        body = self.template.resources[name].field("properties")
        definition = body.get(members) if body is not None and hasattr(body, "get") else None
        kind = definition.get("type") if definition is not None and hasattr(definition, "get") else None
        return role_of(str(getattr(kind, "value", "")), self._catalogue)

    def _drop_empty_frames(self) -> None:
        """Turns networks without contents and subnets into cards."""
        for name, item in self.items.items():
            if item.kind == "frame" and self._is_network(name) and not item.cards and not item.lanes:
                item.kind = "card"

    def _frame_given_networks(self) -> None:
        """Puts cards in the network of the same parameter into one frame."""
        together: dict[str, list[Item]] = {}
        for name, item in self.items.items():
            if item.kind in ("card", "frame") and item.parent is None and not self._is_network(name):
                homes = self.homes(name)
                if len(homes) == 1 and (home := next(iter(homes))) is not None and home[0] == "parameter":
                    together.setdefault(home[1], []).append(item)
        for parameter, cards in together.items():
            if len(cards) > 1:
                frame = self.given[parameter] = Item(parameter, "frame", is_given=True, cards=cards)
                for card in cards:
                    card.parent = frame

    # -- shared resources

    def _put_chips(self) -> None:
        for name, item in self.items.items():
            if item.kind == "shared":
                found = [one for path in self.role(name).chips for one in self.named(name, path)]
                named = [one.resource for one in found if one.resource is not None]
                item.chips = [one for one in dict.fromkeys(named) if self.items[one].kind == "shared"]


def _outermost(owners: Mapping[str, str], name: str) -> str:
    """The resource that a row, its owner, and so on belong to in the end."""
    while name in owners:
        name = owners[name]
    return name


def _depth(row: Item) -> int:
    depth, item = 0, row
    while item.kind == "row" and item.parent is not None:
        depth, item = depth + 1, item.parent
    return depth
