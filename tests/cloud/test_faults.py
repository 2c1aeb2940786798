"""Services that do not answer, or answer nonsense, at the place of Keystone: told in words, within the time allowed."""

import json
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
import yaml
from keystoneauth1.exceptions import ConnectTimeout

from designer.cloud.service import transport
from designer.models import CloudConnection

Answer = Callable[[BaseHTTPRequestHandler], None]
FIELDS = {"way": "password", "user": "demo", "password": "secret", "project": "demo", "domain": "Default"}


def plain(status: int, body: bytes, **headers: str) -> Answer:
    """What answers with a body."""

    def answer(request: BaseHTTPRequestHandler) -> None:
        request.send_response(status)
        for name, value in {"Content-Length": str(len(body)), **headers}.items():
            request.send_header(name.replace("_", "-"), value)
        request.end_headers()
        request.wfile.write(body)

    return answer


@pytest.fixture
def keystone_that(clouds_file, tmp_path):
    """Serves answers in the place of Keystone; gives the paths that were asked for."""
    servers = []

    def serve(answer: Answer) -> list[str]:
        asked: list[str] = []

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                self.rfile.read(int(self.headers.get("Content-Length") or 0))
                asked.append(self.path)
                answer(self)

            do_GET = do_POST  # noqa: N815 -- the name that the library calls

            def log_message(self, *_args: object) -> None:
                pass

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        servers.append(server)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_address[1]}"
        file = tmp_path / "clouds.yaml"
        file.write_text(yaml.safe_dump({"clouds": {"odd": {"auth": {"auth_url": address}, "region_name": "one"}}}))
        clouds_file(file)
        return asked

    yield serve
    for server in servers:
        server.shutdown()
        server.server_close()


@pytest.fixture
def connect(client, alice):
    client.force_login(alice)

    def send():
        return client.post("/clouds/", {"cloud": "odd", "region": "one", **FIELDS}).content.decode()

    return send


@pytest.mark.parametrize(
    ("answer", "fault"),
    [
        (plain(200, b"<html>It works!</html>"), "unreadable"),
        (plain(201, b"{}", X_Subject_Token="t"), "unreadable"),
        (plain(201, json.dumps({"token": {"expires_at": "soon"}}).encode(), X_Subject_Token="t"), "unreadable"),
        (plain(404, b"<html>Not here</html>", Content_Type="text/html"), "unreadable"),
        (plain(500, b"oops"), "broken"),
        (plain(503, b"", Retry_After="60"), "broken"),
        (plain(403, b"{}"), "forbidden"),
    ],
)
def test_nonsense_is_told(keystone_that, connect, answer, fault):
    keystone_that(answer)
    assert f'data-fault="{fault}"' in connect()
    assert not CloudConnection.objects.exists()


def test_redirects_lead_nowhere(keystone_that, connect):
    elsewhere = keystone_that(plain(200, b"{}"))
    address = "http://127.0.0.1:1/"
    asked = keystone_that(plain(307, b"", Location=address))
    assert 'data-fault="unreadable"' in connect()
    assert asked
    assert set(asked) == {"/v3/auth/tokens"}
    assert elsewhere == []


def test_what_never_answers_is_given_up(keystone_that, connect, monkeypatch):
    ended = threading.Event()
    monkeypatch.setattr(transport, "TIMEOUT", 0.2)
    keystone_that(lambda _request: (ended.wait(60), None)[1])
    try:
        assert 'data-fault="no-answer"' in connect()
    finally:
        ended.set()


def test_nobody_listens(clouds_file, connect, tmp_path):
    file = tmp_path / "clouds.yaml"
    file.write_text("clouds: {odd: {auth: {auth_url: 'http://127.0.0.1:9/'}, region_name: one}}")
    clouds_file(file)
    assert 'data-fault="no-answer"' in connect()


@pytest.mark.parametrize("text", ["clouds: [", "clouds: 5", "clouds: {a: 5}", "clouds: {a: {auth: 5}}", "- 1", "\0"])
def test_a_file_that_cannot_be_read_lists_no_clouds(clouds_file, alice, client, tmp_path, text):
    file = tmp_path / "clouds.yaml"
    file.write_text(text)
    clouds_file(file)
    client.force_login(alice)
    assert client.get("/clouds/").status_code == 404


def test_requests_to_a_cloud_wait_for_each_other_only_so_long(monkeypatch):
    monkeypatch.setattr(transport, "PATIENCE", 0.01)
    places = transport.Places(1)
    with places, pytest.raises(ConnectTimeout), places:
        pass
    with places:
        pass
