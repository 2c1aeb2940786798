"""Repairs of literal values of properties."""

from collections.abc import Sequence
from typing import Any

from hotcore.catalogue import PropertySchema
from hotcore.constraints import Constraint
from hotcore.diagnostics import Fix
from hotcore.parameters.repair import nearest_values, repair_hint
from hotcore.source import Source, Span
from hotcore.spelling import did_you_mean
from hotcore.syntax import Mapping, Node, at_path
from hotcore.template import Parameter
from hotcore.values import Value

_KINDS = {"string": "string", "integer": "number", "number": "number"}
_NOWHERE = Span(Source(""), 0, 0)


def repair_of_property(
    schema: PropertySchema, value: Value, root: Mapping, path: Sequence[Any], node: Node
) -> tuple[str | None, Fix | None]:
    """The hint with the values near an invalid one, and the quick fix that writes the first of them.

    There is no quick fix when the value is not directly at the path, but in a branch of a function.
    """
    near, kind = _nearest(schema, value), _KINDS.get(schema.type, "")
    as_json = not isinstance(value, str)
    hint = repair_hint(near, kind, as_json=as_json)
    if hint is None or at_path(root, path) is not node:
        return hint, None
    title = (repair_hint(near[:1], kind, as_json=as_json) or hint).removesuffix(".")
    return hint, Fix(title, "set", {"path": list(path), "value": near[0]})


def _nearest(schema: PropertySchema, value: Value) -> tuple[Value, ...]:
    """Up to two values near an invalid string or number that have the type and satisfy the constraints."""
    if schema.type not in _KINDS:
        return ()
    kind, checks = _KINDS[schema.type], schema.checks
    asked = Parameter("", kind, "", "", False, None, False, False, (), checks, _NOWHERE, _NOWHERE, {})
    whole = (each for each in nearest_values(asked, value) if schema.type != "integer" or isinstance(each, int))
    return tuple(each for each in whole if not any(check.failure(each) for check in checks))


def nearest_allowed(constraint: Constraint, value: Value) -> str | None:
    """A hint with the allowed value most similar to a given one, or None."""
    return did_you_mean(value, constraint.options.get("values", ()))
