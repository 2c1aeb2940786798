"""Responses of other servers, read within limits: one that never ends costs neither memory nor a worker."""

import io
import socket
import time
from collections.abc import Iterator
from http.client import HTTPResponse
from typing import Any

from requests import PreparedRequest, Response
from requests.adapters import HTTPAdapter
from urllib3 import HTTPConnectionPool, HTTPSConnectionPool, ProxyManager
from urllib3.connection import HTTPConnection, HTTPSConnection

PATIENCE = 2  # times the timeout of a request, for which the whole of its response may take


class BadResponse(ValueError):
    """A response is larger than what is read, or takes too long. Raised while it is read."""


class BoundedAdapter(HTTPAdapter):
    """Sends requests whose responses have at most so many bytes, unpacked, and end in time."""

    def __init__(self, largest: int, **options: Any) -> None:
        self.largest = largest
        super().__init__(**options)

    def init_poolmanager(self, *args: Any, **options: Any) -> None:
        """Let connections give responses that end in time."""
        super().init_poolmanager(*args, **options)
        self.poolmanager.pool_classes_by_scheme = POOLS

    def proxy_manager_for(self, *args: Any, **options: Any) -> ProxyManager:
        """Let connections through a proxy do so as well."""
        found: ProxyManager = super().proxy_manager_for(*args, **options)
        if type(found) is ProxyManager:  # the one for SOCKS has connections of its own
            found.pool_classes_by_scheme = POOLS
        return found

    def send(self, request: PreparedRequest, *args: Any, **options: Any) -> Response:
        """Send a request."""
        response = super().send(request, *args, **options)
        response.raw = _Bounded(response.raw, self.largest)
        return response


class _Bounded:
    """A body of which no more is read than a number of bytes."""

    def __init__(self, body: Any, largest: int) -> None:
        self._body = body
        self._largest = largest

    def __getattr__(self, name: str) -> Any:
        return getattr(self._body, name)

    def stream(self, *args: Any, **options: Any) -> Iterator[bytes]:
        total = 0
        try:
            for part in self._body.stream(*args, **options):
                total += len(part)
                if total > self._largest:
                    raise BadResponse("too large")
                yield part
        except BaseException:
            self._body.close()  # nobody reads the rest
            raise


class _TimedResponse(HTTPResponse):
    """A response that is over some time after the request was sent, however it arrives."""

    def __init__(self, sock: socket.socket, *args: Any, **options: Any) -> None:
        super().__init__(sock, *args, **options)
        if timeout := sock.gettimeout():
            self.fp.close()
            self.fp = io.BufferedReader(_TimedReader(sock, timeout))


class _TimedReader(io.RawIOBase):
    """What arrives at a socket until a time. A socket's own timeout begins anew with each byte."""

    def __init__(self, sock: socket.socket, timeout: float) -> None:
        self._sock = sock
        self._file = sock.makefile("rb", buffering=0)
        self._timeout = timeout
        self._end = time.monotonic() + PATIENCE * timeout

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int | None:
        left = self._end - time.monotonic()
        if left <= 0:  # something may arrive all the time
            raise BadResponse("too slow")
        try:
            self._sock.settimeout(min(left, self._timeout))
            return self._file.readinto(buffer)
        except TimeoutError:
            if left < self._timeout:
                raise BadResponse("too slow") from None
            raise

    def close(self) -> None:
        self._file.close()
        super().close()


class _Connection(HTTPConnection):
    response_class = _TimedResponse


class _SecureConnection(HTTPSConnection):
    response_class = _TimedResponse


class _Pool(HTTPConnectionPool):
    ConnectionCls = _Connection


class _SecurePool(HTTPSConnectionPool):
    ConnectionCls = _SecureConnection


POOLS = {"http": _Pool, "https": _SecurePool}
