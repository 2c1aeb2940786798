"""Services of a cloud that answer late, wrongly or never: a real one cannot be asked to."""

import json
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, TypeVar

import yaml
from django.contrib.auth.models import User
from django.utils import timezone

from designer.cloud.service import configuration
from designer.models import CloudConnection
from designer.operation.encryption import cloud_keys, encrypt


class LocalService(ThreadingHTTPServer):
    """A service on this machine, from its making on."""

    def __init__(self, handler: type["Responder"]) -> None:
        super().__init__(("127.0.0.1", 0), handler)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def address(self) -> str:
        """Where it answers."""
        return f"http://127.0.0.1:{self.server_address[1]}"

    def end(self) -> None:
        """Answer no more."""
        self.shutdown()
        self.server_close()


class Responder(BaseHTTPRequestHandler):
    """What answers the requests to a local service; `sent` is the body of one."""

    sent: bytes

    def respond(self, status: int, data: Any, headers: Mapping[str, str] | None = None) -> None:
        """Answer with a text as it is, or with anything else as JSON."""
        body = (data if isinstance(data, str) else json.dumps(data)).encode()
        self.send_response(status)
        for name, value in {"Content-Length": str(len(body)), **(headers or {})}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def answer(self) -> None:
        """Respond to a request, of whatever `command`."""
        raise NotImplementedError

    def do_GET(self) -> None:
        """Read what was sent, and answer."""
        self.sent = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        self.answer()

    do_POST = do_PUT = do_PATCH = do_DELETE = do_GET  # noqa: N815 -- the names that the library calls

    def log_message(self, *_args: object) -> None:
        """Print nothing."""


Service = TypeVar("Service", bound=LocalService)


@contextmanager
def listed_clouds(settings: Any, folder: Path, addresses: Mapping[str, str]) -> Iterator[None]:
    """List clouds, by name and the address of their Keystone, as an administrator does."""
    file = folder / "clouds.yaml"
    file.write_text(
        yaml.safe_dump({"clouds": {name: {"auth": {"auth_url": f"{url}/v3"}} for name, url in addresses.items()}})
    )
    settings.CLOUDS_FILE = str(file)
    forget_clouds()
    yield
    forget_clouds()


@contextmanager
def as_lab(settings: Any, folder: Path, service: Service) -> Iterator[Service]:
    """List a service as the cloud `lab`, and end it afterwards."""
    with listed_clouds(settings, folder, {"lab": service.address}):
        yield service
    service.end()


def connection_to(service: LocalService, owner: User, *types: str) -> CloudConnection:
    """Connect somebody to the cloud `lab` for an hour; all its services, by their types, are this one."""
    ends = timezone.now() + timedelta(hours=1)
    access = access_to(service.address, *types, ends=ends)
    return CloudConnection.objects.create(owner=owner, cloud="lab", project_id="p", access=access, ends=ends)


def forget_clouds() -> None:
    """Let the file of the settings be read again."""
    configuration.configured_clouds.cache_clear()
    configuration.read_config.cache_clear()


def access_to(address: str, *services: str, ends: datetime) -> str:
    """Return an encrypted token with which services, by their types, are found at one address."""
    url = {"interface": "public", "region": "", "region_id": "", "url": f"{address}/v1"}
    catalog = [{"type": service, "endpoints": [url]} for service in services]
    body = {"token": {"expires_at": ends.isoformat(), "catalog": catalog}}
    return encrypt(json.dumps({"auth_token": "t", "body": body}), cloud_keys())
