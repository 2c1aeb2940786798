"""Completion, hover and declarations while a template is typed."""

from pathlib import Path

import pytest

from hotcore.assist import complete, declaration, explain
from hotcore.assist.completion.cursor import cursor_at
from hotcore.catalogue import shipped_catalogue
from tests.pace import within

TEXT = (Path(__file__).resolve().parents[2] / "cases" / "edits" / "template.yaml").read_text(encoding="utf-8")
CURSOR = "¦"


def options(text, **files):
    """The labels that are offered at the cursor."""
    found = complete(text.replace(CURSOR, ""), text.index(CURSOR), shipped_catalogue(), files)
    return [option.label for option in found.options]


@pytest.mark.parametrize(
    ("before", "after", "offered"),
    [
        ("outputs:\n", f"{CURSOR}\noutputs:\n", ["description", "parameters", "resources", "outputs"]),
        ("2018-08-31", CURSOR, ["2021-04-16", "2013-05-23"]),
        ("OS::Neutron::Net\n", f"OS::Neutron::Ne{CURSOR}\n", ["OS::Neutron::Net"]),
        ("    type: OS::Neutron::Net\n", f"    {CURSOR}\n", ["type", "properties", "depends_on", "condition"]),
        ("      flavor: {get_param: flavor}\n", f"      fla{CURSOR}\n", ["flavor"]),
        ("        - subnet:", f"        - sub{CURSOR}\n          x:", ["subnet"]),
        ("      - port: {get_resource: port}", f"      - {CURSOR}", ["port", "network", "fixed_ip"]),
        ("{get_param: flavor}", f"{{get_param: {CURSOR}}}", ["flavor", "name", "OS::stack_name"]),
        ("{get_resource: port}", f"{{get_resource: {CURSOR}", ["net", "port", "server"]),
        ("{get_resource: port}", f"{{{CURSOR}", ["get_resource", "get_param", "if"]),
        ("[port, fixed_ips, 0", f"[port, fi{CURSOR}", ["fixed_ips"]),
        ("[port, fixed_ips, 0", f"[{CURSOR}", ["port", "server"]),
        ("condition: prod", f"condition: {CURSOR}", ["prod"]),
        ("depends_on: [net, sub]", f"depends_on: [net, {CURSOR}]", ["sub", "port"]),
        ("type: string\n    default: m1", f"type: {CURSOR}\n    default: m1", ["string", "number", "json"]),
        ("value: {get_attr", f"value: {CURSOR}{{get_attr", ["get_attr", "str_replace"]),
        ("          params:\n", f"          {CURSOR}\n", ["template", "params"]),
        ("      user_data:", f"      user_data_format: {CURSOR}\n      user_data:", ["RAW", "HEAT_CFNTOOLS"]),
        ('    default: "web"\n', f"    constraints:\n      - {CURSOR}\n", ["length", "allowed_pattern", "description"]),
        ('    default: "web"\n', f"    constraints:\n      - length: {{{CURSOR}\n", ["min", "max"]),
        ('    default: "web"\n', f"    constraints:\n      - custom_constraint: nova{CURSOR}\n", ["nova.flavor"]),
        ("prod: {equals", f"prod: {{{CURSOR}", ["equals", "not", "and"]),
        ("outputs:\n", f"outputs:\n  new:\n    {CURSOR}\n", ["value", "description"]),
        ("{get_param: flavor}", f"{{get_file: {CURSOR}", ["boot.sh"]),
    ],
)  # fmt: skip
def test_completion_offers_what_is_valid_at_the_cursor(before, after, offered):
    assert before in TEXT
    assert set(offered) <= set(options(TEXT.replace(before, after, 1), **{"boot.sh": ""}))


def test_what_does_not_fit_is_not_offered():
    assert "server" not in options(TEXT.replace("type: OS::Neutron::Net\n", f"type: OS::Neutron::{CURSOR}\n"))
    assert "contains" not in options(
        TEXT.replace("2018-08-31", "2015-10-15").replace("{get_param: name}", f"{{{CURSOR}")
    )
    assert options(TEXT.replace("fixed_ips, 0", f"{CURSOR}").replace("[port", "[sub"))[:1] == ["allocation_pools"]


@pytest.mark.parametrize("text", ["# how ¦big", "echo ¦$x"])
def test_nothing_is_offered_in_comments_and_texts(text):
    plain = text.replace(CURSOR, "")
    assert options(TEXT.replace(plain, text)) == []


