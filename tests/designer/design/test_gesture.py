"""Gestures of the design page: the edits for a text, or the reason why they are not possible."""

import json

import pytest
import yaml
from django.urls import reverse

TEXT = """\
heat_template_version: 2021-04-16
resources:
  net: {type: OS::Neutron::Net}   # kept
  port:
    type: OS::Neutron::Port
"""


@pytest.fixture
def ask(client, alice, make_design):
    """Request a gesture on a text, as Alice."""
    design = make_design(TEXT)
    client.force_login(alice)

    def ask(gesture, text=TEXT, how=None, /, **arguments):
        asked = {"text": text, "name": gesture, "arguments": arguments, **(how or {})}
        return client.post(reverse("gesture", args=[design.slug]), asked, content_type="application/json")

    return ask


def after(answer, text=TEXT):
    """The text with the edits of a response applied."""
    for edit in sorted(answer.json()["edits"], key=lambda edit: -edit["start"]):
        text = text[: edit["start"]] + edit["text"] + text[edit["end"] :]
    return text


def test_what_is_found_beside_an_error_is_fixed_by_itself(ask):
    text = TEXT + "  broken: {typ: x}\noutputs: {o: {value: 1:30}}\n"
    answer = ask("set", text, path=["outputs", "o", "value"], value="1:30")
    assert after(answer, text) == text.replace("1:30", "'1:30'")


def test_edits_come_back_with_a_title(ask):
    answer = ask("connect", source="port", target="net", path=["network"])
    assert answer.json()["title"] == "Connect port to net"
    assert after(answer) == TEXT + "    properties:\n      network: {get_resource: net}\n"


def test_a_value_may_be_typed_as_yaml(ask):
    answer = ask("set", path=["resources", "port", "properties", "fixed_ips"], yaml="[{subnet: x}]")
    assert "fixed_ips:\n        - subnet: x\n" in after(answer)


def test_a_typed_number_is_a_number_where_one_is_wanted(ask):
    path = ["resources", "port", "properties", "mtu"]
    assert "mtu: 7\n" in after(ask("set", path=path, typed="7", type="integer"))
    assert "mtu: '7'\n" in after(ask("set", path=path, typed="7", type="string"))


@pytest.mark.parametrize(
    ("name", "arguments", "words"),
    [
        ("rename", {"section": "resources", "name": "net", "new": "port"}, "already"),
        ("connect", {"source": "port", "target": "nowhere"}, "no resource"),
        ("set", {"path": ["resources", "port", "x"], "yaml": "[a"}, ""),
        ("explode", {}, "no gesture"),
        ("rename", {"section": "resources"}, "Wrong arguments"),
        ("rename", {"section": "resources", "name": 5, "new": []}, "must be a string"),
        ("set", {"path": "resources", "value": 1}, "a list of keys"),
        ("move", {"path": ["resources", "net"], "index": "first"}, "must be an integer"),
    ],
)
def test_what_cannot_be_done_is_shown(ask, name, arguments, words):
    answer = ask(name, **arguments)
    assert answer.status_code == 422
    assert words in answer.json()["refused"]


def test_what_others_use_is_asked_about(ask):
    text = "heat_template_version: 2021-04-16\nresources:\n  a: &a {type: x}\n  b: *a\n"
    answer = ask("set", text, path=["resources", "b", "type"], value="y")
    assert (answer.status_code, answer.json()["shared"]) == (409, "a")


def test_what_others_use_can_be_changed_in_one_place_or_everywhere(ask):
    text = "heat_template_version: 2021-04-16\nresources:\n  a: &a {type: x}\n  b: *a\n"
    path = ["resources", "b", "type"]
    here = ask("set", text, {"here": True}, path=path, value="z")
    assert after(here, text) == text.replace(" *a", "\n    type: z")
    everywhere = ask("set", text, {"everywhere": True}, path=path, value="z")
    assert after(everywhere, text) == text.replace("type: x", "type: z")


def test_several_gestures_come_back_as_one(client, alice, make_design):
    client.force_login(alice)
    steps = [
        {"name": "remove", "arguments": {"section": "resources", "name": "net"}},
        {"name": "add", "arguments": {"section": "resources", "name": "disk", "yaml": "{type: OS::Cinder::Volume}"}},
    ]
    asked = {"text": TEXT, "steps": steps, "title": "Net to disk"}
    address = reverse("gesture", args=[make_design(TEXT).slug])
    answer = client.post(address, asked, content_type="application/json")
    assert answer.json()["title"] == "Net to disk"
    assert after(answer) == TEXT.replace("  net: {type: OS::Neutron::Net}   # kept\n", "") + (
        "  disk:\n    type: OS::Cinder::Volume\n"
    )
    steps[1]["arguments"]["name"] = "port"
    refused = client.post(address, {**asked, "steps": steps}, content_type="application/json")
    assert (refused.status_code, "already" in refused.json()["refused"]) == (422, True)


