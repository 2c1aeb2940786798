"""Answers of a cloud beyond all bounds: times that no database has, endless lists, texts that are costly to read.

Each is told as an answer that cannot be read, or read as far as is of use; it costs nobody a worker or a page.
"""

import json
from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from keystoneauth1.session import Session

import hotcore
from designer.cloud.connection.sign_in import LARGEST as LARGEST_TOKEN
from designer.cloud.connection.sign_in import LASTING
from designer.cloud.project import lists
from designer.cloud.project.choices import verdicts
from designer.cloud.project.facts import read_facts
from designer.cloud.project.heat import Heat, time_of
from designer.cloud.project.verdicts import Presence
from designer.cloud.service.faults import CloudFault, Fault
from designer.cloud.service.transport import LARGEST, LoggedAdapter
from designer.deployment.stacks.surroundings import around
from designer.models import CloudConnection, CloudCredential, CloudList, CloudQuota
from tests.local_service import LocalService, Responder, as_lab, connection_to
from tests.pace import within

pytestmark = [pytest.mark.django_db, pytest.mark.enable_socket]
TEMPLATE = """\
heat_template_version: 2021-04-16
parameters: {flavor: {type: string, constraints: [{custom_constraint: nova.flavor}]}}
"""
SIGN_IN = {"cloud": "lab", "way": "credential", "identifier": "i", "secret": "s"}
BEYOND = ["0001-01-01T00:00:00+14:00", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59-14:00"]


class Cloud(LocalService):
    """All services of a cloud in one place: `token` is what Keystone gives, `bodies` are given by the end of a path."""

    def __init__(self) -> None:
        self.token: dict[str, Any] = {}
        self.bodies: dict[str, bytes] = {}
        self.status = 200
        self.kind = "application/json"
        self.flavors: Iterator[int] = count()
        self.asked: list[str] = []
        super().__init__(Handler)


class Handler(Responder):
    server: Cloud

    def answer(self) -> None:
        end = self.path.partition("?")[0].rpartition("/")[2]
        self.server.asked.append(end)
        if end == "tokens":
            body = json.dumps({"token": self.server.token}).encode()
        elif end in self.server.bodies:
            body = self.server.bodies[end]
        else:
            flavor = {"id": next(self.server.flavors), "name": "small", "vcpus": 1, "ram": 1, "disk": 1}
            body = json.dumps({"flavors": [flavor], "flavors_links": [{"rel": "next"}]}).encode()
        self.send_response(self.server.status)
        self.send_header("X-Subject-Token", "t")
        self.send_header("Content-Type", self.server.kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


@pytest.fixture
def cloud(settings, tmp_path) -> Iterator[Cloud]:
    with as_lab(settings, tmp_path, Cloud()) as found:
        yield found


@pytest.fixture
def heat(cloud) -> Heat:
    session = Session()
    session.session.mount("http://", LoggedAdapter(LARGEST))
    return Heat(session, cloud.address)


@pytest.fixture
def alices(alice, client) -> Client:
    client.force_login(alice)
    return client


@pytest.fixture
def connection(alice, cloud) -> CloudConnection:
    return connection_to(cloud, alice, "compute")


def token(**more: object) -> dict[str, Any]:
    rest = {"catalog": [], "methods": ["application_credential"], "user": {"id": "u", "name": "alice"}}
    return {**rest, "expires_at": "2099-01-01T00:00:00Z", "project": {"id": "p" * 32, "name": "shop"}, **more}


@pytest.mark.parametrize("told", [*({"expires_at": time} for time in BEYOND), {"catalog": ["x" * LARGEST_TOKEN]}])
def test_a_token_that_cannot_be_kept_is_refused_and_the_pages_go_on(cloud, alices, told) -> None:
    cloud.token = token(**told)
    page = alices.post("/clouds/", SIGN_IN, follow=True)
    assert "Keystone&#x27;s answer could not be read" in page.content.decode()
    assert not CloudConnection.objects.exists()
    assert alices.get("/clouds/").status_code == 200


def test_a_token_is_kept_for_some_days_and_its_project_as_far_as_there_is_room(cloud, alices) -> None:
    cloud.token = token(expires_at="9999-12-31T23:59:59Z", project={"id": "\0" + "p" * 70, "name": "shop"})
    assert alices.post("/clouds/", SIGN_IN, follow=True).status_code == 200
    made = CloudConnection.objects.get()
    assert made.project_id == "p" * 64
    assert made.ends <= timezone.now() + LASTING
    assert alices.get("/clouds/").status_code == 200


def test_an_id_for_which_there_is_no_room_is_refused_before_it_is_sent(cloud, alices) -> None:
    cloud.token = token()
    page = alices.post("/clouds/", SIGN_IN | {"identifier": "i" * 65, "keeps": "on"})
    assert "at most 64 characters" in page.content.decode()
    assert cloud.asked == []
    assert alices.post("/clouds/", SIGN_IN | {"identifier": "i" * 64, "keeps": "on"}, follow=True).status_code == 200
    assert CloudCredential.objects.get().identifier == "i" * 64


@pytest.mark.parametrize("time", BEYOND)
def test_a_time_that_no_database_has_is_none(time) -> None:
    with pytest.raises((ValueError, OverflowError)):
        time_of(time)


def test_a_list_that_always_has_more_ends(cloud, connection) -> None:
    assert len(lists.read_list(connection, "nova.flavor").rows) == lists.PAGES
    assert len(cloud.asked) == lists.PAGES
    cloud.asked.clear()
    cloud.flavors = iter([7] * lists.PAGES)
    lists.read_list(connection, "nova.flavor")
    assert len(cloud.asked) == 2


def test_a_list_of_long_texts_is_kept_as_far_as_there_is_room(cloud, connection) -> None:
    flavors = [{"id": f"{at:0255}", "name": "n" * 255, "vcpus": 1, "ram": 1, "disk": 1} for at in range(8000)]
    cloud.bodies["detail"] = json.dumps({"flavors": flavors}).encode()
    rows = lists.read_list(connection, "nova.flavor").rows
    assert 1_900_000 < sum(len(row[0]) + len(row[1]) for row in rows) <= lists.LARGEST


def test_many_values_of_a_long_list_are_looked_up_in_little_time(connection) -> None:
    rows = [[f"flavor-{at}", f"id-{at}", ["1", "1", "1"]] for at in range(10_000)]
    CloudList.objects.create(connection=connection, constraint="nova.flavor", rows=rows)
    (parameter,) = hotcore.load(TEMPLATE).template.parameters.values()
    texts = [f"flavor-{at}" if at % 2 else f"flaver-{at}x" for at in range(3000)]
    with within(1.2):
        found = verdicts(connection, [(parameter, text) for text in texts])
    assert found[0].near
    assert [each.presence for each in found] == [Presence.MISSING, Presence.THERE] * 1500


def test_a_quota_of_more_digits_than_can_be_written_is_a_large_one(cloud, connection) -> None:
    names = "Instances Cores RAMSize"
    most = {f"maxTotal{name}": 10**4299 for name in names.split()}
    used = {f"total{name}Used": -(10**4299) for name in ("Instances", "Cores", "RAM")}
    cloud.bodies["limits"] = json.dumps({"limits": {"absolute": most | used}}).encode()
    read_facts(connection, is_wanted=True)
    assert CloudQuota.objects.get().left["servers"] == [2 * 10**15, 10**15]


@pytest.mark.parametrize("said", ["rule:" * 1600, "rule:" * 1600 + ") is disallowed by policy"])
def test_what_forbids_a_request_is_looked_for_in_little_time(cloud, heat, said) -> None:
    cloud.status, cloud.bodies["stacks"] = 403, json.dumps({"error": {"message": said}}).encode()
    with within(0.3), pytest.raises(CloudFault) as caught:
        heat.stacks()
    assert caught.value.fault == Fault.FORBIDDEN


def test_the_name_of_a_nested_stack_is_read_in_little_time() -> None:
    with within(0.1):
        assert around("shop", "s0-" + "a" * 40_000)


@pytest.mark.parametrize(
    "body",
    [
        b'{"stacks": [' + b"0," * 600_000 + b"0]}",
        b'{"stacks": ["' + b"x" * LARGEST + b'"]}',
        b'{"stacks": ["\xed\xa0\x80"]}',
    ],
    ids=["many", "large", "half a character"],
)
def test_an_answer_of_too_many_values_or_bytes_or_of_no_text_is_not_read(cloud, heat, body) -> None:
    cloud.bodies["stacks"] = body
    with pytest.raises(CloudFault) as caught:
        heat.stacks()
    assert caught.value.fault == Fault.UNREADABLE


@pytest.mark.parametrize("status", [200, 403])
def test_an_answer_is_read_as_json_is_written_whatever_it_says(cloud, heat, status) -> None:
    cloud.status, cloud.kind = status, "application/json; charset=punycode"
    cloud.bodies["stacks"] = b"x" * 2_000_000 + b"-" + b"a" * 10_000
    with within(0.3), pytest.raises(CloudFault):
        heat.stacks()
