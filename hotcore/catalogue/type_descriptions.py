"""Descriptions of the resource types that are used most and of their properties; Heat's schemas have few of them.

The data is a map by type: its `description`; its `main` properties (those that most templates set), the `main_keys` of
maps, and the `themes` of its other properties, in the order of a form; and the descriptions of its `properties` by
path. A path goes through the items of lists: `rules.protocol`.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any

from hotcore.catalogue.packaged import packaged

_FILE = "type-descriptions.json"


@cache
def _described() -> Mapping[str, Mapping[str, Any]]:
    described: Mapping[str, Mapping[str, Any]] = packaged(_FILE)["types"]
    return described


def with_descriptions(name: str, facts: Mapping[str, Any]) -> Mapping[str, Any]:
    """The data of a type, with the descriptions that it lacks and its main properties, those required first."""
    described = _described().get(name)
    if described is None:
        return facts
    properties = _with_descriptions(facts["properties"], described, "")
    main = [key for key in described["main"] if key in properties]
    main.sort(key=lambda key: not properties[key].get("required", False))
    own = {"description": described["description"], "main_properties": main, "themes": described.get("themes", {})}
    return {**own, **facts, "properties": properties}


def _with_descriptions(schemas: Mapping[str, Any], described: Mapping[str, Any], within: str) -> dict[str, Any]:
    return {name: _with_description(schema, described, f"{within}{name}") for name, schema in schemas.items()}


def _with_description(schema: Mapping[str, Any], described: Mapping[str, Any], path: str) -> dict[str, Any]:
    text = described["properties"].get(path)
    return ({"description": text} if text else {}) | _inner(schema, described, path)


def _inner(schema: Mapping[str, Any], described: Mapping[str, Any], path: str) -> dict[str, Any]:
    """A schema whose keys, or those of its items, have descriptions; the main keys come first."""
    made = dict(schema)
    if made.get("items") is not None:
        made["items"] = _inner(made["items"], described, path)
    if made.get("keys") is not None:
        keys = _with_descriptions(made["keys"], described, f"{path}.")
        main = described.get("main_keys", {}).get(path, ())
        made["keys"] = {key: keys[key] for key in main if key in keys} | keys
    return made
