"""Requests to the services of a cloud: where they go, how long they may take, and the log line that each leaves."""

import logging
import threading
import time
from collections.abc import Callable
from functools import cache
from http.cookiejar import DefaultCookiePolicy
from typing import Any
from urllib.parse import urlsplit

import requests
from keystoneauth1.exceptions import Unauthorized
from keystoneauth1.identity.base import BaseIdentityPlugin
from keystoneauth1.session import Session

from designer.cloud.service.configuration import Cloud
from designer.cloud.service.faults import CloudFault, NoPlaceError
from designer.cloud.service.texts import json_of
from designer.cloud.service.unreadable_answers import remember_answer
from designer.operation.bounded_responses import BoundedAdapter

LOG = logging.getLogger("designer.cloud")
TIMEOUT = 10.0  # s
AT_ONCE = 3  # requests to one cloud, fewer than a process has threads: who asks for nothing of a cloud never waits
PATIENCE = 1.0  # s for which a further request waits
LARGEST = 8 * 1024 * 1024  # bytes of an answer, several times what a thousand entries take
ENCODING = "utf-8"  # of all answers, as JSON has it; to guess it, or to take a rare one, can take seconds
CONNECT_RETRIES = 1  # for what only reads; each waits twice as long as the one before


class TokenSession(Session):
    """A session by a token that there is already. `ended` says why a service does not take it any more."""

    def __init__(self, ended: Callable[[], CloudFault] | None = None, **options: Any) -> None:
        super().__init__(**options)
        self.ended = ended

    def request(self, *args: Any, **options: Any) -> Any:
        """Send a request."""
        try:
            return super().request(*args, **options)
        except Unauthorized:
            if self.ended is None:
                raise
            raise self.ended() from None


class Places:
    """Lets so many requests to a cloud go at once. One that gets no place in time fails as if nobody answered."""

    def __init__(self, number: int) -> None:
        self.free = threading.BoundedSemaphore(number)

    def __enter__(self) -> None:
        if not self.free.acquire(timeout=PATIENCE):
            raise NoPlaceError

    def __exit__(self, *_error: object) -> None:
        self.free.release()


class LoggedAdapter(BoundedAdapter):
    """Sends requests through a pool of connections, and logs them without headers, query and body."""

    def send(self, request: requests.PreparedRequest, *args: Any, **options: Any) -> requests.Response:
        """Send a request."""
        began = time.monotonic()
        status: int | str = "no answer"
        try:
            response = super().send(request, *args, **options)
            status = response.status_code
            response.encoding = ENCODING
            remember_answer(response)
            return response
        finally:
            path = urlsplit(request.url or "").path
            LOG.info("%s %s %s %.0f ms", request.method, path, status, 1000 * (time.monotonic() - began))


def session_for(
    cloud: Cloud, plugin: BaseIdentityPlugin | None = None, ended: Callable[[], CloudFault] | None = None
) -> Session:
    """Return a session that follows no redirects, through the cloud's one pool of connections."""
    pool, places = _pool(cloud.name)
    return TokenSession(
        ended,
        auth=plugin,
        session=pool,
        verify=cloud.verify,
        cert=cloud.cert,
        timeout=TIMEOUT,
        redirect=False,
        app_name="hot-designer",
        rate_semaphore=places,
    )


def get_json(session: Session, address: str, **query: str) -> Any:
    """Return what a service answers to a request that only reads, which is repeated if no connection is made.

    A redirect has no body to read: it raises `ValueError`, as any answer that is no JSON. A token that the service does
    not take is never traded for another.
    """
    response = session.get(address, params=query, log=False, allow_reauth=False, connect_retries=CONNECT_RETRIES)
    return json_of(response.content)


def identity_address(cloud: Cloud) -> str:
    """Return the address of Keystone's API of version 3."""
    address = cloud.auth_url.rstrip("/")
    return address if address.endswith("/v3") else f"{address}/v3"


@cache
def _pool(_cloud: str) -> tuple[requests.Session, Places]:
    pool = requests.Session()
    pool.cookies.set_policy(DefaultCookiePolicy(allowed_domains=[]))  # people share the pool
    adapter = LoggedAdapter(LARGEST, pool_connections=AT_ONCE, pool_maxsize=AT_ONCE)
    for scheme in ("http://", "https://"):
        pool.mount(scheme, adapter)
    return pool, Places(AT_ONCE)
