"""The memory of one process that answers 10,000 requests, thousand by thousand.

    make bench ARGS=memory

Five kinds of requests take turns over the sample templates, each with values or a text that were not sent before, so
that whatever is remembered has to be forgotten again. In the first thousand the process imports and fills its caches;
from the second on its memory should stay as it is.
"""

from collections.abc import Callable, Iterator
from itertools import cycle
from pathlib import Path
from resource import getpagesize
from typing import Any

from django.contrib.auth.models import User
from django.core.handlers.wsgi import WSGIHandler
from django.test import Client, RequestFactory

import hotcore
from designer.models import Visibility
from designer.samples import SAMPLES, Sample
from designer.store.designs import design_create
from tests.benchmarks.database import empty_database

REQUESTS, STEP = 10_000, 1_000
FLAT = 1.05
"""How much the last thousand may exceed the second one, in which caches are still being filled."""

Asked = Callable[[int], int]


def main() -> None:
    """Print the memory after each thousand requests, and whether it stays the same."""
    with empty_database():
        taken = []
        for number, ask in zip(range(1, REQUESTS + 1), cycle(kinds()), strict=False):
            status = ask(number)
            assert status == 200, f"{ask.__name__} answers {status}"
            if number % STEP == 0:
                taken.append(resident())
                print(f"  {number:>6} requests {taken[-1] / 2**20:8.1f} MB", flush=True)
    ratio = taken[-1] / taken[1]
    verdict = "flat" if ratio <= FLAT else "NOT FLAT"
    print(f"  the last thousand against the second {ratio:8.3f} x  {verdict} (at most {FLAT})", flush=True)


def resident() -> int:
    """The bytes of this process that are in memory."""
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * getpagesize()


def kinds() -> Iterator[Asked]:
    """The kinds of requests, each of which takes a number and gives the status of its answer."""
    owner = User.objects.create(username="bench")
    addresses = {sample.slug: f"/templates/{kept(owner, sample)}/" for sample in SAMPLES}
    person = Person(owner)

    def library(number: int) -> int:
        return person.get("/", {"q": f"os::nova {number}"})

    def fill(number: int) -> int:
        return person.get(addresses[chosen(number).slug], {})

    def preview(number: int) -> int:
        document = hotcore.load(chosen(number).text)
        assert document.template
        values = {f"param-{name}": f"{number}" for name in document.template.parameters}
        return person.post(addresses[chosen(number).slug], values)

    def diagram(number: int) -> int:
        return person.post(f"{addresses[chosen(number).slug]}design/diagram/", {"text": text(number)})

    def validate(number: int) -> int:
        return person.post("/templates/new", {"text": text(number)})

    yield from (library, fill, preview, diagram, validate)


class Person:
    """Somebody who is signed in, and asks as a browser does.

    Requests go to the application that a server runs: Django's test client registers receivers of signals for each
    request, and Python keeps a record of each as long as the process lives.
    """

    def __init__(self, owner: User) -> None:
        client = Client()
        client.force_login(owner)
        token = "c" * 32
        cookies = f"sessionid={client.cookies['sessionid'].value}; csrftoken={token}"
        self.requests = RequestFactory(headers={"Cookie": cookies, "X-CSRFToken": token})
        self.application = WSGIHandler()

    def get(self, path: str, query: dict[str, str]) -> int:
        """The status of a page."""
        return self.status(self.requests.get(path, query).environ)

    def post(self, path: str, fields: dict[str, str]) -> int:
        """The status of an answer to what a script sends."""
        return self.status(self.requests.post(path, fields, headers={"HX-Request": "true"}).environ)

    def status(self, environ: dict[str, Any]) -> int:
        """The status of an answer, which is read to its end."""
        answer = self.application(environ, lambda *_: lambda _: None)
        for _ in answer:
            pass
        answer.close()
        return int(answer.status_code)


def kept(owner: User, sample: Sample) -> str:
    """The name in the address of a template that has the text of a sample."""
    design = design_create(owner=owner, name=sample.name, text=sample.text, visibility=Visibility.PUBLIC)
    return str(design.slug)


def chosen(number: int) -> Sample:
    """The sample of a request."""
    return SAMPLES[number // 5 % len(SAMPLES)]


def text(number: int) -> str:
    """A text that was not sent before."""
    return f"{chosen(number).text.decode()}\n# {number}\n"
