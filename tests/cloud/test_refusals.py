"""What a real cloud refuses: a project that is disabled, a stack at work, a policy; each with what helps."""

import re
import time
from typing import Any

import pytest

from designer.models import CloudConnection, Run, RunState, RunToken
from tests.cloud.test_runs import connected, decide, planned, stacks, watch

__all__ = ["connected", "stacks"]
pytestmark = pytest.mark.django_db
SLOW = """\
heat_template_version: 2021-04-16
parameters: {value: {type: string, default: a}, seconds: {type: number, default: 0}}
resources:
  slow:
    type: OS::Heat::TestResource
    properties: {value: {get_param: value}, action_wait_secs: {update: {get_param: seconds}}}
"""


def flat(page: str) -> str:
    """A page as plain text."""
    return " ".join(re.sub("<[^>]+>", " ", page).split()).replace("&#x27;", "'").replace("&quot;", '"')


def sign_in(client: Any, project: str, user: str = "demo") -> str:
    fields = {"way": "password", "user": user, "password": "secret", "project": project, "domain": "Default"}
    answer = client.post("/clouds/", {"cloud": "demo", "region": "RegionOne", **fields}, follow=True)
    return str(answer.content.decode())


@pytest.fixture
def project(cloud) -> Any:
    """A project of demo's, and what disables it."""
    admin = cloud.connection("admin").identity
    found = admin.create_project(name=f"closing-{time.time_ns()}", domain_id="default")
    role = admin.find_role("member")
    admin.assign_project_role_to_user(found, admin.find_user("demo"), role)
    found.disable = lambda: admin.update_project(found, is_enabled=False)
    yield found
    admin.delete_project(found)


def test_a_project_that_is_disabled_meanwhile_is_told_and_another_one_chosen(connected, project, make_design) -> None:
    design = make_design(SLOW)
    sign_in(connected, project.name)
    assert CloudConnection.objects.get().project == project.name
    project.disable()  # before Heat has seen the token, which it then takes for five minutes without asking Keystone
    for address in ("/stacks/", "/clouds/"):
        words = flat(connected.get(address).content.decode())
        assert f"Project {project.name} is disabled" in words
        assert "Templates and values here go on as before." in words
        assert "Choose another project" in words
    answer = connected.post(f"/templates/{design.slug}/runs/", follow=True)
    assert f"Project {project.name} is disabled" in flat(answer.content.decode())
    assert not Run.objects.exists()
    page = connected.get("/clouds/").content.decode()
    offered = dict(re.findall(r'<option value="([0-9a-f]{32})"[^>]*>\s*([^<]+?)\s*<', page))
    assert project.id not in offered
    demo = next(key for key, name in offered.items() if name == "demo")
    connected.post("/clouds/", {"project_id": demo})
    assert CloudConnection.objects.get().project == "demo"
    assert "is disabled" not in flat(connected.get("/stacks/").content.decode())


def test_a_sign_in_to_a_project_that_is_disabled_offers_the_others(connected, project) -> None:
    project.disable()
    words = flat(sign_in(connected, project.name))
    assert f"Project {project.name} is disabled" in words
    assert "Choose another project" in words
    assert CloudConnection.objects.get().project_id == ""
    assert "The cloud did not take this sign-in Nothing was kept." in flat(sign_in(connected, "no-such-project"))


def test_a_run_in_a_project_that_is_disabled_pauses_and_says_so(connected, project, make_design) -> None:
    sign_in(connected, project.name)
    run = planned(connected, make_design(SLOW).slug, "closing")
    decide(connected, run, go="1")
    sign_in(connected, project.name)  # a token that Heat has not seen yet watches from now on
    project.disable()
    watch(run, lambda run: run.state == RunState.BLIND)
    page = flat(connected.get(f"/templates/{run.design.slug}/runs/{run.pk}/").content.decode())
    assert f"Watching paused. Project {project.name} is disabled." in page
    RunToken.objects.all().delete()


def update(client: Any, made: Run, **values: str) -> Run:
    fields = {f"param-{key}": value for key, value in values.items()} | {"stack": made.stack_name}
    assert client.post(f"/templates/{made.design.slug}/runs/", fields).status_code == 302
    return Run.objects.latest("pk")


def test_a_plan_for_a_stack_at_work_waits_and_what_is_at_work_is_watched_or_cancelled(
    connected, stacks, make_design
) -> None:
    made = planned(connected, make_design(SLOW).slug, "busy")
    decide(connected, made, go="1")
    watch(made)
    first, second = (update(connected, made, value=value, seconds="60") for value in "bc")
    decide(connected, first, go="1")
    assert first.state == RunState.RUNNING
    watch(first, lambda run: run.events.filter(resource="slow").exists())

    page = decide(connected, second, go="1")
    assert second.state == RunState.PLANNED
    assert "The stack is at work" in flat(page)
    assert "Nothing was sent. Your plan waits." in flat(page)
    assert re.search(rf'href="/templates/{made.design.slug}/runs/{first.pk}/"\s*>\s*Watch it', page)
    stack = f"/stacks/{made.stack_name}/{made.stack_id}/"
    words = flat(connected.post(stack, {"snapshot": "now"}, follow=True).content.decode())
    assert re.search(r"The stack is at work\. Heat: “Stack .* in progress\.” Nothing was sent\.", words)
    page = decide(connected, second, **{"cancel-stack": "stop"})
    assert "Heat ends what is at work." in flat(page)
    watch(first)
    assert first.state == RunState.CANCELLED
    page = flat(decide(connected, second, again="1"))
    assert "The stack is at work" not in page


def test_what_a_policy_forbids_is_named_with_what_the_administrator_has_to_know(connected, make_design) -> None:
    sign_in(connected, "demo", "reader")
    design = make_design(SLOW, name="Typed name")
    page = connected.post(f"/templates/{design.slug}/runs/", {"param-value": "typed-value"}, follow=True)
    text = page.content.decode()
    assert "The project's policy does not allow it: \"stacks:" in flat(text)
    copied = re.search(r'data-copy="([^"]+)"', text)[1].replace("&quot;", '"')
    assert re.search(r'^To allow: the policy rule "stacks:\w+", by a role of this user in the project$', copied, re.M)
    assert re.search(r"^Project: demo \([0-9a-f]{32}\)$", copied, re.M)
    assert re.search(r"^User: reader$", copied, re.M)
    assert "typed" not in copied
