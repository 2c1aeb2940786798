"""What is fuzzed of the application: uploads, and every address with any method and any fields.

Django has to be set up before this is imported.
"""

import io
import json
import re
import warnings
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from django.contrib.auth.models import User
from django.core.exceptions import SuspiciousFileOperation
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.http import QueryDict
from django.test import Client
from django.test.utils import setup_databases, setup_test_environment
from django.urls import get_resolver

from designer.content.uploads import RefusedUpload
from designer.content.zips import read_upload
from designer.models import Design, ShareLink, Upload
from designer.models.sharing import hash_of
from designer.store.designs import design_create, revision_create
from designer.store.share_links import share_link_create
from designer.store.uploads import upload_create
from designer.store.value_sets import value_set_save
from tests.fuzz.command_target import commands
from tests.fuzz.targets import TARGETS, target

TEXT = b"""\
heat_template_version: 2021-04-16
parameters:
  size: {type: number, default: 2}
  secret: {type: string, hidden: true, default: ""}
conditions:
  large: {not: {equals: [{get_param: size}, 2]}}
resources:
  net: {type: OS::Neutron::Net}
  port: {type: OS::Neutron::Port, condition: large, properties: {network: {get_resource: net}}}
  inner: {type: a.yaml}
outputs:
  id: {value: {get_attr: [net, show]}}
"""
FILES = {
    "a.yaml": b"heat_template_version: 2021-04-16\nparameters: {size: {type: number, default: 1}}\n",
    "env.yaml": b"parameters: {size: 3}\n",
}
SLUG, TOKEN = "fuzzed", "token"
SAMPLES = {
    "slug": SLUG, "token": TOKEN, "code": "bad-default", "name": "OS::Neutron::Net", "uidb64": "MQ", "revision": "1",
    "path": "a.yaml", "number": "1", "stack_id": "2f1a1c52-0a6e-4c55-9a52-2f1a1c520a6e",
}  # fmt: skip
"""A value for each part of an address that varies."""

__all__ = ["TARGETS", "commands"]


@target
def uploads(data: bytes) -> None:
    """A file or a zip that is uploaded: its name, and after a NUL its content."""
    name, _, content = data.partition(b"\0")
    with suppress(RefusedUpload):
        read_upload(name.decode("utf-8", "replace"), content)


@target
def zips(data: bytes) -> None:
    """A zip of files: their names and contents in turn, and before them that of the main template."""
    main, *parts = data.split(b"\0")
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive, warnings.catch_warnings(action="ignore"):
        for name, content in zip(parts[::2], parts[1::2], strict=False):
            with suppress(ValueError):
                archive.writestr(zipfile.ZipInfo(name.decode("utf-8", "replace") or "x"), content)
    with suppress(RefusedUpload):
        bundle = read_upload("x.zip", packed.getvalue(), main.decode("utf-8", "replace"))
        assert bundle.content.text


def fuzzed_design() -> Design:
    """The design that the addresses are about, with files, two revisions, values, links and an upload."""
    if found := Design.objects.filter(slug=SLUG).first():
        return found
    owner = User.objects.create(username="fuzzer", is_staff=True)
    found = design_create(owner=owner, name=SLUG, text=TEXT, files=FILES, path="t.yaml", slug=SLUG)
    text = TEXT + b"  size: {value: {get_param: size}}\n"
    revision_create(design=found, author=owner, text=text, based_on=1)
    value_set_save(design=found, owner=owner, name="large", values={"size": 9})
    link = share_link_create(design=found, created_by=owner, may="view")
    ShareLink.objects.filter(pk=link.pk).update(token_hash=hash_of(TOKEN))
    upload = upload_create(owner=owner, file_name="x.yaml", content=TEXT)
    Upload.objects.filter(pk=upload.pk).update(token=TOKEN)
    found.refresh_from_db()
    return found


