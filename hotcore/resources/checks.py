"""The check of a resource: its type, and its fields against the type's schema."""

from collections.abc import Mapping as Named

from hotcore.catalogue import PropertySchema, ResourceType, Schemas, deprecation
from hotcore.constraints import TYPES
from hotcore.diagnostics import Diagnostic, Phase, Report, Severity
from hotcore.evaluation import Evaluator, resolve_type
from hotcore.resources.group_members import GROUPS
from hotcore.resources.properties import FieldCheck
from hotcore.resources.relations import RelationCheck
from hotcore.resources.unknown_types import unknown_type
from hotcore.source import Span
from hotcore.syntax import Mapping, Scalar
from hotcore.template import RESOURCE_KEYS, Resource
from hotcore.values import Value

_VALUE = "OS::Heat::Value"


def check_resource(
    resource: Resource,
    properties: Value,
    update_policy: Value,
    evaluators: tuple[Evaluator, Evaluator],
    report: Report,
    *,
    external: bool,
) -> None:
    """Reports problems with the type of an enabled resource, and with its fields.

    `evaluators` are those of its properties and of its update policy.  Heat validates nothing of a resource with an
    `external` id.
    """
    surroundings = evaluators[0].scope.surroundings
    if surroundings.catalogue is None:
        return
    resolved_type = resolve_type(resource.name, resource.type, surroundings)
    if not resolved_type.known:
        span = resource.node.members["type"].span
        source = resource.node.source
        file = None if source.name == "template" else source.name
        phase, mapped = Phase.RESOURCE_FUNCTIONS, resolved_type.target is not None
        report.add(
            unknown_type(resource.type, surroundings.catalogue, span, report, mapped=mapped, file=file, phase=phase)
        )
    kind = resolved_type.schema
    if kind is None:
        return
    _check_support(resource, kind, report)
    if external or kind.any_properties:
        return
    _check_snapshot(resource, kind, report)
    _check_properties(resource, kind, properties, evaluators[0], report)
    _check_update_policy(resource, kind, update_policy, evaluators[1], report)


def _check_properties(
    resource: Resource, kind: ResourceType, properties: Value, evaluator: Evaluator, report: Report
) -> None:
    given = resource.field("properties")
    if not _can_be_checked(resource, "properties", evaluator, report) or not isinstance(given, Mapping | None):
        return
    schemas = schemas_of(kind, properties)
    astray = any(key not in RESOURCE_KEYS for key in resource.node.members)
    # A group reads its own properties even in a phase in which Heat resolves no other values.
    late = Phase.RESOURCE_FUNCTIONS if kind.name in GROUPS and not _is_empty(properties) else Phase.RESOURCE_VALUES
    field = FieldCheck(resource, kind, given, evaluator, report, schemas, late=late, misplaced=astray)
    values = properties if isinstance(properties, dict) else {}
    field.check(values)
    if kind.properties_groups:
        versions = evaluator.scope.surroundings.api_versions
        found = field.refused, field.astray | ({None} if astray else set())
        RelationCheck(resource, kind, values, field.provenance, versions, report, *found).check()


def _check_update_policy(
    resource: Resource, kind: ResourceType, update_policy: Value, evaluator: Evaluator, report: Report
) -> None:
    given = resource.field("update_policy")
    if isinstance(given, Mapping) and _can_be_checked(resource, "update_policy", evaluator, report):
        schemas, phase = kind.update_policy or {}, Phase.RESOURCE_FUNCTIONS
        field = FieldCheck(resource, kind, given, evaluator, report, schemas, phase, phase, "key")
        field.check(update_policy if isinstance(update_policy, dict) else {})


def _is_empty(properties: Value) -> bool:
    """Whether they are those of a group without members, the only property that Heat then reads."""
    return isinstance(properties, dict) and properties.get("count") in (0, "0")


def _report(
    report: Report,
    resource: Resource,
    code: str,
    message: str,
    span: Span,
    severity: Severity = Severity.ERROR,
    hint: str | None = None,
) -> None:
    source = resource.node.source
    file = None if source.name == "template" else source.name
    report.add(Diagnostic(code, message, span, severity, hint, file, phase=Phase.RESOURCE_FUNCTIONS))


def _check_support(resource: Resource, kind: ResourceType, report: Report) -> None:
    found = deprecation(f"`{resource.type}`", kind.support)
    if found is None:
        return
    message = found.message
    if kind.is_placeholder:
        message = f"`{resource.type}` has no effect; Heat keeps the type for old templates only."
    span = resource.node.members["type"].span
    _report(report, resource, "deprecated-type", message, span, found.severity, found.hint)


def _check_snapshot(resource: Resource, kind: ResourceType, report: Report) -> None:
    """Reports the snapshot policy on a type that does not support it."""
    node = resource.field("deletion_policy")
    if kind.snapshot is False and isinstance(node, Scalar) and str(node.value).lower() == "snapshot":
        message = f"`{kind.name}` does not support the deletion policy `Snapshot`."
        _report(report, resource, "bad-deletion-policy", message, node.span, hint="Use `Delete` or `Retain`.")


def _can_be_checked(resource: Resource, key: str, evaluator: Evaluator, report: Report) -> bool:
    """Whether a field is written as a map; a function in its place is reported."""
    node = resource.field(key)
    if isinstance(node, Mapping) and node.sole_key is not None and evaluator.is_call(node):
        message = f"`{key}` of `{resource.type}` must be a literal map, not a function."
        code, span = f"bad-{key.replace('_', '-')}", node.key_span(node.sole_key)
        _report(report, resource, code, message, span, hint="Use functions only for the values in the map.")
        return False
    return True


def schemas_of(kind: ResourceType, properties: Value) -> Named[str, PropertySchema]:
    """The schemas of the properties, which may depend on the value of `type` in OS::Heat::Value."""
    if kind.name == _VALUE and isinstance(properties, dict):
        named = properties.get("type")
        if isinstance(named, str) and named in TYPES:
            return Schemas.of(kind.properties).retyped("value", TYPES[named].property_type)
    return kind.properties
