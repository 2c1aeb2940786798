"""The fixes as edits, as JSON and SARIF have them: applying them does what `--fix` does."""

import json

import pytest

from hotcore.analysis import load, preview
from hotcore.cli.checked_templates import render_diagnostics
from hotcore.edits import TextEdit, apply_edits, perform
from hotcore.environment import read_environment
from hotcore.linter import RULES, combined_diagnostics, lint, machine_fixes
from hotcore.source import Source
from tests.pace import within

HEAD = "heat_template_version: 2021-04-16\n"


def diagnostics(text):
    document = load(text)
    return combined_diagnostics(document, [*document.diagnostics, *lint(document)])


def as_json(text):
    """The diagnostics as `--format json` prints them."""
    return json.loads(render_diagnostics([("t.yaml", load(text), diagnostics(text))], "json", colour=False))


def applied(text, edits):
    """A text after edits from JSON, whose places are lines and columns."""
    source = Source(text)
    return apply_edits(
        text,
        [
            TextEdit(
                source.start_of(each["line"]) + each["column"] - 1,
                source.start_of(each["end_line"]) + each["end_column"] - 1,
                each["text"],
            )
            for each in edits
        ],
    )


@pytest.mark.parametrize("code", [code for code, rule in RULES.items() if rule.fixes])
def test_the_edits_of_a_rule_are_those_of_its_fix(code):
    text = RULES[code].example
    own = [each for each in diagnostics(text) if each.code == code and each.fix]
    shown = [each for each in as_json(text) if each["code"] == code and each["fix"]]
    assert own
    for found, data in zip(own, shown, strict=True):
        (fix,) = [each for each in data["fixes"] if each["title"] == found.fix.title]
        assert fix["applicability"] == found.fix.applicability
        assert applied(text, fix["edits"]) == perform(text, found.fix.gesture, found.fix.arguments).after


MISTAKES = [
    ("outputs: {o: {value: {get_param: siez}}}", "siez", "size"),
    ("outputs: {o: {value: {get_param: 'siez'}}}", "siez", "size"),
    ("resources: {r: {typ: OS::Heat::None}}", "typ:", "type:"),
    ("resources: {r: {type: OS::Heat::Valu}}", "OS::Heat::Valu", "OS::Heat::Value"),
    ("resources: {r: {type: OS::Heat::Value, properties: {vale: 1}}}", "vale", "value"),
    ("outputs: {o: {value: {get_atr: [r, x]}}}", "get_atr", "get_attr"),
    ("conditions: {c: {equls: [1, 2]}}", "equls", "equals"),
    ("outputs: {o: {vlaue: 1}}", "vlaue", "value"),
    ("outputs: {o: {value: {str_replace: {template: a, param: {a: b}}}}}", "param:", "params:"),
    ("parameter_groups: [{parameter: [size]}]", "parameter:", "parameters:"),
    ("output: {}", "output:", "outputs:"),
]


@pytest.mark.parametrize(("body", "wrong", "right"), MISTAKES)
def test_every_suggested_name_is_an_edit(body, wrong, right):
    text = f"{HEAD}parameters: {{size: {{type: number, default: 1}}}}\n{body}\n"
    suggested = [each for each in as_json(text) if (each["hint"] or "").startswith("Did you mean")]
    (found,) = suggested
    fix = found["fixes"][0]
    assert found["fix"] == fix["title"] == f"Write `{right.rstrip(':')}`"
    assert found["fix_applicability"] == ("safe" if found["severity"] == "error" else "suggested")
    assert applied(text, fix["edits"]) == text.replace(wrong, right, 1)


def test_a_parameter_that_is_not_declared_can_be_renamed_or_declared():
    text = f"{HEAD}parameters: {{size: {{type: number, default: 1}}}}\noutputs: {{o: {{value: {{get_param: siez}}}}}}\n"
    (found,) = [each for each in as_json(text) if each["code"] == "unknown-parameter"]
    titles = [(each["title"], each["applicability"]) for each in found["fixes"]]
    assert titles == [("Write `size`", "safe"), ("Declare the parameter `siez`", "suggested")]
    assert "siez:" in applied(text, found["fixes"][1]["edits"])


def test_the_fix_of_another_file_is_only_suggested():
    document = load(f"{HEAD}parameters: {{size: {{type: number, default: 1}}}}\n")
    text = "parameters: {siez: 2}\n"
    found = preview(document, environments=[read_environment(text, "env.yaml")]).diagnostics
    report = render_diagnostics([("t.yaml", document, found)], "json", colour=False, others={"env.yaml": text})
    (shown,) = json.loads(report)
    assert (shown["file"], shown["fix"], shown["fix_applicability"]) == ("env.yaml", "Write `size`", "suggested")
    assert [each["applicability"] for each in shown["fixes"]] == ["suggested"]
    assert applied(text, shown["fixes"][0]["edits"]) == text.replace("siez", "size")


def test_the_edits_of_missing_properties_declare_parameters():
    text = f"{HEAD}resources:\n  s:\n    type: OS::Nova::Server\n    properties:\n      image: x\n"
    (found,) = [each for each in as_json(text) if each["code"] == "missing-property"]
    after = applied(text, found["fixes"][0]["edits"])
    assert load(after).ok
    assert after.endswith("      image: x\n      flavor: {get_param: flavor}\n")


def test_a_password_is_read_from_a_hidden_parameter():
    text = f"{HEAD}resources: {{u: {{type: OS::Trove::Instance, properties: {{users: [{{name: a}}]}}}}}}\n"
    found = [each for each in diagnostics(text) if each.code == "missing-property" and "password" in each.message]
    bodies = found[0].fix.arguments["bodies"]
    assert bodies["password"]["hidden"] is True


def test_an_edit_that_would_show_the_value_of_a_hidden_parameter_is_left_out():
    pin, shown = "pin: {type: string, hidden: true, default: 0o17}", "open: {type: string, default: 0o17}"
    text = f"{HEAD}parameters:\n  {pin}\n  {shown}\n"
    own = [each for each in as_json(text) if each["fix"] and each["line"] in (3, 4)]
    assert {each["line"] for each in own if each["fixes"]} == {4}


def test_the_edits_of_hundreds_of_fixes_are_computed_together():
    tests = "".join(f"  c{n}: {{equals: [{{get_param: p}}, true]}}\n" for n in range(400))
    text = f"{HEAD}parameters:\n  p: {{type: boolean, default: true}}\nconditions:\n{tests}"
    found = [each for each in diagnostics(text) if each.code == "compared-with-true"]
    with within(5):
        fixes = machine_fixes(text, found)
    assert len(fixes) == 400
    assert all(each[0].edits for each in fixes)
