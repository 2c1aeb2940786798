"""Booleans where a string is expected: reported wherever Heat makes `True` or `False` of another spelling."""

import pytest

from hotcore.analysis import load, preview
from hotcore.linter.fix import apply_fixes
from hotcore.linter.linter import lint

HEAD = "heat_template_version: 2021-04-16\n"
CHILD = HEAD + "parameters: {flag: {type: string}, count: {type: boolean, default: true}}\n"


def found(text, files=None):
    document = load(HEAD + text, files)
    assert document.ok, document.diagnostics
    return list(lint(document, select=["boolean-as-text"]))


def messages(text, files=None):
    return [each.message for each in found(text, files)]


def parameter(declaration):
    return f"parameters: {{p: {{{declaration}}}}}\n"


def server(properties):
    made = f"{{type: OS::Nova::Server, properties: {{flavor: f, image: i, {properties}}}}}"
    return f"resources: {{s: {made}}}\n"


def becomes(*values):
    return [f"As a string, this becomes `{value}`." for value in values]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (parameter("type: string, default: on"), becomes("True")),
        (parameter("type: string, default: True"), []),
        (parameter("type: string, default: 'on'"), []),
        (parameter("type: string, default: &x on"), becomes("True")),
        (parameter("type: string, default: &x True"), []),
        (parameter("type: string, default: !!bool 'False'"), []),
        (parameter("type: boolean, default: on"), []),
        (parameter("type: json, default: {a: on}"), []),
        (parameter("type: comma_delimited_list, default: [yes, a, no, 'on', True]"), becomes("True", "False")),
        (parameter("type: comma_delimited_list, default: 'yes,no'"), []),
        ("outputs: {o: {value: {str_replace: {template: $a, params: {$a: yes, $b: 'no'}}}}}\n", becomes("True")),
        ("outputs: {o: {value: {str_replace_strict: {template: $a, params: {$a: off}}}}}\n", becomes("False")),
        ("outputs: {o: {value: {map_replace: [{a: yes}, {values: {b: no}}]}}}\n", []),
        ("resources: {n: {type: OS::Neutron::Net, properties: {name: off, shared: off}}}\n", becomes("False")),
        (server("networks: [{network: n}], metadata: {a: yes}"), []),
        (server("networks: [{network: no}]"), becomes("False")),
        ("resources: {v: {type: OS::Heat::Value, properties: {value: yes}}}\n", []),
    ],
)
def test_a_boolean_is_reported_where_a_string_is_expected(text, expected):
    assert messages(text) == expected


@pytest.mark.parametrize(
    ("declaration", "expected"),
    [
        ("type: string, constraints: [{allowed_values: [on, off, auto]}]",
         ["As a string, this is `True`, and the string `on` is refused.",
          "As a string, this is `False`, and the string `off` is refused."]),
        ("type: string, constraints: [{allowed_values: [True, 'off', auto]}]", []),
        ("type: string, constraints: [{allowed_values: [on, 'on']}]", []),
        ("type: string, hidden: true, constraints: [{allowed_values: [on, auto]}]", ["As a string, this is `••••••`."]),
        ("type: boolean, constraints: [{allowed_values: [on]}]", []),
        ("type: comma_delimited_list, constraints: [{allowed_values: [True, a]}]",
         ["List items are strings and never equal a boolean."]),
    ],
)  # fmt: skip
def test_a_boolean_among_allowed_values_is_reported_with_what_is_refused(declaration, expected):
    assert messages(parameter(declaration)) == expected


@pytest.mark.parametrize(("given", "taken"), [("on", False), ("off", False), ("True", True), ("auto", True)])
def test_what_is_reported_as_refused_is_refused(given, taken):
    document = load(HEAD + parameter("type: string, constraints: [{allowed_values: [on, off, auto]}]"))
    assert preview(document, {"p": given}).ok is taken


def test_a_boolean_for_a_string_of_a_nested_template_is_reported():
    text = "resources: {c: {type: child.yaml, properties: {flag: yes, count: no}}}\n"
    assert messages(text, {"child.yaml": CHILD}) == becomes("True")
    assert messages(text.replace("yes", "'yes'"), {"child.yaml": CHILD}) == []


def test_a_fix_is_only_offered_if_it_keeps_the_value():
    text = (
        "parameters:\n"
        "  l: {type: comma_delimited_list, default: [yes, b]}\n"
        "  s: {type: string, default: off, constraints: [{allowed_values: [on, off]}]}\n"
        "resources: {n: {type: OS::Neutron::Net, properties: {name: off}}}\n"
        "outputs: {o: {value: {str_replace: {template: $a, params: {$a: yes}}}}}\n"
    )
    assert [bool(each.fix) for each in found(text)] == [True, True, False, False, False, True]
    after = apply_fixes(HEAD + text, wanted=lambda each: each.code == "boolean-as-text", suggested=True).text
    assert after == HEAD + text.replace("default: [yes", "default: ['True'").replace(
        "default: off", "default: 'False'"
    ).replace("$a: yes", "$a: 'True'")
