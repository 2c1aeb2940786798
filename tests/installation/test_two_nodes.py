"""Two nodes behind a proxy, on one PostgreSQL, are one designer."""

import json
import re
import signal
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from html import unescape
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from django.contrib.auth.hashers import PBKDF2PasswordHasher

from designer.models import Design, May
from designer.store.share_links import share_link_create
from tests.conftest import MINIMAL, PASSWORD
from tests.installation.balancer import HOST, Balancer
from tests.installation.environments import ROOT
from tests.installation.processes import Person, Running, free_port

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.database,
    pytest.mark.enable_socket,
    pytest.mark.long,
]


class Nodes:
    """Nodes on one database, each as on a machine of its own."""

    def __init__(self, postgres, folder):
        self.folder = folder
        self.common = {
            "PATH": "/usr/bin:/bin",
            "DATABASE_URL": postgres,
            "DESIGNER_SECRET_KEY": "0123456789-for-this-test-and-nothing-else-0123456789",
            "DESIGNER_HOSTS": HOST,
            "DESIGNER_BEHIND_PROXY": "1",
            "DESIGNER_METRICS_TOKEN": "token",
            "DESIGNER_STATIC_ROOT": str(folder / "static"),
        }
        collect = [sys.executable, ROOT / "manage.py", "collectstatic", "--noinput"]
        environment = self.common | {"DESIGNER_DATA": str(folder)}
        subprocess.run(collect, env=environment, check=True, capture_output=True, timeout=120)
        self.running = {}
        self.ports = [self.start(), self.start()]

    def start(self, workers=1):
        """Start a node and return its port."""
        port = free_port()
        own = {
            "DESIGNER_DATA": str(self.folder / str(port)),
            "GUNICORN_CMD_ARGS": f"--bind=127.0.0.1:{port} --workers={workers}",
        }
        serve = [sys.executable, "-m", "gunicorn", "--config", "python:designer.gunicorn_conf", "designer.wsgi"]
        self.running[port] = Running(serve, folder=ROOT, variables=self.common | own, until="Booting worker")
        return port

    def stop(self, port):
        """Stop a node as an upgrade does, and return its exit status."""
        process = self.running[port].process
        process.send_signal(signal.SIGTERM)
        return process.wait(timeout=60)


@pytest.fixture(scope="module")
def nodes(postgres, tmp_path_factory):
    """Two nodes."""
    found = Nodes(postgres, tmp_path_factory.mktemp("nodes"))
    yield found
    for running in found.running.values():
        running.end()


@pytest.fixture
def balanced():
    """Puts a proxy in front of nodes."""
    found = []

    def balance(*ports):
        found.append(Balancer(ports))
        return found[-1]

    yield balance
    for balancer in found:
        balancer.stop()


@pytest.fixture
def sign_in(alice):
    """Signs Alice in at a new browser: the form comes from one node, and the other takes it."""
    alice.password = PBKDF2PasswordHasher().encode(PASSWORD, "salt", iterations=1000)  # that of tests is known to none
    alice.save()

    def signed_in(balancer):
        person = Person(balancer.address, origin=f"https://{HOST}")
        person.open("/accounts/login/")
        person.send("/accounts/login/", username="alice", password=PASSWORD)
        return person

    return signed_in


def status_of(ask, *words, **fields):
    """The status of the response to a request."""
    try:
        ask(*words, **fields)
    except HTTPError as refused:
        refused.close()
        return refused.code
    return 200


def text_on(page):
    return unescape(re.search(r"<textarea[^>]*>\n(.*?)</textarea>", page, re.DOTALL)[1])


def test_a_session_and_a_draft_are_the_same_at_both(nodes, balanced, sign_in, make_design):
    make_design()
    balancer = balanced(*nodes.ports)
    person = sign_in(balancer)
    typed = MINIMAL.decode() + "# typed\n"
    for _ in range(2):
        assert text_on(person.open("/templates/web/design/")) == MINIMAL.decode()
    written = json.loads(person.send("/templates/web/design/draft/", text=typed, counter="0", base="1"))
    for _ in range(2):
        assert text_on(person.open("/templates/web/design/")) == typed
    again = {"text": typed + "# more\n", "counter": str(written["counter"]), "base": "1"}
    assert json.loads(person.send("/templates/web/design/draft/", **again))["counter"] > written["counter"]
    pages = {re.sub(r'"csrf[^>]*>|nonce="[^"]*"', "", person.open("/templates/web/")) for _ in range(4)}
    assert len(pages) == 1
    person.send("/templates/web/", **{"param-size": "7", "touched": '["size"]'})
    assert all('value="7"' in person.open("/templates/web/") for _ in range(2))
    assert min(balancer.answered.values()) > 4
    assert len(balancer.answered) == 2
    person.send("/accounts/logout/")
    assert [status_of(person.open, "/templates/web/design/") for _ in range(2)] == [404, 404]


