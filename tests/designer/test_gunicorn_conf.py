"""What the processes of a team's server share."""

import os
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.designer.test_settings import ROOT, TEAM
from tests.installation.processes import Running, free_port

pytestmark = [pytest.mark.enable_socket, pytest.mark.long]


@pytest.fixture
def server(tmp_path):
    """A server with metrics and an SQLite database, which has responded."""
    port = free_port()
    command = [sys.executable, "-m", "gunicorn", "--config", "python:designer.gunicorn_conf", "designer.wsgi"]
    variables = {
        **TEAM, "PATH": os.environ["PATH"], "DESIGNER_DATA": str(tmp_path), "DESIGNER_HTTPS": "0",
        "DESIGNER_METRICS_TOKEN": "token", "GUNICORN_CMD_ARGS": f"--bind=127.0.0.1:{port}",
    }  # fmt: skip
    running = Running(command, folder=ROOT, variables=variables, until="Booting worker")
    while len(children(running.process.pid)) < 2:
        assert running.process.poll() is None, running.said
    with urlopen(f"http://127.0.0.1:{port}/healthz", timeout=60) as answer:  # waits for a process that accepts it
        assert answer.read() == b"ok\n"
    yield running
    running.end()


def children(process: int) -> list[int]:
    """Return the processes that a process has started."""
    found = subprocess.run(["pgrep", "-P", str(process)], capture_output=True, text=True, check=True)
    return [int(each) for each in found.stdout.split()]


def kilobytes(process: int, kind: str) -> int:
    """Return how much memory of a kind a process has."""
    lines = Path(f"/proc/{process}/smaps_rollup").read_text(encoding="ascii").splitlines()[1:]
    return sum(int(line.split()[1]) for line in lines if line.startswith(kind))


def test_processes_begin_without_connections_and_threads_of_another(server, tmp_path):
    first = Path(f"/proc/{server.process.pid}")
    assert "Threads:\t1\n" in (first / "status").read_text(encoding="ascii")
    files = [str(each.readlink()) for each in (first / "fd").iterdir()]
    assert [each for each in files if each.startswith(str(tmp_path))] == []
    assert len([each for each in files if each.startswith("socket:")]) == 1, "where it listens"


def test_processes_share_the_memory_of_what_is_loaded(server):
    workers = children(server.process.pid)
    assert len(workers) == 2
    for worker in workers:
        assert kilobytes(worker, "Private") < 0.6 * kilobytes(worker, "Rss")


LOADED = """
import sys
import django
from designer.gunicorn_conf import load_pages
django.setup()
load_pages()
before = set(sys.modules)
from hotcore.linter import RULES
assert len(list(RULES.values())) > 50
print(*(set(sys.modules) - before))
"""


def test_rules_are_loaded_before_there_is_more_than_one_process(tmp_path):
    variables = {"PATH": os.environ["PATH"], "DESIGNER_LOCAL": "1", "DESIGNER_DATA": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", LOADED],
        cwd=ROOT, env=variables, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (0, "\n"), done.stderr
