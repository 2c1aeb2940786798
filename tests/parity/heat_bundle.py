"""The answer of a real Heat, in this process, to a bundle: a template, nested templates, an environment.

The resources are Heat's own plug-ins this time; only what would need a cloud is replaced.
"""

import json
import warnings
from collections.abc import Mapping
from typing import Any

from tests.parity import heat_stack

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from heat.common import context, environment_format, template_format
    from heat.engine import environment, function, resource, rsrc_defn, stack, template
    from heat.engine.resources import stack_resource
    from heat.objects import service

RELEASE = heat_stack.RELEASE


class Bundled(stack.Stack):
    """A stack that uses neither a database nor a broker."""

    def total_resources(self, *_arguments: Any) -> int:
        """Nothing is there yet."""
        return 0


def without_cloud() -> None:
    """Runs Heat's plug-ins without services; every type counts as available."""
    resource.Resource.is_service_available = classmethod(lambda _cls, _context: (True, None))
    resource.Resource.rpc_client = lambda _self: None
    service.Service.active_service_count = classmethod(lambda *_arguments: 1)
    stack.Stack.total_resources = Bundled.total_resources
    # Of equal definitions Heat validates one, and a hash seed decides which: a registry may map that one alone.
    definition = rsrc_defn.ResourceDefinition
    definition.__eq__ = lambda one, other: (
        one is other or (one.name, one.render_hot()) == (other.name, other.render_hot())
    )
    definition.__hash__ = lambda one: hash((one.name, one._hash))


def answer(bundle: Mapping[str, Any]) -> dict[str, Any]:
    """Whether Heat accepts a bundle, why not, and the tree of nested stacks with what goes into each."""
    without_cloud()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            built = _stack(bundle)
            built.validate()
            for output in built.outputs.values():
                output.get_value()
        except Exception as error:  # noqa: BLE001  Heat refuses with whatever it stumbles over
            return {"ok": False, "message": f"{type(error).__name__}: {error}"[:300], "tree": None}
        return {"ok": True, "message": "", "tree": _tree(built)}


def _stack(bundle: Mapping[str, Any]) -> stack.Stack:
    files = dict(bundle["files"])
    parsed = template.Template(template_format.parse(bundle["template"]), files=files)
    given = environment_format.parse(json.dumps(bundle["environment"]))
    environment_format.default_for_missing(given)
    parsed.all_param_schemata(files)
    parsed.env = environment.Environment(given)
    user = context.RequestContext(project_id="p", is_admin=False, username="u", password="p", roles=[])
    return stack.Stack(user, "demo", parsed, tenant_id="p")


def _tree(built: stack.Stack) -> dict[str, Any]:
    """The parameters and resources of a stack, and of those within."""
    parameters = {
        name: parameter.value() if parameter.has_value() else None
        for name, parameter in built.parameters.params.items()
        if not name.startswith("OS::")
    }
    return {"parameters": parameters, "resources": {name: _resource(each) for name, each in built.resources.items()}}


def _resource(each: resource.Resource) -> dict[str, Any]:
    found: dict[str, Any] = {"type": each.t.resource_type}
    try:
        found["properties"] = function.resolve(each.t._properties)
        if isinstance(each, stack_resource.StackResource):
            inner = each._parse_nested_stack("inner", each.child_template(), each.child_params())
            inner.strict_validate = False
            found["nested"] = _tree(inner)
    except Exception as error:  # noqa: BLE001  what Heat cannot resolve before it creates something
        found["error"] = type(error).__name__
    return found
