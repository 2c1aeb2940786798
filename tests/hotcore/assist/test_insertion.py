"""Insertion between two resources, and the resulting text."""

import hotcore
from hotcore.analysis import dependencies
from hotcore.assist import between
from hotcore.catalogue import shipped_catalogue
from hotcore.edits import Step, apply_edits, perform_all

TEXT = """\
heat_template_version: 2021-04-16
resources:
  net: {type: OS::Neutron::Net}
  server:
    type: OS::Nova::Server
    properties:
      networks:
        - {network: {get_resource: net}}  # the only one
  pool: {type: OS::Octavia::Pool, properties: {loadbalancer: {get_resource: balancer}}}
  balancer: {type: OS::Octavia::LoadBalancer}
  pools:
    type: OS::Heat::ResourceGroup
    properties:
      resource_def: {type: OS::Octavia::Pool, properties: {loadbalancer: {get_resource: balancer}}}
  servers:
    type: OS::Heat::ResourceGroup
    properties:
      resource_def: {type: OS::Nova::Server, properties: {networks: [{network: {get_resource: net}}]}}
"""


def inserted(source, target, kind):
    """The text after the insertion of a resource of a type."""
    found = {one.type: one for one in between(hotcore.load(TEXT).template, source, target, shipped_catalogue())}
    one = found[kind]
    steps = [
        Step("add", {"section": "resources", "name": "new", "body": {"type": kind}}),
        Step("connect", {"source": source, "target": "new", "path": one.path, "attribute": one.attribute}),
        *([Step("disconnect", {"source": source, "target": target, "path": one.replaced})] if one.replaced else []),
        Step(
            "connect",
            {"source": "new", "target": target, "path": one.inner_path, "attribute": one.inner_attribute},
        ),
    ]
    return apply_edits(TEXT, perform_all(TEXT, steps, "").edits)


def edges(text):
    return {(edge.source, edge.target) for edge in dependencies(hotcore.load(text)).edges}


def test_a_port_between_a_server_and_its_network_takes_over_in_the_same_item():
    text = inserted("server", "net", "OS::Neutron::Port")
    assert "- {port: {get_resource: new}}  # the only one" in text
    assert edges(text) ^ edges(TEXT) == {("server", "net"), ("server", "new"), ("new", "net")}


def test_a_listener_between_a_pool_and_its_load_balancer():
    assert edges(inserted("pool", "balancer", "OS::Octavia::Listener")) >= {("pool", "new"), ("new", "balancer")}


def test_nothing_fits_where_there_is_no_reference():
    template = hotcore.load(TEXT).template
    assert between(template, "net", "server", shipped_catalogue()) == ()
    assert between(template, "server", "nobody", shipped_catalogue()) == ()


def test_what_is_inserted_after_the_members_of_a_group_takes_over_their_reference():
    changed = edges(inserted("pools", "balancer", "OS::Octavia::Listener")) ^ edges(TEXT)
    assert changed == {("pools", "balancer"), ("pools", "new"), ("new", "balancer")}


def test_members_of_a_group_cannot_share_a_port():
    template = hotcore.load(TEXT).template
    assert "OS::Neutron::Port" not in {one.type for one in between(template, "servers", "net", shipped_catalogue())}