def test_attempts_are_counted_over_both(nodes, balanced, sign_in, make_design, alice):
    token = share_link_create(design=make_design(), created_by=alice, may=May.VIEW).token
    balancer = balanced(*nodes.ports)

    def guess(number):
        person = Person(balancer.address, origin=f"https://{HOST}")
        person.open("/accounts/login/")
        wrong = {"username": "alice", "password": f"wrong {number}"}
        return [status_of(person.send, "/accounts/login/", **wrong) for _ in range(10)]

    with ThreadPoolExecutor(4) as threads:
        statuses = [status for each in threads.map(guess, range(4)) for status in each]
    assert sorted(statuses) == [200] * 5 + [429] * 35
    assert min(balancer.answered.values()) > 10
    assert [status_of(sign_in, balancer) for _ in range(2)] == [429, 429]

    stranger = Person(balancer.address)
    assert status_of(stranger.open, f"/s/{token}/") == 200
    statuses = [status_of(stranger.open, f"/s/{number}/") for number in range(64)]
    assert statuses == [404] * 60 + [429] * 4
    assert [status_of(stranger.open, f"/s/{token}/") for _ in range(2)] == [429, 429]


def test_of_two_saves_at_once_one_is_told_of_the_other(nodes, balanced, sign_in, make_design):
    design = make_design()
    balancer = balanced(*nodes.ports)
    texts = [MINIMAL.decode().replace("default: 2", f"default: {number}") for number in (3, 4)]
    people = [sign_in(balancer) for _ in texts]
    for person in people:
        person.open("/templates/web/design/")
    answers = {}

    def save(person, text):
        try:
            answers[text] = person.send("/templates/web/design/", text=text, based_on="1", counter="0")
        except HTTPError as refused:
            with refused:
                answers[text] = refused.read().decode()

    saving = [threading.Thread(target=save, args=each) for each in zip(people, texts, strict=True)]
    for thread in saving:
        thread.start()
    for thread in saving:
        thread.join()
    numbers = list(Design.objects.get(pk=design.pk).revisions.values_list("number", flat=True))
    assert numbers == [2, 1]
    design.refresh_from_db()
    kept = design.newest.content.text.decode()
    (refused,) = set(texts) - {kept}
    assert "Revision 2" in answers[refused] or "revision 2" in answers[refused]


def test_one_node_serves_while_the_other_is_away(nodes, balanced, sign_in, make_design):
    make_design()
    leaving = nodes.start()
    balancer = balanced(leaving, nodes.ports[0])
    person = sign_in(balancer)
    assert nodes.stop(leaving) == 0
    before = balancer.answered[leaving]
    assert before
    for _ in range(3):
        assert "Web" in person.open("/templates/web/design/")
    assert balancer.answered[leaving] == before


def test_a_node_counts_and_logs_the_requests_of_all_its_processes(nodes, balanced, sign_in, make_design):
    make_design()
    port = nodes.start(workers=2)
    person = sign_in(balanced(port))
    for _ in range(10):
        person.open("/templates/web/")
    route = "/templates/<slug:slug>/"
    counted = f'designer_requests_total{{method="GET",route="{route}",status="200"}} 10.0'
    request = Request(f"http://127.0.0.1:{port}/metrics", headers={"Authorization": "Bearer token"})
    for _ in range(4):  # whichever process responds
        with urlopen(request, timeout=60) as answer:
            assert counted in answer.read().decode()
    assert nodes.stop(port) == 0
    nodes.running[port].end()
    lines = [json.loads(line) for line in nodes.running[port].lines]
    assert len([line for line in lines if line.get("route") == route]) == 10
    assert not [line for line in lines if line["level"] not in ("INFO", "DEBUG")]
