"""What a cloud forbids or gets wrong: told in words that are right, also where nobody has asked just now."""

import logging
from datetime import timedelta

import pytest
from django.utils import timezone
from keystoneauth1.session import Session

from designer.cloud.project.heat_types import read_type
from designer.cloud.project.refusals import explained, for_administrator
from designer.cloud.service.faults import CloudFault, Fault, faults_of
from designer.cloud.service.transport import LoggedAdapter
from designer.deployment.runs import runs, watcher
from designer.deployment.runs.runs import begin_run
from designer.models import CloudConnection, Run, RunAction, RunState, RunToken
from tests.designer.deployment.test_answers import ID, heat, service
from tests.designer.deployment.test_watcher import begin, clouds
from tests.local_service import access_to, listed_clouds

__all__ = ["begin", "clouds", "heat", "service"]
pytestmark = [pytest.mark.enable_socket, pytest.mark.django_db(transaction=True)]
STACK = "run-of-alice"


@pytest.mark.parametrize(
    ("body", "policy"),
    [
        ({"error": {"message": "You are not authorized to use stacks:create."}}, "stacks:create"),
        (
            {
                "forbidden": {
                    "code": 403,
                    "message": "Policy doesn't allow os_compute_api:servers:index to be performed.",
                }
            },
            "os_compute_api:servers:index",
        ),
        (
            {"error": {"message": "You are not authorized to perform the requested action: identity:list_projects."}},
            "identity:list_projects",
        ),
        (
            {
                "NeutronError": {
                    "message": "(rule:create_network and rule:create_network:shared) is disallowed by policy"
                }
            },
            "create_network",
        ),
        ("<h1>403 Forbidden</h1><p>You are not authorized to complete get_images action.</p>", "get_images"),
        ({"error": {"message": "Forbidden"}}, ""),
        ("no JSON", ""),
    ],
)
def test_what_forbids_a_request_is_named_as_its_service_names_it(service, body, policy):
    service.answer("GET", "things", body, 403)
    with pytest.raises(CloudFault) as caught, faults_of("Nova"):
        Session().get(f"{service.address}/v2/{'a' * 32}/things?name=typed", log=False)
    fault = caught.value
    assert (fault.fault, fault.policy) == (Fault.POLICY if policy else Fault.FORBIDDEN, policy)
    words = f': "{policy}"' if policy else ""
    assert fault.words == f"The project's policy does not allow it{words}. Ask for the role that does."
    assert fault.request == "GET /v2/{id}/things"


def test_an_administrator_is_told_what_to_allow_without_names_of_stacks(service, heat):
    connection = CloudConnection(cloud="lab", region="north", project="shop", project_id="p1", user="alice")
    service.answer("POST", "actions", {"error": {"message": "You are not authorized to use actions:suspend."}}, 403)
    with pytest.raises(CloudFault) as caught:
        heat.act(STACK, ID, "suspend")
    assert for_administrator(connection, caught.value).splitlines() == [
        'To allow: the policy rule "actions:suspend", by a role of this user in the project',
        "Cloud: lab, north",
        "Project: shop (p1)",
        "User: alice",
        "Request: POST /stacks/{name}/{id}/actions, Heat, 403",
    ]
    assert for_administrator(connection, CloudFault(Fault.GONE, "")) == ""


def test_only_what_deploys_is_forbidden_to_an_application_credential_as_such(service, heat):
    connection = CloudConnection(cloud="lab", project="shop", is_by_credential=True)
    service.answer("POST", "stacks", {"error": {"message": "Forbidden"}}, 403)
    service.answer("GET", "stacks", {"error": {"message": "Forbidden"}}, 403)
    with pytest.raises(CloudFault) as caught:
        heat.create({"stack_name": STACK})
    told = explained(connection, caught.value)
    assert told.words.startswith("An application credential may not deploy here. Keystone lets it make no trust.")
    assert "that application credentials make trusts" in for_administrator(connection, told)
    with pytest.raises(CloudFault) as caught:
        heat.stacks()
    assert explained(connection, caught.value).fault == Fault.FORBIDDEN


def test_what_makes_no_sense_is_kept_for_the_administrator_without_values(service, caplog):
    caplog.set_level(logging.WARNING, "designer.cloud")
    service.answer(
        "GET", "things", {"things": [{"id": "typed-value", "size": 3, "Own key": "typed"}], "typed value": 1}
    )
    session = Session()
    session.session.mount("http://", LoggedAdapter(10_000))
    with pytest.raises(CloudFault) as caught, faults_of("Cinder"):
        int(session.get(f"{service.address}/v3/{'a' * 32}/things", log=False).json()["things"][0]["id"])
    assert caught.value.words == "Cinder's answer could not be read. It is kept for the administrator, without values."
    (kept,) = [each.getMessage() for each in caplog.records if "could not be read" in each.getMessage()]
    assert "GET /v3/{id}/things, 200" in kept
    assert "{things: [1 × {id: str, size: int, …}], …}" in kept
    assert "ValueError at test_faults.py:" in kept
    assert "typed" not in kept


