"""The map of a template: containment, layout and lines."""

import random
from itertools import combinations, pairwise
from pathlib import Path

import pytest

from hotcore import load, preview
from hotcore.catalogue import role_of, shipped_catalogue
from hotcore.diagram import draw_map, map_as_data, write_diagram

ROOT = Path(__file__).resolve().parents[3]
CORPUS = ROOT.parent / "shared" / "corpus" / "files"
SAMPLES = sorted((ROOT / "designer" / "samples").glob("*/template.yaml"))
APART = 8

SERVICE = """\
heat_template_version: 2021-04-16
parameters:
  outside: {type: string, default: public}
  database: {type: boolean, default: true}
conditions:
  with_database: {get_param: database}
resources:
  network: {type: OS::Neutron::Net}
  subnet:
    type: OS::Neutron::Subnet
    properties: {network: {get_resource: network}, cidr: 10.20.0.0/24}
  router:
    type: OS::Neutron::Router
    properties: {external_gateway_info: {network: {get_param: outside}}}
  router_interface:
    type: OS::Neutron::RouterInterface
    properties: {router: {get_resource: router}, subnet: {get_resource: subnet}}
  balancer:
    type: OS::Octavia::LoadBalancer
    properties: {vip_subnet: {get_resource: subnet}}
  address:
    type: OS::Neutron::FloatingIP
    properties: {floating_network: {get_param: outside}, port_id: {get_attr: [balancer, vip_port_id]}}
  listener:
    type: OS::Octavia::Listener
    properties: {loadbalancer: {get_resource: balancer}, protocol: HTTP, protocol_port: 80}
  pool:
    type: OS::Octavia::Pool
    properties: {listener: {get_resource: listener}, protocol: HTTP, lb_algorithm: ROUND_ROBIN}
  access: {type: OS::Neutron::SecurityGroup}
  servers:
    type: OS::Heat::AutoScalingGroup
    depends_on: [router_interface]
    properties:
      min_size: 2
      max_size: 8
      resource:
        type: OS::Nova::Server
        properties:
          flavor: m1.small
          networks: [{network: {get_resource: network}}]
          security_groups: [{get_resource: access}]
          user_data:
            str_replace:
              template: $HOST $POOL
              params: {$HOST: {get_attr: [database, networks, private, 0]}, $POOL: {get_resource: pool}}
  grow:
    type: OS::Heat::ScalingPolicy
    properties:
      auto_scaling_group_id: {get_resource: servers}
      adjustment_type: change_in_capacity
      scaling_adjustment: 1
  port:
    type: OS::Neutron::Port
    condition: with_database
    properties: {network: {get_resource: network}, security_groups: [{get_resource: access}]}
  database:
    type: OS::Nova::Server
    condition: with_database
    properties: {flavor: m1.medium, networks: [{port: {get_resource: port}}]}
  volume:
    type: OS::Cinder::Volume
    condition: with_database
    properties: {size: 20}
  attachment:
    type: OS::Cinder::VolumeAttachment
    condition: with_database
    properties: {instance_uuid: {get_resource: database}, volume_id: {get_resource: volume}}
"""


def drawn(text):
    document = load(text)
    return draw_map(document.template, preview(document, {}))


def tree(items):
    """The items of a map as names in each other."""
    return {item["name"]: {key: tree(item[key]) for key in ("lanes", "cards", "rows") if key in item} for item in items}


def resources(text):
    return f"heat_template_version: 2021-04-16\nresources:\n{text}"


# -- containment


def test_glue_is_folded_into_what_it_serves():
    found = map_as_data(drawn(SERVICE))
    assert tree(found["items"]) == {
        "network": {
            "lanes": {"subnet": {}},
            "cards": {
                "balancer": {"rows": {"address": {}, "listener": {"rows": {"pool": {}}}}},
                "servers": {"rows": {"grow": {}}},
                "database": {"rows": {"port": {}, "attachment": {}}},
            },
        },
        "router": {"rows": {"router_interface": {}}},
        "volume": {},
    }
    assert tree(found["shared"]) == {"access": {}}


def test_what_is_shared_shows_as_a_chip_and_not_as_a_line():
    found = drawn(SERVICE)
    assert (found.containment.items["servers"].chips, found.containment.items["database"].chips) == (
        ["access"],
        ["access"],
    )
    assert "access" not in {line.target for line in found.lines}


