"""Asks the plug-in of a resource type of a real Heat, in this process, whether it accepts properties.

Everything that needs no cloud is Heat's own: schemas, translation of old properties to new ones, what the plug-in
checks.  Names and ids of objects in a cloud are accepted.
"""

import contextlib
import warnings
from collections.abc import Iterator, Mapping
from typing import Any
from unittest import mock

from tests.parity import heat_stack  # noqa: F401  makes Heat ready, and sure that it is the right one

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from heat.common import context, exception
    from heat.engine import environment, resource, resources, stack, template
    from heat.engine.clients.os import nova
    from heat.engine.resources.openstack.manila import share_network
    from heat.engine.resources.openstack.nova import server
    from heat.engine.resources.openstack.trove import instance

PROJECT = "b0f3c1a2d4e54f6788a9bacbdcedfe0f"
_VERSION = "heat_template_version"


class _Fits:
    """A custom constraint for which every value is right."""

    def validate(self, _value: Any, _context: Any) -> bool:
        return True


class _Cloud:
    """A client plug-in of a cloud in which every requested object exists."""

    def __getattr__(self, _name: str) -> Any:
        return lambda *_arguments, **_options: "one-id"


@contextlib.contextmanager
def cloud() -> Iterator[None]:
    """A temporary stand-in for a cloud, for the plug-ins of resource types."""
    constraints = dict.fromkeys(resources.global_env().constraints, _Fits)
    with (
        mock.patch.object(resources.global_env(), "constraints", constraints),
        mock.patch.object(resource.Resource, "is_service_available", return_value=(True, None)),
        mock.patch.object(server.Server, "_validate_image_flavor", return_value=None),
        mock.patch.object(nova.NovaClientPlugin, "is_version_supported", return_value=True),
        mock.patch.object(share_network.ManilaShareNetwork, "client_plugin", return_value=_Cloud()),
        mock.patch.object(instance.Instance, "client_plugin", return_value=_Cloud()),
        warnings.catch_warnings(),
    ):
        warnings.simplefilter("ignore")
        yield


def refusal(type_name: str, properties: Mapping[str, Any]) -> str | None:
    """Why Heat refuses a resource of the type with these properties before it creates anything; None: it does not."""
    built = _stack(type_name, properties)
    try:
        answered = built["r"].validate()
    except (exception.HeatException, ValueError) as error:
        return f"{type(error).__name__}: {error}"
    return str(answered) if answered else None


def attribute(type_name: str, properties: Mapping[str, Any], name: str) -> Any:
    """An attribute of a resource of the type that is there and has these properties."""
    built = _stack(type_name, properties)
    made = built["r"]
    made.resource_id = "one-id"
    return made.get_attribute(name)


def _stack(type_name: str, properties: Mapping[str, Any]) -> stack.Stack:
    body = {"type": type_name, "properties": dict(properties)}
    written = template.Template({_VERSION: "2021-04-16", "resources": {"r": body}}, env=environment.Environment({}))
    user = context.RequestContext(project_id=PROJECT, is_admin=False, username="u", password="p", roles=[])
    return stack.Stack(user, "demo", written, tenant_id=PROJECT)
