"""People: they fill in forms, save revisions and design, and remember what the instance has confirmed."""

import json
import random
import re
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from typing import Any
from urllib.parse import urlencode

from tests.soak.instance import HOST

TOKEN = "0" * 32
NOTE = "note.txt"
OK, FOUND, FAILED = 200, 302, 500
BETWEEN_ATTEMPTS = 0.2  # seconds
LONGEST = 300  # seconds for a response, so that a busy machine is no fault of the instance


@dataclass(frozen=True)
class Response:
    """What a request led to; `status` is 0 if the connection ended without a response."""

    kind: str
    started: float
    ended: float
    status: int
    text: str = field(default="", repr=False)


class Record:
    """What all people have experienced, and the end that stops them."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.responses: list[Response] = []
        self.faults: list[str] = []
        self.ends = threading.Event()

    def ask(self, kind: str, path: str, body: str | None = None, **headers: str) -> Response:
        """Send a request as the proxy does, on a connection of its own."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=LONGEST)
        standard = {"Host": HOST, "X-Forwarded-Proto": "https", "Origin": f"https://{HOST}", "Connection": "close"}
        started, status, text = time.monotonic(), 0, ""
        try:
            connection.request("GET" if body is None else "POST", path, body, standard | headers)
            answer = connection.getresponse()
            text, status = answer.read().decode(), answer.status
        except (OSError, HTTPException):
            status = 0
        finally:
            connection.close()
        response = Response(kind, started, time.monotonic(), status)
        self.responses.append(response)
        return Response(kind, started, response.ended, status, text)


class Person(threading.Thread):
    """Somebody who acts again and again, with pauses."""

    pause = 2.0  # seconds, on average

    def __init__(self, record: Record, name: str, session: str, slug: str) -> None:
        super().__init__(name=name, daemon=True)
        self.record, self.slug, self.step = record, slug, 0
        self.random = random.Random(name)
        self.headers = {
            "Cookie": f"sessionid={session}; csrftoken={TOKEN}",
            "X-CSRFToken": TOKEN,
            "X-Forwarded-For": f"192.0.2.{self.random.randrange(1, 255)}",
        }

    def run(self) -> None:
        """Act until the end."""
        while not self.record.ends.wait(self.random.uniform(0.5, 1.5) * self.pause):
            self.step += 1
            try:
                self.act()
            except Exception as error:  # noqa: BLE001 -- what goes wrong here is part of the verdict
                self.record.faults.append(f"{self.name}: {type(error).__name__} {error}")

    def act(self) -> None:
        """Do what this person does."""
        raise NotImplementedError

    def ask(self, kind: str, path: str, form: Mapping[str, str] | None = None, *, data: Any = None) -> Response:
        """Open a page, send a form as its script does, or send data as JSON."""
        headers = self.headers
        if data is not None:
            headers = headers | {"Content-Type": "application/json"}
        elif form is not None:
            headers = headers | {"Content-Type": "application/x-www-form-urlencoded"}
            headers |= {} if kind == "save" else {"HX-Request": "true"}
        body = json.dumps(data) if data is not None else None if form is None else urlencode(form)
        return self.record.ask(kind, f"/templates/{self.slug}/{path}", body, **headers)

    def insist(self, *words: Any, **more: Any) -> tuple[Response, int]:
        """Ask until there is a response that is no failure; return it with the number of attempts."""
        attempts = 0
        while True:
            attempts += 1
            response = self.ask(*words, **more)
            if 0 < response.status < FAILED or self.record.ends.is_set():
                return response, attempts
            time.sleep(BETWEEN_ATTEMPTS)

    def expect(self, truth: bool, words: str) -> None:
        """Report a fault unless something is true."""
        if not truth:
            self.record.faults.append(f"{self.name}, step {self.step}: {words}")


class Filler(Person):
    """Fills in a form; `typed` is what they typed last, `kept` what the instance has confirmed."""

    typed = kept = ""

    def act(self) -> None:
        """Type a name; from time to time load the page again."""
        self.typed = f"n{self.name.rpartition('-')[2]}x{self.step}"
        form = {"param-name": self.typed, "touched": '["name"]', "revision": "1"}
        form |= {"window": self.name, "window-sequence": str(self.step)}
        response, _attempts = self.insist("fill", "", form)
        if response.status == OK:
            self.kept = self.typed
        if response.status == OK and self.step % 10 == 0:
            page, _attempts = self.insist("fill page", "")
            self.expect(page.status != OK or f'value="{self.kept}"' in page.text, f"the page lacks {self.kept}")


class Saver(Person):
    """Saves revisions, each with a text and a file that bear the same mark.

    `saved` are the marks that were confirmed, `refused` those for which somebody else was faster, and `unclear` those
    of which the instance could not say whether it had saved them.
    """

    pause = 4.0

    def __init__(self, record: Record, name: str, session: str, slug: str, text: str, *, has_file: bool) -> None:
        super().__init__(record, name, session, slug)
        self.text, self.has_file = text, has_file
        self.saved: set[str] = set()
        self.refused: set[str] = set()
        self.unclear: set[str] = set()

    def act(self) -> None:
        """Open the page, write the file, and save both."""
        page, _attempts = self.insist("design page", "design/")
        if page.status != OK:
            return
        mark = f"{self.name}-{self.step}"
        shown = {name: input_of(page.text, name) for name in ("based_on", "counter")} | {"window": self.name}
        if self.has_file:
            note = {"do": "write", "file": NOTE, "text": mark, "base": shown["based_on"], **shown}
            written, _attempts = self.insist("draft", "design/draft/", note)
            if written.status != OK:
                return
            shown["counter"] = str(json.loads(written.text)["counter"])
        response, attempts = self.insist("save", "design/", {"text": marked(self.text, mark), "message": mark, **shown})
        if response.status == FOUND:
            self.saved.add(mark)
        elif attempts > 1 or response.status != OK:
            self.unclear.add(mark)
        else:
            self.refused.add(mark)


class Designer(Person):
    """Edits a template without saving it; `typed` and `kept` are marks of the draft's text."""

    pause = 4.0
    typed = kept = ""

    def __init__(self, record: Record, name: str, session: str, slug: str, text: str) -> None:
        super().__init__(record, name, session, slug)
        self.text = text

    def act(self) -> None:
        """Make a gesture, and ask what the page asks after one."""
        self.typed = f"{self.name}-{self.step}"
        text = marked(self.text, self.typed)
        add = {"section": "resources", "name": "fresh", "body": {"type": "OS::Neutron::Net"}}
        self.insist("gesture", "design/gesture/", data={"text": text, "name": "add", "arguments": add})
        draft = {"text": text, "counter": "0", "base": "1", "window": self.name}
        written, _attempts = self.insist("draft", "design/draft/", draft)
        if written.status == OK:
            self.kept = self.typed
        self.insist("diagram", "design/diagram/", {"text": text, "view": "map"})
        self.insist("problems", "design/", {"text": text, "file": ""})
        self.insist("inspector", "design/inspector/", {"text": text, "name": "router", "kind": "resources"})


class Monitor(Person):
    """Asks for the bare view with which all others are compared."""

    pause = 0.3

    def act(self) -> None:
        """Ask whether the database responds."""
        self.record.ask("bare view", "/healthz")


def marked(text: str, mark: str) -> str:
    """Return a text that ends with a mark."""
    return f"{text}# {mark}\n"


def input_of(page: str, name: str) -> str:
    """Return the value of a hidden field of a page."""
    found = re.search(rf'name="{name}" value="([^"]*)"', page)
    assert found, f"the page has no field {name}"
    return found[1]