def test_place_says_what_no_line_has_to():
    lines = {(line.source, line.target, line.is_dependency) for line in drawn(SERVICE).lines}
    assert lines == {
        ("router_interface", "network", False),
        ("servers", "router_interface", True),
        ("servers", "database", False),
        ("servers", "pool", False),
        ("attachment", "volume", False),
    }


def test_facts_are_those_of_the_values():
    facts = drawn(SERVICE).facts
    assert (facts["listener"], facts["volume"], facts["servers"]) == ("HTTP :80", "20 GiB", "2 to 8")
    assert facts["servers.resource"] == "Nova::Server · m1.small"


def test_facts_name_what_is_referred_to_and_the_ports_of_rules():
    text = """\
  net: {type: OS::Neutron::Net}
  port: {type: OS::Neutron::Port, properties: {network: {get_resource: net}}}
  rules:
    type: OS::Neutron::SecurityGroup
    properties:
      rules:
        - {protocol: tcp, port_range_min: 80, port_range_max: 80}
        - {protocol: tcp, port_range_min: 80, port_range_max: 80, remote_ip_prefix: 10.0.0.0/8}
        - {protocol: udp, port_range_min: 8000, port_range_max: 8010}
        - {protocol: icmp}
        - {protocol: tcp, port_range_min: 22, port_range_max: 22}
  many:
    type: OS::Heat::ResourceGroup
    properties: {count: {get_attr: [net, mtu]}, resource_def: {type: OS::Heat::None}}
  there: {type: OS::Neutron::Net, external_id: public}
"""
    facts = drawn(resources(text)).facts
    assert facts["port"] == "net"
    assert facts["rules"] == "tcp 80, udp 8000-8010, icmp, + 1"
    assert facts["many"] == "× not known"
    assert facts["there"] == "external_id"


def test_what_is_off_has_the_facts_that_are_written():
    text = SERVICE.replace("with_database: ", "with_database: false #")
    assert drawn(text).facts["volume"] == "20 GiB"


def test_a_line_names_its_properties_and_the_conditions_that_it_depends_on():
    text = resources(
        "  a: {type: OS::Neutron::Net}\n  b: {type: OS::Neutron::Net}\n"
        "  s: {type: OS::Nova::Server, properties: {networks: [{network: "
        "{if: [c, {get_resource: a}, {if: [d, {get_resource: b}, x]}]}}]}}\n"
    ).replace("resources:", "conditions: {c: true, d: true}\nresources:", 1)
    found = map_as_data(drawn(text))["lines"]
    keys = ("property", "only", "taken")
    links = {line["target"]: [tuple(link[key] for key in keys) for link in line["links"]] for line in found}
    assert links == {"a": [("network", "c", True)], "b": [("network", "not c and d", False)]}


def test_what_stays_and_what_was_there_before_is_marked():
    text = resources(
        "  a: {type: OS::Cinder::Volume, deletion_policy: Retain, properties: {size: 1}}\n"
        "  b: {type: OS::Neutron::Net, external_id: x}\n  c: {type: OS::Heat::None}\n"
    )
    items = map_as_data(drawn(text))["items"]
    marks = {item["name"]: {key for key in ("external", "retained") if item.get(key)} for item in items}
    assert marks == {"a": {"retained"}, "b": {"external"}, "c": set()}


@pytest.mark.parametrize(
    ("owner", "kind"),
    [
        ("{get_resource: one}", "row"),
        ("{if: [there, {get_resource: one}, {get_resource: two}]}", "card"),
        ("somewhere", "card"),
    ],
)
def test_a_row_is_folded_only_if_its_owner_is_certain(owner, kind):
    text = resources(
        "  one: {type: OS::Neutron::Router}\n  two: {type: OS::Neutron::Router}\n"
        f"  it: {{type: OS::Neutron::RouterInterface, properties: {{router: {owner}, subnet: s}}}}\n"
    )
    found = drawn(text.replace("resources:", "conditions: {there: {equals: [1, 1]}}\nresources:", 1))
    assert found.containment.items["it"].kind == kind


