"""What a cloud may list for a custom constraint, held against the constraint classes of an installed Heat.

Most clouds, that of the tests among them, lack some of the services: this holds all of them.
"""

import inspect
from importlib.metadata import entry_points

import pytest

pytest.importorskip("heat", reason="the extra `parity` is not installed")

from os_service_types import ServiceTypes

from designer.cloud.project.list_definitions import LISTINGS
from hotcore.constraints.custom import local_constraints
from tests.parity import heat_stack  # noqa: F401  makes sure that it is the Heat of the shipped catalogue

CLASSES = {each.name: each for each in entry_points(group="heat.constraints")}
CLIENTS = {each.name: each for each in entry_points(group="heat.clients")}
OF_ENTITIES = "The {entity} ({value}) could not be found."
"""Heat's own sentence; in the others, it passes on what a client says."""
UNLISTED = {
    "neutron.lbaas.provider": "of the load balancing that Neutron no longer has; a provider has no ID",
    "nova.network": "Heat has the class of its own tests under this name, which looks nothing up",
    "test_constr": "for Heat's own tests",
}
"""Constraints that no service of today lists in a way that Heat looks them up, with the reason."""
SAID_BY_CLIENTS = {"neutron.segment", "trove.flavor", "blazar.reservation", "cinder.qos_specs"}
"""Constraints for which a client or its service makes the sentence."""


def client_of(constraint):
    """The plug-in of the client with which Heat looks something up."""
    name = getattr(constraint, "resource_client_name", None)
    return CLIENTS[name or inspect.getmodule(constraint).CLIENT_NAME].load()


def test_every_constraint_of_heat_is_listed_or_left_out_with_a_reason():
    assert set(CLASSES) == LISTINGS.keys() | UNLISTED.keys() | set(local_constraints())
    assert not LISTINGS.keys() & UNLISTED.keys()


@pytest.mark.parametrize("name", LISTINGS)
def test_a_list_comes_from_the_service_that_heat_asks(name):
    types = ServiceTypes()
    asked = {types.get_service_type(each) for each in client_of(CLASSES[name].load()).service_types}
    assert types.get_service_type(LISTINGS[name].service.type) in asked


@pytest.mark.parametrize("name", [name for name in LISTINGS if name.startswith("octavia.")])
def test_the_lists_of_octavia_are_those_in_which_heat_looks(name):
    assert CLASSES[name].load().base_url.strip("/") == LISTINGS[name].path


@pytest.mark.parametrize(
    "name", [name for name in LISTINGS if LISTINGS[name].service.name == "Neutron" and name not in SAID_BY_CLIENTS]
)
def test_a_thing_of_neutron_is_called_as_heat_calls_it(name):
    assert CLASSES[name].load().resource_name == LISTINGS[name].entity


@pytest.mark.parametrize(
    "name", [name for name in LISTINGS if LISTINGS[name].missing == OF_ENTITIES and name not in SAID_BY_CLIENTS]
)
def test_what_is_not_there_is_called_as_heat_calls_it(name):
    constraint = CLASSES[name].load()
    sources = inspect.getsource(getattr(client_of(constraint), constraint.resource_getter_name))
    sources += repr(getattr(constraint, "entity", ""))
    assert any(f"{quote}{LISTINGS[name].entity}{quote}" in sources for quote in "'\"")


def test_any_queue_is_taken():
    assert not LISTINGS["zaqar.queue"].missing
    getter = CLASSES["zaqar.queue"].load().resource_getter_name
    plugin = CLIENTS["zaqar"].load()
    assert getattr(plugin, getter)(None, "never made") == "never made"
