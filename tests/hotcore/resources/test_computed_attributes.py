"""Attributes that Heat computes from properties alone: what the preview knows about them, and what depends on it.

What Heat itself makes of such attributes is in tests/parity/test_created.py.
"""

import json
import textwrap

import pytest

import hotcore
from hotcore.analysis import wanted_attributes
from hotcore.catalogue import shipped_catalogue
from hotcore.resolver.build import preview_as_data
from hotcore.resources.computed_attributes import COMPUTED

HEAD = "heat_template_version: 2021-04-16\n"
SECRET = "hunter2"


def load(text, files=None):
    files = {name: HEAD + textwrap.dedent(content) for name, content in (files or {}).items()}
    return hotcore.load(HEAD + textwrap.dedent(text), files)


def preview(text, values=None, files=None, **options):
    return hotcore.preview(load(text, files), values or {}, **options)


def output(resource, asked="[a, value]", **options):
    """The value of an output that refers to the resource `a`."""
    shown = preview(f"resources:\n  a: {resource}\noutputs:\n  o: {{value: {{get_attr: {asked}}}}}\n", **options)
    assert shown.ok
    return shown.outputs["o"].value


def found(shown):
    return [(each.severity.value, each.code) for each in shown.diagnostics]


@pytest.mark.parametrize(
    ("resource", "asked", "expected"),
    [
        ("{type: OS::Heat::Value, properties: {value: {k: [x, y]}}}", "[a, value, k, 1]", "y"),
        ("{type: OS::Heat::Value, properties: {value: {k: [x, y]}}}", "[a, value, k, 2]", None),
        ("{type: OS::Heat::Value, properties: {value: {1: x}}}", "[a, value, '1']", "x"),
        ("{type: OS::Heat::Value, properties: {value: '7', type: number}}", "[a, value]", "7"),
        ("{type: OS::Heat::Value, properties: {value: null, type: json}}", "[a, value]", None),
        ("{type: OS::Heat::Value, properties: {value: x}}", "[a]", {"value": "x"}),
        ("{type: OS::Heat::Value, properties: {value: x}}", "[a, show]", None),
        ("{type: OS::Heat::None, properties: {x: 1}}", "[a, whatever, 1]", None),
        ("{type: OS::Heat::TestResource}", "[a, output]", "test_string"),
        ("{type: OS::Heat::SoftwareConfig, properties: {config: 7}}", "[a, config]", "7"),
        ("{type: OS::Heat::SoftwareConfig}", "[a, config]", None),
        ("{type: OS::Heat::StructuredConfig, properties: {config: null}}", "[a, config]", {}),
        ("{type: OS::Heat::CloudConfig, properties: {cloud_config: {b: [1], a: é}}}", "[a, config]",
         '#cloud-config\na: "\\xE9"\nb:\n- 1\n'),
        ("{type: OS::Nova::Server, properties: {flavor: f, image: i, name: web}}", "[a, name]", "web"),
    ],
)  # fmt: skip
def test_attributes_that_properties_determine_are_known(resource, asked, expected):
    assert output(resource, asked) == expected


@pytest.mark.parametrize(
    ("resource", "asked"),
    [
        ("{type: OS::Heat::RandomString}", "[a, value]"),
        ("{type: OS::Heat::MultipartMime, properties: {parts: [{config: x}]}}", "[a, config]"),
        ("{type: OS::Nova::Server, properties: {flavor: f, image: i}}", "[a, name]"),
        ("{type: OS::Nova::Server, properties: {flavor: f, image: i, name: web}}", "[a, networks]"),
        ("{type: OS::Nova::Server, properties: {flavor: f, image: i, name: web}}", "[a]"),
        ("{type: OS::Heat::Value, external_id: x, properties: {value: 1}}", "[a, value]"),
        ("{type: OS::Heat::TestResource, properties: {fail: true}}", "[a, output]"),
    ],
)
def test_attributes_from_chance_the_clock_or_a_cloud_stay_unknown(resource, asked):
    label = " ".join(["get_attr", ".".join(asked.strip("[]").split(", "))])
    assert output(resource, asked) == hotcore.Unknown(label)


def test_every_type_is_in_the_catalogue_with_its_attributes():
    for name, attributes in COMPUTED.items():
        assert attributes.keys() <= shipped_catalogue().find(name).attributes.keys()


