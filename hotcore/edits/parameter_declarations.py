"""Declarations of new parameters, derived from the places that read them."""

from collections.abc import Callable, Collection
from typing import Any

from hotcore.catalogue import PARAMETER_TYPE_OF, Catalogue, PropertySchema
from hotcore.constraints import TYPES, Constraint
from hotcore.evaluation import readers
from hotcore.functions import PARAMETER_TYPES
from hotcore.resources import Expected, expected_at
from hotcore.syntax import Path, Sequence, at_path, to_plain
from hotcore.template import Occurrence, Template, occurrences

_TEST = Expected(is_test=True, in_test=True)


def expected_in(template: Template, path: Path, catalogue: Catalogue) -> Expected:
    """What is expected at a path of a template, as far as the catalogue knows the types of its resources."""
    if path[:1] == ("conditions",):
        return expected_at(path[2:], _TEST, template.version)
    if path[2:3] == ("condition",):
        return expected_at(path[3:], _TEST, template.version)
    start = Expected()
    if path[:1] == ("resources",) and path[2:3] in (("properties",), ("update_policy",)):
        resource = template.resources.get(path[1])
        known = catalogue.find(resource.type) if resource is not None else None
        schemas = known and (known.properties if path[2] == "properties" else known.update_policy)
        start = Expected(PropertySchema("map", keys=schemas or {})) if known else start
    return expected_at(path[3:], start, template.version)


def parameter_for(template: Template, path: Path, catalogue: Catalogue) -> dict[str, Any]:
    """The declaration of a parameter to replace the literal at a path: type, constraints and description from the
    schema of the property, without constraints that the present value breaks."""
    node = at_path(template.root, path)
    value = None if node is None else to_plain(node)
    schema = expected_in(template, path, catalogue).schema
    kind = _type_for(value, schema)
    return _declaration(template, kind, schema, lambda one: _fits(one, kind, value))


def parameter_at(template: Template, path: Path, catalogue: Catalogue, kind: str = "") -> dict[str, Any]:
    """The declaration of a parameter to be read at a path, of a type that is chosen or else the one expected there."""
    here = expected_in(template, _outside_of_reading(path), catalogue)
    return _declaration(template, kind if kind in TYPES else _type_at(here), here.schema)


def undeclared_parameters(
    template: Template, names: Collection[str], catalogue: Catalogue
) -> dict[str, dict[str, Any]]:
    """The declarations of parameters that are read but not declared, by name, with the type on which all places
    that read them agree; otherwise a string."""
    wanted: dict[str, list[dict[str, Any]]] = {name: [] for name in names}
    for use in occurrences(template.root):
        if use.kind == "parameters" and use.name in wanted and (found := _wanted_by(template, use, catalogue)):
            wanted[use.name].append(found)
    return {name: _together(found) for name, found in wanted.items()}


def _wanted_by(template: Template, use: Occurrence, catalogue: Catalogue) -> dict[str, Any] | None:
    """The declaration of a parameter for one place that reads it; None if the expected type is unknown."""
    if use.call is None:
        return None
    argument = at_path(template.root, (*use.call, use.by))
    if isinstance(argument, Sequence) and len(argument.items) > 1:
        return {"type": "json"}  # a path leads into it
    here = expected_in(template, use.call, catalogue)
    return _declaration(template, _type_at(here), here.schema) if here.is_certain else None


def _together(found: list[dict[str, Any]]) -> dict[str, Any]:
    """One declaration for several places: the constraints of all of them, and their description if it is the same."""
    if len({each["type"] for each in found}) != 1:
        return {"type": "string"}
    constraints = {repr(one): one for each in found for one in each.get("constraints", ())}
    merged = {key: value for each in reversed(found) for key, value in each.items()}
    if len({each.get("description") for each in found}) > 1:
        merged.pop("description", None)
    return merged | ({"constraints": list(constraints.values())} if constraints else {})


def _outside_of_reading(path: Path) -> Path:
    """The path of the call if a path leads into one that reads a parameter."""
    reading = readers("parameter")
    at = next((position for position, key in enumerate(path) if position > 2 and key in reading), len(path))
    return path[:at]


def _declaration(
    template: Template, kind: str, schema: PropertySchema | None, keeps: Callable[[Constraint], bool] | None = None
) -> dict[str, Any]:
    """A declaration of a type with the first sentence about a property and the constraints of the property that the
    template's version allows, or of these the ones that it `keeps`."""
    if schema is None:
        return {"type": kind}
    constraints = [
        {one.kind: one.written}
        for one in schema.constraints
        if kind in one.definition.types and one.definition.since <= template.version.date and (not keeps or keeps(one))
    ]
    about = schema.description.partition(". ")[0].removesuffix(".").replace("`", "")
    words = {"description": f"{about}."} if about else {}
    return {"type": kind, **words, **({"constraints": constraints} if constraints else {})}


def _type_at(here: Expected) -> str:
    """The type of a parameter for any value that is expected; a list of anything but scalars needs JSON."""
    schema = here.schema
    if schema is not None and schema.type == "list" and schema.items is not None:
        return "json" if schema.items.type in ("list", "map") else "comma_delimited_list"
    return PARAMETER_TYPES.get(here.kind, ("string",))[0]


def _type_for(value: Any, schema: PropertySchema | None) -> str:
    """The type of a parameter for a value; a list of anything but strings needs JSON."""
    if isinstance(value, dict):
        return "json"
    if isinstance(value, list):
        simple = all(isinstance(item, str) and "," not in item for item in value)
        return "comma_delimited_list" if simple else "json"
    by_value = "boolean" if isinstance(value, bool) else "number" if isinstance(value, int | float) else "string"
    if schema is None or schema.type == "any":
        return by_value
    kind = PARAMETER_TYPE_OF[schema.type]
    return kind if kind in ("number", "boolean", "string") else by_value


def _fits(constraint: Constraint, kind: str, value: Any) -> bool:
    """Whether a constraint accepts the value that becomes the default."""
    own = Constraint(constraint.kind, TYPES[kind], constraint.checks, None)
    return constraint.asks_cloud or own.failure(value) is None
