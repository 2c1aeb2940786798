"""The answer of a real Heat, in this process, whether it accepts the properties of resources, without a cloud.

The resources are made by the installed plug-ins, and each is validated by what all plug-ins share: functions, the
deletion policy, the update policy and the properties against their schemas.  What single plug-ins check beyond that
is left out, and whether a cloud has what a custom constraint looks up: it is taken to have it.
"""

import contextlib
import functools
import warnings
from collections.abc import Iterator, Mapping
from typing import Any
from unittest import mock

from tests.parity.heat import Refused, _at, _frames
from tests.parity.heat_stack import context, resource, resources, stack, template

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from heat.common import template_format
    from heat.engine import constraints, environment
    from heat.engine.resources.openstack.heat.none_resource import NoneResource

PROJECT = "b0f3c1a2d4e54f6788a9bacbdcedfe0f"


@functools.cache
def _constraint(name: str) -> Any:
    """The plug-in of a custom constraint, whatever others may have put in its place."""
    made = resources.global_env().get_constraint(name)
    return made and made()


@contextlib.contextmanager
def _without_a_cloud() -> Iterator[None]:
    """Every service is there, and everything that is looked up in one."""
    look_up = property(lambda self: _constraint(self.name))
    with (
        mock.patch.object(resource.Resource, "is_service_available", return_value=(True, None)),
        mock.patch.object(constraints.BaseCustomConstraint, "validate", return_value=True),
        mock.patch.object(constraints.CustomConstraint, "custom_constraint", look_up),
        warnings.catch_warnings(),
    ):
        warnings.simplefilter("ignore")
        yield


class Stack(stack.Stack):
    """A stack of real resources that was never stored."""

    def __init__(self, template_: template.Template) -> None:
        user = context.RequestContext(project_id=PROJECT, is_admin=False, username="u", password="p", roles=[])
        super().__init__(user, "demo", template_, strict_validate=True, tenant_id=PROJECT)


def refusal(text: str, given: Mapping[str, Any] | None = None) -> Refused | None:
    """Heat's refusal of a template with parameter values, or None if it accepts them."""
    with _frames(), _without_a_cloud():
        try:
            _check(text, given or {})
        except Refused as refused:
            return refused
    return None


def _check(text: str, given: Mapping[str, Any]) -> None:
    data = _at("parse", lambda: template_format.parse(text))
    around = environment.Environment({"parameters": dict(given)})
    read = _at("parse", lambda: template.Template(data, env=around))
    built = _at("parameters", lambda: Stack(read))
    _at("resources", read.validate)
    _at("parameters", lambda: built.parameters.validate(context=built.context, validate_value=True))
    _at("conditions", lambda: read.conditions(built).validate())
    _at("resources", lambda: built.resources)
    _at("resources", lambda: built._update_all_resource_data(for_resources=True, for_outputs=True))
    _at("resources", lambda: [_validate(each) for each in built.dependencies])
    _at("outputs", lambda: [output.validate() for output in built.outputs.values()])


def _validate(made: Any) -> None:
    if made.external_id is None and not isinstance(made, NoneResource):
        resource.Resource.validate_template(made)
