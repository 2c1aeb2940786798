"""Promotion of a property to a parameter: a declaration that accepts what the property accepts."""

from typing import Any

from hotcore.assist.inspector.value_form import choices_of
from hotcore.catalogue import PARAMETER_TYPE_OF, Catalogue, PropertySchema
from hotcore.constraints import TYPES, Constraint
from hotcore.evaluation import EMPTY_VALUES, Function, functions_of, takes_condition
from hotcore.syntax import Path, at_path, to_plain
from hotcore.template import Template


def schema_at(template: Template, path: Path, catalogue: Catalogue) -> PropertySchema | None:
    """The catalogue's schema for the value at a path of a template; None if there is none."""
    if len(path) < 4 or path[0] != "resources" or path[2] not in ("properties", "update_policy"):
        return None
    resource = template.resources.get(path[1])
    known = catalogue.find(resource.type) if resource is not None else None
    if known is None:
        return None
    schema = (known.properties if path[2] == "properties" else known.update_policy or {}).get(path[3])
    for key in path[4:]:
        if schema is None:
            return None
        schema = schema.items if isinstance(key, int) else (schema.keys or {}).get(key)
    return schema


def start_of(template: Template, path: Path, catalogue: Catalogue) -> Any:
    """The initial value at a path: the default, or an empty value of the type with its required keys."""
    if path[:1] == ("conditions",) or path[2:3] == ("condition",):
        return True if len(path) < 3 or takes_condition(path[-2], path[-1]) else ""
    schema = schema_at(template, path, catalogue)
    if schema is not None:
        return _begun(schema)
    function = functions_of(template.version).get(path[-2]) if len(path) > 1 and isinstance(path[-2], str) else None
    if isinstance(function, Function) and isinstance(path[-1], str | int):
        return EMPTY_VALUES[function.signature.spec(path[-1]).kind]
    return {} if len(path) == 3 and path[2] in ("metadata", "update_policy", "properties") else ""


def _begun(schema: PropertySchema) -> Any:
    if schema.has_default and schema.default is not None:
        return schema.default
    if schema.type == "map" and schema.keys is not None:
        return {key: _begun(one) for key, one in schema.keys.items() if one.required}
    choices = choices_of(schema)
    return choices[0] if schema.required and choices and schema.type == "string" else EMPTY_VALUES[schema.type]


def parameter_for(template: Template, path: Path, catalogue: Catalogue) -> dict[str, Any]:
    """The declaration of a parameter to replace the literal at a path: type, constraints and description from the
    schema of the property, without constraints that the present value breaks."""
    node = at_path(template.root, path)
    value = None if node is None else to_plain(node)
    schema = schema_at(template, path, catalogue)
    kind = _type_for(value, schema)
    if schema is None:
        return {"type": kind}
    constraints = [
        {one.kind: one.written}
        for one in schema.constraints
        if kind in one.definition.types and one.definition.since <= template.version.date and _fits(one, kind, value)
    ]
    words = {"description": schema.description} if schema.description else {}
    return {"type": kind, **words, **({"constraints": constraints} if constraints else {})}


def _type_for(value: Any, schema: PropertySchema | None) -> str:
    """The type of parameter for a value; a list of anything but strings needs JSON."""
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
