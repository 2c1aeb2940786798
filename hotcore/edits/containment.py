"""Where resources live: the networks, subnets and groups of a template, and what moves a resource between them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

from hotcore.catalogue import Catalogue, PropertySchema, catalogue_in_use, role_of
from hotcore.containment import Containment
from hotcore.diagnostics import Report
from hotcore.edits.connections import ITEM, dotted, write
from hotcore.edits.copies import GROUPS
from hotcore.edits.declarations import remove, remove_value
from hotcore.edits.draft import Draft
from hotcore.edits.text.copy import taken
from hotcore.edits.text.slots import CannotEdit
from hotcore.edits.values import put
from hotcore.runtime import dataclass
from hotcore.source import Source
from hotcore.syntax import Path, to_plain
from hotcore.template import SectionReader, Template, occurrences

HomeKind = Literal["network", "subnet", "given", "group", "outside"]


@dataclass(frozen=True, slots=True)
class HomeEdit:
    """One property that a move writes, or removes if there is no value."""

    path: Path
    """Its path in the template, where `-` is a new item of a list."""
    value: Any = None
    """The value that is written; None to remove the property."""
    key: str = ""
    """The key that takes the place of the last one of the path; empty to keep it."""

    @property
    def resource(self) -> str:
        """The resource whose property it is."""
        return str(self.path[1])

    @property
    def where(self) -> str:
        """The property in dotted notation: `networks.network`."""
        path = (*self.path[:-1], self.key) if self.key else self.path
        return dotted(path[3:])


@dataclass(frozen=True, slots=True)
class Home:
    """A place where a resource can live, or `outside` of all."""

    name: str | None
    """A network, a subnet, a group or, if it is given, a parameter; None for `outside`."""
    kind: HomeKind
    """What the place is."""
    edits: tuple[HomeEdit, ...] = ()
    """The edits that move the resource there."""
    is_here: bool = False
    """Whether the resource is there already."""


@dataclass(frozen=True, slots=True)
class _Target:
    """What properties that take a network and those that take a subnet have to say; whether a subnet must be named."""

    network: Any = None
    subnet: Any = None
    names_subnet: bool = False


@dataclass(frozen=True, slots=True)
class _Place:
    """A value that says where a resource lives; `whole` is the connection to a network that it is a part of."""

    path: Path
    takes: str
    whole: Path
    value: Any


def homes(template: Template, name: str, catalogue: Catalogue) -> tuple[Home, ...]:
    """The places where a resource can live, in the order of the template; `outside` comes last.

    There are none for a resource that an `if` or several networks keep from living in one.
    """
    if name not in template.resources:
        return ()
    containment = Containment(template, catalogue)
    found = []
    for home in _all_homes(containment):
        try:
            edits = _planned(containment, catalogue, name, home)
        except CannotEdit:
            continue
        if edits:
            found.append(Home(home.name, home.kind, tuple(edits), _is_here(containment, name, home)))
    return tuple(found)


def live_in(draft: Draft, names: Sequence[str], home: str | None) -> None:
    """Moves resources into a network, subnet, group or the network of a parameter, or out of all of them."""
    catalogue = catalogue_in_use()
    for name in names:
        containment = _containment(draft, catalogue)
        if name not in containment.items:
            raise CannotEdit(f"There is no resource `{name}`.")
        target = next((one for one in _all_homes(containment) if one.name == home), None)
        if target is None:
            raise CannotEdit(f"`{home}` is no network, subnet or group of this template.")
        edits = _planned(containment, catalogue, name, target)
        if not edits:
            raise CannotEdit(f"`{name}` cannot be moved there.")
        if target.kind == "group":
            _put_into_group(draft, name, edits[0].path)
        else:
            _perform(draft, edits)
            if not _is_here(_containment(draft, catalogue), name, target):
                raise CannotEdit(f"Other properties of `{name}` keep it where it is.")


def _containment(draft: Draft, catalogue: Catalogue) -> Containment:
    template = SectionReader(Source(draft.text), Report()).template(draft.tree.root)
    if template is None:
        raise CannotEdit("The text is not a template.")
    return Containment(template, catalogue)


def _all_homes(containment: Containment) -> Iterator[Home]:
    for name in containment.items:
        role = containment.role(name)
        if role.name == "frame" and role.members is None:
            yield Home(name, "network")
            lanes = containment.items[name].lanes
            yield from (Home(lane.name, "subnet") for lane in lanes if len(lanes) > 1)
        elif role.name == "frame":
            yield Home(name, "group")
    yield from (Home(name, "given") for name in containment.given)
    yield Home(None, "outside")


def _is_here(containment: Containment, name: str, home: Home) -> bool:
    found = containment.homes(name)
    only = next(iter(found)) if len(found) == 1 else None
    if home.kind == "outside":
        return containment.items[name].card.parent is None
    if only is None or home.kind == "group":
        return False
    kind, where = only
    if kind != "resource" or home.kind == "given":
        return only == ("parameter", home.name)
    lane = containment.items[where]
    is_only = lane.kind == "lane" and lane.parent is not None and len(lane.parent.lanes) == 1
    return home.name == (lane.parent.name if is_only and lane.parent is not None else where)


def _planned(containment: Containment, catalogue: Catalogue, name: str, home: Home) -> list[HomeEdit]:
    """The edits that move a resource; none if it cannot live in networks.  Raises `CannotEdit` if it is impossible."""
    if home.name == name:
        return []
    if home.kind == "group":
        return _planned_member(containment, name, str(home.name))
    one = _Resident(containment, catalogue, name)
    if home.kind == "outside":
        return one.edits(None)
    if home.kind == "given":
        return one.edits(_given(containment, catalogue, str(home.name)))
    item = containment.items[str(home.name)]
    call = {"get_resource": item.name}
    if home.kind == "subnet" and item.parent is not None:
        return one.edits(_Target({"get_resource": item.parent.name}, call, names_subnet=True))
    subnet = {"get_resource": item.lanes[0].name} if len(item.lanes) == 1 else None
    return one.edits(_Target(call, subnet))


def _given(containment: Containment, catalogue: Catalogue, parameter: str) -> _Target:
    """The network of a parameter, or its subnet: whichever the resources in it take it for."""
    call = {"get_param": parameter}
    takes = {
        place.takes
        for card in containment.given[parameter].cards
        for place in _Resident(containment, catalogue, card.name).places()
        if place.value == call
    }
    return _Target(subnet=call, names_subnet=True) if takes == {"subnet"} else _Target(network=call)


class _Resident:
    """A resource, or the member of a group, with the properties that say which network it lives in."""

    def __init__(self, containment: Containment, catalogue: Catalogue, name: str) -> None:
        self.containment, self.catalogue, self.name = containment, catalogue, name
        resource, role = containment.template.resources[name], containment.role(name)
        properties = resource.field("properties")
        data = {} if properties is None else to_plain(properties)
        self.base: Path = ("resources", name, "properties")
        type_name = resource.type
        if role.members is not None:
            member = data.get(role.members) if isinstance(data, dict) else None
            member = member if isinstance(member, dict) else {}
            type_name, data = str(member.get("type", "")), member.get("properties") or {}
            self.base = (*self.base, role.members, "properties")
            role = role_of(type_name, catalogue)
        self.data, self.role, self.type = data, role, type_name
        self.patterns = {tuple(path.split(".")): self._schema(path) for path in role.lives}
        self.is_connected_once = any("*" not in pattern for pattern in self.patterns)

    def _schema(self, path: str) -> PropertySchema | None:
        known = self.catalogue.find(self.type)
        schema = PropertySchema("map", keys=known.properties) if known else None
        for key in path.split("."):
            schema = schema and (schema.items if key == "*" else (schema.keys or {}).get(key))
        return schema

    def _takes(self, pattern: tuple[str, ...]) -> str:
        """Whether a property takes a `network`, a `subnet`, or something else that lives in one."""
        schema = self.patterns[pattern]
        roles = {role_of(maker, self.catalogue).name for maker in self.catalogue.makers(schema)} if schema else set()
        return "network" if "frame" in roles else "subnet" if "lane" in roles else ""

    def places(self) -> list[_Place]:
        """The values that say where it lives."""
        found = []
        for pattern in self.patterns:
            for path, value in _values(self.data, pattern):
                whole = path if self.is_connected_once else path[: pattern.index("*") + 1]
                found.append(_Place((*self.base, *path), self._takes(pattern), (*self.base, *whole), value))
        return found

    def edits(self, target: _Target | None) -> list[HomeEdit]:
        """The edits that move it to a target, or out of all networks."""
        if not self.patterns:
            return []
        places = self.places()
        if len({place.whole for place in places}) > 1 and self._is_torn():
            raise CannotEdit(f"`{self.name}` is in several networks.")
        found_edits: list[HomeEdit] = []
        own: dict[Path, list[_Place]] = {}
        for place in places:
            other = self._leads_to(place)
            if other is not None:
                found_edits += other.edits(target)
            else:
                own.setdefault(self.base if self.is_connected_once else place.whole, []).append(place)
        if target is None:
            return found_edits + [HomeEdit(place.whole) for group in own.values() for place in group]
        if not own and not found_edits:
            return self._begun(target)
        for group in own.values():
            found_edits += self._rewritten(group, target)
        return found_edits

    def _is_torn(self) -> bool:
        """Whether its connections may be to different networks."""
        found = self.containment.homes(self.name)
        return not self.is_connected_once and (None in found or len(found) > 1)

    def _leads_to(self, place: _Place) -> "_Resident | None":
        """The resource, such as a port, through which it lives in a network."""
        name = place.value.get("get_resource") if isinstance(place.value, dict) else None
        if place.takes or not isinstance(name, str) or name not in self.containment.items:
            return None
        other = _Resident(self.containment, self.catalogue, name)
        return other if other.patterns else None

    def _offered(self, takes: str) -> tuple[str, ...] | None:
        """The first property that takes a network or a subnet and is not retired."""
        for pattern, schema in self.patterns.items():
            if schema is not None and schema.is_offered and self._takes(pattern) == takes:
                return pattern
        return None

    def _begun(self, target: _Target) -> list[HomeEdit]:
        """What is written if nothing says yet where it lives."""
        if self._needs_network():
            return self._completed(target, set())
        network, subnet = self._offered("network"), self._offered("subnet")
        if target.names_subnet or network is None or target.network is None:
            network = None
        if network is None and (subnet is None or target.subnet is None):
            raise CannotEdit(f"No property of `{self.type}` can say so.")
        pattern, value = (network, target.network) if network else (subnet, target.subnet)
        assert pattern is not None
        return [HomeEdit((*self.base, *(ITEM if key == "*" else key for key in pattern)), value)]

    def _completed(self, target: _Target, said: set[str]) -> list[HomeEdit]:
        """What names the network, and the subnet if it must be named, where they are not `said` yet."""
        wanted = {"network": target.network} | ({"subnet": target.subnet} if target.names_subnet else {})
        found = []
        for takes, value in wanted.items():
            pattern = self._offered(takes)
            if pattern is None or value is None:
                raise CannotEdit(f"A `{self.type}` names its network.")
            if takes not in said:
                found.append(HomeEdit((*self.base, *self._room_for(pattern)), value))
        return found

    def _room_for(self, pattern: tuple[str, ...]) -> Path:
        """The path of a new value: in the only item of its list, which may have an address, else in a new one."""
        if "*" not in pattern:
            return pattern
        at = pattern.index("*")
        items = self.data.get(pattern[0], []) if at == 1 and isinstance(self.data, dict) else []
        if not items:
            return tuple(ITEM if key == "*" else key for key in pattern)
        schema = self._schema(".".join(pattern[: at + 1]))
        keys = set((schema.keys or {}) if schema else ())
        if len(items) > 1 or not isinstance(items[0], dict) or not items[0].keys() <= keys:
            raise CannotEdit(f"`{pattern[0]}` of `{self.name}` has no single item that can name a subnet.")
        return (*pattern[:at], 0, *pattern[at + 1 :])

    def _needs_network(self) -> bool:
        """Whether it names its network whatever its subnet is."""
        return any("*" not in one and self._takes(one) == "network" for one in self.patterns)

    def _rewritten(self, places: list[_Place], target: _Target) -> list[HomeEdit]:
        """What becomes of the values of one connection."""
        if any(not place.takes for place in places):
            raise CannotEdit(f"`{places[0].path[-1]}` of `{self.name}` names nothing that this template can move.")
        takes = {place.takes for place in places}
        wanted = {"network": target.network, "subnet": target.subnet}
        said = "subnet" if target.names_subnet else "network"
        if self._needs_network():
            completed = self._completed(target, takes)
            return [HomeEdit(place.path, wanted[place.takes]) for place in places] + completed
        if said in takes or (takes == {"subnet"} and target.subnet is not None):
            return [HomeEdit(place.path, wanted[place.takes]) for place in places]
        key = self._offered(said)
        if key is None or len(places) > 1 or wanted[said] is None:
            raise CannotEdit(f"No property of `{self.type}` can say so.")
        return [HomeEdit(places[0].path, wanted[said], key[-1])]


def _values(data: Any, pattern: tuple[str, ...]) -> Iterator[tuple[Path, Any]]:
    """The values at a path such as `networks.*.port`.  Raises `CannotEdit` for those that only a function gives."""
    if not pattern:
        if isinstance(data, dict) and list(data) == ["if"]:
            raise CannotEdit("An `if` chooses between networks.")
        yield (), data
    elif pattern[0] == "*":
        if not isinstance(data, list):
            raise CannotEdit("Only a list can take another network.")
        for index, item in enumerate(data):
            for path, value in _values(item, pattern[1:]):
                yield (index, *path), value
    elif isinstance(data, dict) and pattern[0] in data:
        for path, value in _values(data[pattern[0]], pattern[1:]):
            yield (pattern[0], *path), value
    elif isinstance(data, dict) and list(data) == ["if"]:
        raise CannotEdit("An `if` chooses between networks.")


def _perform(draft: Draft, edits: Sequence[HomeEdit]) -> None:
    for edit in edits:
        path = edit.path
        if edit.value is None:
            continue
        if edit.key:
            draft.rename(path, edit.key)
            path = (*path[:-1], edit.key)
        write(draft, path, edit.value)
    gone = dict.fromkeys(edit.path for edit in edits if edit.value is None)
    for path in sorted(gone, key=lambda path: [(isinstance(key, int), key) for key in path], reverse=True):
        if draft.tree.has(path):
            remove_value(draft, path)


# -- groups


def _planned_member(containment: Containment, name: str, group: str) -> list[HomeEdit]:
    """A resource with nothing but properties, to which nothing refers, becomes the member of a group without one."""
    template = containment.template
    resource, (members, _) = template.resources[name], GROUPS.get(template.resources[group].type, ("", {}))
    own = template.resources[group].field("properties")
    there = to_plain(own) if own is not None else {}
    if not members or not isinstance(there, dict) or there.get(members) or resource.type in GROUPS:
        return []
    is_read = any(use.kind == "resources" and use.name == name for use in occurrences(template.root))
    if is_read or set(to_plain(resource.node)) - {"type", "properties"}:
        return []
    return [HomeEdit(("resources", group, "properties", members), {"type": resource.type})]


def _put_into_group(draft: Draft, name: str, path: Path) -> None:
    body: Mapping[str, Any] = {"type": draft.plain(("resources", name, "type"))}
    properties = ("resources", name, "properties")
    if draft.tree.has(properties):
        body = {**body, "properties": taken(draft.tree, properties)}
    put(draft, path, body)
    remove(draft, "resources", name)
