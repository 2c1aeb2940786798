"""Responses of other servers that never end, or are packed to be small: given up within limits, whatever arrives."""

import gzip
import time
from collections.abc import Callable, Iterator

import pytest
from keystoneauth1.session import Session as CloudSession
from requests import RequestException, Session

from designer.cloud.project.heat import Heat
from designer.cloud.service.faults import CloudFault, Fault
from designer.operation.bounded_responses import BadResponse, BoundedAdapter
from tests.local_service import LocalService, Responder

pytestmark = pytest.mark.enable_socket
LARGEST = 100_000
TIMEOUT = 0.2


class Service(LocalService):
    """A service that writes what it is told to."""

    def __init__(self) -> None:
        self.parts: Callable[[], Iterator[bytes]] = lambda: iter(())
        self.written = 0
        super().__init__(Handler)

    def handle_error(self, *_details: object) -> None:
        """Print nothing: whoever asks goes away."""


class Handler(Responder):
    server: Service
    protocol_version = "HTTP/1.1"  # lets a connection be used again

    def answer(self) -> None:
        for part in self.server.parts():
            self.wfile.write(part)
            self.server.written += len(part)


@pytest.fixture(scope="module")
def running():
    found = Service()
    yield found
    found.end()


@pytest.fixture
def service(running):
    running.written = 0
    return running


@pytest.fixture
def session():
    with Session() as found:
        found.mount("http://", BoundedAdapter(LARGEST))
        yield found


HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"


def endless(head: bytes, part: bytes, wait: float = 0) -> Callable[[], Iterator[bytes]]:
    """A response that goes on until nobody reads it any more."""

    def parts() -> Iterator[bytes]:
        yield head
        while True:
            yield part
            time.sleep(wait)

    return parts


@pytest.mark.parametrize(
    "parts",
    [
        endless(HEAD + b"\r\n", b"x" * 10_000),
        endless(HEAD + b"Content-Length: 1000000000\r\n\r\n", b"x" * 10_000),
        endless(HEAD + b"Transfer-Encoding: chunked\r\n\r\n", b"ff\r\n" + b"x" * 255 + b"\r\n"),
        lambda: iter([HEAD + b"Content-Encoding: gzip\r\n\r\n", gzip.compress(bytes(50_000_000))]),
    ],
    ids=["endless", "large", "chunks", "packed"],
)
def test_what_is_too_large_is_not_read_to_its_end(service, session, parts):
    service.parts = parts
    with pytest.raises(BadResponse):
        session.get(service.address, timeout=10)
    assert service.written < 50 * LARGEST  # what the buffers of the system hold


@pytest.mark.parametrize(
    "parts",
    [
        endless(HEAD + b"Content-Length: 1000\r\n\r\n", b"x", TIMEOUT / 4),
        endless(b"HTTP/1.1 200 OK\r\nX: ", b"x", TIMEOUT / 4),
        endless(HEAD + b"Transfer-Encoding: chunked\r\n\r\n", b"0", TIMEOUT / 4),
        endless(b"", b"HTTP/1.1 100 Continue\r\n\r\n"),
    ],
    ids=["body", "head", "size", "continue"],
)
def test_what_arrives_bit_by_bit_is_given_up(service, session, parts):
    service.parts = parts
    with pytest.raises((BadResponse, RequestException)):  # a service that pauses for longer is given up as always
        session.get(service.address, timeout=TIMEOUT)


def test_what_is_within_the_limits_is_read_and_the_connection_is_used_again(service, session):
    body = b"x" * LARGEST
    service.parts = lambda: iter([HEAD + b"Content-Length: 100000\r\n\r\n", body])
    assert session.get(service.address, timeout=10).content == body
    assert session.get(service.address, timeout=10).content == body


def test_a_cloud_whose_answer_is_too_large_makes_no_sense(service):
    service.parts = endless(HEAD + b"\r\n", b"x" * 10_000)
    with Session() as pool:
        pool.mount("http://", BoundedAdapter(LARGEST))
        with pytest.raises(CloudFault) as caught:
            Heat(CloudSession(session=pool), service.address).resource_type("OS::Heat::Value")
    assert caught.value.fault == Fault.UNREADABLE


@pytest.mark.django_db
def test_an_openid_provider_whose_answer_is_too_large_is_told_in_words(service, client, settings):
    service.parts = endless(HEAD + b"\r\n", b"x" * 10_000)
    settings.OIDC_ISSUER, settings.OIDC_NAME = service.address, "Example ID"
    settings.OIDC_CLIENT_ID, settings.OIDC_CLIENT_SECRET = "id", "secret"
    page = client.post("/accounts/provider/")
    assert page.status_code == 502
    assert "Example ID&#x27;s answer could not be read." in page.content.decode()
