"""Parameters: their declarations, the values that they accept, and their constraints."""

import math
import textwrap

import pytest

import hotcore
from hotcore import form_schema

HEAD = "heat_template_version: 2021-04-16\n"


def template(text):
    found = hotcore.load(HEAD + textwrap.dedent(text)).template
    assert found
    return found


def take(kind, value, constraints="[]"):
    """The state of one parameter after a value was given."""
    document = hotcore.load(f"{HEAD}parameters: {{p: {{type: {kind}, constraints: {constraints}}}}}")
    assert document.diagnostics == ()
    return hotcore.preview(document, {"p": value}).parameters["p"]


# -- declarations ------------------------------------------------------------


def test_a_parameter_has_the_data_for_a_form():
    parameter = template("""
        parameters:
          size:
            type: number
            label: Number of servers
            description: How many
            default: 2
            immutable: true
            tags: [a, b]
            constraints:
            - range: {min: 1, max: 9}
              description: One to nine
            - custom_constraint: nova.flavor
    """).parameters["size"]
    assert (parameter.type, parameter.label, parameter.description) == ("number", "Number of servers", "How many")
    assert (parameter.has_default, parameter.default, parameter.required) == (True, 2, False)
    assert (parameter.hidden, parameter.immutable, parameter.tags) == (False, True, ("a", "b"))
    assert (parameter.span.line, parameter.span.column) == (4, 3)
    in_range, of_cloud = parameter.constraints
    assert (in_range.kind, dict(in_range.options), in_range.description) == (
        "range",
        {"min": 1, "max": 9},
        "One to nine",
    )
    assert (in_range.rule, in_range.asks_cloud) == ("1 to 9", False)
    assert of_cloud.asks_cloud
    assert "flavor" in of_cloud.rule


def test_a_parameter_without_texts_has_its_name():
    parameter = template("parameters: {size: {type: number}}").parameters["size"]
    assert (parameter.label, parameter.description, parameter.required) == ("size", "", True)


@pytest.mark.parametrize(
    ("constraint", "rule"),
    [
        ("length: {min: 3, max: 24}", "3 to 24 characters"),
        ("length: {max: 24}", "at most 24 characters"),
        ("length: {min: 8, max: 8}", "exactly 8 characters"),
        ("allowed_values: [a, b]", "one of a, b"),
        ("allowed_pattern: '[a-z]+'", "matches [a-z]+"),
        ("custom_constraint: ip_addr", "an IPv4 or IPv6 address"),
    ],
)
def test_a_constraint_describes_its_rule(constraint, rule):
    (found,) = template(f"parameters: {{p: {{type: string, constraints: [{constraint}]}}}}").parameters["p"].constraints
    assert rule in found.rule


@pytest.mark.parametrize(
    ("options", "rule"),
    [
        ("{step: 2, offset: 0}", "even"),
        ("{step: 2, offset: 1}", "odd"),
        ("{step: 5, offset: 0}", "a multiple of 5"),
        ("{step: 5, offset: 2}", "2 more than a multiple of 5"),
    ],
)
def test_modulo_describes_its_rule(options, rule):
    (found,) = (
        template(f"parameters: {{p: {{type: number, constraints: [modulo: {options}]}}}}").parameters["p"].constraints
    )
    assert found.rule == rule


# -- conversion by types -----------------------------------------------------

TAKEN = [
    *(("string", given, typed) for given, typed in [("text", "text"), (5, "5"), (True, "True"), (["a"], "['a']")]),
    ("string", "", ""),
    *(("number", given, typed) for given, typed in [("5", 5), (" 5 ", 5), ("1_000", 1000), ("2.50", 2.5), (7, 7)]),
    *(("number", given, typed) for given, typed in [("1e3", 1000.0), (0.5, 0.5), ("4.0", 4.0), ("inf", math.inf)]),
    *(("boolean", given, True) for given in ("yes", " On ", "T", 1, True)),
    *(("boolean", given, False) for given in ("0", "n", "OFF", False, 0)),
    ("comma_delimited_list", "a,b", ["a", "b"]),
    ("comma_delimited_list", "a, b", ["a", " b"]),
    ("comma_delimited_list", "", []),
    ("comma_delimited_list", ",", ["", ""]),
    ("comma_delimited_list", ["a,b", 1], ["a,b", "1"]),
    *(("json", given, typed) for given, typed in [('{"a": [1]}', {"a": [1]}), ({"a": 1}, {"a": 1}), ("[]", [])]),
    *(("json", given, typed) for given, typed in [("", ""), ("5", 5), ({1: 2}, {"1": 2})]),
]


@pytest.mark.parametrize(("kind", "given", "typed"), TAKEN, ids=[f"{kind} {given!r}" for kind, given, _ in TAKEN])
def test_a_value_is_converted_as_in_heat(kind, given, typed):
    state = take(kind, given)
    assert state.diagnostics == ()
    assert (state.value, type(state.value)) == (typed, type(typed))
    assert state.source == "given"


