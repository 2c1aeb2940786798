"""How long a save takes while ten visitors post demanding templates, next to a save in quiet.

    make bench ARGS=visitors

Waiting is what it measures, so it is the one benchmark that asks the clock on the wall, and needs a quiet machine.
"""

import os
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPException
from statistics import median
from urllib.parse import urlencode

from tests.benchmarks import design
from tests.benchmarks.timing import report

PORT, HOST = 8745, "127.0.0.1"
VISITORS, SAVES, PATTERNS, LARGE = 10, 10, 20, 1000
MAKE = """
import django; django.setup()
from django.contrib.auth.models import User
from django.test import Client
from designer.store.designs import design_create
alice = User.objects.create_user("alice")
design_create(owner=alice, name="Web", text=b"heat_template_version: 2021-04-16")
client = Client(); client.force_login(alice); print(client.cookies["sessionid"].value)
"""


def main() -> None:
    """Print the times in quiet and in each crowd, and what the visitors were answered."""
    with server() as session:
        saves = saving(session)
        quiet = [next(saves) for _ in range(SAVES)][1:]
        for what, text in CROWDS.items():
            measure(saves, median(quiet), what, text)


def measure(saves: Iterator[float], quiet: float, what: str, text: Callable[[], str]) -> None:
    """Print how long saves take while ten visitors post texts."""
    answers: Counter[int | str] = Counter()
    ends = threading.Event()
    crowd = [threading.Thread(target=post, args=(number, text, answers, ends)) for number in range(VISITORS)]
    for each in crowd:
        each.start()
    ends.wait(5)
    busy = []
    for _ in range(SAVES):
        busy.append(next(saves))
        ends.wait(0.5)
    ends.set()
    for each in crowd:
        each.join()
    report(f"a save while ten visitors post {what}", median(busy), quiet, "the same save in quiet")
    print(f"  the longest took {max(busy):.3f} s; answers to the visitors: {dict(answers)}", flush=True)


@contextmanager
def server() -> Iterator[str]:
    """Runs gunicorn as docs/operating.md describes on a new database; gives the session of a person with a template."""
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {
            "DJANGO_SETTINGS_MODULE": "designer.settings",
            "DATABASE_URL": f"sqlite:///{folder}/designer.sqlite3",
            "DESIGNER_LOCAL": "0",
            "DESIGNER_HTTPS": "0",
            "DESIGNER_BEHIND_PROXY": "1",  # so that each visitor has an address
            "DESIGNER_HOSTS": f"{HOST},testserver",
            "DESIGNER_SECRET_KEY": "only-for-benchmarks",
            "DESIGNER_DATA": folder,
        }
        for command in ("migrate -v0", "collectstatic --noinput -v0"):
            subprocess.run([sys.executable, "manage.py", *command.split()], env=environment, check=True)
        made = subprocess.run([sys.executable, "-c", MAKE], env=environment, check=True, capture_output=True, text=True)
        options = f"--config python:designer.gunicorn_conf --bind {HOST}:{PORT} designer.wsgi"
        command = [sys.executable, "-m", "gunicorn", *options.split()]
        process = subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL)  # a line for each request
        try:
            wait_for_answer()
            yield made.stdout.strip()
        finally:
            process.terminate()
            process.wait()


def wait_for_answer() -> None:
    """Wait until the server answers."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        try:
            if ask("GET", "/healthz")[0] == 200:
                return
        except OSError:
            time.sleep(0.1)
    raise TimeoutError


def ask(method: str, path: str, form: dict[str, str] | None = None, **headers: str) -> tuple[int, str]:
    """Return the status of an answer and its cookies."""
    connection = HTTPConnection(HOST, PORT, timeout=120)
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    connection.request(method, path, urlencode(form) if form else None, {**kind, **headers})
    response = connection.getresponse()
    response.read()
    return response.status, response.getheader("Set-Cookie") or ""


def token_of(**headers: str) -> str:
    """Return a token for forms, once there is a turn to ask for it."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        cookies = ask("GET", "/templates/new", **headers)[1]
        if "csrftoken=" in cookies:
            return cookies.partition("csrftoken=")[2].partition(";")[0]
        time.sleep(0.5)
    raise TimeoutError


def saving(session: str) -> Iterator[float]:
    """Yield how long each save takes, in seconds."""
    token = token_of(Cookie=f"sessionid={session}")
    number = 0
    while True:
        number += 1
        text = template([f"(a|b)+c{{0,{number}}}"], "ab")
        form = {"text": text, "based_on": str(number), "message": "", "csrfmiddlewaretoken": token}
        started = time.perf_counter()
        status, _cookies = ask("POST", "/templates/web/design/", form, Cookie=f"sessionid={session}; csrftoken={token}")
        assert status == 302, status
        yield time.perf_counter() - started


def post(number: int, text: Callable[[], str], answers: Counter[int | str], ends: threading.Event) -> None:
    """Post texts as a visitor until the end, and count the answers."""
    client = {"X-Forwarded-For": f"192.0.2.{number}"}
    token = token_of(**client)
    while not ends.is_set():
        form = {"text": text(), "csrfmiddlewaretoken": token}
        try:
            status, _cookies = ask(
                "POST", "/templates/new", form, Cookie=f"csrftoken={token}", **client, **{"HX-Request": "true"}
            )
        except (OSError, HTTPException) as error:
            answers[type(error).__name__] += 1
            continue
        answers[status] += 1
        if status == 429:
            ends.wait(1)


def template(patterns: list[str], value: str) -> str:
    """Return a template with a parameter for each pattern."""
    lines = [
        f"  p{number}: {{type: string, default: {value}, constraints: [{{allowed_pattern: '{pattern}'}}]}}\n"
        for number, pattern in enumerate(patterns)
    ]
    return "heat_template_version: 2021-04-16\nparameters:\n" + "".join(lines)


def large_template() -> str:
    """Return a template with as many resources as a busy page has, unlike any other."""
    return f"{design.template(LARGE)}# {random.random()}\n"


CROWDS: dict[str, Callable[[], str]] = {
    "demanding patterns": lambda: template(["(a+)+$"] * PATTERNS, f"{'a' * 28}{random.random()}!"),
    "large templates": large_template,
}
"""What the visitors post, by its name."""
