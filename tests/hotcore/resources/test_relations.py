"""Relations between the properties of a resource, as diagnostics in a template."""

import json

import pytest

from hotcore.analysis import load, preview
from hotcore.catalogue import BadCatalogue, read_catalogue
from hotcore.cli.commands import main

ROUTER = "OS::Neutron::RouterInterface"
VERSION = "heat_template_version: 2021-04-16\n"


def found(text, code="properties-group", **options):
    """The diagnostics of a code in a template, by place."""
    return [each for each in preview(load(VERSION + text), **options).diagnostics if each.code == code]


def of(type_name, properties, before="", **options):
    """The diagnostics for a resource with these properties, which are written as YAML in one line."""
    return found(f"{before}resources:\n  it:\n    type: {type_name}\n    properties: {properties}\n", **options)


def said(diagnostics):
    return [(each.severity.value, each.message) for each in diagnostics]


def test_conflicting_properties_are_reported_at_the_last_with_the_others_as_related():
    (diagnostic,) = found(f"""\
resources:
  it:
    type: {ROUTER}
    properties:
      router: r
      port: p
      subnet: s
""")
    assert said([diagnostic]) == [("error", "Give either `subnet` or `port`, not both: `subnet` and `port` are given.")]
    assert (diagnostic.span.line, diagnostic.span.column, diagnostic.span.end_column) == (8, 7, 13)
    assert [(each.message, each.span.line) for each in diagnostic.related] == [("`port` is given here", 7)]
    assert diagnostic.hint is None


def test_missing_properties_are_reported_at_the_section_or_the_resource():
    (diagnostic,) = of(ROUTER, "{router: r}")
    assert diagnostic.message == "Give either `subnet` or `port`: neither is given."
    assert (diagnostic.span.line, diagnostic.span.column, diagnostic.span.end_column) == (5, 5, 15)
    (diagnostic,) = found("resources:\n  it:\n    type: OS::Cinder::Volume\n")
    assert (diagnostic.span.line, diagnostic.span.column, diagnostic.span.end_column) == (3, 3, 5)


@pytest.mark.parametrize(
    ("type_name", "properties", "missing"),
    [
        ("OS::Neutron::Subnet", "{network: n}", ["cidr", "subnetpool"]),
        (ROUTER, "{router: r, subnet: s, port: p}", []),
        ("OS::Neutron::FloatingIP", "{floating_network: n, fixed_ip_address: 10.0.0.3}", ["port_id"]),
        ("OS::Neutron::Port", "{}", ["network"]),
        ("OS::Mistral::CronTrigger", "{first_time: now, workflow: {input: {}}}", ["workflow.name"]),
        ("OS::Mistral::CronTrigger", "{first_time: now, workflow: {get_param: made}}", []),
    ],
)
def test_a_diagnostic_names_the_places_of_what_is_missing(type_name, properties, missing):
    before = "parameters: {made: {type: json, default: {}}}\n"
    for code in ("properties-group", "missing-property"):
        for diagnostic in of(type_name, properties, before, code=code):
            assert [".".join(path) for path in diagnostic.missing] == [
                f"resources.it.properties.{one}" for one in missing
            ]
            return
    raise AssertionError("there is no diagnostic")


@pytest.mark.parametrize(
    ("things", "missing"),
    [
        ("[{}]", ["things", 0, "b"]),
        ("[{}, {}]", None),
        ("[]", ["things"]),
        ("{get_param: many}", None),
        ("null", ["things"]),
    ],
)
def test_a_missing_key_below_a_list_has_a_place_only_in_a_sole_item(things, missing):
    item = {"type": "map", "keys": {"b": {"type": "string"}}}
    body = {
        "properties": {"a": {"type": "string"}, "things": {"type": "list", "items": item}},
        "attributes": {},
        "properties_groups": [{"OR": [["things", "b"]]}],
    }
    own = read_catalogue(json.dumps({"format": 1, "types": {"Own::Thing": body}}), "own.json")
    before = "parameters: {many: {type: json, default: [{}]}}\n"
    (diagnostic,) = of("Own::Thing", f"{{a: x, things: {things}}}", before, catalogue=own)
    assert diagnostic.missing == ((("resources", "it", "properties", *missing),) if missing else ())


def test_a_property_that_needs_another_is_reported_at_its_key():
    (diagnostic,) = of("OS::Neutron::FloatingIP", "{floating_network: n, fixed_ip_address: 10.0.0.3}")
    assert diagnostic.message == "Give `fixed_ip_address` only with `port_id`: only `fixed_ip_address` is given."
    assert diagnostic.span.column == 39


def test_properties_below_others_count_when_any_item_has_them():
    server = "{{flavor: f, image: i, security_groups: [a], networks: [{{network: n}}, {}]}}"
    (diagnostic,) = of("OS::Nova::Server", server.format("{port: p}"))
    assert diagnostic.message.startswith("Do not give both `security_groups` and `networks.port`")
    assert of("OS::Nova::Server", server.format("{network: m}")) == []


def test_broken_relations_are_reported_in_order():
    diagnostics = of("OS::Neutron::Subnet", "{network: n, cidr: 10.0.0.0/8, subnetpool: p, prefixlen: 8}")
    assert [each.message.partition(":")[0] for each in diagnostics] == [
        "Give either `cidr` or `subnetpool`, not both",
        "Do not give both `prefixlen` and `cidr`",
    ]