def test_values_flow_through_properties_and_paths_into_outputs():
    shown = preview("""
        parameters: {which: {type: string, default: one}}
        resources:
          three: {type: OS::Heat::Value, properties: {value: {list_join: [-, [{get_attr: [two, value, 0]}, c]]}}}
          two: {type: OS::Heat::Value, properties: {value: [{get_attr: [{get_param: which}, value, k]}, b]}}
          one: {type: OS::Heat::Value, properties: {value: {k: a}}}
          net: {type: OS::Neutron::Net, properties: {name: {get_attr: [three, value]}}}
        outputs: {o: {value: {get_attr: [three, value]}}}
    """)
    assert found(shown) == []
    assert shown.resources["net"].properties == {"name": "a-c"}
    assert shown.outputs["o"].value == "a-c"


def test_an_unknown_part_of_a_value_is_labelled_with_what_it_waits_for():
    shown = preview("""
        parameters: {p: {type: string}}
        resources:
          server: {type: OS::Nova::Server, properties: {flavor: f, image: i}}
          a: {type: OS::Heat::Value, properties: {value: [x, {get_attr: [server, networks]}, {get_param: p}]}}
        outputs: {o: {value: {get_attr: [a, value]}}, first: {value: {get_attr: [a, value, 0]}}}
    """)
    waits = hotcore.Unknown("get_attr server.networks"), hotcore.Unknown("get_param p")
    assert shown.outputs["o"].value == ["x", *waits]
    assert shown.outputs["first"].value == "x"


def test_the_condition_of_a_branch_decides_what_a_value_is():
    text = """
        parameters: {big: {type: boolean}}
        conditions: {big: {get_param: big}}
        resources:
          a: {type: OS::Heat::Value, properties: {value: {if: [big, 10, 1]}}}
          members:
            type: OS::Heat::ResourceGroup
            properties:
              count: {get_attr: [a, value]}
              resource_def: {type: OS::Heat::Value, properties: {value: x%index%}}
        outputs: {o: {value: {get_attr: [members, value]}}}
    """
    assert preview(text, {"big": False}).outputs["o"].value == ["x0"]
    assert len(preview(text, {"big": True}).outputs["o"].value) == 10


def test_a_value_that_its_type_refuses_is_reported_once_and_unknown():
    shown = preview("""
        resources: {a: {type: OS::Heat::Value, properties: {value: x, type: number}}}
        outputs: {o: {value: {get_attr: [a, value]}}}
    """)
    assert found(shown) == [("error", "wrong-type")]
    assert shown.outputs["o"].value == hotcore.Unknown()


MAKES = """
    parameters: {size: {type: string, constraints: [{length: {max: 2}}]}, count: {type: number, default: 1}}
    resources:
      members:
        type: OS::Heat::ResourceGroup
        properties: {count: {get_param: count}, resource_def: {type: OS::Heat::None}}
    outputs: {size: {value: {1: {get_param: size}}}}
"""


@pytest.mark.parametrize(
    ("value", "user", "code"),
    [
        ("-1", "{type: makes.yaml, properties: {size: x, count: {get_attr: [a, value]}}}", "range"),
        ("long", "{type: makes.yaml, properties: {size: {get_attr: [a, value]}}}", "length"),
        ("[x]", "{type: OS::Heat::Value, properties: {type: string, value: {get_attr: [a, value]}}}", "wrong-type"),
        ("-1", "{type: OS::Cinder::Volume, properties: {size: {get_attr: [a, value]}}}", "range"),
    ],
)
def test_what_heat_notices_only_when_it_creates_the_stack_is_a_warning(value, user, code):
    text = f"resources:\n  a: {{type: OS::Heat::Value, properties: {{value: {value}}}}}\n  b: {user}\n"
    shown = preview(text, files={"makes.yaml": MAKES})
    assert shown.ok
    assert ("warning", code) in found(shown)


def test_an_error_under_any_values_stays_an_error():
    text = """
        resources:
          a: {type: OS::Heat::Value, properties: {value: x}}
          b: {type: makes.yaml, properties: {size: {get_attr: [a, value]}, count: -1}}
    """
    assert ("error", "range") in found(preview(text, files={"makes.yaml": MAKES}))


