"""Lint rules on templates with errors: they report what is true whatever is wrong elsewhere, and nothing twice."""

import random

import pytest

from hotcore.analysis import load
from hotcore.cli.checked_templates import render_diagnostics
from hotcore.diagnostics import Severity
from hotcore.linter.linter import combined_diagnostics, lint
from hotcore.linter.registry import RULES, About
from tests.hotcore.corpus import corpus_texts

HEAD = "heat_template_version: 2021-04-16\n"
BROKEN = "resources: {broken: {type: OS::Heat::Value, properties: {valu: 1}}}\n"


def linted(text):
    """The codes of what rules report in addition to the errors."""
    document = load(text)
    return [each.code for each in lint(document, found=document.diagnostics)]


@pytest.mark.parametrize("code", RULES)
def test_an_error_elsewhere_does_not_affect_rules_about_a_part(code):
    text = RULES[code].example
    broken = load(f"{text}no_section: 1\n")
    found, with_error = (lint(document, select=[code], found=document.diagnostics) for document in (load(text), broken))
    assert broken.ok is False
    assert with_error == (() if RULES[code].about is About.TEMPLATE else found)


@pytest.mark.parametrize(
    ("parameters", "expected"),
    [
        ("{my_password: {type: string, description: d, label: l}}", ["secret-not-hidden"]),
        ("{my_password: {type: string, description: d, label: l, hiden: true}}", []),
        ("{my_password: {type: string, description: d, label: l, constraints: 5}}", []),
        ("{my_password: {type: strin, description: d, label: l}}", []),
        ("{my_password: 5}", []),
        # a value is converted whatever else its parameter has
        ("{p: {type: string, description: d, labl: l, default: 010}}", ["rewritten-number"]),
        ("{p: {type: string, description: d, label: l, default: 010, constraints: [{length: {min: 5}}]}}", []),
        ("{p: {type: number, description: d, label: l, default: 1:30, constraints: [{range: {max: 5}}]}}", []),
        ("{p: {type: string, description: d, label: l, default: abc, constraints: [{allowed_pattern: '[a-z]'}]}}", []),
    ],
)
def test_a_parameter_with_an_error_is_not_linted(parameters, expected):
    assert [
        code for code in linted(f"{HEAD}parameters: {parameters}\n{BROKEN}") if code != "unexplained-pattern"
    ] == expected


def test_an_error_counts_wherever_an_alias_repeats_it():
    text = HEAD + (
        "parameters:\n"
        "  a: &same {type: string, description: d, label: l, hiden: true}\n"
        "  my_password: *same\n"
        "  your_password: {type: string, description: d, label: l}\n"
    )
    document = load(text)
    found = lint(document, found=document.diagnostics)
    assert [each.message for each in found] == ["`your_password` looks like a secret, but is not hidden."]


def test_a_property_with_an_error_does_not_silence_the_others():
    properties = "{name: 010, size: many, description: 1:30}"
    text = f"{HEAD}resources: {{disk: {{type: OS::Cinder::Volume, properties: {properties}}}}}\n"
    assert load(text).ok is False
    assert linted(text) == ["rewritten-number", "rewritten-number"]


def test_a_rule_about_a_resource_waits_until_the_resource_has_no_errors():
    opened = "direction: ingress, protocol: tcp, remote_ip_prefix: 0.0.0.0/0"
    rule = "{{type: OS::Neutron::SecurityGroupRule, properties: {{security_group: g, {opened}{more}}}}}"
    right = rule.format(opened=opened, more="")
    misspelt = rule.format(opened=opened, more=", port_rang_min: 80")  # with it, not all ports are open
    assert linted(f"{HEAD}resources:\n  r: {right}\nno_section: 1\n") == ["open-security-group"]
    assert linted(f"{HEAD}resources:\n  r: {misspelt}\n") == []


@pytest.mark.parametrize("hidden", ["true", "yes", "treu"])
def test_the_value_of_a_hidden_parameter_with_errors_is_in_no_message(hidden):
    text = f"{HEAD}parameters: {{k: {{type: strng, hidden: {hidden}, default: 1:30, label: 0100}}}}\n"
    document = load(text)
    found = lint(document, found=document.diagnostics)
    assert {each.code for each in found} == {"sexagesimal-number", "octal-number"}
    assert not [each for each in found if "90" in each.message or "64" in each.message]
    shown = render_diagnostics([("k.yaml", document, found)], "text", colour=False)
    assert "1:30" not in shown


def test_an_output_with_an_error_is_skipped():
    text = HEAD + "parameters: {k: {type: string, hidden: true}}\noutputs: {o: {vale: {get_param: k}}}\n"
    assert "hidden-in-output" not in linted(text)


TEXTS = [
    *(text for _, text in corpus_texts() if len(text) < 8000),
    *(rule.example for rule in RULES.values()),
]
JUNK = (
    "5", "null", "[]", "{}", "yes", "[x]", "{a: b}", "''", "1:30", "010", "[5]", "{5: 5}", "true", "[[]]", "{if: 5}",
    "{get_param: nowhere}", "{get_resource: x}", "!!binary YQ==", "{on: 1}", "{equals: 5}", "{str_replace: {}}",
)  # fmt: skip


def broken_somewhere(text, chance):
    """A text with up to three lines removed, duplicated, reindented, or with a word replaced."""
    lines = text.split("\n")
    for _ in range(chance.randint(1, 3)):
        at = chance.randrange(len(lines))
        line, change = lines[at], chance.randrange(5)
        if change == 0:
            lines[at] = f"{line.split(':')[0]}: {chance.choice(JUNK)}" if ":" in line else ""
        elif change == 1:
            lines[at] = " " * chance.choice((0, 2, 4, 6)) + line.lstrip()
        elif change == 2:
            lines.insert(at, chance.choice(lines))
        elif change == 3 and line.strip():
            lines[at] = line.replace(chance.choice(line.split()), chance.choice(JUNK), 1)
        else:
            lines[at] = line[:-1]
    return "\n".join(lines)


@pytest.mark.parametrize("seed", range(10))
def test_on_broken_templates_no_rule_crashes_or_reports_where_an_error_is(seed):
    chance = random.Random(seed)
    refused = 0
    for _ in range(60):
        document = load(broken_somewhere(chance.choice(TEXTS), chance))
        errors = [each for each in document.diagnostics if each.severity is Severity.ERROR and each.span]
        found = lint(document, found=document.diagnostics)
        refused += bool(errors and document.template)
        assert combined_diagnostics(document, [*document.diagnostics, *found])
        wrong = {(each.span.start, each.span.end) for each in errors}
        assert not [each for each in found if (each.span.start, each.span.end) in wrong]
        assert not errors or all(RULES[each.code].about is not About.TEMPLATE for each in found if each.code in RULES)
    assert refused