def test_a_server_on_two_networks_is_outside_of_both():
    found = drawn(
        resources(
            "  a: {type: OS::Neutron::Net}\n  b: {type: OS::Neutron::Net}\n"
            "  only: {type: OS::Nova::Server, properties: {networks: [{network: {get_resource: a}}]}}\n"
            "  both: {type: OS::Nova::Server, properties: {networks: "
            "[{network: {get_resource: a}}, {network: {get_resource: b}}]}}\n"
        )
    )
    assert tree(map_as_data(found)["items"]) == {"a": {"cards": {"only": {}}}, "b": {}, "both": {}}
    assert {(line.source, line.target) for line in found.lines} == {("both", "a"), ("both", "b")}


@pytest.mark.parametrize(
    "body",
    [
        "type: OS::Neutron::Port, properties: {network: {get_resource: net}, fixed_ips: [{subnet: %s}]}",
        "type: OS::Neutron::Port, properties: {network: {get_resource: net}, fixed_ips: [{subnet_id: %s}]}",
        "type: OS::Nova::Server, properties: {networks: [{network: {get_resource: net}, subnet: %s}]}",
        "type: OS::Nova::Server, properties: {networks: [{subnet: %s}]}",
    ],
)
def test_who_names_a_network_and_a_subnet_of_it_is_in_the_lane_of_the_subnet(body):
    subnets = "".join(
        f"  {name}: {{type: OS::Neutron::Subnet, properties: {{network: {{get_resource: net}}}}}}\n" for name in "ab"
    )
    found = drawn(
        resources(
            f"  net: {{type: OS::Neutron::Net}}\n{subnets}"
            f"  it: {{{body % '{get_resource: b}'}}}\n"
            "  only: {type: OS::Neutron::Port, properties: {network: {get_resource: net}}}\n"
        )
    )
    it, only, first, second = (found.layout.rects[name] for name in ("it", "only", "a", "b"))
    assert second.y < it.y < it.bottom < second.bottom
    assert only.bottom <= first.y


def test_a_port_in_two_subnets_of_a_network_is_above_its_lanes():
    found = drawn(
        resources(
            "  net: {type: OS::Neutron::Net}\n"
            "  a: {type: OS::Neutron::Subnet, properties: {network: {get_resource: net}}}\n"
            "  b: {type: OS::Neutron::Subnet, properties: {network: {get_resource: net}}}\n"
            "  it: {type: OS::Neutron::Port, properties: {network: {get_resource: net}, "
            "fixed_ips: [{subnet: {get_resource: a}}, {subnet: {get_resource: b}}]}}\n"
        )
    )
    assert found.layout.rects["it"].bottom <= found.layout.rects["a"].y


def test_a_circle_of_rows_is_broken_where_the_text_names_it_last():
    found = drawn(
        resources(
            "  a: {type: OS::Octavia::Pool, properties: {listener: {get_resource: b}}}\n"
            "  b: {type: OS::Octavia::L7Rule, properties: {l7policy: {get_resource: a}}}\n"
        )
    )
    assert [found.containment.items[name].kind for name in "ab"] == ["row", "card"]


def test_resources_that_live_in_each_other_are_in_no_network():
    ports = "".join(
        f"  {name}: {{type: OS::Neutron::Port, properties: {{network: {{get_resource: {other}}}}}}}\n"
        for name, other in ("aa", "bc", "cb")
    )
    assert tree(map_as_data(drawn(resources(ports)))["items"]) == {"a": {}, "b": {}, "c": {}}


def test_a_chain_has_a_card_for_each_type():
    chain = """
  chain:
    type: OS::Heat::ResourceChain
    properties:
      resources: [OS::Nova::Server, {get_param: kind}, OS::Cinder::Volume]
      resource_properties: {flavor: small, key_name: {get_resource: key}}
  given: {type: OS::Heat::ResourceChain, properties: {resources: {get_param: kinds}}}
  key: {type: OS::Nova::KeyPair, properties: {name: x}}
parameters: {kind: {type: string}, kinds: {type: comma_delimited_list, default: "a,b"}}"""
    found = drawn(resources(chain))
    items = {item["name"]: item for item in map_as_data(found)["items"]}
    facts = [member["fact"] for member in items["chain"]["members"]]
    assert facts == ["Nova::Server · small", "", "Cinder::Volume"]
    assert [items[name]["fact"] for name in ("chain", "given")] == ["× 3", "× 2"]
    assert items["chain"]["chips"] == ["key"]
    assert "member" in items["given"]  # where no list is written, one card stands for all
    assert_bounds(found)
    assert "Cinder::Volume" in write_diagram(found, "svg")


