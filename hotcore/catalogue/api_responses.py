"""A catalogue from saved responses of Heat's resource-type API, or of `openstack orchestration resource type show`."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from hotcore.catalogue.catalogue_data import FORMAT, Facts, filled, nonempty, shipped_facts, support_status
from hotcore.catalogue.schema import PROPERTY_TYPES
from hotcore.values import kind_of

_MANY = "resource_types"
_NAME = "resource_type"
_LISTED = ("Resource Type", _NAME)
_FLAGS = ("required", "update_allowed", "immutable")


class BadResponse(Exception):
    """A text that is not a response of the API; the message says where it differs."""


def catalogue_from_responses(texts: Mapping[str, str]) -> Facts:
    """The catalogue, as data, from the responses in `texts`, by the names of their files.

    The API omits hidden types and properties; those that hotcore knows are added: properties to the types in the
    responses, and types when the list of all types is among the responses.
    """
    types: dict[str, Facts] = {}
    descriptions: dict[str, Any] = {}
    listed = False
    for file, text in texts.items():
        for place, answer in _answers(file, text):
            if _has_properties(answer):
                name, facts = _type(answer, place)
                types[name] = facts
            else:
                listed = True
                descriptions.update(_listed(answer, place))
    if not types:
        raise BadResponse(f"{next(iter(texts), 'no file')}: no response describes the properties of a resource type.")
    for name, description in descriptions.items():
        if name in types and description:
            types[name].setdefault("description", description)
    if listed:
        known = shipped_facts()["types"].items()
        hidden = {name: facts for name, facts in known if facts["support_status"]["status"] == "HIDDEN"}
        types = {**hidden, **types}
    return {"format": FORMAT, **filled(dict(sorted(types.items())), from_api=True)}


def _answers(file: str, text: str) -> Iterator[tuple[str, Any]]:
    """Each response in a text, with its location: one, a list of them, or a map of them by name."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadResponse(f"{file} is not JSON: {error}") from None
    if isinstance(data, list) and not _is_list_of_names(data):
        yield from ((f"{file}: {number}", answer) for number, answer in enumerate(data))
    elif isinstance(data, dict) and data and all(map(_has_properties, data.values())):
        yield from ((f"{file}: {name}", {_NAME: name, **answer}) for name, answer in data.items())
    else:
        yield file, data


def _has_properties(answer: Any) -> bool:
    return isinstance(answer, dict) and "properties" in answer


def _is_list_of_names(data: list[Any]) -> bool:
    return all(isinstance(each, dict) and "properties" not in each and set(_LISTED) & set(each) for each in data)


def _listed(answer: Any, place: str) -> Iterator[tuple[str, Any]]:
    """The names in a list of all types, with their descriptions if there are any."""
    rows = answer.get(_MANY) if isinstance(answer, dict) else answer
    if not isinstance(rows, list):
        raise BadResponse(
            f"{place}: expected a map with the `properties` of a resource type or a list of resource types, not "
            f"{kind_of(answer)}."
        )
    for number, row in enumerate(rows):
        if isinstance(row, str):
            yield row, None
        elif isinstance(row, dict) and (names := [row[key] for key in _LISTED if isinstance(row.get(key), str)]):
            yield names[0], _description(row.get("description", row.get("Description")))
        else:
            raise BadResponse(f"{place}: {number}: expected the name of a resource type, not {kind_of(row)}.")


def _description(text: Any) -> str | None:
    return text if isinstance(text, str) and text != "No description available" else None


def _type(answer: Mapping[str, Any], place: str) -> tuple[str, Facts]:
    name = answer.get(_NAME)
    if not isinstance(name, str):
        raise BadResponse(f"{place}: `{_NAME}` must be the name of the type, not {kind_of(name)}.")
    place = f"{place}: {name}" if not place.endswith(name) else place
    attributes = _map(answer.get("attributes", {}), f"{place}: attributes")
    status = _map(answer.get("support_status") or {}, f"{place}: support_status")
    facts = nonempty(description=_description(answer.get("description"))) | {
        "family": name.partition("::")[0],
        "support_status": support_status(status, always=True),
        "properties": _properties(answer["properties"], f"{place}: properties"),
        "attributes": {key: _attribute(each, f"{place}: attributes.{key}") for key, each in attributes.items()},
    }
    return name, facts


def _map(value: Any, place: str) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise BadResponse(f"{place}: expected a map, not {kind_of(value)}.")
    return value


def _attribute(answer: Any, place: str) -> Facts:
    reported = _map(answer, place)
    return nonempty(description=_description(reported.get("description")), type=reported.get("type"))


def _properties(answer: Any, place: str) -> Facts:
    return {name: _property(each, f"{place}.{name}") for name, each in _map(answer, place).items()}


def _property(answer: Any, place: str) -> Facts:
    reported = _map(answer, place)
    kind = reported.get("type")
    if kind not in PROPERTY_TYPES:
        raise BadResponse(f"{place}.type: expected one of {', '.join(PROPERTY_TYPES)}, not {_shown(kind)}.")
    facts: Facts = {"type": kind, **nonempty(**{flag: reported.get(flag) is True for flag in _FLAGS})}
    facts |= nonempty(description=_description(reported.get("description")), constraints=_constraints(reported, place))
    if reported.get("default") is not None:
        facts["default"] = reported["default"]
    return facts | _nested(reported.get("schema"), kind, f"{place}.schema")


def _shown(value: Any) -> str:
    return f"`{value}`" if isinstance(value, str) else kind_of(value)


def _nested(schema: Any, kind: str, place: str) -> Facts:
    """The facts about the items or the keys of a property."""
    if schema is None:
        return {}
    if kind == "list":
        items = _map(schema, place)
        if "*" not in items:
            raise BadResponse(f"{place}: the schema of a list must have the key `*`.")
        return {"items": _property(items["*"], f"{place}.*")}
    return nonempty(keys=_properties(schema, place))


def _constraints(reported: Mapping[str, Any], place: str) -> list[Any]:
    declared = reported.get("constraints") or []
    if not isinstance(declared, list) or not all(isinstance(each, dict) for each in declared):
        raise BadResponse(f"{place}.constraints: expected a list of maps, not {kind_of(declared)}.")
    return declared


def is_catalogue(text: str) -> bool:
    """Whether a text is already a catalogue, valid or not."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return False
    return isinstance(data, dict) and "types" in data and "format" in data
