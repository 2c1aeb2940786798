"""What lint rules say of a template that Heat refuses: what is true whatever is wrong elsewhere, and nothing twice."""

import random

import pytest

from hotcore.analysis import load
from hotcore.cli.render import render_findings
from hotcore.diagnostics import Severity
from hotcore.lint.linter import lint, told_together
from hotcore.lint.registry import RULES, About
from tests.hotcore.corpus import corpus_texts

HEAD = "heat_template_version: 2021-04-16\n"
BROKEN = "resources: {broken: {type: OS::Heat::Value, properties: {valu: 1}}}\n"


def said(text):
    """What is found by rules beside what else is found, by code."""
    document = load(text)
    return [each.code for each in lint(document, found=document.diagnostics)]


@pytest.mark.parametrize("code", RULES)
def test_an_error_elsewhere_changes_nothing_of_what_is_about_a_part(code):
    text = RULES[code].example
    broken = load(f"{text}no_section: 1\n")
    found, beside = (lint(document, select=[code], found=document.diagnostics) for document in (load(text), broken))
    assert broken.ok is False
    assert beside == (() if RULES[code].about is About.TEMPLATE else found)


@pytest.mark.parametrize(
    ("parameters", "told"),
    [
        ("{my_password: {type: string, description: d, label: l}}", ["secret-not-hidden"]),
        ("{my_password: {type: string, description: d, label: l, hiden: true}}", []),
        ("{my_password: {type: string, description: d, label: l, constraints: 5}}", []),
        ("{my_password: {type: strin, description: d, label: l}}", []),
        ("{my_password: 5}", []),
        # a value that is rewritten is so whatever else its parameter has
        ("{p: {type: string, description: d, labl: l, default: 010}}", ["rewritten-number"]),
        ("{p: {type: string, description: d, label: l, default: 010, constraints: [{length: {min: 5}}]}}", []),
        ("{p: {type: number, description: d, label: l, default: 1:30, constraints: [{range: {max: 5}}]}}", []),
        ("{p: {type: string, description: d, label: l, default: abc, constraints: [{allowed_pattern: '[a-z]'}]}}", []),
    ],
)
def test_nothing_is_said_of_a_parameter_with_an_error(parameters, told):
    assert [code for code in said(f"{HEAD}parameters: {parameters}\n{BROKEN}") if code != "unexplained-pattern"] == told


def test_an_error_that_an_alias_brings_counts_where_it_is_brought():
    text = HEAD + (
        "parameters:\n"
        "  a: &same {type: string, description: d, label: l, hiden: true}\n"
        "  my_password: *same\n"
        "  your_password: {type: string, description: d, label: l}\n"
    )
    document = load(text)
    found = lint(document, found=document.diagnostics)
    assert [each.message for each in found] == ["`your_password` looks like a secret, and is not hidden."]


def test_one_property_with_an_error_leaves_the_others_what_is_said_of_their_values():
    properties = "{name: 010, size: many, description: 1:30}"
    text = f"{HEAD}resources: {{disk: {{type: OS::Cinder::Volume, properties: {properties}}}}}\n"
    assert load(text).ok is False
    assert said(text) == ["rewritten-number", "rewritten-number"]


def test_a_group_of_rules_about_a_resource_waits_until_all_of_it_is_right():
    opened = "direction: ingress, protocol: tcp, remote_ip_prefix: 0.0.0.0/0"
    rule = "{{type: OS::Neutron::SecurityGroupRule, properties: {{security_group: g, {opened}{more}}}}}"
    right = rule.format(opened=opened, more="")
    misspelt = rule.format(opened=opened, more=", port_rang_min: 80")  # with it, not all ports are open
    assert said(f"{HEAD}resources:\n  r: {right}\nno_section: 1\n") == ["open-security-group"]
    assert said(f"{HEAD}resources:\n  r: {misspelt}\n") == []


@pytest.mark.parametrize("hidden", ["true", "yes", "treu"])
def test_the_value_of_a_hidden_parameter_that_cannot_be_read_is_in_no_message(hidden):
    text = f"{HEAD}parameters: {{k: {{type: strng, hidden: {hidden}, default: 1:30, label: 0100}}}}\n"
    document = load(text)
    found = lint(document, found=document.diagnostics)
    assert {each.code for each in found} == {"sexagesimal-number", "octal-number"}
    assert not [each for each in found if "90" in each.message or "64" in each.message]
    shown = render_findings([("k.yaml", document, found)], "text", colour=False)
    assert "1:30" not in shown


def test_an_output_that_cannot_be_read_is_passed_over():
    text = HEAD + "parameters: {k: {type: string, hidden: true}}\noutputs: {o: {vale: {get_param: k}}}\n"
    assert "hidden-in-output" not in said(text)


TEXTS = [
    *(text for _, text in corpus_texts() if len(text) < 8000),
    *(rule.example for rule in RULES.values()),
]
JUNK = (
    "5", "null", "[]", "{}", "yes", "[x]", "{a: b}", "''", "1:30", "010", "[5]", "{5: 5}", "true", "[[]]", "{if: 5}",
    "{get_param: nowhere}", "{get_resource: x}", "!!binary YQ==", "{on: 1}", "{equals: 5}", "{str_replace: {}}",
)  # fmt: skip


def broken_somewhere(text, chance):
    """A text with a line or two gone, double, indented otherwise, or with something else in place of a word."""
    lines = text.split("\n")
    for _ in range(chance.randint(1, 3)):
        at = chance.randrange(len(lines))
        line, way = lines[at], chance.randrange(5)
        if way == 0:
            lines[at] = f"{line.split(':')[0]}: {chance.choice(JUNK)}" if ":" in line else ""
        elif way == 1:
            lines[at] = " " * chance.choice((0, 2, 4, 6)) + line.lstrip()
        elif way == 2:
            lines.insert(at, chance.choice(lines))
        elif way == 3 and line.strip():
            lines[at] = line.replace(chance.choice(line.split()), chance.choice(JUNK), 1)
        else:
            lines[at] = line[:-1]
    return "\n".join(lines)


@pytest.mark.parametrize("seed", range(10))
def test_whatever_is_wrong_no_rule_fails_and_none_speaks_where_an_error_is(seed):
    chance = random.Random(seed)
    refused = 0
    for _ in range(60):
        document = load(broken_somewhere(chance.choice(TEXTS), chance))
        errors = [each for each in document.diagnostics if each.severity is Severity.ERROR and each.span]
        found = lint(document, found=document.diagnostics)
        refused += bool(errors and document.template)
        assert told_together(document, [*document.diagnostics, *found])
        wrong = {(each.span.start, each.span.end) for each in errors}
        assert not [each for each in found if (each.span.start, each.span.end) in wrong]
        assert not errors or all(RULES[each.code].about is not About.TEMPLATE for each in found if each.code in RULES)
    assert refused
