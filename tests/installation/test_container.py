"""The image serves a team: built in a fresh folder, run by another user on a read-only file system."""

import re
import time
import urllib.request

import pytest
import yaml
from django.db import connection
from django.utils import timezone

from designer.models import Run, RunState, RunToken
from tests.installation import containerfile
from tests.installation.environments import ROOT
from tests.installation.processes import free_port

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.database,
    pytest.mark.enable_socket,
    pytest.mark.long,
    pytest.mark.skipif(not containerfile.may_mount(), reason="only root may mount views of the file system"),
]
COMPOSE = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
SERVICE = COMPOSE["services"]["designer"]


@pytest.fixture(scope="module")
def image(source, tmp_path_factory):
    """The last stage of the Containerfile."""
    text = (ROOT / "Containerfile").read_text(encoding="utf-8")
    return containerfile.build(text, source, tmp_path_factory.mktemp("image"))


def test_the_services_write_only_to_the_database_and_what_is_gone_afterwards():
    for name in ("designer", "migrate", "watcher"):
        service = COMPOSE["services"][name]
        assert (service["read_only"], service["tmpfs"], service["cap_drop"]) == (True, ["/tmp:size=256m"], ["ALL"])
    for name in ("designer", "watcher"):
        assert COMPOSE["services"][name]["depends_on"] == {"migrate": {"condition": "service_completed_successfully"}}
    assert COMPOSE["services"]["watcher"]["profiles"] == ["clouds"]  # without any it would end at once


@pytest.fixture
def given(postgres):
    """What compose.yaml gives the services."""
    found = dict.fromkeys(SERVICE["environment"], "") | {
        "DATABASE_URL": postgres,
        "DESIGNER_SECRET_KEY": "0123456789-for-this-test-and-nothing-else-0123456789",
        "DESIGNER_HOSTS": "designer.example.org",
        "DESIGNER_BEHIND_PROXY": "1",
    }
    assert found.keys() == SERVICE["environment"].keys()
    return found


def test_another_user_serves_from_a_read_only_file_system(image, start, given):
    assert image.user == "10001:10001"
    port = free_port()
    given["GUNICORN_CMD_ARGS"] = f"--bind=127.0.0.1:{port}"
    image.run(COMPOSE["services"]["migrate"]["command"], given, read_only=True)
    image.run(["hot-designer", "load_samples"], given, read_only=True)
    refused = "touch /opt/designer/x 2>&1 || id -u"
    assert image.run(["sh", "-c", refused], given, read_only=True).splitlines()[-1] == "10001"
    command = image.entered(image.command, read_only=True)
    start(command, folder=ROOT, variables={**image.variables, **given}, until="Booting worker")
    health = [word.replace("8000", str(port)) for word in image.health]
    image.run(health, given, read_only=True)
    page = fetch(port, "/")
    assert "Three-tier application" in page
    for path in set(re.findall(r'(?:src|href)="(/static/[^"#?]+)', page)):
        assert re.search(r"\.[0-9a-f]{12}\.", path), path
        assert fetch(port, path)
    assert "/static/js/chunks/" in page
    assert connection.vendor == "postgresql"


def test_runs_are_watched_from_a_read_only_file_system(image, start, given, make_design):
    design = make_design()
    run = Run.objects.create(
        design=design, revision=design.newest, owner=design.owner, cloud="lab", project_id="p", stack_name="shop",
        state=RunState.RUNNING, started=timezone.now(),
    )  # fmt: skip
    RunToken.objects.create(run=run, cloud="lab", project_id="p", access=b"", ends=timezone.now())
    given["DESIGNER_CLOUD_KEY"] = "for-this-test"
    command = image.entered(COMPOSE["services"]["watcher"]["command"], read_only=True)
    running = start(command, folder=ROOT, variables={**image.variables, **given}, until="Watching runs")
    deadline = time.monotonic() + 120
    while run.state == RunState.RUNNING:
        assert time.monotonic() < deadline, running.said
        time.sleep(0.1)  # between two looks
        run.refresh_from_db()
    assert run.state == RunState.BLIND  # its token has ended


def fetch(port: int, path: str) -> str:
    """Ask as the proxy does."""
    headers = {"Host": "designer.example.org", "X-Forwarded-Proto": "https"}
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", headers=headers)
    with urllib.request.urlopen(request, timeout=60) as answer:
        return answer.read().decode(errors="replace")
