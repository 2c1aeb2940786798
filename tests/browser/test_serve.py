"""`manage.py serve`, as `make run` starts it: from nothing to a signed-in person."""

import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Page, Response, expect

ROOT = Path(__file__).resolve().parents[2]


def serve(folder: Path, port: str) -> subprocess.Popen[str]:
    kept = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    environment = {**kept, "DESIGNER_LOCAL": "1", "DESIGNER_DATA": str(folder), "PORT": port}
    return subprocess.Popen(
        [sys.executable, "manage.py", "serve"],
        cwd=ROOT,
        env={**environment, "DJANGO_SETTINGS_MODULE": "designer.settings"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


@pytest.fixture
def running(tmp_path, interruptible):
    process = serve(tmp_path, "0")
    lines = []
    for line in process.stdout:
        lines.append(line)
        if "Ctrl-C" in line:
            break
    yield process, "".join(lines)
    process.kill()
    process.communicate()


def test_from_nothing_to_a_signed_in_person(page: Page, running, may_report):
    may_report.append("status of 403")
    process, said = running
    scripts: list[Response] = []
    page.on("response", lambda answer: scripts.append(answer) if answer.request.resource_type == "script" else None)
    assert "Preparing the database" in said
    link = re.search(r"http://127\.0\.0\.1:\d+/accounts/local/\S+", said).group()
    page.goto(link)
    expect(page.get_by_role("button", name=re.compile("Your account"))).to_be_visible()
    expect(page.get_by_role("link", name="Three-tier application")).to_be_visible()
    for script in scripts:
        assert re.search(r"\.[0-9a-f]{12}\.js$", script.url)
        assert "immutable" in script.headers["cache-control"]
    assert any("/js/pages/library." in script.url for script in scripts)
    page.goto(link)
    expect(page.get_by_role("heading", name="Templates")).to_be_visible()
    page.context.clear_cookies()
    page.goto(link)
    expect(page.get_by_role("heading", name="This link has been used or has expired")).to_be_visible()
    process.send_signal(signal.SIGINT)
    rest, _ = process.communicate(timeout=300)
    assert (process.returncode, rest) == (0, "")


def test_a_taken_port_is_named(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        said, _ = serve(tmp_path, port).communicate(timeout=300)
    assert said == (
        f"CommandError: Port {port} is in use by another program. Set PORT to choose another one, such as PORT=8001.\n"
    )


@pytest.mark.parametrize("port", ["http", "70000", "-1"])
def test_a_port_that_is_none_is_named(tmp_path, port):
    said, _ = serve(tmp_path, port).communicate(timeout=300)
    assert said.startswith(f"CommandError: PORT is '{port}'; it must be a number")


def test_a_folder_that_takes_no_static_files_is_named(tmp_path):
    (tmp_path / "static").touch()
    said, _ = serve(tmp_path, "0").communicate(timeout=300)
    assert said.startswith(f"CommandError: The static files cannot be collected into {tmp_path / 'static'}: ")
    assert said.count("\n") == 1
