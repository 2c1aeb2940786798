"""The page of a stack whose Heat says very much, or nothing that anybody expects."""

import html
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from designer.cloud import IN_SESSION
from designer.deployment.drift.drift import drift_of
from designer.deployment.stacks.stack_details import stack_of
from designer.models import CloudConnection
from tests.local_service import LocalService, Responder, as_lab, connection_to
from tests.pace import within

pytestmark = [pytest.mark.django_db, pytest.mark.enable_socket]
ID = "5f1b1f4e-6a34-4d1c-9d3e-8f3f5a1f2b3c"
ADDRESS = f"/stacks/many/{ID}/"
STACK = {
    "stack_name": "many",
    "id": ID,
    "stack_status": "CREATE_COMPLETE",
    "creation_time": "2026-01-01T00:00:00Z",
    "parameters": {},
}
VERSION = {"heat_template_version": "2021-04-16"}


class Cloud(LocalService):
    """A service in the place of Heat with one stack, whose answers are given by the end of the path.

    Of several answers to the same request, the last one is given again and again.
    """

    def __init__(self) -> None:
        self.answers: dict[str, list[Any]] = {
            ID: [{"stack": STACK}],
            "template": [VERSION],
            "resources": [{"resources": []}],
            "stacks": [{"stacks": [STACK]}],
        }
        super().__init__(Handler)


class Handler(Responder):
    server: Cloud

    def answer(self) -> None:
        answers = self.server.answers.get(self.path.partition("?")[0].rpartition("/")[2], [{}])
        answer = answers.pop(0) if len(answers) > 1 else answers[0]
        self.respond(400 if isinstance(answer, dict) and "error" in answer else 200, answer)


@pytest.fixture
def cloud(settings, tmp_path) -> Iterator[Cloud]:
    with as_lab(settings, tmp_path, Cloud()) as found:
        yield found


@pytest.fixture
def connection(alice, cloud) -> CloudConnection:
    return connection_to(cloud, alice, "orchestration")


@pytest.fixture
def connected(client, alice, connection) -> Client:
    client.force_login(alice)
    session = client.session
    session[IN_SESSION] = connection.pk
    session.save()
    return client


def page(client: Client, query: str = "") -> str:
    answer = client.get(ADDRESS + query)
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def resource(name: str, status: str = "CREATE_COMPLETE", reason: str = "", **more: Any) -> dict[str, Any]:
    return {
        "resource_name": name,
        "resource_type": "OS::Heat::RandomString",
        "resource_status": status,
        "resource_status_reason": reason,
        **more,
    }


@pytest.mark.parametrize("wrong", [None, ["x"], [{}], [resource("a", links=5)]], ids=str)
def test_resources_of_another_shape_are_told_when_drift_is_looked_for(connected, cloud, wrong) -> None:
    cloud.answers["resources"] = [{"resources": []}, {"resources": wrong}]
    assert "Heat&#x27;s answer could not be read" in page(connected, "?drift=1")


def test_thousands_of_resources_that_are_gone_are_told_at_a_cost_that_grows_with_them(connection, cloud) -> None:
    gone = [resource(f"r{at}", "CHECK_FAILED", "not found") for at in range(10_000)]
    cloud.answers["resources"] = [{"resources": []}, {"resources": gone}]
    details = stack_of(connection, "many", ID)
    with within(3):
        drift = drift_of(connection, details)
    assert [each.kind for each in drift.findings] == ["gone"] * 10_000


def test_of_thousands_of_findings_a_page_is_shown_with_the_way_to_the_others(connected, cloud) -> None:
    gone = [resource(f"r{at:04}", "CHECK_FAILED", "not found") for at in range(10_000)]
    cloud.answers["resources"] = [{"resources": []}, {"resources": gone}]
    text = page(connected, "?drift=1")
    assert len(text) < 200_000
    assert re.findall('data-testid="drift-(r[0-9]+)"', text) == [f"r{at:04}" for at in range(100)]
    assert 'Drift <span class="meta">10000</span>' in text
    (more,) = re.findall(r'href="([^"]+)">Next<', text)
    cloud.answers["resources"] = [{"resources": []}, {"resources": gone}]
    text = page(connected, html.unescape(more))
    assert re.findall('data-testid="drift-(r[0-9]+)"', text) == [f"r{at:04}" for at in range(100, 200)]


def test_what_cannot_be_read_is_told_to_heat_from_the_page_that_shows_it(connected, cloud) -> None:
    names = [f"r{at:03}" for at in range(120)]
    cloud.answers["resources"] = [{"resources": [resource(name, physical_resource_id="x") for name in names]}]
    cloud.answers |= {name: [{"resource": {"attributes": {"id": None}}}] for name in names}
    for number, shown in (1, names[:100]), (2, names[100:]):
        text = page(connected, f"?drift=1&page={number}")
        assert re.findall('name="gone" value="(r[0-9]+)"', text) == shown


def snapshot(number: int, resources: int) -> dict[str, Any]:
    """A snapshot of many resources, which the stack has no more."""
    properties = {"length": number + 5}
    made = {f"r{at}": {"type": "OS::Heat::RandomString", "properties": properties} for at in range(resources)}
    return {
        "id": f"5f1b1f4e-6a34-4d1c-9d3e-{number:012}",
        "name": f"of-{number}",
        "status": "COMPLETE",
        "creation_time": f"2026-01-{30 - number:02}T00:00:00Z",
        "data": {"template": VERSION | {"resources": made}},
    }


def test_snapshots_are_compared_while_there_is_time_and_the_others_say_so(connected, cloud, monkeypatch) -> None:
    cloud.answers["snapshots"] = [{"snapshots": [snapshot(at, 2) for at in range(12)]}]
    text = page(connected, "?tab=snapshots")
    assert (text.count("2 resources created"), text.count("Not compared with the stack")) == (10, 2)
    cloud.answers["snapshots"] = [{"snapshots": [snapshot(at, 400) for at in range(10)]}]
    monkeypatch.setattr("designer.deployment.stacks.snapshots.SECONDS", 0.01)
    text = page(connected, "?tab=snapshots")
    assert (text.count("400 resources created"), text.count("Not compared with the stack")) == (1, 9)


def test_of_thousands_of_outputs_the_first_ones_are_shown_and_the_others_counted(connected, cloud) -> None:
    told = [{"output_key": f"o{at}", "output_value": "x"} for at in range(10_000)]
    cloud.answers[ID] = [{"stack": STACK | {"outputs": told}}]
    text = page(connected)
    assert len(re.findall('data-testid="output-o[0-9]+"', text)) == 500
    assert 'Outputs <span class="meta">10000</span>' in text
    assert "9500 more are not shown" in text
    cloud.answers[ID] = [{"stack": STACK | {"outputs": told[:500]}}]
    assert "not shown" not in page(connected)


@pytest.mark.parametrize(
    ("address", "leads_back"), [("/clouds/?chip=1", "next=/clouds/%3Fchip%3D1"), ("/clouds/catalogue/", "")]
)
def test_a_page_whose_address_is_none_is_answered(connected, address, leads_back) -> None:
    asked = {"HX-Request": "true", "HX-Current-URL": "http://["}
    answer = connected.get(address, headers=asked)
    assert answer.status_code == 200
    assert leads_back in answer.content.decode()
    asked["HX-Current-URL"] = f"http://testserver{ADDRESS}"
    assert ADDRESS in connected.get(address, headers=asked).content.decode()
