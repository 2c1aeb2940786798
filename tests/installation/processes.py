"""Servers that tests start, and a browser without scripts that asks them."""

import os
import re
import signal
import socket
import subprocess
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from http.cookiejar import CookieJar, DefaultCookiePolicy
from pathlib import Path
from random import SystemRandom
from typing import ClassVar
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, OpenerDirector, build_opener


class Running:
    """A server, from the start until it says that it is ready."""

    started: ClassVar[list["Running"]] = []

    def __init__(self, command: Sequence[str | Path], *, folder: Path, variables: Mapping[str, str], until: str):
        self.process = subprocess.Popen(
            command, cwd=folder, env=dict(variables), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            start_new_session=True,
        )  # fmt: skip
        self.started.append(self)
        self.lines: list[str] = []
        self.is_ready = threading.Event()
        self.listener = threading.Thread(target=self.listen, args=[until], daemon=True)
        self.listener.start()
        assert self.is_ready.wait(timeout=120), self.said
        assert self.process.poll() is None, self.said

    def listen(self, until: str) -> None:
        """Take what the server says, so that it never waits for a reader."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append(line)
            if re.search(until, line):
                self.is_ready.set()
        self.is_ready.set()

    @property
    def said(self) -> str:
        """What the server has said so far."""
        return "".join(self.lines)

    def interrupt(self) -> tuple[int, str]:
        """Press Ctrl-C, and return the exit status and what was said from then on."""
        before = len(self.lines)
        self.process.send_signal(signal.SIGINT)
        self.process.wait(timeout=60)
        self.listener.join(timeout=60)
        return self.process.returncode, "".join(self.lines[before:])

    def kill(self) -> None:
        """End all of its processes at once, as a power failure does."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(timeout=60)

    def end(self) -> None:
        """End it with its workers, if it has not ended."""
        self.process.terminate()
        try:
            self.process.wait(timeout=30)
        finally:
            self.process.kill()
            self.listener.join(timeout=30)
            if self.process.stdout is not None:
                self.process.stdout.close()


def free_port() -> int:
    """A port of this machine that nobody uses, and that no connection is given until a server listens there."""
    while True:
        port = SystemRandom().randrange(10_000, 32_000)  # below those of connections that others open meanwhile
        with socket.socket() as free, suppress(OSError):
            free.bind(("127.0.0.1", port))
            return port


class Person:
    """Somebody at a server: keeps cookies, and sends forms with the token of the page they are on."""

    def __init__(self, address: str, origin: str = "") -> None:
        self.address = address.rstrip("/")
        # For the browser the proxy speaks HTTPS, which is left out here.
        jar = CookieJar(DefaultCookiePolicy(secure_protocols=("http",)))
        self.browser: OpenerDirector = build_opener(HTTPCookieProcessor(jar))
        self.browser.addheaders = [("Origin", origin)] if origin else []
        self.page = self.token = ""

    def open(self, path: str) -> str:
        """Open a page and return its text; an error status is an exception."""
        with self.browser.open(self.address + path, timeout=60) as answer:
            self.page = answer.read().decode()
        return self.page

    def send(self, path: str, **fields: str) -> str:
        """Send a form of the page and return the page that follows."""
        if token := re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', self.page):
            self.token = token[1]
        form = urlencode({"csrfmiddlewaretoken": self.token, **fields}).encode()
        with self.browser.open(self.address + path, form, timeout=60) as answer:
            self.page = answer.read().decode()
        return self.page

    def static_files(self) -> dict[str, bytes]:
        """Fetch each static file that the page names."""
        paths = set(re.findall(r'(?:src|href)="(/static/[^"#?]+)', self.page))
        found = {}
        for path in paths:
            with self.browser.open(self.address + path, timeout=60) as answer:
                found[path] = answer.read()
        return found
