"""What is fuzzed of the application: uploads, and every address with any method and any fields.

Django has to be set up before this is imported.
"""

from contextlib import suppress

from django.contrib.auth.models import User
from django.db import transaction
from django.test import Client

from designer.files.uploads import RefusedUpload
from designer.files.zips import read_upload
from designer.models import Design
from designer.services import design_create
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
outputs:
  id: {value: {get_attr: [net, show]}}
"""
SLUG = "fuzzed"

__all__ = ["TARGETS"]


@target
def uploads(data: bytes) -> None:
    """A file or a zip that is uploaded: its name, and after a NUL its content."""
    name, _, content = data.partition(b"\0")
    with suppress(RefusedUpload):
        read_upload(name.decode("utf-8", "replace"), content)


def fuzzed_design() -> Design:
    """The design that the addresses are about."""
    owner, _ = User.objects.get_or_create(username="fuzzer")
    found = Design.objects.filter(slug=SLUG).first()
    return found or design_create(owner=owner, name=SLUG, text=TEXT, slug=SLUG)


@target
def addresses(data: bytes) -> None:
    """A request: the method and the path on the first line, then `name=value` lines, where a tab stands for a line
    break.  What it changes is rolled back."""
    first, *lines = data.decode("utf-8", "replace").split("\n")
    method, _, path = first.partition(" ")
    fields: dict[str, list[str]] = {}
    for line in lines:
        name, _, value = line.partition("=")
        fields.setdefault(name, []).append(value.replace("\t", "\n"))
    with transaction.atomic():
        client = Client()
        if not method.endswith("?"):  # else somebody who is not signed in
            client.force_login(fuzzed_design().owner)
        sends = client.get if method.startswith("GET") else client.post
        with suppress(UnicodeError):  # of the test client, for lone surrogates in a path
            response = sends(f"/{path.lstrip('/')}", fields)
            assert response.status_code < 500, (response.status_code, first)
        transaction.set_rollback(True)
