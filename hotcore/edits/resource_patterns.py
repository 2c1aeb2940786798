"""Patterns: resources that are added together, connected to existing ones.

A pattern is data, one entry of `resource_patterns.yaml`: a template whose parameters are its slots.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import field
from functools import cache
from itertools import chain, count
from pkgutil import get_data
from typing import Any

import yaml

from hotcore.edits.declarations import Renamed, remove, rename_all
from hotcore.edits.draft import Draft
from hotcore.edits.fragments import declared
from hotcore.edits.paste import paste
from hotcore.edits.server_network import network_of_server, port_of_server
from hotcore.edits.text.slots import CannotEdit
from hotcore.runtime import cached_property, dataclass
from hotcore.syntax import Mapping as MappingNode
from hotcore.syntax import to_plain


@dataclass(frozen=True)
class Pattern:
    """Resources that are added together."""

    name: str
    """Its name in gestures."""
    title: str
    """Its title."""
    about: str
    """What they are for, in one sentence without a full stop."""
    words: str
    """Other words by which it is found."""
    main_type: str
    """The resource type that it is known by."""
    text: str
    """A complete template that Heat accepts."""
    slots: Mapping[str, Mapping[str, str | None]] = field(default_factory=dict)
    """Parameters of `text` that a resource can replace: by its type, with the attribute that is read, or None for a
    reference to the resource itself."""
    distinct: Sequence[str] = ()
    """Parameters of `text` for which no parameter of another name can be read."""
    addresses: Sequence[str] = ()
    """Slots for the address that a server has in its first network."""
    each: str = ""
    """The pattern that is added for every other chosen resource that it takes."""
    files: Mapping[str, str] = field(default_factory=dict)
    """The texts of the files that `text` names."""

    @cached_property
    def resource_count(self) -> int:
        """The number of resources that it adds."""
        return len(yaml.safe_load(self.text)["resources"])

    def takes(self, resource_type: str) -> bool:
        """Whether a resource of a type fills one of its slots."""
        return any(resource_type in fits for fits in self.slots.values())


@cache
def patterns() -> Mapping[str, Pattern]:
    """Returns all patterns by name, in the order in which they are offered."""
    data = yaml.safe_load(get_data(__package__, "resource_patterns.yaml") or b"")
    return {one["name"]: Pattern(**one) for one in data}


def add_pattern(draft: Draft, name: str, chosen: Sequence[str] = (), files: Collection[str] = ()) -> Renamed:
    """Adds the resources of a pattern to a template.  Returns the names that its declarations get, by section.

    A slot takes the first of the chosen resources that fits it, otherwise the only one of the template that does. An
    open slot becomes a parameter, unless exactly one existing parameter has the same custom constraint:
    that one is read instead. Files that come with it get names that none of the existing `files` has. Raises
    `CannotEdit` if there is no such pattern.
    """
    pattern = patterns().get(name)
    if pattern is None:
        raise CannotEdit(f"There is no pattern `{name}`.")
    filled = _filled(draft, pattern, chosen)
    text = _without_names(pattern, {resource for resource, _reference in filled.values()})
    for slot, (_resource, reference) in filled.items():
        text = text.replace(f"{{get_param: {slot}}}", reference)
    for file, content in pattern.files.items():
        path = _free_path(file, files)
        draft.files[path] = content
        text = text.replace(f"type: {file}", f"type: {path}")
    piece = Draft(text)
    for slot in filled:
        remove(piece, "parameters", slot)
    _use_parameters(draft, piece, pattern.distinct)
    renamed = paste(draft, piece.text)
    if pattern.each:
        _add_each(draft, patterns()[pattern.each], chosen, list(renamed["resources"].values()))
    return renamed


def _free_path(file: str, files: Collection[str]) -> str:
    stem, suffix = file.rsplit(".", 1)
    paths = (f"{each}.{suffix}" for each in chain([stem], _numbered(stem)))
    return next(path for path in paths if path not in files)


def _add_each(draft: Draft, pattern: Pattern, chosen: Sequence[str], own: Sequence[str]) -> None:
    """Adds a pattern for every chosen resource that it takes, connected to the new resources."""
    types = _types(draft)
    for name in chosen:
        if pattern.takes(types.get(name, "")):
            add_pattern(draft, pattern.name, [name, *own])


def _filled(draft: Draft, pattern: Pattern, chosen: Sequence[str]) -> dict[str, tuple[str, str]]:
    """The resource that fills a slot and the expression that refers to it, by slot."""
    types, found = _types(draft), dict[str, tuple[str, str]]()
    for slot, fits in pattern.slots.items():
        taken = {resource for resource, _ in found.values()}
        there = [name for name, kind in types.items() if kind in fits and name not in taken]
        resource = next((name for name in chosen if name in there), there[0] if len(there) == 1 else None)
        if resource is None:
            continue
        is_address = slot in pattern.addresses
        reference = _address(draft, resource) if is_address else _reference(resource, fits[types[resource]])
        if reference:
            found[slot] = resource, reference
    return found


def _types(draft: Draft) -> dict[str, str]:
    return {str(name): _type(body) for name, body in declared(draft.tree, "resources").items()}


def _address(draft: Draft, server: str) -> str | None:
    """The expression of the address that a server has in its first network; None if that is not known."""
    bodies = declared(draft.tree, "resources")
    properties = _properties(bodies[server])
    if port := port_of_server(properties):
        return f"{{get_attr: [{_flow(port)}, fixed_ips, 0, ip_address]}}"
    network = network_of_server(properties, lambda name: _properties(bodies.get(name)))
    return f"{{get_attr: [{_flow(server)}, networks, {_flow(network)}, 0]}}" if network else None


def _properties(body: Any) -> dict[str, Any]:
    data = to_plain(body) if body is not None else None
    properties = data.get("properties") if isinstance(data, dict) else None
    return properties if isinstance(properties, dict) else {}


def _without_names(pattern: Pattern, taken: Collection[str]) -> str:
    """The text of a pattern, none of whose resources has the name of one that fills a slot."""
    piece = Draft(pattern.text)
    own = {str(name) for name in declared(piece.tree, "resources")}
    new = {name: next(free for free in _numbered(name) if free not in own | {*taken}) for name in own & {*taken}}
    if new:
        rename_all(piece, {"resources": new})
    return piece.text


def _numbered(name: str) -> Iterator[str]:
    return (f"{name}_{number}" for number in count(2))


def _type(body: Any) -> str:
    member = body.members.get("type") if isinstance(body, MappingNode) else None
    return str(to_plain(member)) if member is not None else ""


def _reference(name: str, attribute: str | None) -> str:
    return f"{{get_attr: [{_flow(name)}, {attribute}]}}" if attribute else f"{{get_resource: {_flow(name)}}}"


def _flow(value: Any) -> str:
    """A value as YAML that can stand in brackets on one line."""
    return yaml.safe_dump([value], default_flow_style=True, width=10_000).strip()[1:-1]


def _use_parameters(draft: Draft, piece: Draft, distinct: Sequence[str]) -> None:
    """Makes a piece read existing parameters of the template with the same purpose."""
    there, own = _by_kind(draft), _by_kind(piece)
    for kind, names in own.items():
        others = there.get(kind, [])
        for name in names:
            if name in others:
                other = name
            elif len(names) == len(others) == 1 and name not in distinct:
                other = others[0]
                rename_all(piece, {"parameters": {name: other}})
            else:
                continue
            piece.set(("parameters", other), to_plain(declared(draft.tree, "parameters")[other]))


def _by_kind(draft: Draft) -> dict[str, list[str]]:
    """The parameters with a custom constraint, by that constraint."""
    found: dict[str, list[str]] = {}
    for name, body in declared(draft.tree, "parameters").items():
        if kind := _kind(body):
            found.setdefault(kind, []).append(str(name))
    return found


def _kind(body: Any) -> str:
    """The custom constraint of a parameter; empty without one."""
    data = to_plain(body)
    constraints = data.get("constraints") if isinstance(data, dict) else None
    for one in constraints if isinstance(constraints, list) else ():
        if isinstance(one, dict) and isinstance(one.get("custom_constraint"), str):
            return str(one["custom_constraint"])
    return ""
