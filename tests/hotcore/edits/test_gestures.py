"""Gestures: the file named like a gesture in tests/cases/edits has its changes of template.yaml there."""

from difflib import unified_diff
from pathlib import Path

import pytest

import hotcore
from hotcore.edits import CannotEdit, Draft, perform
from hotcore.edits.connections import connect, disconnect
from hotcore.edits.declarations import add, duplicate, free_name, remove, rename, uses
from hotcore.edits.extract import extract
from hotcore.edits.groups import add_group, place_parameter, remove_group
from hotcore.edits.values import make_output, make_parameter, put, set_version, unset, unwrap, wrap
from tests.pace import within

CASES = Path(__file__).resolve().parents[2] / "cases" / "edits"
TEXT = (CASES / "template.yaml").read_text(encoding="utf-8")
SERVER = ("resources", "server", "properties")

GESTURES = {
    "rename-resource": lambda draft: rename(draft, "resources", "port", "web_port"),
    "rename-parameter": lambda draft: rename(draft, "parameters", "name", "server_name"),
    "rename-condition": lambda draft: rename(draft, "conditions", "prod", "is_prod"),
    "add-resource": lambda draft: add(
        draft, "resources", "disk", {"type": "OS::Cinder::Volume", "properties": {"size": 10}}
    ),
    "add-parameter-first": lambda draft: add(draft, "parameters", "zone", {"type": "string"}, 0),
    "add-group": lambda draft: add_group(draft, "Server", "What it is like"),
    "duplicate-resource": lambda draft: duplicate(draft, "resources", "server"),
    "remove-resource": lambda draft: remove(draft, "resources", "port"),
    "remove-resource-and-uses": lambda draft: remove(draft, "resources", "sub", with_uses=True),
    "remove-condition-and-uses": lambda draft: remove(draft, "conditions", "prod", with_uses=True),
    "remove-only-output": lambda draft: remove(draft, "outputs", "ip"),
    "move-resource": lambda draft: draft.move(("resources", "server"), 0),
    "connect-by-property": lambda draft: connect(draft, "port", "server", ("device_id",)),
    "connect-to-list": lambda draft: connect(draft, "server", "net", ("networks", "-", "network")),
    "connect-by-depends-on": lambda draft: connect(draft, "port", "net"),
    "connect-by-depends-on-again": lambda draft: connect(draft, "server", "port"),
    "disconnect": lambda draft: disconnect(draft, "server", "sub"),
    "disconnect-property": lambda draft: disconnect(draft, "port", "sub"),
    "set-deep-property": lambda draft: put(draft, (*SERVER, "metadata", "a", "b"), {"get_param": "name"}),
    "set-first-property": lambda draft: put(draft, ("resources", "net", "properties", "shared"), False),
    "unset-property": lambda draft: unset(draft, ("resources", "port", "properties", "fixed_ips", 0, "subnet")),
    "wrap-block": lambda draft: wrap(draft, (*SERVER, "user_data"), lambda at: {"if": ["prod", at(()), ""]}),
    "wrap-short": lambda draft: wrap(
        draft, ("resources", "sub", "properties", "cidr"), lambda at: {"if": ["prod", at(()), "10.1.0.0/24"]}
    ),
    "unwrap": lambda draft: unwrap(draft, (*SERVER, "user_data"), ("str_replace", "template")),
    "make-parameter": lambda draft: make_parameter(
        draft, ("resources", "sub", "properties", "cidr"), "cidr", {"type": "string", "description": "Addresses"}
    ),
    "make-output": lambda draft: make_output(draft, (*SERVER, "name"), "name", "The name"),
    "set-version": lambda draft: set_version(draft, "2021-04-16"),
    "extract": lambda draft: extract(draft, ["port", "sub"], "network", "network.yaml"),
}


def changes(draft):
    """The lines that an edit changed, with a line around them."""
    before, after = draft.before.splitlines(keepends=True), draft.text.splitlines(keepends=True)
    return "".join(list(unified_diff(before, after, n=1))[2:])


@pytest.mark.parametrize("name", GESTURES)
def test_a_gesture_changes_these_lines(name):
    draft = Draft(TEXT)
    GESTURES[name](draft)
    assert changes(draft) == (CASES / f"{name}.diff").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("path", "title"),
    [
        (["resources", "server", "properties", "name", "get_param"], "Set name of server"),
        (["resources", "server", "properties", "networks", 0, "port", "get_resource"], "Set port of server"),
        (["resources", "server", "properties", "flavor", "if", 1], "Set flavor of server"),
        (["resources", "server", "properties", "filter"], "Set filter of server"),
        (["outputs", "ip", "value", "get_attr", 1], "Set value of ip"),
        (["conditions", "prod", "equals", 1], "Set prod"),
    ],
)
def test_a_title_names_the_property_and_not_the_function(path, title):
    assert perform(TEXT, "set", {"path": path, "value": "x"}).title == title


