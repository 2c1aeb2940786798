"""Answers the shared conformance cases with hotcore.  It only translates; the logic is hotcore's."""

from typing import Any

from hotcore.analysis import load, preview
from hotcore.catalogue.property_groups import BadGroup, read_groups
from hotcore.environment import Environment
from hotcore.evaluation.scope import Surroundings
from hotcore.resolver.states import Preview
from hotcore.values import Unknown
from tests.conformance.heat_form import heat_form

_STACK_KEYS = {"name": "OS::stack_name", "id": "OS::stack_id", "project_id": "OS::project_id"}


def run_case(case: dict[str, Any]) -> dict[str, Any]:
    """The answer to a case, in the form that the conformance runner compares."""
    environment = case.get("environment", {})
    given = environment.get("parameters") or {}
    defaults = environment.get("parameter_defaults") or {}
    document = load(case["template"], case.get("files"))
    surroundings = Surroundings(
        files=document.files,
        attributes=case.get("attributes", {}),
        resource_ids=case.get("resource_ids", {}),
        stack={_STACK_KEYS[key]: value for key, value in case.get("stack", {}).items()},
        parent=case.get("parent_resource"),
        availability_zones=tuple(case["availability_zones"]) if "availability_zones" in case else None,
        created=True,
    )
    result = preview(document, environments=[Environment(given, defaults)], surroundings=surroundings, mask=False)
    answer = _accepted(result) if result.ok else _refused(result)
    in_form = all(d.severity != "error" or not d.phase.in_form for d in result.diagnostics)
    answer["schema"] = heat_form(document.template, given, defaults) if document.template and in_form else None
    return answer


def _refused(result: Preview) -> dict[str, Any]:
    assert result.refusal
    return {
        "ok": False,
        "error_stage": result.refusal.phase.stage,
        "error_type": result.refusal.code,
        **dict.fromkeys(("parameters", "conditions", "resources", "outputs", "parameter_groups")),
    }


def _accepted(result: Preview) -> dict[str, Any]:
    return {
        "ok": True,
        "error_stage": None,
        "error_type": None,
        "parameters": {name: state.value for name, state in result.parameters.items() if not name.startswith("OS::")},
        "conditions": {name: state.value for name, state in result.conditions.items()},
        "resources": {
            name: {
                "type": state.type,
                "enabled": state.enabled,
                "depends_on": list(state.depends_on),
                "properties": state.properties,
                "metadata": state.metadata,
                "deletion_policy": state.deletion_policy,
                "update_policy": state.update_policy,
                "external_id": state.external_id,
            }
            for name, state in result.resources.items()
        },
        "outputs": {name: state.value for name, state in result.outputs.items()},
        "parameter_groups": result.parameter_groups,
    }


def run_properties_group(
    groups_schema: Any,
    properties: dict[str, Any],
    property_schema: dict[str, Any] | None = None,
    api_versions: dict[str, str] | None = None,
) -> dict[str, bool]:
    """Whether the groups are declared well and hold for the given properties.

    `{"unknown": "get_attr server.id"}`, as a preview prints it, is a value that is not known yet.
    """
    try:
        groups = read_groups(groups_schema, property_schema)
    except BadGroup:
        return {"ok": False}
    return {"ok": all(group.given(_from_json(properties), api_versions or {}) for group in groups)}


def _from_json(value: Any) -> Any:
    if isinstance(value, list):
        return [_from_json(item) for item in value]
    if not isinstance(value, dict):
        return value
    if list(value) == ["unknown"] and isinstance(value["unknown"], str):
        return Unknown(value["unknown"])
    return {key: _from_json(item) for key, item in value.items()}