def test_servers_in_the_network_of_a_parameter_share_its_frame():
    servers = "".join(
        f"  {name}: {{type: OS::Nova::Server, properties: {{networks: [{{network: {{get_param: net}}}}]}}}}\n"
        for name in ("a", "b")
    )
    text = resources(servers).replace("resources:", "parameters: {net: {type: string, default: x}}\nresources:", 1)
    assert tree(map_as_data(drawn(text))["items"]) == {"net": {"cards": {"a": {}, "b": {}}}}


def test_every_role_names_properties_that_its_type_has():
    catalogue = shipped_catalogue()
    for name in catalogue.type_names:
        kind, role = catalogue.find(name), role_of(name, catalogue)
        own = [*(fact.property for fact in role.facts), *role.lives, *role.chips]
        own += [owner.property for owner in role.owners if owner.used_by is None]
        assert all(path.split(".")[0] in kind.properties for path in own), name
        for owner in role.owners:
            if owner.used_by is not None:
                assert owner.property.split(".")[0] in catalogue.find(owner.used_by).properties, name


# -- layout


def boxes(found):
    """The boxes that must not overlap: those of one frame, and those in none."""
    rects, items = found.layout.rects, {**found.containment.items, **found.containment.given}
    groups = {}
    for name, item in items.items():
        if item.kind in ("card", "frame", "shared") and name in rects:
            parent = item.parent
            groups.setdefault(None if parent is None else (parent.name, parent.is_given), []).append((name, item))
    return groups, rects


def assert_bounds(found):
    groups, rects = boxes(found)
    boxed = {name: box.condition for name, box in found.boxes.items()}
    for group in groups.values():
        for (one, _), (other, _) in combinations(group, 2):
            a, b = rects[one], rects[other]
            top_a, top_b = a.y - (24 if boxed.get(one) else 0), b.y - (24 if boxed.get(other) else 0)
            beside = a.right + APART <= b.x or b.right + APART <= a.x
            above = a.bottom + APART <= top_b or b.bottom + APART <= top_a
            assert beside or above, (one, other)
    for group, members in groups.items():
        if group is not None:
            frame = rects[group[0]]
            for name, _ in members:
                inner = rects[name]
                assert frame.x < inner.x < inner.right < frame.right, name
                assert frame.y < inner.y < inner.bottom < frame.bottom, name


def cards(found):
    frames = {name for name, item in found.containment.items.items() if item.kind in ("frame", "lane")}
    return {
        name: rect for name, rect in found.layout.rects.items() if name not in frames | set(found.containment.given)
    }


def assert_no_line_goes_through_a_card(found):
    for line, route in zip(found.lines, found.routes, strict=True):
        for (x, y), (u, v) in pairwise(route):
            assert x == u or y == v, (line.source, line.target)
            for name, box in cards(found).items():
                across = min(x, u) < box.right and max(x, u) > box.x
                down = min(y, v) < box.bottom and max(y, v) > box.y
                assert not (across and down), (line.source, line.target, name)


def through_conditions(found):
    """The lines that run through the name of a condition, each with the resource that the name stands above."""
    names = {
        name: box
        for name, box in found.layout.rects.items()
        if name in found.boxes and found.boxes[name].condition is not None
    }
    return [
        (line.source, line.target, name)
        for line, route in zip(found.lines, found.routes, strict=True)
        for (x, y), (u, v) in pairwise(route)
        for name, box in names.items()
        if min(x, u) < box.right and max(x, u) > box.x and min(y, v) < box.y and max(y, v) > box.y - 20
    ]


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.parent.name)
def test_the_map_of_a_sample_keeps_the_bounds(path):
    found = drawn(path.read_text(encoding="utf-8"))
    assert_bounds(found)
    assert_no_line_goes_through_a_card(found)
    assert through_conditions(found) == []