def test_nested_stacks_accept_such_values_and_return_them_as_heat_stores_them():
    text = """
        resources:
          a: {type: OS::Heat::Value, properties: {value: ab}}
          b: {type: makes.yaml, properties: {size: {get_attr: [a, value]}}}
          c: {type: OS::Heat::Value, properties: {value: {get_attr: [b, size, '1']}}}
        outputs: {o: {value: {get_attr: [c, value]}}}
    """
    assert preview(text, files={"makes.yaml": MAKES}).outputs["o"].value == "ab"


def test_a_registry_that_maps_a_type_to_nothing_makes_its_attributes_null():
    registry = {"resource_registry": {"OS::Neutron::Net": "OS::Heat::None"}}
    environment = hotcore.read_environment(json.dumps(registry), "env.yaml", "")
    assert output("{type: OS::Neutron::Net}", "[a, name]", environments=[environment]) is None


def test_a_stand_in_takes_precedence_only_for_its_attribute():
    resource = "{type: OS::Heat::Value, properties: {value: x}}"
    assert output(resource, attributes={"a": {"value": "live"}}) == "live"
    assert output(resource, attributes={"a": {"show": {}}}) == "x"


def test_stand_ins_are_asked_for_only_where_the_properties_do_not_determine_a_value():
    document = load("""
        resources:
          a: {type: OS::Heat::Value, properties: {value: {get_attr: [server, networks, private, 0]}}}
          server: {type: OS::Nova::Server, properties: {flavor: f, image: i}}
          none: {type: OS::Heat::None}
        outputs:
          o: {value: [{get_attr: [a, value]}, {get_attr: [none, ip]}, {get_attr: [server, name]}]}
    """)
    assert wanted_attributes(document) == (("server", "networks"), ("server", "name"))


@pytest.mark.parametrize(
    ("resource", "asked"),
    [
        ("{type: OS::Heat::Value, properties: {value: {get_param: p}, type: number}}", "[a, value]"),
        ("{type: OS::Heat::Value, properties: {value: {get_param: j}}}", "[a, value, k]"),
        ("{type: OS::Heat::Value, properties: {value: [{get_param: p}]}}", "[a, value, 0, 0]"),
        ("{type: OS::Heat::TestResource, properties: {value: {get_param: p}}}", "[a, output]"),
        ("{type: OS::Heat::SoftwareConfig, properties: {config: {get_param: p}}}", "[a, config]"),
        ("{type: OS::Heat::CloudConfig, properties: {cloud_config: {password: {get_param: p}}}}", "[a, config]"),
        ("{type: OS::Nova::Server, properties: {flavor: f, image: i, name: {get_param: p}}}", "[a, name]"),
    ],
)
def test_hidden_values_are_used_and_never_shown(resource, asked):
    text = f"""
        parameters:
          p: {{type: string, hidden: true}}
          j: {{type: json, hidden: true}}
        resources:
          a: {resource}
          b: {{type: OS::Heat::Value, properties: {{value: {{list_join: ['', [{{get_attr: {asked}}}]]}}}}}}
        outputs: {{o: {{value: {{get_attr: {asked}}}}}, b: {{value: {{get_attr: [b, value]}}}}}}
    """
    number = "type: number" in resource
    values = {"p": "71077" if number else SECRET, "j": {"k": SECRET}}
    shown = json.dumps(preview_as_data(preview(text, values)), ensure_ascii=False)
    assert SECRET not in shown
    assert "71077" not in shown
    assert json.loads(shown)["outputs"]["o"].startswith("•")
    true = preview(text, values, mask=False).outputs["o"].value
    assert true in (SECRET, "71077", SECRET[0]) or SECRET in true


def test_a_chain_of_deep_and_of_growing_values_ends():
    deep = "{k: " * 90 + "{get_attr: [BEFORE, value]}" + "}" * 90
    twice = "[{get_attr: [BEFORE, value]}, {get_attr: [BEFORE, value]}]"
    body = "resources:\n"
    for letter, made in (("a", deep), ("b", twice)):
        for at in range(40):
            value = made.replace("BEFORE", f"{letter}{at - 1}") if at else "x"
            body += f"  {letter}{at}: {{type: OS::Heat::Value, properties: {{value: {value}}}}}\n"
    shown = preview(body + "outputs: {a: {value: {get_attr: [a39, value]}}, b: {value: {get_attr: [b39, value]}}}")
    assert not any(hotcore.is_known(shown.outputs[name].value) for name in "ab")
    assert preview_as_data(shown)["ok"]
