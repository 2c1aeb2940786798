"""Heat's API, as far as the pages need it; every answer is Heat's, every error a `CloudFault` in its words."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from types import UnionType
from typing import Any
from urllib.parse import quote
from uuid import UUID

from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from keystoneauth1 import exceptions
from keystoneauth1.session import Session

from designer.cloud.connection.connections import cloud_of, session_of
from designer.cloud.project.list_definitions import Service
from designer.cloud.project.lists import service_address
from designer.cloud.service.faults import CloudFault, Fault, faults_of, forbidden
from designer.cloud.service.texts import json_of, readable, storable_time
from designer.cloud.service.transport import CONNECT_RETRIES
from designer.models import ProjectToken

ORCHESTRATION = Service("Heat", "orchestration", "v1")
SECONDS = 60.0  # for what makes Heat ask other services: a plan and a beginning
PAGE = 200  # entries of a request

CHANGES = ("deleted", "replaced", "updated", "added", "unchanged")
"""What an update may do with resources, in Heat's words."""

Query = Mapping[str, str] | Sequence[tuple[str, str]]
Answer = Any
"""What Heat answers, and is asked with: JSON."""


@dataclass(frozen=True, slots=True)
class Heat:
    """Heat of a region, by the token of a person. A stack is named by its ID, or by its name."""

    session: Session
    address: str

    def validate(self, request: Answer) -> Answer:
        """Return what Heat says of a template: its parameters, or raise what it refuses."""
        return self._post("validate", request)

    def preview(self, request: Answer) -> list[Answer]:
        """Return the resources of the stack that a request would make; those of a nested one are a list in it."""
        with _faults():
            return _entries(self._post("stacks/preview", request, key="stack")["resources"], dict | list)

    def create(self, request: Answer) -> str:
        """Begin to make a stack, and return its ID."""
        with _faults():
            return stack_id_of(self._post("stacks", request, key="stack"))

    def preview_update(self, name: str, stack_id: str, method: str, request: Answer) -> Answer:
        """Return what an update would change: lists of resources by what becomes of them."""
        with _faults():
            answer = self._send(method, f"{_path(name, stack_id)}/preview", request)
            changes = json_of(answer.content)["resource_changes"]
            return {kind: _entries(changes[kind], dict) for kind in CHANGES}

    def update(self, name: str, stack_id: str, method: str, request: Answer) -> None:
        """Begin an update. With `PATCH` what is not named stays, with `PUT` it goes; the answer has no JSON."""
        self._send(method, _path(name, stack_id), request)

    def files(self, name: str, stack_id: str) -> dict[str, bytes]:
        """Return the files of a stack by name."""
        with _faults():
            found = self._get(f"{_path(name, stack_id)}/files") or {}
            return {path: str(text).encode("utf-8", "replace") for path, text in found.items()}

    def last_event(self, name: str, stack_id: str) -> str:
        """Return the ID of the newest event of a stack; empty without any."""
        with _faults():
            found = self.newest_events(name, stack_id, limit=1)
            return readable(found[0]["id"], 64) if found else ""

    def id_of(self, stack: str) -> str:
        """Return the ID of a stack."""
        with _faults():
            return stack_id_of(self.stack(stack))

    def stack(self, stack: str) -> Answer:
        """Return a stack, with its outputs."""
        return self._get(f"stacks/{quote(stack, safe='')}", redirects=True, key="stack")

    def without_outputs(self, name: str, stack_id: str) -> Answer:
        """Return a stack as it is now, without the outputs, which would take Heat long."""
        return self._get(f"{_path(name, stack_id)}?resolve_outputs=False", key="stack")

    def with_outputs(self, name: str, stack_id: str) -> Answer:
        """Return a stack as it is now, with the outputs."""
        return self._get(_path(name, stack_id), key="stack")

    def stacks(self, query: Mapping[str, str] | None = None) -> Answer:
        """Return the list of the project's stacks, the newest first, and no more of them than asked for."""
        asked = {"sort_keys": "creation_time", "sort_dir": "desc", "limit": str(PAGE)} | dict(query or {})
        with _faults():
            return self._get("stacks", asked, key="stacks")[: int(asked["limit"])]

    def count_stacks(self, query: Mapping[str, str]) -> int | None:
        """Return how many stacks the project has that match a query; None where Heat does not count."""
        with _faults():
            count = self._get("stacks", {"limit": "1", "with_count": "true"} | dict(query)).get("count")
            return None if count is None else int(count)

    def resources(self, name: str, stack_id: str, *, depth: int = 0) -> Answer:
        """Return the list of a stack's resources, and of those nested in it down to a depth."""
        query = {"nested_depth": str(depth)} if depth else {}
        return self._get(f"{_path(name, stack_id)}/resources", query, key="resources")

    def resource(self, name: str, stack_id: str, resource: str, wanted: Sequence[str] = ()) -> Answer:
        """Return a resource of a stack with its attributes, as they are now; `wanted` are told in any case."""
        query = [("with_attr", attribute) for attribute in wanted]
        return self._get(f"{_path(name, stack_id)}/resources/{quote(resource, safe='')}", query, key="resource")

    def mark_unhealthy(self, name: str, stack_id: str, resource: str, reason: str) -> None:
        """Say that a resource is gone or broken: the next update makes it anew."""
        request = {"mark_unhealthy": True, "resource_status_reason": reason}
        self._send("PATCH", f"{_path(name, stack_id)}/resources/{quote(resource, safe='')}", request)

    def events(self, name: str, stack_id: str, after: str = "") -> Answer:
        """Return a page of events, the oldest first, with those of nested stacks; `after` is an event's ID."""
        query = {"sort_dir": "asc", "nested_depth": "4", "limit": str(PAGE)} | ({"marker": after} if after else {})
        return self._get(f"{_path(name, stack_id)}/events", query, key="events")

    def newest_events(self, name: str, stack_id: str, after: str = "", *, limit: int) -> Answer:
        """Return a page of events, the newest first, with those of nested stacks; `after` is an event's ID."""
        query = {"sort_dir": "desc", "nested_depth": "4", "limit": str(limit)} | ({"marker": after} if after else {})
        return self._get(f"{_path(name, stack_id)}/events", query, key="events")

    def template(self, name: str, stack_id: str) -> Answer:
        """Return the template of a stack, as data."""
        return self._get(f"{_path(name, stack_id)}/template")

    def environment(self, name: str, stack_id: str) -> Answer:
        """Return the environment of a stack, with hidden values masked by Heat."""
        return self._get(f"{_path(name, stack_id)}/environment")

    def resource_types(self) -> Answer:
        """Return the list of resource types that people of the project may use, with descriptions."""
        return self._get("resource_types", {"with_description": "true"}, key="resource_types")

    def template_versions(self) -> Answer:
        """Return the list of template versions, with their aliases."""
        return self._get("template_versions", key="template_versions")

    def template_functions(self, version: str) -> Answer:
        """Return the list of the functions of a template version, those of conditions among them."""
        path = f"template_versions/{quote(version, safe='')}/functions"
        return self._get(path, {"with_condition_func": "true"}, key="template_functions")

    def resource_type(self, name: str) -> Answer:
        """Return a resource type: its properties and attributes."""
        return self._get(f"resource_types/{quote(name, safe='')}")

    def build(self) -> str:
        """Return the version of the engine, as whoever installed it has named it."""
        with _faults():
            return readable(self._get("build_info")["engine"]["revision"], 100)

    def act(self, name: str, stack_id: str, action: str) -> None:
        """Ask for an action, such as `check`, `suspend` or `cancel_without_rollback`."""
        with _faults():
            self.session.post(f"{self.address}/{_path(name, stack_id)}/actions", json={action: None}, **_OPTIONS)

    def delete(self, name: str, stack_id: str) -> None:
        """Begin to delete a stack."""
        with _faults():
            self.session.delete(f"{self.address}/{_path(name, stack_id)}", **_OPTIONS)

    def snapshots(self, name: str, stack_id: str) -> Answer:
        """Return the snapshots of a stack, with all that is in them."""
        return self._get(f"{_path(name, stack_id)}/snapshots", key="snapshots")

    def snapshot(self, name: str, stack_id: str, snapshot: str) -> Answer:
        """Return a snapshot, with all that is in it."""
        return self._get(f"{_path(name, stack_id)}/snapshots/{quote(snapshot, safe='')}", key="snapshot")

    def take_snapshot(self, name: str, stack_id: str, title: str) -> None:
        """Begin to take a snapshot."""
        self._send("POST", f"{_path(name, stack_id)}/snapshots", {"name": title})

    def restore_snapshot(self, name: str, stack_id: str, snapshot: str) -> None:
        """Begin to restore a snapshot; the answer has no JSON."""
        self._send("POST", f"{_path(name, stack_id)}/snapshots/{quote(snapshot, safe='')}/restore")

    def delete_snapshot(self, name: str, stack_id: str, snapshot: str) -> None:
        """Delete a snapshot."""
        self._send("DELETE", f"{_path(name, stack_id)}/snapshots/{quote(snapshot, safe='')}")

    def export(self, name: str, stack_id: str) -> Answer:
        """Return the data of a stack, hidden values too."""
        return self._get(f"{_path(name, stack_id)}/export")

    def abandon(self, name: str, stack_id: str) -> Answer:
        """Give up a stack, and return its data; its resources stay."""
        with _faults():
            return json_of(self._send("DELETE", f"{_path(name, stack_id)}/abandon").content)

    def adopt(self, name: str, data: str, *, minutes: int) -> str:
        """Begin to make a stack of the data of another one, and return its ID."""
        return self.create(
            {"stack_name": name, "adopt_stack_data": data, "timeout_mins": minutes, "disable_rollback": True}
        )

    def _get(self, path: str, query: Query | None = None, *, key: str = "", redirects: bool = False) -> Any:
        """Return an answer, or what it has under a key."""
        with _faults():
            response = self.session.get(
                f"{self.address}/{path}", params=query, connect_retries=CONNECT_RETRIES, **_OPTIONS
            )
            if redirects and response.status_code in (301, 302):
                # Heat leads from a name to the ID, always within this stack's own address, which is the only one asked.
                found = str(response.headers.get("Location", "")).rstrip("/").rsplit("/", 2)
                return self._get(_path(found[-2], found[-1]), key=key)
            return _under(key, json_of(response.content))

    def _post(self, path: str, request: Answer, *, key: str = "") -> Any:
        with _faults():
            return _under(key, json_of(self._send("POST", path, request).content))

    def _send(self, method: str, path: str, request: Answer = None) -> Any:
        with _faults():
            return self.session.request(f"{self.address}/{path}", method, json=request, timeout=SECONDS, **_OPTIONS)