def test_old_names_are_in_the_words_only_when_they_are_given():
    (diagnostic,) = of(ROUTER, "{router: r, subnet: s, port_id: p}")
    assert diagnostic.message == "Give exactly one of `subnet`, `port` and `port_id`: `subnet` and `port_id` are given."


@pytest.mark.parametrize(
    ("type_name", "properties", "code"),
    [
        ("OS::Neutron::Port", "{network: n, network_id: n}", "conflicting-properties"),
        ("OS::Neutron::Port", "{}", "missing-property"),
        (ROUTER, "{router: r, subnett: s}", "unknown-property"),
    ],
)
def test_what_another_diagnostic_says_is_not_repeated(type_name, properties, code):
    assert of(type_name, properties) == []
    assert len(of(type_name, properties, code=code)) == 1


@pytest.mark.parametrize(
    ("port", "severity"),
    [
        ("p", "error"),
        ("{get_param: port}", "error"),
        ("{get_resource: other}", "error"),
        ("{get_attr: [other, show]}", "warning"),
        ('""', "warning"),
        ("{get_param: empty}", "warning"),
        ("null", None),
        ("{if: [unknown, p]}", None),
        ("{if: [unknown, p, q]}", None),
        ("{if: [never, p]}", None),
    ],
)
def test_a_diagnostic_is_an_error_only_when_heat_refuses_under_any_values(port, severity):
    before = """\
parameters: {port: {type: string}, empty: {type: string, default: ''}}
conditions: {unknown: {equals: [{get_param: port}, a]}, never: {equals: [1, 2]}}
"""
    text = f"""\
{before}resources:
  other: {{type: OS::Neutron::Port, properties: {{network: n}}}}
  it: {{type: {ROUTER}, properties: {{router: r, subnet: s, port: {port}}}}}
"""
    assert [each.severity.value for each in found(text)] == ([severity] if severity else [])


def test_a_stand_in_for_a_live_stack_is_no_reason_for_an_error():
    text = f"""\
resources:
  other: {{type: OS::Neutron::Port, properties: {{network: n}}}}
  it: {{type: {ROUTER}, properties: {{router: r, subnet: s, port: {{get_attr: [other, name]}}}}}}
"""
    (diagnostic,) = found(text, attributes={"other": {"name": "p"}})
    assert diagnostic.severity.value == "warning"


def catalogue(*groups):
    properties = {"a": {"type": "string"}, "b": {"type": "string"}, "c": {"type": "list"}}
    body = {"properties": properties, "attributes": {}, "properties_groups": list(groups)}
    return json.dumps({"format": 1, "types": {"Own::Thing": body}})


VERSIONED = {"API_VERSIONS": {"client_plugin": "keystone", "versions": ["2.0", 3], "properties": [["b"]]}}


def test_a_loaded_catalogue_brings_its_own_relations():
    own = read_catalogue(catalogue({"AND": [["a"], ["b"]]}), "own.json")
    (diagnostic,) = of("Own::Thing", "{a: x}", catalogue=own)
    assert said([diagnostic]) == [("error", "Give both `a` and `b`: only `a` is given.")]
    assert diagnostic.hint is None
    assert of("Own::Thing", "{a: x, b: y}", catalogue=own) == []


def test_a_property_of_certain_api_versions():
    own = read_catalogue(catalogue(VERSIONED), "own.json")
    (diagnostic,) = of("Own::Thing", "{a: x, b: y}", catalogue=own, api_versions={"keystone": "2.1"})
    assert diagnostic.message == "Give `b` only with version 2.0 or 3 of keystone: version 2.1 is configured."
    for versions in ({}, {"keystone": "3"}, {"nova": "2.1"}):
        assert of("Own::Thing", "{b: y}", catalogue=own, api_versions=versions) == []
    assert of("Own::Thing", "{a: x}", catalogue=own, api_versions={"keystone": "1"}) == []


def test_the_command_line_takes_api_versions(tmp_path, capsys):
    own, template = tmp_path / "own.json", tmp_path / "template.yaml"
    own.write_text(catalogue(VERSIONED), encoding="utf-8")
    template.write_text(VERSION + "resources: {it: {type: Own::Thing, properties: {b: y}}}\n", encoding="utf-8")
    arguments = [str(template), "--catalogue", str(own), "--api-version"]
    assert main(["validate", *arguments, "keystone=1.0"]) == 1
    assert "only with version 2.0 or 3 of keystone" in capsys.readouterr().out
    assert main(["preview", *arguments, "keystone=2.0"]) == 0


@pytest.mark.parametrize(
    ("group", "says"),
    [
        ("AND", "must be a map"),
        ({"AND": [["a"]], "OR": [["b"]]}, "must have one key"),
        ({"NAND": [["a"]]}, "no operator `NAND`"),
        ({"AND": "a"}, "takes a list"),
        ({"AND": ["a"]}, "a path \\(a list of names\\)"),
        ({"AND": [["a"], ["d"]]}, "no property `d`"),
        ({"AND": [["a", "b"]]}, "no property `a.b`"),
    ],
)
def test_a_wrong_declaration_is_reported_when_its_catalogue_is_read(group, says):
    with pytest.raises(BadCatalogue, match=rf"^own.json: invalid properties group of `Own::Thing`: .*{says}"):
        read_catalogue(catalogue(group), "own.json")