def test_an_option_replaces_the_word_that_was_begun():
    text = TEXT.replace("OS::Neutron::Net\n", "OS::Neutron::Ne\n", 1)
    offset = text.index("OS::Neutron::Ne") + len("OS::Neutron::Ne")
    found = complete(text, offset, shipped_catalogue())
    assert text[found.start : offset] == "OS::Neutron::Ne"
    assert found.options[0].label.startswith("OS::Neutron::Ne")


@pytest.mark.parametrize("offset", range(0, len(TEXT) + 1, 7))
def test_any_place_has_an_answer(offset):
    cursor_at(TEXT, offset)
    complete(TEXT[:offset], offset, shipped_catalogue())
    explain(TEXT[:offset], offset, shipped_catalogue())
    declaration(TEXT[:offset], offset)


@pytest.mark.parametrize(
    ("at", "words"),
    [
        ("flavor}", "parameter flavor: string"),
        ("OS::Nova::Server", "required: flavor"),
        ("networks:", "networks: "),
        ("str_replace", "The template with every key"),
        ("subnet: {", "subnet: string"),
        ("prod\n    depends", "condition prod"),
        ("prod: {", "equals: [{get_param: name}, web]"),
        ("resources:", "what the stack creates"),
        ("depends_on", "the resources to create first"),
        ("type: OS::Nova", "what to create: a resource type"),
        ("fixed_ips, 0", "fixed_ips: list"),
        ("networks, private", "an attribute of OS::Nova::Server"),
        ("2018-08-31", "rocky"),
        ("equals:", "equals: [value_1, value_2]"),
        ("equals: [{get", "since 2016-10-14"),
    ],
)
def test_hover_explains_what_is_at_the_cursor(at, words):
    found = explain(TEXT, TEXT.index(at) + 1, shipped_catalogue())
    assert found
    assert words in found.text
    assert found.start <= TEXT.index(at) + 1 <= found.end


@pytest.mark.parametrize("text", ["404: not found\n", "on: {a: b}\n", "1: [2, 3]\n"])
def test_keys_that_are_not_strings_are_not_explained(text):
    for offset in range(len(text)):
        assert explain(text, offset, shipped_catalogue()) is None


def test_the_default_of_a_hidden_parameter_is_not_shown():
    text = TEXT.replace("default: m1.small", "default: s3cret\n    hidden: true")
    found = explain(text, text.index("flavor}") + 1, shipped_catalogue())
    assert found
    assert "s3cret" not in found.text


@pytest.mark.parametrize("line", ["      x: {get_param: flavor", "  y: [", "\t- a", "      user_"])
def test_a_line_that_cannot_be_read_yet_hides_nothing_else(line):
    text = TEXT.replace("    depends_on: [net, sub]", line)
    at = text.index("port, fixed") + 1
    found = declaration(text, at)
    assert found
    assert found.name == "port"
    assert explain(text, at, shipped_catalogue()).title == "resource port: OS::Neutron::Port"


def test_a_name_leads_to_its_declaration_and_all_its_uses():
    found = declaration(TEXT, TEXT.index("port, fixed") + 1)
    assert found
    assert (found.kind, found.name, found.start) == ("resources", "port", TEXT.index("port:"))
    assert [TEXT[start:end] for start, end in found.uses] == ["port", "port"]
    assert declaration(TEXT, TEXT.index("port:") + 1) == found
    assert declaration(TEXT, 0) is None


LONG = {
    "blanks behind a word": "resources:\n  a" + " " * 200_000,
    "words in quotes": "resources: [" + "'a', " * 60_000,
    "colons": ":" * 200_000 + " ",
    "blanks in many lines": ("  a" + " " * 4_000 + "\n") * 100,
    "more than Heat takes": "resources:\n" + "  a: b\n" * 1_000_000,
}


@pytest.mark.parametrize("name", LONG)
def test_no_text_keeps_completion_busy(name):
    with within(5):  # each of them would take minutes
        complete(LONG[name], len(LONG[name]), shipped_catalogue())


def test_hover_says_that_an_attribute_is_retired():
    text = TEXT.replace("networks, private, 0]", "first_address]")
    found = explain(text, text.index("first_address"), shipped_catalogue())
    assert found.text.splitlines()[-1] == "hidden since 5.0.0"