def test_a_run_that_may_no_longer_be_looked_at_is_not_away(client, alice, clouds, begin, monkeypatch):
    client.force_login(alice)
    run = begin("quick", 0)
    told = {"error": {"message": "You are not authorized to use stacks:show."}}
    monkeypatch.setattr(
        "tests.designer.deployment.test_watcher.Handler.answer", lambda handler: handler.respond(403, told)
    )
    watcher.look(run)
    run.refresh_from_db()
    assert run.state == RunState.BLIND
    page = " ".join(client.get(f"/templates/{run.design.slug}/runs/{run.pk}/").content.decode().split())
    assert "Watching paused. The project&#x27;s policy does not allow it: &quot;stacks:show&quot;." in page
    assert "quick does not answer" not in page


@pytest.fixture
def update(service, make_design, settings, tmp_path):
    """A run that updates a stack in a cloud whose Heat is the service."""
    design = make_design("heat_template_version: 2021-04-16\nresources: {}\n")
    ends = timezone.now() + timedelta(hours=1)
    place = {"cloud": "lab", "project_id": "p"}
    token = place | {"access": access_to(service.address, "orchestration", ends=ends), "ends": ends}
    connection = CloudConnection.objects.create(owner=design.owner, **token)
    run = Run.objects.create(
        design=design,
        revision=design.newest,
        owner=design.owner,
        action=RunAction.UPDATE,
        stack_name=STACK,
        stack_id=ID,
        **place,
    )
    before = "2020-01-01T00:00:00Z"
    stack = {"id": ID, "stack_name": STACK, "stack_status": "CREATE_COMPLETE", "creation_time": before}
    stack |= {"stack_status_reason": "Stack CREATE completed successfully", "parameters": {}}
    service.answer("GET", ID, {"stack": stack})
    service.answer("GET", "events", {"events": []})
    for name, value in (("files", {}), ("environment", {}), ("resources", {"resources": []})):
        service.answer("GET", name, value)
    service.answer("GET", "template", {"heat_template_version": "2021-04-16"})
    with listed_clouds(settings, tmp_path, {"lab": service.address}):
        yield run, connection, token


def test_an_update_that_never_reached_heat_says_so_and_no_older_news(service, update, monkeypatch):
    run, _connection, token = update
    Run.objects.filter(pk=run.pk).update(state=RunState.STARTING, started=timezone.now())
    RunToken.objects.create(run=run, **token)
    run.refresh_from_db()
    watcher.look(run)
    run.refresh_from_db()
    assert run.state == RunState.RUNNING  # it may still come
    monkeypatch.setattr(watcher, "UNCERTAIN", timedelta(0))
    watcher.look(run)
    run.refresh_from_db()
    assert run.state == RunState.FAILED
    assert run.reason.startswith(
        "The update has not reached Heat: nothing of it was begun, and the stack is as it was."
    )


def test_an_update_for_which_there_is_no_connection_is_a_plan_again(service, update, monkeypatch):
    run, connection, _token = update
    monkeypatch.setattr(runs, "record", lambda *_told: service.end())  # the last that is done before it is sent
    with pytest.raises(CloudFault) as caught:
        begin_run(run=run, connection=connection, hidden={})
    assert (caught.value.fault, caught.value.is_unsent) == (Fault.NO_ANSWER, True)
    run.refresh_from_db()
    assert (run.state, run.started) == (RunState.PLANNED, None)
    assert not RunToken.objects.exists()


def test_an_update_that_heat_refuses_as_the_stack_is_at_work_waits(service, update):
    run, connection, _token = update
    words = "Stack run-of-alice already has an action (UPDATE) in progress."
    service.answer("PUT", ID, {"error": {"message": words}}, 409)
    with pytest.raises(CloudFault, match="already has an action"):
        begin_run(run=run, connection=connection, hidden={})
    run.refresh_from_db()
    assert (run.state, run.plan["refusal"]) == (RunState.PLANNED, words)
    assert run.plan["at_work"]


@pytest.mark.parametrize(
    ("named", "is_of_one"), [("resource_types:show", False), ("OS::Nova::Flavor", True)], ids=["all", "one"]
)
def test_a_type_that_is_forbidden_costs_that_type_and_a_policy_against_all_is_said(service, heat, named, is_of_one):
    told = {"error": {"message": f"You are not authorized to use {named}."}}
    service.answer("GET", "OS%3A%3ANova%3A%3AFlavor", told, 403)
    if is_of_one:
        assert read_type(heat, "OS::Nova::Flavor") is None
    else:
        with pytest.raises(CloudFault, match="does not allow it"):
            read_type(heat, "OS::Nova::Flavor")


def test_what_heat_refuses_to_a_stack_at_work_is_said_as_such(service, heat):
    words = f"Stack {STACK} already has an action (UPDATE) in progress."
    service.answer("POST", "actions", {"error": {"message": words}}, 409)
    with pytest.raises(CloudFault) as caught:
        heat.act(STACK, ID, "suspend")
    told = explained(CloudConnection(cloud="lab", project="shop"), caught.value)
    assert told.words == f"The stack is at work. Heat: “{words}” Nothing was sent."
