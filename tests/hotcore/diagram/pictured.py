"""Templates of the size and shape that people build: a shop of 60 resources, and twelve sites of 300."""

import json
from typing import Any

OUTSIDE = "public"
SITES = 12


class Pictured:
    """A template as plain data that grows resource by resource."""

    def __init__(self) -> None:
        self.body: dict[str, Any] = {"heat_template_version": "2021-04-16", "resources": {}}

    @property
    def text(self) -> str:
        """The text of the template."""
        return json.dumps(self.body, indent=1)

    def add(self, name: str, kind: str, /, **properties: Any) -> None:
        """Adds a resource; `condition` and `uses` are no properties of it."""
        body: dict[str, Any] = {"type": f"OS::{kind}", "properties": properties}
        if "condition" in properties:
            body["condition"] = properties.pop("condition")
            self.body.setdefault("conditions", {})[body["condition"]] = {"equals": [1, 1]}
        if "uses" in properties:
            body["metadata"] = {"uses": [ref(each) for each in properties.pop("uses")]}
        self.body["resources"][name] = body

    def network(self, name: str, subnet: str, cidr: str) -> None:
        """Adds a network with its subnet."""
        self.add(name, "Neutron::Net")
        self.add(subnet, "Neutron::Subnet", network=ref(name), cidr=cidr)

    def router(self, interfaces: dict[str, str]) -> None:
        """Adds a router with its interfaces, each with its subnet."""
        self.add("router", "Neutron::Router", external_gateway_info={"network": OUTSIDE})
        for name, subnet in interfaces.items():
            self.add(name, "Neutron::RouterInterface", router=ref("router"), subnet=ref(subnet))

    def server(self, name: str, network: str, subnet: str, security: str, **more: Any) -> None:
        """Adds a server with its port."""
        condition = {key: more[key] for key in ("condition",) if key in more}
        fixed = {"network": ref(network), "fixed_ips": [{"subnet": ref(subnet)}], "security_groups": [ref(security)]}
        self.add(f"{name}_port", "Neutron::Port", **fixed, **condition)
        self.add(name, "Nova::Server", image="i", flavor="m1.large", networks=[{"port": ref(f"{name}_port")}], **more)

    def disk(self, name: str, server: str, size: int) -> None:
        """Adds a volume that is attached to a server."""
        self.add(name, "Cinder::Volume", size=size)
        self.add(f"{server}_attachment", "Cinder::VolumeAttachment", instance_uuid=ref(server), volume_id=ref(name))

    def pool(self, names: tuple[str, str, str, str], subnet: str, protocol: str, port: int) -> None:
        """Adds a load balancer with a listener, a pool and its monitor."""
        balancer, listener, pool, monitor = names
        self.add(balancer, "Octavia::LoadBalancer", vip_subnet=ref(subnet))
        self.add(listener, "Octavia::Listener", loadbalancer=ref(balancer), protocol=protocol, protocol_port=port)
        self.add(pool, "Octavia::Pool", listener=ref(listener), protocol=protocol, lb_algorithm="ROUND_ROBIN")
        self.add(monitor, "Octavia::HealthMonitor", pool=ref(pool), type=protocol, delay=5, timeout=5, max_retries=3)

    def member(self, name: str, pool: str, server: str) -> None:
        """Adds a member of a pool with the address of a server."""
        self.add(
            name,
            "Octavia::PoolMember",
            pool=ref(pool),
            address={"get_attr": [server, "first_address"]},
            protocol_port=80,
        )

    def scaled(self, name: str, network: str, security: str, most: int, uses: list[str]) -> None:
        """Adds a scaling group of servers that use something."""
        server = {"image": "i", "flavor": "m1.small", "networks": [{"network": ref(network)}]}
        server |= {"security_groups": [ref(security)], "metadata": {"uses": json.dumps(uses)}}
        server["user_data"] = {
            "str_replace": {"template": "it", "params": {f"${each}": {"get_attr": [each, "show"]} for each in uses}}
        }
        resource = {"type": "OS::Nova::Server", "properties": server}
        self.add(name, "Heat::AutoScalingGroup", min_size=2, max_size=most, resource=resource)

    def scaling(self, policy: str, alarm: str, group: str, adjustment: int) -> None:
        """Adds a policy of a scaling group with its alarm."""
        kind = {"adjustment_type": "change_in_capacity", "scaling_adjustment": adjustment}
        self.add(policy, "Heat::ScalingPolicy", auto_scaling_group_id=ref(group), **kind)
        action = {"get_attr": [policy, "signal_url"]}
        self.add(alarm, "Aodh::GnocchiAggregationByResourcesAlarm", metric="cpu", alarm_actions=[action])


def ref(name: str) -> dict[str, str]:
    """A reference to a resource."""
    return {"get_resource": name}


