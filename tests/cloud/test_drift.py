"""Drift of stacks in a real cloud: what is gone, and what was changed, by whose words; and nothing else."""

import html
import json
import re
import time

import pytest

from designer.models import Run, RunState
from tests.cloud.test_runs import connected, decide, stacks, watch

__all__ = ["connected", "stacks"]
pytestmark = pytest.mark.django_db
DRIFTING = """\
heat_template_version: 2021-04-16
parameters: {key: {type: string, hidden: true}}
resources:
  network: {type: OS::Neutron::Net, properties: {name: as-written, tags: [{get_param: key}]}}
  subnet:
    type: OS::Neutron::Subnet
    properties: {network: {get_resource: network}, cidr: 10.94.0.0/24, dns_nameservers: [1.1.1.1, 9.9.9.9]}
  pair: {type: OS::Nova::KeyPair, properties: {name: run-pair, public_key: PUBLIC}}
  word: {type: OS::Heat::RandomString}
""".replace("PUBLIC", "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIKQkBeU4tzGHxIcIQ4cHGdVSn20R39BWNGSr9cmMX2gD")
DRIFT = re.compile(r'data-testid="drift-([^"]+)"\s+data-kind="(\w+)"')


def test_drift_says_what_is_gone_and_changed_and_who_says_so_and_is_repaired(
    connected, stacks, openstack_cloud, make_design
) -> None:
    name = f"run-drift-{time.time_ns()}"
    make_design(DRIFTING, name="Drifting")
    made = stacks.create_stack(name=name, template=DRIFTING, parameters={"key": "marked-5c77-hidden"})
    made = stacks.wait_for_status(made, "CREATE_COMPLETE", interval=0.5, wait=90)
    ids = {each.name: each.physical_resource_id for each in stacks.resources(made.id)}
    address = f"/stacks/{name}/{made.id}/"
    page = connected.get(address, {"drift": "1"}).content.decode()
    assert DRIFT.findall(page) == []
    assert "3 as Heat left them" in page

    network = openstack_cloud.connection("demo").network
    network.delete_subnet(ids["subnet"])
    network.update_network(ids["network"], name="renamed", description="marked-5c77-live")
    page = connected.get(address, {"drift": "1"}).content.decode()
    assert ("subnet", "unread") in DRIFT.findall(page)
    assert "cannot check" not in page  # Heat was not asked
    assert ("network", "changed") in DRIFT.findall(page)
    assert "renamed" in page
    on_map = json.loads(html.unescape(re.search(r'data-words="([^"]+)"', page)[1]))
    assert {each: told["word"] for each, told in on_map.items()} == {
        "network": "Not as in the text", "subnet": "Cannot be read"
    }  # fmt: skip
    assert "marked-5c77" not in page

    assert 'data-testid="repair"' not in page  # Heat would leave it
    page = connected.post(f"{address}?drift=1", {"tell": "1", "gone": "subnet"}).content.decode()
    assert "Nothing was sent." in page
    assert re.search(r'name="gone"\s+value="subnet"\s+checked', page)
    page = connected.post(address, {"tell": "1", "name": name, "gone": "network"}, follow=True).content.decode()
    assert "Nothing was told." in page
    assert ("subnet", "unread") in DRIFT.findall(page)
    sent = {"tell": "1", "name": name, "gone": ["network", "subnet"]}
    page = connected.post(address, sent, follow=True).content.decode()
    assert "Heat knows now of 1 that is gone." in page
    assert ("subnet", "gone") in DRIFT.findall(page)
    assert "<code>subnet</code> is gone" in page
    assert 'data-testid="repair"' in page
    plan = connected.post("/templates/drifting/runs/", {"stack": name}, follow=True).content.decode()
    assert 'data-testid="plan-subnet" data-action="replace"' in " ".join(plan.split())
    assert "It is gone, or has failed" in plan
    run = Run.objects.latest("pk")
    decide(connected, run, go="1", confirm=name)
    watch(run)
    assert run.state == RunState.COMPLETE
    now = {each.name: each.physical_resource_id for each in stacks.resources(made.id)}
    assert network.find_subnet(now["subnet"])
    assert {each for each in ids if ids[each] != now[each]} == {"subnet"}


def test_drift_of_maps_and_of_lists_of_them_is_told_by_path(connected, stacks, openstack_cloud) -> None:
    name = f"run-paths-{time.time_ns()}"
    made = stacks.create_stack(name=name, template=WITH_MAPS)
    made = stacks.wait_for_status(made, "CREATE_COMPLETE", interval=0.5, wait=90)
    ids = {each.name: each.physical_resource_id for each in stacks.resources(made.id)}
    address = f"/stacks/{name}/{made.id}/"
    page = connected.get(address, {"drift": "1"}).content.decode()
    assert DRIFT.findall(page) == []
    network = openstack_cloud.connection("demo").network
    kept = {"destination": "10.98.2.0/24", "nexthop": "10.97.0.3"}
    changed = {"destination": "10.98.1.0/24", "nexthop": "10.97.0.9"}
    network.update_subnet(ids["subnet"], host_routes=[kept, changed])
    rule = {"direction": "ingress", "protocol": "tcp", "port_range_min": 23, "port_range_max": 23}
    network.create_security_group_rule(security_group_id=ids["web"], **rule)
    page = " ".join(connected.get(address, {"drift": "1"}).content.decode().split())
    assert "changed: host_routes[0].nexthop <code>10.97.0.2</code>" in page
    assert "changed: rules has besides <code>{" in page
    assert set(DRIFT.findall(page)) == {("subnet", "changed"), ("web", "changed")}


WITH_MAPS = """\
heat_template_version: 2021-04-16
resources:
  network: {type: OS::Neutron::Net, properties: {tags: [b, a], port_security_enabled: true}}
  subnet:
    type: OS::Neutron::Subnet
    properties:
      network: {get_resource: network}
      cidr: 10.97.0.0/24
      allocation_pools: [{start: 10.97.0.20, end: 10.97.0.30}, {start: 10.97.0.10, end: 10.97.0.12}]
      host_routes:
        - {destination: 10.98.1.0/24, nexthop: 10.97.0.2}
        - {destination: 10.98.2.0/24, nexthop: 10.97.0.3}
  port:
    type: OS::Neutron::Port
    properties:
      network: {get_resource: network}
      fixed_ips: [{subnet: {get_resource: subnet}, ip_address: 10.97.0.11}]
      allowed_address_pairs: [{ip_address: 10.97.0.50}]
  web:
    type: OS::Neutron::SecurityGroup
    properties:
      rules:
        - {protocol: tcp, port_range_min: 80, port_range_max: 80, remote_ip_prefix: 0.0.0.0/0}
        - {protocol: icmp}
        - {remote_mode: remote_group_id, protocol: tcp, port_range_min: 22, port_range_max: 22}
  router: {type: OS::Neutron::Router, properties: {external_gateway_info: {network: public}}}
  server:
    type: OS::Nova::Server
    properties:
      flavor: m1.tiny
      image: cirros
      networks: [{port: {get_resource: port}}]
      metadata: {role: web, number: 1, nested: {a: [1, true]}}
"""
