"""The design page's server: a gesture, and what the page asks after it, against the text's bare `yaml.compose`."""

import json
from functools import partial

import yaml
from django.contrib.auth.models import User
from django.test import Client

from designer.content import analysis
from designer.models import Visibility
from designer.store.designs import design_create
from tests.benchmarks.database import empty_database
from tests.benchmarks.timing import Work, compare

COUNTS = (10, 100, 300, 1000)
UNIT = "yaml.compose"
HEAD = """\
heat_template_version: 2021-04-16
parameters:
  flavor: {type: string, default: small}
  image: {type: string, default: cirros}
  big: {type: boolean, default: true}
conditions:
  is_big: {equals: [{get_param: big}, true]}
resources:
"""
TEN = """\
  net@:
    type: OS::Neutron::Net
  subnet@:
    type: OS::Neutron::Subnet
    properties: {network: {get_resource: net@}, cidr: 10.0.0.0/24}
  group@:
    type: OS::Neutron::SecurityGroup
    properties:
      rules: [{protocol: tcp, port_range_min: 80, port_range_max: 80}]
  port@:
    type: OS::Neutron::Port
    properties:
      network: {get_resource: net@}
      security_groups: [{get_resource: group@}]
      fixed_ips: [{subnet: {get_resource: subnet@}}]
  server@:
    type: OS::Nova::Server
    properties:
      flavor: {get_param: flavor}
      image: {get_param: image}
      networks: [{port: {get_resource: port@}}]
  volume@:
    type: OS::Cinder::Volume
    condition: is_big
    properties: {size: 10}
  attachment@:
    type: OS::Cinder::VolumeAttachment
    condition: is_big
    properties: {instance_uuid: {get_resource: server@}, volume_id: {get_resource: volume@}}
  address@:
    type: OS::Neutron::FloatingIP
    properties: {floating_network: public, port_id: {get_resource: port@}}
  names@:
    type: OS::Heat::Value
    properties:
      value: {list_join: ["-", [{get_attr: [server@, name]}, {get_attr: [net@, name]}]]}
  router@:
    type: OS::Neutron::Router
    depends_on: [net@, names0]
"""


def template(count: int) -> str:
    """Return a template with so many resources, ten by ten: servers with their networks, disks and addresses."""
    return HEAD + "".join(TEN.replace("@", str(number)) for number in range(count // 10))


def main() -> None:
    """Measure larger and larger templates: the gesture, the picture, the form of a resource, the diagnostics."""
    with empty_database():
        owner = User.objects.create(username="bench")
        for count in COUNTS:
            text = template(count)
            design = design_create(owner=owner, name=f"n{count}", text=text.encode(), visibility=Visibility.PUBLIC)
            yardstick = partial(yaml.compose, text, yaml.CSafeLoader)
            for what, ask in answers(f"/templates/{design.slug}/design/", text, owner):
                compare(f"{count} resources, {what}", ask, yardstick, UNIT)


def answers(address: str, text: str, owner: User) -> list[tuple[str, Work]]:
    """Return what the page asks about a text after each gesture, each with what asks it."""
    client = Client()
    client.force_login(owner)

    def asked(path: str, anew: bool = True, **fields: str) -> Work:
        def post() -> None:
            if anew:
                analysis._document.cache_clear()
                analysis._rule_diagnostics.cache_clear()
            assert client.post(address + path, {"text": text, **fields}).status_code == 200

        return post

    step = {"section": "resources", "name": "fresh", "body": {"type": "OS::Neutron::Net"}}
    body = json.dumps({"text": text, "name": "add", "arguments": step})

    def gesture() -> None:
        assert client.post(address + "gesture/", body, content_type="application/json").status_code == 200

    return [
        ("a gesture", gesture),
        ("the picture of a new text", asked("diagram/", view="map")),
        ("the picture of a text that was read", asked("diagram/", anew=False, view="map")),
        ("the form of a resource, read before", asked("inspector/", anew=False, name="server0", kind="resources")),
        ("the diagnostics, read before", diagnostics(client, address, text)),
    ]


def diagnostics(client: Client, address: str, text: str) -> Work:
    """Return what asks for the diagnostics when the picture has been asked for already."""

    def post() -> None:
        answer = client.post(address, {"text": text, "file": ""}, headers={"HX-Request": "true"})
        assert answer.status_code == 200

    return post