_OPTIONS: Mapping[str, Any] = {"log": False, "allow_reauth": False}


def heat_of(token: ProjectToken) -> Heat:
    """Return Heat by a token of a person's; raise `CloudFault` if the token is over."""
    with faults_of(ORCHESTRATION.name):
        session = session_of(token)
        return Heat(session, service_address(session, cloud_of(token), token.region, ORCHESTRATION))


def stack_id_of(answer: Answer) -> str:
    """Return the ID of a stack; raise `ValueError` for one that the address of no page of ours can have."""
    return str(UUID(str(answer["id"])))


def _under(key: str, answer: Answer) -> Answer:
    """Return what an answer has under a key, or all of it; raise `ValueError` where there is nothing."""
    found = answer[key] if key else answer
    if key and found is None:
        raise ValueError
    return found


def _entries(answer: Answer, kinds: type | UnionType) -> list[Answer]:
    """Return a list of an answer; raise `ValueError` for what is none, or has entries of other kinds."""
    if not isinstance(answer, list) or not all(isinstance(each, kinds) for each in answer):
        raise ValueError
    return answer


def _path(name: str, stack_id: str) -> str:
    return f"stacks/{quote(name, safe='')}/{quote(stack_id, safe='')}"


@contextmanager
def _faults() -> Iterator[None]:
    """Turn what Heat refuses into a `CloudFault` with its words, and the rest into what `faults_of` says."""
    with faults_of(ORCHESTRATION.name):
        try:
            yield
        except exceptions.Conflict as error:
            raise CloudFault(Fault.CONFLICT, words_of(error)) from None
        except exceptions.NotFound as error:
            raise CloudFault(Fault.GONE, words_of(error)) from None
        except exceptions.BadRequest as error:
            raise CloudFault(Fault.REFUSED, words_of(error)) from None
        except exceptions.Forbidden as error:
            # Of a trust that Keystone refuses, Heat says nothing.
            raise forbidden(ORCHESTRATION.name, error, words_of(error)) from None


def words_of(error: exceptions.HttpError) -> str:
    """Return what Heat says of an error, without the name of its exception."""
    try:
        assert error.response is not None
        body = json_of(error.response.content)
        message = str(body["error"]["message"] or body.get("explanation") or "")
    except (AssertionError, ValueError, KeyError, TypeError, AttributeError):
        message = ""
    return readable(message.strip()) or _("Heat refuses it, and does not say why.")


def time_of(text: str) -> datetime:
    """Return a time of Heat's, which is in UTC, with or without saying so."""
    found = parse_datetime(text)
    if found is None:
        raise ValueError
    return storable_time(found)
