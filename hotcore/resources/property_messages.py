"""What is said about properties beside the verdict: what was probably meant, and what replaces what is retired."""

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass

from hotcore.catalogue import PARAMETER_TYPE_OF, PropertySchema, ResourceType, SupportStatus
from hotcore.diagnostics import Severity
from hotcore.spelling import nearest
from hotcore.template import Parameter
from hotcore.values import Value

_BESIDE = frozenset(
    ("type", "properties", "metadata", "depends_on", "update_policy", "deletion_policy", "external_id", "condition")
)
"""What stands beside `properties` in a resource, and is sometimes written below it."""

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
    """The name that was probably meant in place of an unknown one, if any, and a hint.

    `alone` is the only one that is missing where this is the only one that is unknown.
    """
    if not isinstance(key, str):
        return None, "Names are texts; put this one in quotes." if str(key) in schemas else None
    meant = nearest(key, (name for name, schema in schemas.items() if schema.implemented and name not in values))
    if meant is not None and meant.lower().replace("-", "_") == key.lower().replace("-", "_"):
        return meant, f"Did you mean `{meant}`?"
    if top and key in _BESIDE:
        return None, f"`{key}` stands beside `properties`, not below it."
    if elsewhere := _elsewhere(key, kind, top=top):
        return None, elsewhere
    if meant is not None:
        return meant, f"Did you mean `{meant}`?"
    if alone is not None:
        return alone, f"`{alone}` has to be given, and is not."
    names = [name for name, schema in schemas.items() if schema.implemented and schema.support.status == "SUPPORTED"]
    if not names:
        return None, "It takes none at all." if not schemas else None
    return None, f"There are {', '.join(f'`{name}`' for name in names)}." if len(names) <= _MOST_LISTED else None


def _elsewhere(key: str, kind: ResourceType, *, top: bool) -> str | None:
    """Where a name has a meaning, if not here."""
    if not top and key in kind.properties:
        return f"`{key}` is a property of the resource itself, not a key below one."
    path = next(iter(_paths_to(key, kind.properties)), None)
    if path:
        return f"`{key}` is a key below `{'.'.join(path)}`."
    if key in kind.attributes:
        return f"`{key}` is an attribute; it is read with `get_attr`, not given."
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
    """Which type would fit a parameter that a property gets its value from."""
    fitting = PARAMETER_TYPE_OF.get(schema.type, parameter.type)
    if fitting == parameter.type:
        return None
    return f"`{parameter.name}` is of the type `{parameter.type}`; `{fitting}` would fit."


def wrong_type_hint(schema: PropertySchema, value: Value, *, written: bool) -> str | None:
    """How a value of another type could be written."""
    if not written:
        return None
    if schema.type == "string" and isinstance(value, float):
        return "Put it in quotes."
    if schema.type == "list" and isinstance(value, str | int | float) and not isinstance(value, bool):
        return "Put it into a list: one item a line, each starting with `-`."
    if schema.type == "list" and isinstance(value, dict):
        return "Put `-` before it, so that it is the first item of a list."
    if schema.type == "boolean":
        return "Write `true` or `false`."
    if schema.type == "map" and isinstance(value, list):
        return "Leave the `-` out, or name each with a key."
    if schema.type == "map" and schema.keys:
        names = [f"`{name}`" for name, member in schema.keys.items() if member.support.status == "SUPPORTED"]
        return f"Its keys are {', '.join(names)}."
    return None


@dataclass(frozen=True, slots=True)
class Deprecation:
    """What is said about something that is not fully supported any more."""

    message: str
    severity: Severity
    hint: str | None


def deprecation(what: str, support: SupportStatus) -> Deprecation | None:
    """What is to be said about the support of a thing, `what` being its name in a message; None when all is well."""
    instead = " or ".join(f"`{name}`" for name in support.see) or (support.substitute and f"`{support.substitute}`")
    hint = f"Use {instead}." if instead else None
    if support.status == "UNSUPPORTED":
        message = f"{what} is not supported by the Heat project; it may not work."
        return Deprecation(message, Severity.HINT, hint)
    if support.status in ("DEPRECATED", "HIDDEN"):
        since = next((each.version for each in (*support.previous, support) if each.status == "DEPRECATED"), None)
        since = since or support.version
        when = f" since Heat {since.strip()}" if since else ""
        return Deprecation(f"{what} is deprecated{when}; it is there for old templates.", Severity.WARNING, hint)
    return None