@pytest.mark.parametrize(
    ("kind", "given", "message"),
    [
        ("number", "two", "Expected a number."),
        ("number", "", "Expected a number."),
        ("number", "0x10", "Expected a number."),
        ("number", [1], "Expected a number, not a list."),
        ("boolean", "maybe", "Expected a boolean: true or false, yes or no, on or off, 1 or 0."),
        ("boolean", "1.0", "Expected a boolean: true or false, yes or no, on or off, 1 or 0."),
        ("comma_delimited_list", 5, "Expected a comma-delimited list, not a number."),
        ("comma_delimited_list", {"a": 1}, "Expected a comma-delimited list, not a map."),
        ("json", "{a: 1}", "Invalid JSON: expected a key in double quotes at line 1, column 2."),
        ("json", "[1\n2]", "Invalid JSON: expected a comma at line 2, column 1."),
        ("json", "{} {}", "Invalid JSON: unexpected text after the value at line 1, column 4."),
    ],
)
def test_a_value_of_the_wrong_type_says_what_was_expected(kind, given, message):
    state = take(kind, given)
    assert [found.message for found in state.diagnostics] == [message]
    assert not hotcore.is_known(state.value)


def test_null_is_no_value():
    assert take("string", None).source == "missing"


# -- constraints -------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "constraint", "good", "bad", "message"),
    [
        ("string", "length: {min: 2, max: 3}", "abc", "a", "It must have 2 to 3 characters, but has 1."),
        ("string", "length: {max: 1}", "a", "ab", "It must have at most 1 character, but has 2."),
        ("comma_delimited_list", "length: {min: 2}", "a,b", "a", "It must have at least 2 items, but has 1."),
        ("json", "length: {max: 1}", '{"a": 1}', '{"a": 1, "b": 2}', "It must have at most 1 key, but has 2."),
        ("number", "range: {min: 1, max: 9}", "9", "10", "The maximum is 9."),
        ("number", "range: {min: 0.5}", "0.5", "0.4", "The minimum is 0.5."),
        ("number", "modulo: {step: 2, offset: 1}", "3", "4", "The number must be odd."),
        ("string", "allowed_values: [a, b]", "b", "c", "Allowed: a, b."),
        ("number", "allowed_values: [1, 2]", "2", "3", "Allowed: 1, 2."),
        ("comma_delimited_list", "allowed_values: [a, b]", "a,a", "a,c", "Allowed: a, b."),
        ("boolean", "allowed_values: [true]", "yes", "no", "Allowed: True."),
        ("string", "allowed_pattern: '[a-z]+'", "abc", "ABC", "It does not match the pattern `[a-z]+`."),
        ("string", "allowed_pattern: 'a|ab'", "a", "ab", "It does not match the pattern `a|ab`."),
        ("string", "custom_constraint: ip_addr", "::1", "nope", None),
        ("string", "custom_constraint: nova.flavor", "anything", None, None),
    ],
)
def test_a_constraint_accepts_and_rejects(kind, constraint, good, bad, message):
    assert take(kind, good, f"[{constraint}]").diagnostics == ()
    if bad is not None:
        (found,) = take(kind, bad, f"[{constraint}]").diagnostics
        assert found.parameter == "p"
        assert message is None or found.message == message


def test_the_authors_message_takes_precedence():
    (found,) = take("string", "A", "[{allowed_pattern: '[a-z]+', description: Small letters only}]").diagnostics
    assert found.message == "Small letters only"


def test_allowed_values_that_are_many_are_not_all_repeated():
    values = ", ".join(f"v{number}" for number in range(100))
    (found,) = take("string", "x", f"[allowed_values: [{values}]]").diagnostics
    assert found.message == "Allowed: v0, v1, v2, v3, v4, v5, v6, v7, …."


# -- the form ----------------------------------------------------------------

GROUPED = """
parameter_groups:
- label: Second
  description: Asked first
  parameters: [b, a, nobody, OS::stack_id]
- parameters: [c]
parameters:
  a: {type: string}
  b: {type: string}
  c: {type: string}
  d: {type: string}
"""


def sections(text):
    return [(s.label, s.description, [p.name for p in s.parameters]) for s in form_schema(template(text))]


def test_groups_come_in_their_order_and_the_rest_at_the_end():
    assert sections(GROUPED) == [("Second", "Asked first", ["b", "a"]), ("", None, ["c"]), (None, None, ["d"])]


def test_without_groups_there_is_one_section_in_the_order_of_the_text():
    assert sections("parameters: {b: {type: string}, a: {type: number}}") == [(None, None, ["b", "a"])]


def test_a_parameter_in_two_groups_is_asked_for_once():
    found = sections("""
        parameter_groups: [{parameters: [a, a]}, {parameters: [a]}]
        parameters: {a: {type: string}}
    """)
    assert [names for _, _, names in found] == [["a"], []]
