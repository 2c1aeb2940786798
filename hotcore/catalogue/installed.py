"""A catalogue from an installed openstack-heat, with its descriptions.

Heat is imported only on demand, and only its plug-ins are initialised.
"""

import importlib
import warnings
from pathlib import PurePath
from types import ModuleType
from typing import Any

from hotcore.catalogue.catalogue_data import FORMAT, filled, nonempty, support_status
from hotcore.runtime import LazyModule, docstring

logging: Any = LazyModule("logging")
metadata: Any = LazyModule("importlib.metadata")

_PACKAGE = "openstack-heat"


class NotInstalled(Exception):
    """There is no usable openstack-heat in this Python environment."""


def installed_catalogue() -> dict[str, Any]:
    """The catalogue, as data to be written to a file; raises `NotInstalled`."""
    try:
        release = metadata.version(_PACKAGE)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return _catalogue(release)
    except (ImportError, metadata.PackageNotFoundError) as error:
        raise NotInstalled(f"{_PACKAGE} is not installed in this Python environment ({error})") from None


def _catalogue(release: str) -> dict[str, Any]:
    logging.getLogger("heat").setLevel(logging.CRITICAL)
    logging.getLogger("stevedore").setLevel(logging.CRITICAL)
    options, resources, info = map(
        importlib.import_module, ("oslo_config.cfg", "heat.engine.resources", "heat.engine.environment")
    )
    options.CONF([], project="heat", default_config_files=[])
    resources.initialise()
    registry = resources.global_env().registry._registry
    entries = {name: entry for name, entry in sorted(registry.items()) if isinstance(entry, info.ResourceInfo)}
    types = {name: _type(name, e.value) for name, e in entries.items() if isinstance(e, info.ClassResourceInfo)}
    aliases = {name: _target(entry, info) for name, entry in entries.items() if name not in types}
    found = filled(types)
    return {"format": FORMAT, "heat": release, **found, "aliases": found["aliases"] | aliases}


def _target(entry: Any, info: ModuleType) -> Any:
    """The target of an alias."""
    if isinstance(entry, info.TemplateResourceInfo):
        return {"template": PurePath(entry.value).name}
    return entry.value


def _type(name: str, plugin: Any) -> dict[str, Any]:
    properties = importlib.import_module("heat.engine.properties")
    stack_resource = importlib.import_module("heat.engine.resources.stack_resource").StackResource
    policy = getattr(plugin, "update_policy_schema", None) or {}
    attributes = {**plugin.attributes_schema, **plugin.base_attributes_schema}
    return nonempty(
        family=name.partition("::")[0],
        support_status=_support(plugin.support_status, always=True),
        description=docstring(plugin),
        client=plugin.default_client_name,
        extension=plugin.required_service_extension,
        entity=plugin.entity,
        update_policy={key: _property(schema) for key, schema in properties.schemata(policy).items()},
        nested_stack=issubclass(plugin, stack_resource),
        signal=callable(getattr(plugin, "handle_signal", None)),
        implicit_dependencies=_adds_dependencies(plugin),
    ) | {
        "properties": {key: _property(schema) for key, schema in properties.schemata(plugin.properties_schema).items()},
        "attributes": {key: _attribute(schema) for key, schema in attributes.items()},
    }


def _adds_dependencies(plugin: Any) -> bool:
    base = importlib.import_module("heat.engine.resource").Resource
    return any(
        getattr(plugin, method, None) is not getattr(base, method, None)
        for method in ("add_dependencies", "add_explicit_dependencies")
    )


def _property(schema: Any) -> dict[str, Any]:
    nested = schema.schema
    listed = schema.type == schema.LIST and nested is not None
    return (
        {"type": schema.type.lower()}
        | nonempty(
            description=schema.description,
            required=schema.required,
            constraints=[dict(each) for each in schema.constraints],
            update_allowed=schema.update_allowed,
            immutable=schema.immutable,
            allow_conversion=schema.allow_conversion,
            support_status=_support(schema.support_status),
            items=_property(nested["*"]) if listed else None,
            keys={key: _property(each) for key, each in nested.items()} if nested and not listed else None,
        )
        | ({} if schema.default is None else {"default": schema.default})
        | ({} if schema.implemented else {"implemented": False})
    )


def _attribute(schema: Any) -> dict[str, Any]:
    kept = {} if schema.cache_mode != schema.CACHE_NONE else {"cached": False}
    return kept | nonempty(
        description=schema.description,
        type=schema.type and schema.type.lower(),
        support_status=_support(schema.support_status),
    )


def _support(status: Any, *, always: bool = False) -> dict[str, Any]:
    found = support_status(status.to_dict(), always=always)
    substitute: Any = status.substitute_class
    return found if substitute is None else found | {"substitute": _name_of(substitute)}


def _name_of(plugin: Any) -> str:
    """The resource type that a plug-in is for."""
    registry = importlib.import_module("heat.engine.resources").global_env().registry._registry
    names = (name for name, entry in sorted(registry.items()) if getattr(entry, "value", None) is plugin)
    return str(next(names))
