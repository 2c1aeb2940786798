"""Short texts about resources on a map: the values of the properties that say most about them."""

from collections.abc import Iterator, Mapping
from typing import Any

from hotcore.catalogue import Catalogue, Fact, Role, role_of
from hotcore.containment import Containment, Item
from hotcore.diagram.map_layout import member_names
from hotcore.resolver import Preview
from hotcore.runtime import regex
from hotcore.syntax import to_plain
from hotcore.values import Unknown, is_known

_LONGEST = 40
_MOST_ITEMS = 3
"""Items of a list that a fact shows; "+ 2" stands for the others."""
_SAME_ENDS = regex(r"\b(\w+)-\1\b")
_WITHOUT_END = regex(r"\bNone-|-None\b|\bNone\b")
_NOT_KNOWN = "× not known"
"""The fact of a group whose number of members is not known."""


def facts_of(containment: Containment, preview: Preview, catalogue: Catalogue) -> dict[str, str]:
    """The facts by the name of their resource, and those of the members of groups."""
    found: dict[str, str] = {}
    for name, item in containment.items.items():
        properties = _properties(containment, preview, name)
        found[name] = _external(preview, name) or _file(preview, name) or _joined(containment.role(name), properties)
        if item.members is not None:
            if any(isinstance(_value(fact, properties), Unknown) for fact in containment.role(name).facts):
                found[name] = _NOT_KNOWN
            if isinstance(listed := properties.get(item.members), list):
                found[name] = f"× {len(listed)}"
            for member, (kind, inner) in zip(member_names(item), _members(item, properties), strict=False):
                found[member] = _of_member(kind, inner, catalogue)
    return {name: fact for name, fact in found.items() if fact}


def member_types(containment: Containment, preview: Preview, item: Item) -> list[str]:
    """The types of the cards of a group's members; empty ones are not known."""
    return [kind for kind, _ in _members(item, _properties(containment, preview, item.name))]


def short_type(name: str) -> str:
    """The name of a type without `OS::`."""
    return name.removeprefix("OS::")


def _external(preview: Preview, name: str) -> str:
    state = preview.resources.get(name)
    return "external_id" if state is not None and state.external_id is not None else ""


def _file(preview: Preview, name: str) -> str:
    """The file of the template of a resource, unless this is its type."""
    state = preview.resources.get(name)
    file = state.nested.file if state is not None and state.nested is not None else None
    return file if state is not None and file is not None and file != state.type else ""


def _properties(containment: Containment, preview: Preview, name: str) -> Mapping[Any, Any]:
    """The properties under the chosen values; as they are written for a resource that will not be there."""
    state = preview.resources.get(name)
    if state is not None and isinstance(state.properties, dict):
        return state.properties
    node = containment.template.resources[name].field("properties")
    written = to_plain(node) if node is not None else None
    return written if isinstance(written, dict) else {}


def _members(group: Item, properties: Mapping[Any, Any]) -> list[tuple[str, Mapping[Any, Any]]]:
    """The type and the properties of each card of a group's members."""
    body = properties.get(group.members)
    if group.chained:
        kinds, inner = body if isinstance(body, list) else [], properties.get("resource_properties")
    else:
        definition = body if isinstance(body, dict) else {}
        kinds, inner = [definition.get("type")], definition.get("properties")
    kinds = [kind if isinstance(kind, str) else "" for kind in kinds[: group.chained or 1]]
    return [(kind, inner if isinstance(inner, dict) else {}) for kind in kinds]


def _of_member(kind: str, properties: Mapping[Any, Any], catalogue: Catalogue) -> str:
    return " · ".join(filter(None, (short_type(kind), _joined(role_of(kind, catalogue), properties)))) if kind else ""


def _joined(role: Role, properties: Mapping[Any, Any]) -> str:
    return " ".join(filter(None, (_shown(fact, properties) for fact in role.facts)))


def _value(fact: Fact, properties: Mapping[Any, Any]) -> Any:
    value: Any = properties
    for key in fact.property.split("."):
        value = value.get(key) if isinstance(value, dict) else None
    return value


def _shown(fact: Fact, properties: Mapping[Any, Any]) -> str:
    value = _value(fact, properties)
    if isinstance(value, Unknown):
        return _source(value)
    if isinstance(value, list) and "{}" not in fact.form:
        return _items(fact, value)
    if isinstance(value, dict | list) or value in (None, "") or not is_known(value):
        return ""
    return _written(fact.form, value)


def _written(form: str, value: Any) -> str:
    try:
        text = form.format(int(value) if form == "{:+}" else value)
    except ValueError:
        text = str(value)
    return text[:_LONGEST]


def _source(value: Unknown) -> str:
    """The resource or parameter that an unknown value comes from, if it is only one."""
    if len(value.sources) != 1:
        return ""
    _, _, named = value.sources[0].partition(" ")
    return named.partition(".")[0][:_LONGEST]


def _items(fact: Fact, values: list[Any]) -> str:
    """The items of a list, each once: `tcp 80, tcp 8000-8010`."""
    found = list(dict.fromkeys(_forms(fact.form, values)))
    shown = ", ".join(found[:_MOST_ITEMS])
    return f"{shown}, + {len(found) - _MOST_ITEMS}" if len(found) > _MOST_ITEMS else shown


def _forms(form: str, values: list[Any]) -> Iterator[str]:
    for value in values:
        if isinstance(value, dict):
            known = {str(key): one if is_known(one) else None for key, one in value.items()}
            text = form.format_map(_Missing(known))
            if text := " ".join(_WITHOUT_END.sub("", _SAME_ENDS.sub(r"\1", text)).split()):
                yield text[:_LONGEST]


class _Missing(dict[str, Any]):
    """Values of which those that are missing are None."""

    def __missing__(self, key: str) -> None:
        return None
