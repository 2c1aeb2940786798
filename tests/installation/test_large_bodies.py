"""Bodies that are larger than they may be, sent to the real server."""

import http.client
import io
import sys
from contextlib import closing

import pytest
from django.test import RequestFactory

from designer import middleware
from designer.middleware import ReadBodies
from tests.installation.environments import ROOT
from tests.installation.processes import Running, free_port

pytestmark = [pytest.mark.enable_socket, pytest.mark.long]


@pytest.fixture
def port(tmp_path):
    """The port of a running designer."""
    number = free_port()
    own = {"PATH": "/usr/bin:/bin", "DESIGNER_LOCAL": "1", "DESIGNER_DATA": str(tmp_path), "PORT": str(number)}
    server = Running([sys.executable, "manage.py", "serve"], folder=ROOT, variables=own, until="Press Ctrl-C")
    yield number
    server.end()


def test_the_client_gets_the_response(port):
    headers = {"Content-Type": "application/x-www-form-urlencoded"}
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=60)) as client:
        client.request("POST", "/accounts/login/", b"x=" + b"y" * 9_000_000, headers)
        response = client.getresponse()
        assert response.status == 403
        assert b"</html>" in response.read()


def test_an_endless_body_is_not_read_to_its_end(monkeypatch):
    monkeypatch.setattr(middleware, "MOST_READ", 1_000_000)
    body = io.BytesIO(b"y" * 20_000_000)
    request = RequestFactory().generic("POST", "/", CONTENT_LENGTH=str(20_000_000), **{"wsgi.input": body})
    ReadBodies(lambda _request: None)(request)
    assert 1_000_000 <= body.tell() <= 1_200_000
