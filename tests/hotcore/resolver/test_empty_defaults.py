"""Outputs that fail only because a default is empty: Heat creates the stack, so that they are no errors."""

import json
from pathlib import Path

import pytest

import hotcore
from hotcore.cli.commands import main

HEAD = "heat_template_version: 2021-04-16\n"
RECORDED = json.loads((Path(__file__).parents[2] / "recorded" / "created.json").read_text(encoding="utf-8"))
SITES = "parameters: {sites: {type: json, default: {}}, port: {type: string, default: ''}}\n"
NAMES = "{repeat: {for_each: {N: {get_param: [sites, names]}}, template: x-N}}"
URL = "{make_url: {scheme: http, host: h, port: {get_param: port}}}"


def codes(text, values=None):
    return [(each.code, str(each.severity)) for each in hotcore.preview(hotcore.load(text), values).diagnostics]


@pytest.mark.parametrize(
    "case", [each for each in RECORDED if each["id"].startswith("empty-default/")], ids=lambda case: case["id"]
)
def test_where_heat_creates_the_stack_there_is_no_error(case):
    document = hotcore.load(case["template"])
    assert document.ok == (case["expect"]["became"] == "created")
    failed = [name for name, value in case["expect"]["outputs"].items() if value == {"$error": True}]
    assert [each.code for each in document.diagnostics if each.severity == "warning"] == ["empty-default"] * len(failed)


def test_the_parameter_is_named():
    text = f"{HEAD}{SITES}outputs: {{names: {{value: {NAMES}}}, url: {{value: {URL}}}}}\n"
    first, second = hotcore.load(text).diagnostics
    assert first.message.startswith("With the defaults, this output cannot be worked out: `for_each` iterates")
    assert "`sites`" in first.hint
    assert "`port`" not in first.hint
    assert "`port`" in second.hint
    assert [each.span.text for each in (*first.related, *second.related)] == ["sites", "port"]


def test_what_fails_in_another_way_is_an_error():
    for value in ("{make_url: {scheme: http, host: h, port: ''}}", "{repeat: {for_each: {N: ''}, template: x-N}}"):
        text = f"{HEAD}{SITES}outputs: {{o: {{value: {value}}}, p: {{value: {URL}}}}}\n"
        assert sorted(severity for _, severity in codes(text)) == ["error", "warning"]


def test_a_value_that_was_given_is_judged_as_before():
    text = f"{HEAD}{SITES}outputs: {{url: {{value: {URL}}}}}\n"
    assert codes(text) == [("empty-default", "warning")]
    assert codes(text, {"port": "80"}) == []
    assert codes(text, {"port": "x"}) == [("bad-make-url", "error")]


def test_a_resource_that_fails_is_an_error_because_heat_refuses_the_stack():
    text = f"{HEAD}{SITES}resources: {{v: {{type: OS::Heat::Value, properties: {{value: {NAMES}}}}}}}\n"
    assert codes(text) == [("bad-repeat", "error")]


def test_the_command_line_has_a_warning_and_no_failure(tmp_path, capsys):
    path = tmp_path / "t.yaml"
    path.write_text(f"{HEAD}{SITES}outputs: {{url: {{value: {URL}}}}}\n", encoding="utf-8")
    assert main(["validate", str(path), "--format", "sarif"]) == 0
    (result,) = json.loads(capsys.readouterr().out)["runs"][0]["results"]
    assert (result["ruleId"], result["level"]) == ("empty-default", "warning")
