"""A real Heat in a process of its own, which is asked whether it takes a template."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from socket import create_server
from urllib.error import HTTPError
from urllib.request import Request, urlopen

SERVE = Path(__file__).resolve().parents[3] / "shared" / "heat-service" / "serve.py"


class Heat:
    """Heat's API at an address."""

    def __init__(self, address: str) -> None:
        self.address = address

    def refusal(self, template: str, values: dict[str, object]) -> str | None:
        """What Heat has against a template with values for its parameters; None when it takes it."""
        body = json.dumps({"template": template, "environment": {"parameters": values}}).encode()
        asked = Request(f"{self.address}/validate", body, {"Content-Type": "application/json"})
        try:
            with urlopen(asked, timeout=60) as answer:
                told = json.load(answer)
        except HTTPError as error:
            told = json.load(error)
        return None if "Parameters" in told else str(told["error"]["message"])


@contextmanager
def running_heat(folder: Path) -> Iterator[Heat]:
    """Start Heat, which keeps what it has to keep in a folder, and stop it afterwards."""
    with create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [sys.executable, "-W", "ignore", str(SERVE), "--dir", str(folder), "--port", str(port)]
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
