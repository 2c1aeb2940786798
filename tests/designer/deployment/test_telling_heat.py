"""What is told to be gone: only what was chosen and no service has, whatever Heat cannot read."""

from collections.abc import Iterator

import pytest
from django.utils import timezone

from designer.cloud.service.faults import CloudFault
from designer.deployment.drift.drift import drift_of
from designer.deployment.drift.missing_resources import tell_heat
from designer.deployment.stacks.stack_details import Details, Resource
from designer.deployment.stacks.stacks import Stack
from designer.models import CloudConnection
from tests.local_service import LocalService, Responder, as_lab, connection_to

pytestmark = [pytest.mark.django_db, pytest.mark.enable_socket]
TYPES = {
    "one": "OS::Neutron::Subnet",
    "two": "OS::Neutron::Subnet",
    "address": "OS::Neutron::FloatingIP",
    "another": "OS::Neutron::FloatingIP",
    "volume": "OS::Cinder::VolumeAttachment",
}


class Cloud(LocalService):
    """Services in the place of Heat and Neutron: what can be read, what is listed, and what Heat is told."""

    def __init__(self) -> None:
        self.readable = {"volume"}
        self.subnets: list[str] | None = []
        self.told: list[str] = []
        self.takes = 9
        super().__init__(Handler)


class Handler(Responder):
    server: Cloud

    def answer(self) -> None:
        name = self.path.partition("?")[0].rpartition("/")[2]
        if self.command == "PATCH":
            self.mark()
        elif name == "resources":
            self.respond(200, {"resources": []})
        elif name == "subnets":
            found = self.server.subnets
            self.respond(
                200 if found is not None else 503, {"subnets": [{"id": each, "name": ""} for each in found or ()]}
            )
        else:
            self.respond(200, {"resource": {"attributes": {"id": "x" if name in self.server.readable else None}}})

    def mark(self) -> None:
        """Take that a resource is gone."""
        is_taken = len(self.server.told) < self.server.takes
        self.server.told += [self.path.rpartition("/")[2]] if is_taken else []
        self.respond(200 if is_taken else 500, {})


@pytest.fixture
def cloud(settings, tmp_path) -> Iterator[Cloud]:
    """A cloud in which Heat reads nothing of Neutron, and something of Cinder."""
    with as_lab(settings, tmp_path, Cloud()) as found:
        yield found


@pytest.fixture
def connection(cloud, alice) -> CloudConnection:
    return connection_to(cloud, alice, "orchestration", "network")


@pytest.fixture
def details() -> Details:
    stack = Stack("s", "1", "CREATE_COMPLETE", "", timezone.now(), None, (), None)
    resources = [Resource((name,), kind, f"id-{name}", "CREATE_COMPLETE", "") for name, kind in TYPES.items()]
    return Details(stack, resources, [], {}, "heat_template_version: 2021-04-16\n", "")


def test_what_cannot_be_read_is_not_said_to_be_gone(connection, details) -> None:
    drift = drift_of(connection, details)
    assert {(each.name, each.kind) for each in drift.findings} == {
        (name, "unread") for name in TYPES if name != "volume"
    }


def test_only_what_was_chosen_and_still_cannot_be_read_is_told(cloud, connection, details) -> None:
    cloud.readable.add("address")
    assert tell_heat(connection, details, ["one", "another", "volume", "no such"]) == 2
    assert cloud.told == ["one", "another"]
    with pytest.raises(CloudFault, match="Choose resources"):
        tell_heat(connection, details, ["volume"])


@pytest.mark.parametrize(
    ("subnets", "chosen", "words"),
    [
        (["id-two"], ["one", "two"], "Nothing was told. Neutron lists two, so it is there."),
        (None, ["one"], "Nothing was told. Neutron answered with an error"),
        ([], ["one", "address"], "Nothing was told. No resource of Neutron can be read"),
    ],
)
def test_nothing_is_told_where_something_may_be_there(cloud, connection, details, subnets, chosen, words) -> None:
    cloud.subnets = subnets
    with pytest.raises(CloudFault) as fault:
        tell_heat(connection, details, chosen)
    assert fault.value.words.startswith(words)
    assert cloud.told == []


def test_a_fault_in_the_middle_says_what_heat_knows(cloud, connection, details) -> None:
    cloud.takes = 1
    with pytest.raises(CloudFault, match=r"Heat knows now that these are gone: one\. Then it failed: Heat"):
        tell_heat(connection, details, ["one", "two"])