@pytest.mark.skipif(not CORPUS.exists(), reason="the shared corpus lies beside the project")
def test_no_line_of_a_real_template_goes_through_a_card_or_the_name_of_a_condition():
    documents = (load(path.read_text(encoding="utf-8")) for path in sorted(CORPUS.rglob("*.yaml")))
    small = [one for one in documents if one.template is not None and 0 < len(one.template.resources) <= 60]
    assert len(small) > 50
    for document in small:
        found = draw_map(document.template, preview(document, {}))
        assert_no_line_goes_through_a_card(found)
        assert through_conditions(found) == []


def test_the_map_of_a_service_has_its_lines_from_left_to_right():
    found = drawn(SERVICE)
    assert_bounds(found)
    assert_no_line_goes_through_a_card(found)
    rects = found.layout.rects
    assert rects["router"].right < rects["network"].x
    assert rects["network"].right < rects["volume"].x
    assert rects["volume"].y == rects["database"].y
    assert rects["servers"].right < rects["balancer"].x == rects["database"].x
    assert found.layout.shelf > rects["network"].bottom


def generated(seed, count):
    """A template of networks, servers, ports, volumes and groups that are joined at random."""
    chance = random.Random(seed)
    lines, servers = [], []
    networks = [f"net{number}" for number in range(max(1, count // 8))]
    for name in networks:
        lines.append(f"  {name}: {{type: OS::Neutron::Net}}")
        lines.append(f"  sub_{name}: {{type: OS::Neutron::Subnet, properties: {{network: {{get_resource: {name}}}}}}}")
    while len(lines) < count:
        number = len(lines)
        network = chance.choice([*networks, None])
        body = f"networks: [{{network: {{get_resource: {network}}}}}], " if network else ""
        other = f"user_data: {{get_attr: [{chance.choice(servers)}, networks, private, 0]}}" if servers else ""
        condition = "condition: {equals: [1, 1]}, " if chance.random() < 0.2 else ""
        depends = f"depends_on: {chance.choice(servers)}, " if servers and chance.random() < 0.2 else ""
        lines.append(f"  s{number}: {{type: OS::Nova::Server, {condition}{depends}properties: {{{body}{other}}}}}")
        servers.append(f"s{number}")
        if chance.random() < 0.5:
            lines.append(f"  v{number}: {{type: OS::Cinder::Volume}}")
            lines.append(
                f"  a{number}: {{type: OS::Cinder::VolumeAttachment, properties: "
                f"{{instance_uuid: {{get_resource: s{number}}}, volume_id: {{get_resource: v{number}}}}}}}"
            )
    return resources("\n".join(lines))


@pytest.mark.parametrize("seed", range(12))
def test_the_map_of_a_random_template_keeps_the_bounds(seed):
    found = drawn(generated(seed, 10 + 4 * seed))
    assert_bounds(found)
    assert_no_line_goes_through_a_card(found)
    assert through_conditions(found) == []
    assert write_diagram(found, "json") == write_diagram(drawn(generated(seed, 10 + 4 * seed)), "json")


def test_a_large_map_keeps_the_bounds():
    found = drawn(generated(1, 300))
    assert_bounds(found)
    assert len(found.routes) == len(found.lines)


def test_a_template_without_resources_has_an_empty_map():
    found = map_as_data(drawn("heat_template_version: 2021-04-16\n"))
    assert (found["items"], found["shared"], found["lines"]) == ([], [], [])


# -- files


@pytest.mark.parametrize("form", ["svg", "dot", "mermaid", "json"])
def test_a_file_has_every_resource(form):
    text = write_diagram(drawn(SERVICE), form)
    names = load(SERVICE).template.resources
    assert [name for name in names if name not in text] == []


def test_names_are_never_markup():
    found = drawn(resources('  "<b>&": {type: "OS::Heat::None"}\n'))
    assert "<b>" not in write_diagram(found, "svg")


def test_an_unfolded_card_has_its_rows_beside_it():
    document = load(SERVICE)
    found = draw_map(document.template, preview(document, {}), unfolded=["balancer"])
    items = found.containment.items
    assert {items[name].kind for name in ("listener", "pool", "address")} == {"card"}
    assert items["router_interface"].kind == "row"
    assert {(line.source, line.target) for line in found.lines} >= {("pool", "listener"), ("listener", "balancer")}
    assert_bounds(found)
    assert_no_line_goes_through_a_card(found)
