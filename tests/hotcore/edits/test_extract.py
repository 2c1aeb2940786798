"""Extraction of resources into a nested template: what is deployed stays the same."""

import random

import pytest

import hotcore
from hotcore.edits import CannotEdit, Draft, perform
from tests.hotcore.corpus import corpus_texts, needs_corpus

FILE = "taken_out.yaml"
SOME = {"number": 1, "boolean": True, "json": {"a": "b"}, "comma_delimited_list": ["a", "b"]}


def extracted(text, *names, file=FILE, **how):
    change = perform(text, "extract", {"names": list(names), "resource": "taken_out", "file": file}, **how)
    return change.after, change.files[file]


def errors(preview):
    return {found.message for found in preview.diagnostics if found.severity == "error"}


@pytest.mark.long
@needs_corpus
def test_extraction_from_real_templates_keeps_their_meaning():
    loaded = [(name, text, hotcore.load(text)) for name, text in corpus_texts()]
    loaded = [one for one in loaded if one[2].template and one[2].template.resources]
    done = 0
    for _ in range(100):
        name, text, document = random.choice(loaded)
        declared = list(document.template.resources)
        chosen = random.sample(declared, random.randint(1, min(4, len(declared))))
        try:
            after, nested = extracted(text, *chosen, here=True)
        except CannotEdit as refused:
            if "depends on it, and it depends on" not in str(refused):
                raise AssertionError((name, chosen)) from refused
            continue
        values = {p.name: SOME.get(p.type, "x") for p in document.template.parameters.values() if p.required}
        check(
            name,
            chosen,
            hotcore.preview(document, values),
            hotcore.preview(hotcore.load(after, {FILE: nested}), values),
        )
        done += 1
    assert done > 80


def check(name, chosen, before, after):
    """Both have the same content: the same resources, on or off, with the same properties, and outputs."""
    assert errors(after) <= errors(before), (name, chosen)
    inside = after.resources["taken_out"].nested
    for resource, state in before.resources.items():
        now = (inside.resources if resource in chosen else after.resources)[resource]
        assert type(now.enabled) is type(state.enabled), (name, chosen, resource)
        assert now.enabled == state.enabled or not isinstance(state.enabled, bool), (name, chosen, resource)
        assert now.properties == state.properties or not hotcore.is_known(state.properties), (name, chosen, resource)
    for output, state in before.outputs.items():
        assert after.outputs[output].value == state.value or not hotcore.is_known(state.value), (name, output)


TEXT = """\
heat_template_version: 2018-08-31
parameters:
  # where
  zone: {type: string}
  secret: {type: string, hidden: true}
conditions:
  here: {equals: [{get_param: "OS::stack_name"}, web]}
resources:
  net: {type: OS::Neutron::Net}
  port:
    type: OS::Neutron::Port
    depends_on: [net]
    properties: {network: {get_resource: net}}
  # the machine
  server:
    type: OS::Nova::Server
    condition: here
    properties:
      name: {get_param: "OS::stack_name"}
      flavor: m1.small
      image: cirros
      admin_pass: {get_param: secret}
      availability_zone: {get_param: zone}
      networks: [{port: {get_resource: port}}]
      key_name: {get_attr: [net, name]}
      metadata: {get_attr: [net, show]}
  last:
    type: OS::Heat::None
    depends_on: [net, server, port]
outputs:
  first: {value: {get_attr: [server, networks, {get_param: zone}, 0]}}
"""
OFF = ["The resource `server` is disabled: its condition is false."]


def test_all_that_ties_resources_to_the_others_is_passed_in_and_out():
    after, nested = extracted(TEXT, "server", "port")
    inside, outside = Draft(nested).plain(), Draft(after).plain()
    assert inside["parameters"] == {
        "net_id": {"type": "string"},
        "stack_name": {"type": "string"},
        "secret": {"type": "string", "hidden": True},
        "zone": {"type": "string"},
        "net_name": {"type": "string"},
        "net_show": {"type": "json"},
    }
    assert inside["conditions"] == {"here": {"equals": [{"get_param": "stack_name"}, "web"]}}
    assert "depends_on" not in inside["resources"]["port"]
    assert "  # the machine\n  server:" in nested
    assert "  # where\n  zone: {type: string}" in nested
    assert outside["resources"]["taken_out"]["properties"]["stack_name"] == {"get_param": "OS::stack_name"}
    assert outside["resources"]["taken_out"]["depends_on"] == ["net"]
    assert outside["resources"]["last"]["depends_on"] == ["net", "taken_out"]
    (output,) = inside["outputs"].values()
    assert output == {"value": {"get_attr": ["server", "networks", {"get_param": "zone"}, 0]}}
    assert [found.message for found in hotcore.load(after, {FILE: nested}).diagnostics] == OFF


def test_a_circle_is_refused_before_it_is_made():
    with pytest.raises(CannotEdit, match="Select `port` too"):
        extracted(TEXT, "server", "net")


def test_a_whole_template_can_be_extracted():
    after, nested = extracted(TEXT, "server", "net", "port", "last")
    assert list(Draft(after).plain()["resources"]) == ["taken_out"]
    assert [found.message for found in hotcore.load(after, {FILE: nested}).diagnostics] == OFF


@pytest.mark.parametrize(
    "file", ["", "a/b.yaml", "../x.yaml", "/x.yaml", "x.txt", ".yaml", "x\n.yaml", "y" * 300 + ".yaml"]
)
def test_the_file_must_be_next_to_the_template(file):
    with pytest.raises(CannotEdit, match="next to this one"):
        extracted(TEXT, "server", file=file)


@pytest.mark.parametrize(
    ("names", "resource"), [([], "x"), (["nowhere"], "x"), (["server"], "net"), (["server"], "zone")]
)
def test_what_cannot_be_extracted_is_refused(names, resource):
    with pytest.raises(CannotEdit):
        perform(TEXT, "extract", {"names": names, "resource": resource, "file": FILE})


def test_a_section_that_is_not_a_map_has_nothing_to_extract():
    with pytest.raises(CannotEdit, match="Select resources"):
        perform(
            "heat_template_version: 2021-04-16\nresources: 5\n",
            "extract",
            {"names": ["a"], "resource": "a", "file": "a.yaml"},
        )
