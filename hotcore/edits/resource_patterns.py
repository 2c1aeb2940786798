"""Patterns: resources that are added together, connected to existing ones.

A pattern is data, one entry of `resource_patterns.yaml`: a template whose parameters are its slots.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from itertools import count
from typing import Any

import yaml

from hotcore.edits.declarations import Renamed, remove, rename_all
from hotcore.edits.draft import Draft
from hotcore.edits.fragments import declared
from hotcore.edits.paste import paste
from hotcore.edits.text.slots import CannotEdit
from hotcore.syntax import Mapping as MappingNode
from hotcore.syntax import to_plain


@dataclass(frozen=True, slots=True)
class Pattern:
    """Resources that are added together."""

    name: str
    title: str
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

    @property
    def resource_count(self) -> int:
        """The number of resources that it adds."""
        return len(yaml.safe_load(self.text)["resources"])

    def takes(self, resource_type: str) -> bool:
        """Whether a resource of a type fills one of its slots."""
        return any(resource_type in fits for fits in self.slots.values())


@cache
def patterns() -> Mapping[str, Pattern]:
    """Returns all patterns by name, in the order in which they are offered."""
    data = yaml.safe_load((files("hotcore.edits") / "resource_patterns.yaml").read_text(encoding="utf-8"))
    return {one["name"]: Pattern(**one) for one in data}


def add_pattern(draft: Draft, name: str, chosen: Sequence[str] = ()) -> Renamed:
    """Adds the resources of a pattern to a template.  Returns the names that its declarations get, by section.

    A slot takes the first of the chosen resources that fits it, otherwise the only one of the template that does. An
    open slot becomes a parameter, unless exactly one existing parameter has the same custom constraint:
    that one is read instead. Raises `CannotEdit` if there is no such pattern.
    """
    pattern = patterns().get(name)
    if pattern is None:
        raise CannotEdit(f"There is no pattern `{name}`.")
    filled = {slot: found for slot, fits in pattern.slots.items() if (found := _fitting(draft, fits, chosen))}
    text = _without_names(pattern, {resource for resource, _attribute in filled.values()})
    for slot, (resource, attribute) in filled.items():
        text = text.replace(f"{{get_param: {slot}}}", _reference(resource, attribute))
    piece = Draft(text)
    for slot in filled:
        remove(piece, "parameters", slot)
    _use_parameters(draft, piece, pattern.distinct)
    return paste(draft, piece.text)


def _fitting(draft: Draft, fits: Mapping[str, str | None], chosen: Sequence[str]) -> tuple[str, str | None] | None:
    """The resource that fills a slot, and the attribute that is read."""
    types = {str(name): _type(body) for name, body in declared(draft.tree, "resources").items()}
    for name in chosen:
        if types.get(name) in fits:
            return name, fits[types[name]]
    there = [name for name, kind in types.items() if kind in fits]
    return (there[0], fits[types[there[0]]]) if len(there) == 1 else None


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
    quoted = yaml.safe_dump([name], default_flow_style=True, width=10_000).strip()[1:-1]
    return f"{{get_attr: [{quoted}, {attribute}]}}" if attribute else f"{{get_resource: {quoted}}}"


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