def shop() -> str:
    """A shop of 60 resources: three networks, two scaling groups, three databases behind a load balancer."""
    made = Pictured()
    for number, name in enumerate(("edge", "app", "data"), start=1):
        made.network(f"{name}_net", f"{name}_subnet", f"10.40.{number}.0/24")
    made.router({f"{name}_interface": f"{name}_subnet" for name in ("edge", "app", "data")})
    made.add("zone", "Designate::Zone", name="shop.example.", email="ops@shop.example")
    made.add("www", "Designate::RecordSet", zone=ref("zone"), type="A", records=["192.0.2.1"])
    made.add("db_password", "Heat::RandomString", length=32)
    made.scaled("web_servers", "app_net", "web_security", 12, ["internal_lb", "public_lb"])
    made.scaling("web_scale_out", "web_load_high", "web_servers", 2)
    made.scaling("web_scale_in", "web_load_low", "web_servers", -1)
    made.scaled("app_servers", "app_net", "app_security", 8, ["internal_lb", "cache_1", "db_lb"])
    made.scaling("app_scale_out", "app_load_high", "app_servers", 1)
    made.pool(("internal_lb", "app_listener", "app_pool", "app_monitor"), "app_subnet", "HTTP", 8080)
    made.server("cache_1", "app_net", "app_subnet", "app_security", condition="with_cache")
    made.pool(("public_lb", "http", "web_pool", "web_monitor"), "edge_subnet", "HTTP", 80)
    made.add("https_listener", "Octavia::Listener", loadbalancer=ref("public_lb"), protocol="HTTPS", protocol_port=443)
    vip = {"get_attr": ["public_lb", "vip_port_id"]}
    made.add("public_ip", "Neutron::FloatingIP", floating_network=OUTSIDE, port_id=vip)
    made.server("bastion", "edge_net", "edge_subnet", "lb_security", key_name=ref("ops_key"), condition="with_bastion")
    made.add("bastion_ip", "Neutron::FloatingIP", floating_network=OUTSIDE, port_id=ref("bastion_port"))
    made.pool(("db_lb", "db_listener", "db_pool", "db_monitor"), "data_subnet", "TCP", 5432)
    for number in (1, 2, 3):
        made.member(f"db_member_{number}", "db_pool", f"db_{number}")
        made.server(f"db_{number}", "data_net", "data_subnet", "db_security")
        made.disk(f"db_{number}_data", f"db_{number}", 200)
    for name in ("lb", "web", "app", "db"):
        made.add(f"{name}_security", "Neutron::SecurityGroup")
    made.add("ops_key", "Nova::KeyPair", name="ops")
    return made.text


def sites() -> str:
    """Twelve sites of 300 resources: each is a network with a load balancer, two servers and a database."""
    made = Pictured()
    names = [f"site_{number:02}" for number in range(1, SITES + 1)]
    for number, site in enumerate(names):
        made.network(f"{site}_net", f"{site}_subnet", f"10.{60 + number}.0.0/24")
    made.router({f"{site}_interface": f"{site}_subnet" for site in names})
    made.add("zone", "Designate::Zone", name="sites.example.", email="ops@sites.example")
    for site in names:
        made.add(f"{site}_www", "Designate::RecordSet", zone=ref("zone"), type="A", records=["192.0.2.1"])
        _site(made, site)
    made.network("mgmt_net", "mgmt_subnet", "10.99.0.0/24")
    made.server("mgmt", "mgmt_net", "mgmt_subnet", "mgmt_security", key_name=ref("key_1"))
    made.disk("mgmt_data", "mgmt", 20)
    made.scaled("batch", "mgmt_net", "mgmt_security", 40, [])
    for number in range(1, 4):
        made.add(f"key_{number}", "Nova::KeyPair", name=f"key {number}")
        made.add(f"config_{number}", "Heat::SoftwareConfig", config="#!/bin/sh")
    for kind in ("Nova::ServerGroup", "Cinder::VolumeType", "Barbican::Secret"):
        made.add(f"common_{kind.rpartition('::')[2].lower()}", kind)
    made.add("mgmt_security", "Neutron::SecurityGroup")
    for number in range(1, 7):
        rule = {"security_group": ref("mgmt_security"), "protocol": "tcp"}
        made.add(f"mgmt_rule_{number}", "Neutron::SecurityGroupRule", port_range_min=number, **rule)
    return made.text


def _site(made: Pictured, site: str) -> None:
    net, subnet, security = f"{site}_net", f"{site}_subnet", f"{site}_security"
    made.pool((f"{site}_lb", f"{site}_http", f"{site}_pool", f"{site}_monitor"), subnet, "HTTP", 80)
    vip = {"get_attr": [f"{site}_lb", "vip_port_id"]}
    made.add(f"{site}_ip", "Neutron::FloatingIP", floating_network=OUTSIDE, port_id=vip)
    for number in (1, 2):
        made.member(f"{site}_member_{number}", f"{site}_pool", f"{site}_web_{number}")
        made.server(f"{site}_web_{number}", net, subnet, security, uses=[f"{site}_db"])
    made.server(f"{site}_db", net, subnet, security)
    made.disk(f"{site}_data", f"{site}_db", 100)
    made.add(security, "Neutron::SecurityGroup")
    for port in (22, 80, 443):
        rule = {"protocol": "tcp", "port_range_min": port, "port_range_max": port}
        made.add(f"{site}_rule_{port}", "Neutron::SecurityGroupRule", security_group=ref(security), **rule)
