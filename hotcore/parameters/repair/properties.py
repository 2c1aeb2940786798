"""The nearest values that fit, for one that is written out as a property of a resource."""

from collections.abc import Sequence
from typing import Any

from hotcore.catalogue import PropertySchema
from hotcore.constraints import Constraint
from hotcore.diagnostics import Fix
from hotcore.parameters.repair import nearest_values, told
from hotcore.source import Source, Span
from hotcore.spelling import nearest
from hotcore.syntax import Mapping, Node, at_path
from hotcore.template import Parameter
from hotcore.values import Value

_KINDS = {"string": "string", "integer": "number", "number": "number"}
_NOWHERE = Span(Source(""), 0, 0)


def repair_of_property(
    schema: PropertySchema, value: Value, root: Mapping, path: Sequence[Any], node: Node
) -> tuple[str | None, Fix | None]:
    """The hint with the values near a refused one, and the gesture that writes the first of them.

    There is none where the refused value does not stand just at its path, but in the branch of a function.
    """
    near, kind = _nearest(schema, value), _KINDS.get(schema.type, "")
    as_json = not isinstance(value, str)
    hint = told(near, kind, as_json=as_json)
    if hint is None or at_path(root, path) is not node:
        return hint, None
    title = (told(near[:1], kind, as_json=as_json) or hint).removesuffix(".")
    return hint, Fix(title, "set", {"path": list(path), "value": near[0]})


def _nearest(schema: PropertySchema, value: Value) -> tuple[Value, ...]:
    """Up to two values near a refused text or number, each of which is of the type and keeps the constraints."""
    if schema.type not in _KINDS:
        return ()
    kind, checks = _KINDS[schema.type], schema.checks
    asked = Parameter("", kind, "", "", False, None, False, False, (), checks, _NOWHERE, _NOWHERE, {})
    whole = (each for each in nearest_values(asked, value) if schema.type != "integer" or isinstance(each, int))
    return tuple(each for each in whole if not any(check.failure(each) for check in checks))


def nearest_allowed(constraint: Constraint, value: Value) -> str | None:
    """The allowed value that is most like a written one."""
    match = nearest(value, constraint.options.get("values", ()))
    return f"Did you mean `{match}`?" if match else None
