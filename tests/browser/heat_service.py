"""A real Heat in a separate process, which validates templates."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from socket import create_server
from time import monotonic
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen
from uuid import uuid4

SERVE = Path(__file__).resolve().parents[3] / "shared" / "heat-service" / "serve.py"

_BUSY = "database is locked"
"""What Heat says when two of its threads write to SQLite at once: nothing about the stack."""
_TRIES = 5
_CREATED_WITHIN = 120.0
"""Seconds after which a stack that is still being made never will be."""


class Heat:
    """Heat's API at an address."""

    def __init__(self, address: str) -> None:
        self.address = address

    def refusal(self, template: str, values: dict[str, object], files: Mapping[str, str] | None = None) -> str | None:
        """Why Heat refuses a template with parameter values and its files; None if it accepts it."""
        given = {"template": template, "environment": {"parameters": values}, "files": dict(files or {})}
        body = json.dumps(given).encode()
        asked = Request(f"{self.address}/validate", body, {"Content-Type": "application/json"})
        try:
            with urlopen(asked, timeout=60) as answer:
                result = json.load(answer)
        except HTTPError as error:
            result = json.load(error)
        return None if "Parameters" in result else str(result["error"]["message"])

    def creates(self, template: str, files: dict[str, str]) -> tuple[str, list[tuple[str, dict[str, Any]]]]:
        """The outcome of a stack, `refused`, `failed` or `created`, and its outputs by name as Heat reports them."""
        for _ in range(_TRIES):
            status, stack = self._create(template, files)
            if _BUSY not in str(stack):
                break
        assert _BUSY not in str(stack), stack
        if status == 400:
            return "refused", []
        became = {"CREATE_COMPLETE": "created", "CREATE_FAILED": "failed"}[stack["stack_status"]]
        return became, [(output["output_key"], output) for output in stack.get("outputs", ())]

    def stack(self, template: str, files: Mapping[str, str]) -> tuple[str, str] | None:
        """The path and the status of a stack at rest; None if Heat refuses it."""
        status, answer = self._create(template, dict(files))
        return (f"/stacks/{answer['stack_name']}/{answer['id']}", answer["stack_status"]) if status == 201 else None

    def update_preview(self, stack: str, template: str, files: Mapping[str, str]) -> dict[str, Any] | None:
        """What an update of a stack would do to its resources, with nested ones; None if Heat refuses the update."""
        path = f"{stack}/preview?show_nested=true"
        status, answer = self._ask(path, {"template": template, "files": dict(files)}, "PUT")
        changes: dict[str, Any] | None = answer.get("resource_changes")
        return changes if status == 200 else None

    def _create(self, template: str, files: dict[str, str]) -> tuple[int, dict[str, Any]]:
        name = f"s{uuid4().hex}"
        status, answer = self._ask("/stacks", {"stack_name": name, "template": template, "files": files})
        if status != 201:
            return status, answer
        return status, self._at_rest(f"{name}/{answer['stack']['id']}")

    def _at_rest(self, stack: str) -> dict[str, Any]:
        """What Heat reports of a stack once it is at rest."""
        latest = monotonic() + _CREATED_WITHIN
        while True:
            _, answer = self._ask(f"/stacks/{stack}")
            assert monotonic() < latest, answer
            if not answer["stack"]["stack_status"].endswith("IN_PROGRESS"):
                found: dict[str, Any] = answer["stack"]
                return found

    def _ask(self, path: str, body: object = None, method: str | None = None) -> tuple[int, dict[str, Any]]:
        data = None if body is None else json.dumps(body).encode()
        asked = Request(f"{self.address}{path}", data, {"Content-Type": "application/json"}, method=method)
        try:
            with urlopen(asked, timeout=60) as answer:
                return answer.status, json.load(answer)
        except HTTPError as error:
            return error.code, json.load(error)

    def deploys(self, command: str, folder: Path, stack: str) -> tuple[str, dict[str, object]]:
        """Run a command as in a terminal; return the outcome of the stack, and its outputs."""
        for _ in range(_TRIES):
            self._run(command, folder)
            result = self._at_rest(stack)
            if _BUSY not in str(result):
                break
            if result["stack_status"].startswith("CREATE"):
                self._run(f"openstack stack delete --yes --wait {stack}", folder)
        assert _BUSY not in str(result), result
        outputs = {output["output_key"]: output["output_value"] for output in result["outputs"]}
        return result["stack_status"], outputs

    def _run(self, command: str, folder: Path) -> None:
        path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
        access = {"OS_AUTH_TYPE": "none", "OS_ENDPOINT": self.address, "PATH": path}
        shell, environment = ["bash", "-c", command], {**os.environ, **access}
        ended = subprocess.run(shell, cwd=folder, env=environment, capture_output=True, text=True, check=False)
        assert ended.returncode == 0, f"{command}\n{ended.stderr}"


@contextmanager
def running_heat(folder: Path, wrapper: Path | None = None) -> Iterator[Heat]:
    """Start Heat, which keeps what it has to keep in a folder, and stop it afterwards.

    A `wrapper` is a script that starts the script of the service, its first argument.
    """
    with create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    scripts = [str(wrapper)] if wrapper else []
    command = [sys.executable, "-P", "-W", "ignore", *scripts, str(SERVE), "--dir", str(folder), "--port", str(port)]
    with (folder / "said.txt").open("w") as said:
        heat = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=said, text=True)
    assert heat.stdout
    try:
        first = heat.stdout.readline()
        assert first.startswith("ready on "), (folder / "said.txt").read_text()
        yield Heat(first.split()[2])
    finally:
        heat.kill()
        heat.wait()
        heat.stdout.close()