def test_every_file_belongs_to_a_gesture():
    assert {path.stem for path in CASES.glob("*.diff")} == set(GESTURES)


@pytest.mark.parametrize("name", sorted(set(GESTURES) - {"remove-resource", "connect-by-property", "extract"}))
def test_a_good_template_stays_good(name):
    """References to a removed resource are left to the author; all others leave a template that Heat accepts."""
    draft = Draft(TEXT)
    GESTURES[name](draft)
    assert [found.message for found in hotcore.load(draft.text).diagnostics if found.severity == "error"] == []


def test_extracted_resources_keep_their_meaning():
    draft = Draft(TEXT)
    nested = extract(draft, ["port", "sub"], "network", "network.yaml")
    assert hotcore.load(nested).ok
    assert "# trailing thought" in nested
    assert hotcore.load(nested).template.parameters.keys() == {"net_id"}
    assert "{get_attr: [network, port_id]}" in draft.text
    assert hotcore.load(draft.text, {"network.yaml": nested}).ok


def test_invalid_names_are_refused_and_nothing_changes():
    draft = Draft(TEXT)
    for section, name in (("resources", "a/b"), ("resources", "name"), ("parameters", "OS::stack_name"),
                          ("resources", "sub"), ("outputs", ""), ("conditions", " x")):  # fmt: skip
        with pytest.raises(CannotEdit):
            add(draft, section, name, {"type": "string"})
    assert draft.text == TEXT


def test_a_free_name_is_found():
    draft = Draft(TEXT)
    assert free_name(draft, "resources", "disk") == "disk"
    assert free_name(draft, "resources", "server") == "server_2"
    assert free_name(draft, "resources", "name") == "name_2"


def test_the_uses_of_a_resource_are_found_with_their_places():
    found = uses(Draft(TEXT), "resources", "sub")
    assert [(use.by, use.node.span.line) for use in found] == [("get_resource", 29), ("depends_on", 41)]


def test_a_section_is_added_in_the_usual_order():
    draft = Draft("heat_template_version: 2018-08-31\nresources: {}\n")
    add(draft, "outputs", "o", {"value": 1})
    add(draft, "parameters", "p", {"type": "string"})
    add(draft, "resources", "r", {"type": "OS::Heat::None"})
    assert list(draft.plain()) == ["heat_template_version", "parameters", "resources", "outputs"]


def test_parameters_move_within_and_between_groups():
    draft = Draft(TEXT)
    add_group(draft, "One")
    add_group(draft, "Two")
    place_parameter(draft, "flavor", 0)
    place_parameter(draft, "name", 0, 0)
    assert [group["parameters"] for group in draft.plain(("parameter_groups",))] == [["name", "flavor"], []]
    place_parameter(draft, "name", 0, 1)
    assert draft.plain(("parameter_groups", 0, "parameters")) == ["flavor", "name"]
    place_parameter(draft, "flavor", 1)
    assert [group["parameters"] for group in draft.plain(("parameter_groups",))] == [["name"], ["flavor"]]
    place_parameter(draft, "flavor", None)
    remove_group(draft, 1)
    remove_group(draft, 0)
    assert draft.text == TEXT


def test_many_uses_are_renamed_together():
    uses_of_it = ", ".join(["net"] * 20_000)
    text = (
        f"heat_template_version: 2021-04-16\nresources:\n  net: {{type: A}}\n  port: {{depends_on: [{uses_of_it}]}}\n"
    )
    draft = Draft(text)
    with within(20):  # one after the other, they would take minutes
        rename(draft, "resources", "net", "ten")
        assert draft.text == text.replace("net", "ten")


def test_more_uses_than_one_step_can_remove_are_refused():
    uses_of_it = ", ".join(["net"] * 3_000)
    text = (
        f"heat_template_version: 2021-04-16\nresources:\n  net: {{type: A}}\n  port: {{depends_on: [{uses_of_it}]}}\n"
    )
    for gesture in (
        lambda draft: remove(draft, "resources", "net", with_uses=True),
        lambda draft: disconnect(draft, "port", "net"),
    ):
        draft = Draft(text)
        with pytest.raises(CannotEdit, match="3000 places"):
            gesture(draft)
        assert draft.text == text


def test_a_base64_key_is_ignored_by_edits_of_other_keys():
    draft = Draft("heat_template_version: 2021-04-16\noutputs: {a: {value: {!!binary aGk=: 1, b: 2}}}\n")
    draft.set(("outputs", "a", "value", "b"), 3)
    assert draft.text == "heat_template_version: 2021-04-16\noutputs: {a: {value: {!!binary aGk=: 1, b: 3}}}\n"
