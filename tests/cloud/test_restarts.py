"""The designer killed in the middle of a run, and the cloud stopped, both as real processes that are started again."""

import os
import re
import sys
import time
from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from designer.models import RunState
from tests.cloud.conftest import ROOT, OpenStack, end, start_cloud
from tests.cloud.test_runs import connected, decide, planned, stacks, watch
from tests.installation.conftest import start
from tests.installation.processes import Person, Running, free_port

__all__ = ["connected", "stacks", "start"]
TEMPLATE = """\
heat_template_version: 2021-04-16
resources:
  quick: {type: OS::Heat::RandomString}
  handle: {type: OS::Heat::WaitConditionHandle, depends_on: quick}
  wait: {type: OS::Heat::WaitCondition, properties: {handle: {get_resource: handle}, timeout: 1800}}
  last: {type: OS::Heat::RandomString, depends_on: wait}
outputs:
  word: {value: {get_attr: [last, value]}}
"""
"""Its stack is at work until the handle is signalled."""


class Designer:
    """The designer as `make run` starts it, and a person at it who has planned a stack in the cloud `demo`."""

    def __init__(self, start: type[Running], folder: Path, clouds_file: Path) -> None:
        self.start = start
        self.variables = {
            "DESIGNER_LOCAL": "1",
            "DESIGNER_DATA": str(folder),
            "OS_CLIENT_CONFIG_FILE": str(clouds_file),
            "PORT": str(free_port()),
            "PATH": os.environ["PATH"],
        }
        self.person = Person(f"http://127.0.0.1:{self.variables['PORT']}")
        self.path = ""

    def serve(self) -> None:
        command = [sys.executable, "manage.py", "serve"]
        self.running = self.start(command, folder=ROOT, variables=self.variables, until="Ctrl-C")

    def begin(self, stack_name: str) -> None:
        """Sign in, connect, and begin a run of a new template."""
        link = re.search(r"/accounts/local/\S+", self.running.said)
        assert link
        self.person.open(link[0])
        self.person.open("/templates/new")
        self.person.send("/templates/new", name="Slow", text=TEMPLATE)
        self.person.open("/clouds/")
        sign_in = {"way": "password", "user": "demo", "password": "secret", "project": "demo", "domain": "Default"}
        self.person.send("/clouds/", cloud="demo", region="RegionOne", **sign_in)
        self.person.open("/templates/slow/")
        page = self.person.send("/templates/slow/runs/")
        (number,) = re.findall(r'data-testid="run-(\d+)"', page)
        (made,) = re.findall(r'name="made" value="([^"]+)"', page)
        self.path = f"/templates/slow/runs/{number}/"
        decided = {"stack_name": stack_name, "on_failure": "keep", "minutes": "10", "tags": "", "made": made}
        self.person.send(self.path, go="1", **decided)

    def shows(self, state: str) -> str:
        """Return the page of the run once it shows a state."""
        return self.until(is_marked("run-state", state))

    def until(self, is_so: Callable[[str], bool]) -> str:
        """Return the page of the run once it is so."""
        deadline = time.monotonic() + 300
        while not is_so(page := self.person.open(self.path)):
            assert time.monotonic() < deadline, page
            time.sleep(0.3)  # between two looks
        return page


def is_marked(mark: str, state: str) -> Callable[[str], bool]:
    """Return a function that tells whether a page has an element with a mark and a state, wherever its lines break."""
    pattern = re.compile(rf'data-testid="{re.escape(mark)}"\s+data-state="{re.escape(state)}"')
    return lambda page: pattern.search(page) is not None


def is_line(name: str, state: str) -> Callable[[str], bool]:
    return is_marked(f"event-{name}", state)


def signal(heat: Any, stack: Any) -> None:
    """Let the stack go on."""
    path = f"/stacks/{stack.name}/{stack.id}/resources/handle/signal"
    answer = heat.post(path, json={"id": "1", "status": "SUCCESS", "data": ""})
    assert answer.status_code == 200, answer.text


def begun(heat: Any, stack: Any) -> Counter[str]:
    """Return how often each resource was begun."""
    return Counter(e.resource_name for e in heat.stack_events(stack) if e.resource_status == "CREATE_IN_PROGRESS")


def test_a_run_goes_on_when_the_designer_was_killed_and_started_again(openstack_cloud, stacks, start, tmp_path) -> None:
    designer = Designer(start, tmp_path, openstack_cloud.clouds_file)
    designer.serve()
    name = f"run-killed-{time.time_ns()}"
    designer.begin(name)
    designer.until(is_line("wait", "work"))
    designer.running.kill()
    stack = stacks.find_stack(name)
    assert stack.status == "CREATE_IN_PROGRESS"

    signal(stacks, stack)
    designer.serve()
    page = designer.shows("complete")
    assert "4 of 4" in page
    assert is_line("last", "done")(page)
    assert page.count('data-testid="event-wait"') == 1
    assert stacks.get_stack(stack.id).outputs[0]["output_value"] in page
    assert [each.id for each in stacks.stacks() if each.name == name] == [stack.id]
    assert begun(stacks, stack) == {name: 1, "quick": 1, "handle": 1, "wait": 1, "last": 1}


@pytest.mark.long  # a cloud of its own starts twice
def test_a_run_is_not_lost_when_the_cloud_was_stopped_and_started_again(openstack_cloud, start, tmp_path) -> None:
    folder = tmp_path / "cloud"
    cloud = start_cloud(folder, "keystone,heat")
    try:
        designer = Designer(start, tmp_path, folder / "clouds.yaml")
        designer.serve()
        designer.begin("stopped")
        designer.until(is_line("wait", "work"))
        end(cloud)
        page = designer.shows("away")
        assert "demo does not answer." in page
        assert "The run is not lost." in page
        assert is_line("quick", "done")(page)

        cloud = start_cloud(folder, "keystone,heat")
        assert is_line("wait", "work")(designer.shows("running"))
        heat = OpenStack(folder / "clouds.yaml").connection("demo").orchestration
        stack = heat.find_stack("stopped")
        signal(heat, stack)  # which nobody awaits any more: this Heat does not go on
        assert stack.status == "CREATE_IN_PROGRESS"
        designer.person.send(designer.path, stop="1")
        page = designer.shows("cancelled")
        assert "Stack CREATE cancelled" in page
        assert "left as it was" in page
        assert heat.get_stack(stack.id).status == "CREATE_FAILED"
        assert begun(heat, stack) == {"stopped": 1, "quick": 1, "handle": 1, "wait": 1}
    finally:
        end(cloud)


@pytest.mark.django_db
def test_a_run_of_a_stack_that_heat_has_forgotten_is_told_and_ends(connected, stacks, make_design) -> None:
    run = planned(connected, make_design(TEMPLATE).slug, "forgotten")
    decide(connected, run, go="1")
    watch(run, lambda run: run.events.filter(resource="wait").exists())
    path = f"/templates/{run.design.slug}/runs/{run.pk}/"
    assert "Nothing has happened" not in connected.get(path).content.decode()

    run.events.update(at=timezone.now() - timedelta(minutes=13))
    before = timezone.now()
    watch(run, lambda run: run.seen > before)
    assert run.state == RunState.RUNNING
    assert "Nothing has happened for 13 min" in connected.get(path).content.decode()

    run.events.update(at=timezone.now() - timedelta(minutes=16))
    watch(run)
    assert run.state == RunState.FAILED
    page = connected.get(path).content.decode()
    assert "nothing has happened for longer than the time limit of 10 min" in page
    assert "left as it was" in page
