"""The answer of a real Heat to a template with environment files, in the steps of its service."""

import warnings
from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from tests.parity import heat
from tests.parity.heat_stack import RELEASE

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from heat.common import environment_format, environment_util, exception, template_format
    from heat.engine import environment, template

_HOOKS = environment.HOOK_TYPES

__all__ = ["RELEASE", "answer"]


def answer(case: Mapping[str, Any]) -> dict[str, Any]:
    """Heat's answer to a case of `tests.parity.environments`, and its words where it refuses."""
    case = deepcopy(dict(case))
    alone = heat.answer({"template": case["template"], "files": case.get("files", {})})
    if not alone["ok"] and alone["error_type"] != "UserParameterMissing":
        return {"ok": False, "stage": alone["error_stage"], "message": alone["message"]}
    try:
        with heat._frames():
            merged, around = _environment(case)
    except Exception as error:  # noqa: BLE001  whatever Heat stumbles over is a refusal
        return {"ok": False, "stage": "environment", "message": f"{type(error).__name__}: {error}"[:200]}
    given = {key: merged[key] for key in ("parameters", "parameter_defaults")}
    found = heat.answer({"template": case["template"], "files": case.get("files", {}), "environment": given})
    if not found["ok"]:
        return {"ok": False, "stage": found["error_stage"], "message": found["message"]}
    try:
        with heat._frames():
            resources = {
                name: _resource(around, name, body["type"], case.get("files", {}))
                for name, body in found["resources"].items()
            }
    except Exception as error:  # noqa: BLE001  whatever Heat stumbles over is a refusal
        return {"ok": False, "stage": "resources", "message": f"{type(error).__name__}: {error}"[:200]}
    return {"ok": True, "parameters": found["parameters"], "resources": resources}


def _environment(case: Mapping[str, Any]) -> tuple[dict[str, Any], environment.Environment]:
    """The merged environments as Heat reads them."""
    names = [f"{number}.env" for number, _ in enumerate(case["environments"])]
    files = dict(case.get("files", {})) | dict(zip(names, case["environments"], strict=True))
    parsed = template.Template(template_format.parse(case["template"]), files=files)
    merged: dict[str, Any] = {}
    environment_format.default_for_missing(merged)
    environment_util.merge_environments(names, files, merged, parsed.all_param_schemata(files))
    return merged, environment.Environment(deepcopy(merged))


def _resource(around: environment.Environment, name: str, kind: str, files: Mapping[str, str]) -> dict[str, Any]:
    """What the registry says about a resource."""
    try:
        info = around.registry.get_resource_info(kind, name)
    except exception.EntityNotFound:
        behind = None  # opaque here, refused by Heat
    else:
        behind = info.name
        if isinstance(info, environment.TemplateResourceInfo):
            behind = info.template_name
            if behind not in files:
                raise LookupError(f"no file {behind}")
    return {
        "behind": behind,
        "hooks": [hook for hook in _HOOKS if around.registry.matches_hook(name, hook)],
        "restricted_actions": sorted(around.registry.get_rsrc_restricted_actions(name), reverse=True),
    }