@pytest.mark.parametrize(
    "body",
    [
        '{"text": "", "steps": [{}]}',
        '{"text": "", "steps": {}}',
        '{"text": "", "title": 1}',
        "",
        "[]",
        "{",
        '{"text": 1, "name": "set", "arguments": {}}',
        "[" * 100_000,
    ],
)
def test_a_body_that_makes_no_sense_is_reported(client, alice, make_design, body):
    client.force_login(alice)
    answer = client.post(reverse("gesture", args=[make_design(TEXT).slug]), body, content_type="application/json")
    assert answer.status_code == 400


def test_nobody_else_gets_an_answer(client, charlie, make_design):
    client.force_login(charlie)
    address = reverse("gesture", args=[make_design(TEXT).slug])
    assert client.post(address, {}, content_type="application/json").status_code == 404


DEEP = "[" * 400 + "]" * 400


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("set", '{"path": ["resources", ["port"]], "value": 1}'),
        ("set", '{"path": ["resources", "port", {}], "value": 1}'),
        ("set", '{"path": null, "value": 1}'),
        ("set", '{"path": ["new", 1.5], "value": {"a": {"get_b": 1}}}'),
        ("set", '{"path": ["resources", "port", "metadata", null], "value": {}}'),
        ("set", f'{{"path": ["resources", "port", "metadata"], "value": {DEEP}}}'),
        ("set", f'{{"path": ["resources", "port", "metadata"], "yaml": {DEEP}}}'),
        ("add", '{"section": "resources", "name": "new", "body": {}, "index": -1}'),
        ("add", '{"section": "resources", "name": "new", "body": {}, "index": 1000000000000000000000000}'),
        ("move", '{"path": ["resources", "port"], "index": null}'),
        ("make-parameter", '{"path": ["resources", "port", "type"], "name": "p", "declaration": [[]]}'),
    ],
)
@pytest.mark.parametrize("text", [TEXT, "- a\n", ""])
def test_odd_arguments_are_answered_too(client, alice, make_design, name, arguments, text):
    client.force_login(alice)
    body = f'{{"text": {json.dumps(text)}, "name": "{name}", "arguments": {arguments}}}'
    address = reverse("gesture", args=[make_design(TEXT).slug])
    answer = client.post(address, body, content_type="application/json")
    assert answer.status_code in (200, 422)
    assert ("edits" if answer.status_code == 200 else "refused") in answer.json()


def test_edits_fit_a_text_with_a_byte_order_mark(ask):
    marked = "\ufeff" + TEXT
    answer = ask("rename", marked, section="resources", name="net", new="lan")
    assert after(answer, marked) == marked.replace("net:", "lan:")


def test_a_path_of_positions_alone_is_a_path(ask):
    answer = ask("set", "[1, 2]\n", path=[0], value=3)
    assert answer.status_code == 200
    assert answer.json()["title"] == "Set 0"


SERVER = """\
heat_template_version: 2021-04-16
resources:
  web: {type: OS::Nova::Server, properties: {flavor: m1.small, image: debian}}
  disk: {type: OS::Cinder::Volume, properties: {size: 0}}
"""


@pytest.mark.parametrize(
    ("path", "kind", "body"),
    [
        (["web", "properties", "flavor"], "string", {"custom_constraint": "nova.flavor"}),
        (["web", "properties", "image", "get_param"], "string", {"custom_constraint": "glance.image"}),
        (["disk", "properties", "size"], "number", {"range": {"min": 1}}),
    ],
)
def test_a_parameter_for_a_property_gets_its_constraints(ask, path, kind, body):
    answer = ask("add", SERVER, section="parameters", name="p", body={"type": kind}, at=["resources", *path])
    declared = yaml.safe_load(after(answer, SERVER))["parameters"]
    assert declared["p"].pop("description").endswith(".")
    assert declared == {"p": {"type": kind, "constraints": [body]}}


def test_a_parameter_of_another_type_than_its_property_gets_no_constraints_of_it(ask):
    path = ["resources", "disk", "properties", "size"]
    answer = ask("add", SERVER, section="parameters", name="p", body={"type": "json"}, at=path)
    declared = yaml.safe_load(after(answer, SERVER))["parameters"]["p"]
    assert (declared["type"], "constraints" in declared) == ("json", False)


@pytest.mark.parametrize("path", [None, [], "x", [["resources"]], ["resources", "none", "properties", "x"]])
def test_a_parameter_for_no_property_is_as_it_was_asked_for(ask, path):
    answer = ask("add", SERVER, section="parameters", name="p", body={"type": "string"}, at=path)
    assert yaml.safe_load(after(answer, SERVER))["parameters"] == {"p": {"type": "string"}}