def set_up_database() -> None:
    """Makes a database with what the addresses need, once; each input changes it and is rolled back."""
    setup_test_environment()
    setup_databases(verbosity=0, interactive=False)
    Signed.client = _signed_in()


class Signed:
    """The client of the owner of the design; without one, each input signs in anew."""

    client: Client | None = None


def _signed_in() -> Client:
    client = Client()
    client.force_login(fuzzed_design().owner)
    return client


@target
def addresses(data: bytes) -> None:
    """A request: the method and the path on the first line, then its body, which is JSON where it begins with a brace,
    and otherwise `name=value` lines, where a tab stands for a line break, or `name@file=content` for an upload.

    `GET?` is that of somebody who is not signed in.  What a request changes is rolled back.
    """
    first, _, body = data.decode("utf-8", "replace").partition("\n")
    method, _, path = first.partition(" ")
    with transaction.atomic():
        client = Client() if method.endswith("?") else Signed.client or _signed_in()
        cookies = client.cookies.output()
        with suppress(UnicodeError):  # of the test client, for lone surrogates in a path
            _send(client, method, f"/{path.lstrip('/')}", body)
        transaction.set_rollback(True)
    if client is Signed.client and client.cookies.output() != cookies:
        client.cookies.load(re.sub("^Set-Cookie: ", "", cookies, flags=re.MULTILINE))


def _send(client: Client, method: str, path: str, body: str) -> None:
    if method.startswith("GET"):
        response = client.get(path, _fields(body))
    elif body.startswith("{"):
        response = client.post(path, body.encode("utf-8", "replace"), content_type="application/json")
    else:
        response = client.post(path, _fields(body))
    if response.streaming:
        for _ in response.streaming_content:
            pass
    assert response.status_code < 500, (response.status_code, method, path)


def _fields(body: str) -> dict[str, list[object]]:
    fields: dict[str, list[object]] = {}
    for line in body.split("\n"):
        name, _, value = line.partition("=")
        name, _, file = name.partition("@")
        text: object = value.replace("\t", "\n")
        with suppress(SuspiciousFileOperation):  # of a name such as `..`, which Django leaves out of a request
            text = SimpleUploadedFile(file, value.encode("utf-8", "replace")) if file else text
        fields.setdefault(name, []).append(text)
    return fields


@contextmanager
def asked_fields() -> Iterator[dict[str, None]]:
    """The names of the fields that views ask a request for meanwhile."""
    asked: dict[str, None] = {}
    methods = {name: getattr(QueryDict, name) for name in ("get", "getlist", "__getitem__", "__contains__")}

    def recording(name: str):
        def method(self: QueryDict, key: object, *rest: object, **named: object) -> object:
            asked[str(key)] = None
            return methods[name](self, key, *rest, **named)

        return method

    try:
        for name in methods:
            setattr(QueryDict, name, recording(name))
        yield asked
    finally:
        for name in methods:
            delattr(QueryDict, name)  # inherited again


def address_seeds() -> Iterator[bytes]:
    """An input for each address and method, with the fields that its view asks for."""
    for pattern in get_resolver().url_patterns:
        path = re.sub(r"<(?:\w+:)?(\w+)>", lambda part: SAMPLES[part[1]], str(pattern.pattern))
        for method in ("GET", "POST", "GET?"):
            first = f"{method} {path}".encode()
            with asked_fields() as asked:
                addresses(first)
            yield b"\n".join([first, *(f"{name}={VALUES.get(name, 'x')}".encode() for name in asked if name)])
        asked_as_json = {"text": TEXT.decode(), "name": "remove", "arguments": {"path": ["outputs", "id"]}}
        yield f"POST {path}\n{json.dumps(asked_as_json)}".encode()


VALUES = {"text": TEXT.decode().replace("\n", "\t"), "counter": "1", "base": "2", "based_on": "2", "file": "a.yaml"}
"""Values of fields without which a view looks no further."""
