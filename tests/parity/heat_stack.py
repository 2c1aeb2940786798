"""A stack of a real Heat whose resources and surroundings come from a case instead of a cloud.

Everything else, above all what functions do, is Heat's own.
"""

import importlib.metadata
import logging
import warnings
from collections.abc import Container, Mapping
from typing import Any

RELEASE = "27.0.1"
_STACK = {
    "name": "demo",
    "id": "6f0e1c3a-5b1d-4c53-9a52-2d6b6c1f7a10",
    "project_id": "b0f3c1a2d4e54f6788a9bacbdcedfe0f",
}

if (installed := importlib.metadata.version("openstack-heat")) != RELEASE:
    raise ImportError(f"The answers of Heat {RELEASE} are wanted, but {installed} is installed.")

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from heat.common import context, exception, identifier
    from heat.engine import (
        api,
        attributes,
        parameter_groups,
        resource,
        resources,
        rsrc_defn,
        stack,
        stk_defn,
        template,
    )
    from oslo_config import cfg

_RELIED_ON = (
    (stack.Stack, "_resources_for_defn"),
    (stack.Stack, "_explicit_dependencies"),
    (stk_defn.StackDefinition, "__getitem__"),
    (stk_defn.StackDefinition, "resource_definition"),
    (stk_defn.StackDefinition, "parent_resource"),
    (stk_defn.StackDefinition, "get_availability_zones"),
    (stk_defn.ResourceProxy, "attributes_schema"),
    (stk_defn.ResourceProxy, "FnGetRefId"),
    (stk_defn.ResourceProxy, "FnGetAtt"),
    (stk_defn.ResourceProxy, "FnGetAtts"),
    (rsrc_defn.ResourceDefinition, "dep_attrs"),
    (template.Template, "param_schemata"),
    (parameter_groups.ParameterGroups, "validate"),
    (api, "format_validate_parameter"),
)
for _owner, _name in _RELIED_ON:
    if not hasattr(_owner, _name):
        raise ImportError(f"Heat's {_owner.__name__} has no {_name}; the oracle has to be written anew for it.")

logging.getLogger("heat").setLevel(logging.CRITICAL)
logging.getLogger("stevedore").setLevel(logging.CRITICAL)
cfg.CONF([], project="heat", default_config_files=[])
with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    resources.initialise()

Case = Mapping[str, Any]


class Opaque(resource.Resource):
    """A resource of any type, without property schemas."""

    def __init__(self, name: str, definition: Any, stack_: "Stack") -> None:
        if "/" in name:
            raise exception.StackValidationFailed(message='Resource name may not contain "/"')
        self.name = name
        self.t = definition
        self.stack = stack_
        self.context = stack_.context
        self.attributes = {}
        self.id = self.uuid = None
        self.action = self.INIT
        self.status = self.COMPLETE

    external_id = property(lambda self: self.t.external_id())

    def get_reference_id(self) -> str:
        return str(self.name)

    def validate(self) -> None:
        self.t.validate()


class Anything:
    """The names of the attributes of a resource that does not exist yet: whatever can be looked up."""

    def __contains__(self, name: Any) -> bool:
        hash(name)
        return True


class Proxy(stk_defn.ResourceProxy):
    """A resource as functions see it, with all the attributes that the case gives it.

    Heat itself keeps only those that properties, metadata and outputs ask for, so that the result of others, such
    as `update_policy` or `external_id`, would depend on the rest of the template.
    """

    def __init__(self, name: str, definition: Any, case: Case) -> None:
        super().__init__(name, definition, None)
        self.given = case.get("attributes", {}).get(name)
        self.reference = case.get("resource_ids", {}).get(name, name)

    action = property(lambda self: self.INIT if self.given is None else self.CREATE)

    @property
    def attributes_schema(self) -> Container[Any]:
        return Anything() if self.given is None else {*self.given, "show"}

    def FnGetRefId(self) -> Any:  # noqa: N802  Heat's name
        return self.reference

    def FnGetAtt(self, key: Any, *path: Any) -> Any:  # noqa: N802
        if key not in self.attributes_schema:
            raise exception.InvalidTemplateAttribute(resource=self.name, key=key)
        return attributes.select_from_attribute(self.given.get(key), path)

    def FnGetAtts(self) -> dict[str, Any]:  # noqa: N802
        return {key: value for key, value in self.given.items() if key != "show"}


class Definition(stk_defn.StackDefinition):
    """A stack's definition that takes its surroundings from the case instead of a cloud."""

    def __init__(self, case: Case, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.case = case

    def __getitem__(self, name: str) -> Proxy:
        return Proxy(name, self.resource_definition(name), self.case)

    @property
    def parent_resource(self) -> "Parent | None":
        given = self.case.get("parent_resource")
        return None if given is None else Parent(given)

    def get_availability_zones(self) -> list[str]:
        return list(self.case.get("availability_zones", []))


class Parent:
    """The resource that represents the template in its parent."""

    def __init__(self, given: Mapping[str, Any]) -> None:
        self.given = given
        self._update_policy = given.get("update_policy") or {}

    t = property(lambda self: self)

    def metadata_get(self) -> Any:
        return self.given.get("metadata") or {}

    def deletion_policy(self) -> Any:
        return self.given.get("deletion_policy") or "Delete"


class Stack(stack.Stack):
    """A stack of opaque resources."""

    def __init__(self, case: Case, template_: template.Template, *, strict: bool) -> None:
        self.case = case
        self.named = {**_STACK, **case.get("stack", {})}
        project = self.named["project_id"]
        user = context.RequestContext(project_id=project, is_admin=False, username="u", password="p", roles=[])
        super().__init__(user, self.named["name"], None, strict_validate=strict, tenant_id=project)
        self.defn = Definition(case, self.context, template_, self.identifier(), {})

    def identifier(self) -> identifier.HeatIdentifier:
        return identifier.HeatIdentifier(self.named["project_id"], self.named["name"], self.named["id"])

    def _resources_for_defn(self, definition: Any) -> dict[str, Opaque]:
        names = definition.enabled_rsrc_names()
        return {name: Opaque(name, definition.resource_definition(name), self) for name in names}
