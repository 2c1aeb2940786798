"""What becomes of answers of Heat that come late, not at all, or in no shape that anybody expects."""

import json
from types import SimpleNamespace

import pytest
from django.db import DatabaseError
from keystoneauth1.session import Session

from designer.cloud.project.heat import Heat
from designer.cloud.service.faults import CloudFault, Fault
from designer.deployment.runs import real_attributes
from designer.deployment.stacks import adoption, stacks
from designer.deployment.stacks.adoption import abandon_stack, adopt_stack
from designer.deployment.stacks.stacks import is_at_work, newest_stacks
from designer.deployment.views.stack import watched
from tests.local_service import LocalService, Responder

pytestmark = pytest.mark.enable_socket
ID = "5f1b1f4e-6a34-4d1c-9d3e-8f3f5a1f2b3c"


class Service(LocalService):
    """A service in the place of Heat, whose answers are given by method and the end of the path."""

    def __init__(self) -> None:
        self.answers: dict[tuple[str, str], tuple[int, object]] = {}
        self.asked: list[tuple[str, str]] = []
        super().__init__(Handler)

    def answer(self, method: str, end: str, value: object, status: int = 200) -> None:
        self.answers[method, end] = status, value


class Handler(Responder):
    server: Service

    def answer(self) -> None:
        end = self.path.partition("?")[0].rpartition("/")[2]
        self.server.asked.append((self.command, end))
        self.respond(*self.server.answers[self.command, end])


@pytest.fixture
def service():
    found = Service()
    yield found
    found.end()


@pytest.fixture
def heat(service) -> Heat:
    return Heat(Session(), service.address)


def test_real_attributes_that_are_not_read_in_time_are_counted_and_the_rest_is_kept(service, heat, monkeypatch) -> None:
    wanted = {name: ["first", "second"] for name in ("one", "two", "three")}
    monkeypatch.setattr(real_attributes, "wanted_attributes", lambda _run: wanted)
    run = SimpleNamespace(stack_name="stack", stack_id=ID)
    for name in ("one", "three"):
        service.answer("GET", name, {"resource": {"attributes": {"first": f"of {name}", "second": None}}})
    service.answer("GET", "two", {}, 404)
    found = real_attributes.real_attributes(run, heat)
    assert found.texts == {"one.first": "of one", "three.first": "of three"}
    assert found.unread == 0
    monkeypatch.setattr(real_attributes, "SECONDS", 0)
    found = real_attributes.real_attributes(run, heat)
    assert (found.texts, found.unread) == ({}, 6)


class Connection:
    """Who asks, as far as the audit log writes it down."""

    def __str__(self) -> str:
        return "demo"


@pytest.fixture
def recorded(heat, monkeypatch) -> list[str]:
    """What the audit log is told, while Heat is the service."""
    found: list[str] = []
    monkeypatch.setattr(adoption, "heat_of", lambda _connection: heat)
    monkeypatch.setattr(adoption, "record", lambda _act, subject: found.append(subject))
    return found


STACK = {"name": "stack", "template": {"heat_template_version": "2021-04-16"}, "resources": {}}
NAMED = {"connection": Connection(), "name": "stack", "stack_id": ID}


@pytest.mark.parametrize("answer", [("lost", 200), ({}, 504)])
def test_the_data_of_a_stack_is_there_when_the_answer_to_abandoning_it_is_lost(service, recorded, answer) -> None:
    service.answer("GET", "export", STACK)
    service.answer("DELETE", "abandon", *answer)
    assert json.loads(abandon_stack(**NAMED)) == STACK
    assert service.asked == [("GET", "export"), ("DELETE", "abandon")]
    assert recorded == ["demo: stack: abandon"]


def test_what_heat_refuses_to_abandon_or_to_tell_is_not_abandoned(service, recorded) -> None:
    service.answer("GET", "export", "no JSON")
    with pytest.raises(CloudFault):
        abandon_stack(**NAMED)
    assert service.asked == [("GET", "export")]
    service.answer("GET", "export", STACK)
    service.answer("DELETE", "abandon", {"error": {"message": "It is locked."}}, 409)
    with pytest.raises(CloudFault, match="It is locked"):
        abandon_stack(**NAMED)
    assert recorded == []


def test_an_audit_log_that_fails_does_not_stand_before_the_data(service, recorded, monkeypatch) -> None:
    def fail(*_args: object) -> None:
        raise DatabaseError

    monkeypatch.setattr(adoption, "record", fail)
    service.answer("GET", "export", STACK)
    service.answer("DELETE", "abandon", STACK | {"status": "COMPLETE"})
    assert json.loads(abandon_stack(**NAMED))["status"] == "COMPLETE"


def test_the_data_is_measured_as_it_is_sent_and_not_as_it_is_written(service, recorded) -> None:
    service.answer("POST", "stacks", {"stack": {"id": ID}}, 201)

    def adopted(number: int) -> str:
        data = json.dumps(STACK | {"resources": {str(at): {"a": [[at]]} for at in range(number)}}, indent=2)
        return adopt_stack(connection=Connection(), name="again", data=data.encode())

    assert adopted(30_000) == ID  # a file of more than 2 MiB
    with pytest.raises(CloudFault, match="The data is larger than 1 MiB"):
        adopted(40_000)
    with pytest.raises(CloudFault, match="The file is larger than 4 MiB"):
        adopted(60_000)


LISTED = {"stack_name": "one", "id": ID, "stack_status": "CREATE_COMPLETE", "creation_time": "2026-01-01T00:00:00Z"}


@pytest.mark.parametrize("wrong", [{"id": "no-uuid"}, {"id": None}, {"stack_name": "a/b"}, {"stack_name": ""}])
def test_a_stack_that_no_page_can_have_in_its_address_is_an_unreadable_answer(
    service, heat, monkeypatch, wrong
) -> None:
    monkeypatch.setattr(stacks, "heat_of", lambda _connection: heat)
    monkeypatch.setattr(stacks, "runs_of_stacks", lambda _connection, _ids: {})
    service.answer("GET", "stacks", {"stacks": [LISTED]})
    assert [each.id for each in newest_stacks(Connection(), 5)] == [ID]
    service.answer("GET", "stacks", {"stacks": [LISTED | wrong]})
    with pytest.raises(CloudFault) as raised:
        newest_stacks(Connection(), 5)
    assert raised.value.fault is Fault.UNREADABLE


def test_a_new_stack_without_an_id_is_an_unreadable_answer(service, heat) -> None:
    service.answer("POST", "stacks", {"stack": {"id": "../other"}}, 201)
    with pytest.raises(CloudFault) as raised:
        heat.create({})
    assert raised.value.fault is Fault.UNREADABLE


@pytest.mark.parametrize("shape", ["text", 5, ["list"], None])
def test_a_page_that_waits_for_a_stack_goes_on_after_an_answer_of_another_shape(
    service, heat, monkeypatch, shape
) -> None:
    monkeypatch.setattr(stacks, "heat_of", lambda _connection: heat)
    service.answer("GET", ID, {"stack": shape})
    assert "HX-Refresh" not in watched(Connection(), "stack", ID).headers
    service.answer("GET", ID, {"stack": LISTED})
    assert watched(Connection(), "stack", ID).headers["HX-Refresh"] == "true"
    assert not is_at_work(Connection(), "stack", ID)
