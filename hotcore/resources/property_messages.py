"""Hints about properties: the intended name or type."""

from collections.abc import Hashable, Iterator, Mapping

from hotcore.catalogue import PARAMETER_TYPE_OF, PropertySchema, ResourceType
from hotcore.spelling import did_you_mean, suggested
from hotcore.template import Parameter
from hotcore.values import Value

_BESIDE = frozenset(
    ("type", "properties", "metadata", "depends_on", "update_policy", "deletion_policy", "external_id", "condition")
)
"""The keys of a resource next to `properties`, which are sometimes misplaced below it."""

_MOST_LISTED = 6


def unknown_key_hint(
    key: Hashable,
    schemas: Mapping[str, PropertySchema],
    values: Mapping[Hashable, Value],
    kind: ResourceType,
    *,
    top: bool,
    alone: str | None = None,
) -> tuple[str | None, str | None]:
    """The intended name of an unknown property, if it can be guessed, and a hint.

    `alone` is the only missing property, if this is the only unknown one.
    """
    if not isinstance(key, str):
        return None, "Names must be strings; quote this one." if str(key) in schemas else None
    hint = did_you_mean(key, [name for name, schema in schemas.items() if schema.implemented and name not in values])
    meant = next(iter(suggested(hint)), None)
    if meant is not None and meant.lower().replace("-", "_") == key.lower().replace("-", "_"):
        return meant, hint
    if top and key in _BESIDE:
        return None, f"`{key}` belongs next to `properties`, not below it."
    if elsewhere := _elsewhere(key, kind, top=top):
        return None, elsewhere
    if meant is not None:
        return meant, hint
    if alone is not None:
        return alone, f"The required `{alone}` is missing."
    names = [name for name, schema in schemas.items() if schema.implemented and schema.support.status == "SUPPORTED"]
    if not names:
        return None, "There are none." if not schemas else None
    if len(names) > _MOST_LISTED:
        return None, None
    return None, f"The known names are {', '.join(f'`{name}`' for name in names)}."


def _elsewhere(key: str, kind: ResourceType, *, top: bool) -> str | None:
    """Where else a name has a meaning."""
    if not top and key in kind.properties:
        return f"`{key}` is a property of the resource, not a key below a property."
    path = next(iter(_paths_to(key, kind.properties)), None)
    if path:
        return f"`{key}` is a key below `{'.'.join(path)}`."
    if key in kind.attributes:
        return f"`{key}` is an attribute; attributes are read with `get_attr`."
    return None


def _paths_to(key: str, schemas: Mapping[str, PropertySchema]) -> Iterator[tuple[str, ...]]:
    """The paths of the properties that have the key below them, shortest first."""
    level: list[tuple[tuple[str, ...], PropertySchema]] = [((name,), schema) for name, schema in schemas.items()]
    while level:
        below = []
        for path, schema in level:
            while schema.items is not None:
                schema = schema.items
            if schema.keys is None or schema.support.status == "HIDDEN":
                continue
            if key in schema.keys:
                yield path
            below += [((*path, name), member) for name, member in schema.keys.items()]
        level = below


def parameter_type_hint(schema: PropertySchema, parameter: Parameter) -> str | None:
    """The parameter type that would fit the property which uses the parameter."""
    fitting = PARAMETER_TYPE_OF.get(schema.type, parameter.type)
    if fitting == parameter.type:
        return None
    return f"`{parameter.name}` has the type `{parameter.type}`; change it to `{fitting}`."


def wrong_type_hint(schema: PropertySchema, value: Value, *, written: bool) -> str | None:
    """How to write a value so that it has the right type."""
    if not written:
        return None
    if schema.type == "string" and isinstance(value, float):
        return "Quote it."
    if schema.type == "list" and isinstance(value, str | int | float) and not isinstance(value, bool):
        return "Write it as a list: one item a line, each starting with `-`."
    if schema.type == "list" and isinstance(value, dict):
        return "Put `-` before it to make it the first item of a list."
    if schema.type == "boolean":
        return "Write `true` or `false`."
    if schema.type == "map" and isinstance(value, list):
        return "Remove the `-`, or use keys in place of them."
    if schema.type == "map" and schema.keys:
        names = [f"`{name}`" for name, member in schema.keys.items() if member.support.status == "SUPPORTED"]
        return f"Its keys are {', '.join(names)}."
    return None
