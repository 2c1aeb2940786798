"""Starts the Heat service beside the project so that it takes resources of every type, without a cloud.

Whatever a custom constraint or a plug-in looks up in a cloud is taken to be there; names stay as they are.  Nothing of
that can be created.
"""

import runpy
import sys
from collections.abc import Iterator
from typing import Any

from oslo_service import backend

backend.init_backend(backend.BackendType.THREADING)  # before anything of Heat is imported, as the service does

from heat.engine import constraints, resource, resources, translation  # noqa: E402

_initialise = resources.initialise


def _kinds(kind: Any) -> Iterator[Any]:
    for each in kind.__subclasses__():
        yield each
        yield from _kinds(each)


def _initialise_without_cloud() -> None:
    _initialise()
    for kind in _kinds(resource.Resource):
        if ".openstack." in kind.__module__ and ".openstack.heat." not in kind.__module__:
            kind.validate = resource.Resource.validate


constraints.BaseCustomConstraint.validate = lambda *_arguments, **_named: True
translation.resolve_and_find = lambda value, *_arguments, **_named: value
resources.initialise = _initialise_without_cloud

if __name__ == "__main__":
    runpy.run_path(sys.argv.pop(1), run_name="__main__")
