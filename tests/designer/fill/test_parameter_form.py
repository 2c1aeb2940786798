"""The parameter form: the controls of parameters, and the values of a submitted form."""

import json
from pathlib import Path

import pytest
from django.http import QueryDict

from designer.fill.form.parameter_form import ParameterForm
from designer.fill.values.given import given_from_values, given_in_address, given_in_form
from designer.fill.values.stand_ins import typed
from hotcore import load, preview

SERVICE = (Path(__file__).parent / "service.yaml").read_text()


def document(parameters, groups=""):
    return load(f"heat_template_version: 2021-04-16\n{groups}\nparameters:\n{parameters}")


def parameter(body, name="x"):
    return document(f"  {name}: {body}\n").template


def posted(template, **fields):
    data = QueryDict(mutable=True)
    for name, value in fields.items():
        data.setlist(name.replace("__", "-"), value if isinstance(value, list) else [value])
    return given_in_form(template, data)


def field_of(template, given=None, name="x", **more):
    return ParameterForm(template, given or posted(template), **more).fields[name]


def judged(body, **values):
    """The fields of a form whose only parameter was given a value."""
    found = document(f"  x: {body}\n")
    given = posted(found.template, **values)
    form = ParameterForm(found.template, given)
    form.judge(preview(found, given.values))
    return form.fields["x"]


def errors_of(field):
    """The errors of a value."""
    return [error.message for error in field.errors]


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ("{type: string}", "line"),
        ("{type: string, default: 'one\n\n  two'}", "lines"),
        (f"{{type: string, default: {'long ' * 20}}}", "lines"),
        ("{type: string, hidden: true}", "password"),
        ("{type: json, hidden: true}", "password"),
        ("{type: number}", "number"),
        ("{type: boolean}", "switch"),
        ("{type: boolean, default: 'ON '}", "switch"),
        ("{type: boolean, default: maybe}", "line"),
        ("{type: json}", "code"),
        ("{type: comma_delimited_list}", "chips"),
        ("{type: comma_delimited_list, constraints: [allowed_values: [a, b]]}", "checks"),
        ("{type: comma_delimited_list, default: 'b,a', constraints: [allowed_values: [a, b]]}", "chips"),
        ("{type: string, constraints: [allowed_values: [a, b, c, d]]}", "segments"),
        ("{type: string, constraints: [allowed_values: [a, b, c, d, e]]}", "select"),
        ("{type: string, constraints: [allowed_values: [a very long value, another one, and one more]]}", "select"),
        ("{type: string, constraints: [allowed_values: ['', b]]}", "radios"),
        ("{type: number, constraints: [allowed_values: [1, 2]]}", "segments"),
        ("{type: string, constraints: [custom_constraint: nova.keypair]}", "line"),
    ],
)
def test_each_parameter_gets_its_control(body, kind):
    assert field_of(parameter(body)).kind == kind


def test_a_choice_without_a_default_chooses_nothing():
    field = field_of(parameter("{type: string, constraints: [allowed_values: [a, b]]}"))
    assert [option.chosen for option in field.options] == [False, False]


def test_values_to_choose_from_stand_as_heat_reads_them():
    field = field_of(parameter("{type: string, constraints: [allowed_values: [yes, 0755, 1.10]]}"))
    assert [option.text for option in field.options] == ["True", "493", "1.1"]


def test_two_lists_of_allowed_values_leave_what_both_allow():
    body = "{type: string, constraints: [{allowed_values: [a, b, c]}, {allowed_values: [b, c, d]}]}"
    assert [option.text for option in field_of(parameter(body)).options] == ["b", "c"]


def test_a_given_value_that_is_not_allowed_stays_visible():
    template = parameter("{type: string, constraints: [allowed_values: [a, b]]}")
    field = field_of(template, given_in_address(template, QueryDict("param-x=other")))
    assert [(option.text, option.chosen, option.allowed) for option in field.options][-1] == ("other", True, False)


def test_an_empty_field_without_a_default_gives_nothing():
    template = parameter("{type: string}")
    given = posted(template, **{"param-x": ""})
    assert given.values == {}
    assert field_of(template, given).is_needed


def test_the_empty_text_can_be_given_on_purpose():
    template = parameter("{type: string}")
    given = posted(template, **{"param-x": "", "answer": "x"})
    assert given.values == {"x": ""}
    assert field_of(template, given).is_empty_text


def test_emptying_a_field_with_a_default_gives_the_empty_text():
    template = parameter("{type: string, default: abc}")
    assert posted(template, **{"param-x": ""}).values == {"x": ""}


def test_a_value_that_equals_the_default_is_the_default():
    template = parameter("{type: string, default: abc}")
    given = posted(template, **{"param-x": "abc", "touched": '["x"]'})
    assert given.values == {}
    assert given.touched == {"x"}


@pytest.mark.parametrize("default", ["yes", "'on'", "1", "true"])
def test_a_switch_that_is_left_on_is_the_default(default):
    template = parameter(f"{{type: boolean, default: {default}}}")
    assert posted(template, **{"param-x": "true", "boxes": '["x"]'}).values == {}
    assert posted(template, boxes='["x"]').values == {"x": "false"}


def test_a_switch_that_nobody_turned_gives_nothing_until_no_is_chosen():
    template = parameter("{type: boolean}")
    assert posted(template, boxes='["x"]').values == {}
    assert posted(template, boxes='["x"]', answer="x").values == {"x": "false"}
    assert posted(template, **{"boxes": '["x"]', "param-x": "true"}).values == {"x": "true"}


def test_reset_brings_the_default_back():
    template = parameter("{type: string, default: abc}")
    given = posted(template, **{"param-x": "other", "touched": '["x"]', "reset": "x"})
    assert given.values == {}
    assert given.touched == frozenset()


def test_line_ends_of_browsers_do_not_change_a_default():
    template = parameter("{type: string, default: 'one\n\n  two\n\n  '}")
    text = template.parameters["x"].default
    assert posted(template, **{"param-x": text.replace("\n", "\r\n")}).values == {}


def test_ticks_give_a_list_and_no_tick_the_empty_list():
    template = parameter("{type: comma_delimited_list, default: a, constraints: [allowed_values: [a, b]]}")
    assert posted(template, **{"boxes": '["x"]', "param-x": ["a", "b"]}).values == {"x": ["a", "b"]}
    assert posted(template, boxes='["x"]').values == {"x": []}
    assert posted(template, **{"boxes": '["x"]', "param-x": "a"}).values == {}


def test_items_with_commas_survive_the_text_field():
    template = parameter("{type: comma_delimited_list}")
    given = given_from_values(template, {"x": ["a,b", "c"]})
    text = field_of(template, given).text
    assert posted(template, **{"param-x": text}).values == {"x": ["a,b", "c"]}


def test_json_may_be_written_as_yaml():
    template = parameter("{type: json}")
    assert posted(template, **{"param-x": "team: orders\nsizes: [1, 2]"}).values == {
        "x": {"team": "orders", "sizes": [1, 2]}
    }


@pytest.mark.parametrize(
    "text", ['{"team": "orders",\n "tier": web', "web", "- [", "a: b: c", '"text"', "null", "{" * 30000]
)
def test_what_is_neither_json_nor_a_yaml_collection_is_given_as_it_is(text):
    template = parameter("{type: json}")
    assert posted(template, **{"param-x": text}).values == {"x": text}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("{a: 1, b: [x, y]}", {"a": 1, "b": ["x", "y"]}),
        ("[x, {y: z}]", ["x", {"y": "z"}]),
        ('{"team": "orders",\n "tier": web}', {"team": "orders", "tier": "web"}),
        ("{a: 1,\r\n b: 2}", {"a": 1, "b": 2}),
        ("a:\n  - b\n  - c: |\n      two\n      lines\n", {"a": ["b", {"c": "two\nlines\n"}]}),
        ("---\na: 1", {"a": 1}),
        ('{"a":\t1, "b": 1.0}', '{"a":\t1, "b": 1.0}'),
    ],
)
def test_json_may_be_written_as_flow_or_block_yaml_and_json_stays_json(text, value):
    template = parameter("{type: json}")
    assert posted(template, **{"param-x": text}).values == {"x": value}
    assert posted(parameter("{type: json, hidden: true}"), **{"param-x": text}).values == {"x": value}


@pytest.mark.parametrize(
    ("text", "line"),
    [("a: 1\nb: [x", 2), ("{a: 1,\n b: 2", 1), ("a: 1\n\tb: 2", 2), ('{"a": 1\n "b": 2}', 2), ("---\na: b: c", 2)],
)
def test_a_mistake_in_json_or_yaml_is_named_with_its_line_in_the_field(text, line):
    (message,) = errors_of(judged("{type: json}", **{"param-x": text}))
    assert message.startswith(f"Line {line}: ")


def test_the_mistake_of_a_constraint_is_none_of_yaml():
    field = judged("{type: json, constraints: [length: {max: 1}]}", **{"param-x": '{"a":\t1, "b": 2}'})
    assert errors_of(field) == ["It must have at most 1 key, but has 2."]


LISTS = [
    ('["x", "y"]', ["x", "y"]),
    ("- x\n- y", ["x", "y"]),
    ("- x\r\n- y\r\n", ["x", "y"]),
    ("[x, y]", ["x", "y"]),
    ("[x]", ["x"]),
    ("- x", ["x"]),
    ("[]", []),
    ('["a,b", c]', ["a,b", "c"]),
    ("- a,b\n- 'it''s'", ["a,b", "it's"]),
    ("x\ny, z", ["x", "y", "z"]),
    ("[1.10, yes]", ["1.10", "yes"]),
    ("x,y", "x,y"),
    ("[::1],[::2]", "[::1],[::2]"),
    ("[{a: 1}]", "[{a: 1}]"),
    ("[a", "[a"),
    ("-1", "-1"),
]


@pytest.mark.parametrize(("text", "value"), LISTS)
def test_a_list_is_read_as_heat_splits_it_or_as_json_or_yaml_write_it(text, value):
    assert posted(parameter("{type: comma_delimited_list}"), **{"param-x": text}).values == {"x": value}


@pytest.mark.parametrize(
    "items", [["a,b"], ["[a]"], ["- a"], ["a", ""], [""], ["a\nb"], ["[a", "b]"], [" a"], ["é"], ['"'], ["\\"], []]
)
def test_every_list_survives_its_text_field(items):
    template = parameter("{type: comma_delimited_list, default: other}")
    text = field_of(template, given_from_values(template, {"x": items})).text
    value = posted(template, **{"param-x": text}).values["x"]
    assert template.parameters["x"].kind.convert(value) == template.parameters["x"].kind.convert(items)


@pytest.mark.parametrize("text", ["[a, b]", "- a", "a\n", ""])
def test_a_text_that_a_file_gives_to_a_list_is_split_as_heat_splits_it(text):
    template = parameter("{type: comma_delimited_list, default: other}")
    given = given_from_values(template, {"x": text})
    assert given.values == {"x": text}
    again = posted(template, **{"param-x": field_of(template, given).text}).values["x"]
    assert template.parameters["x"].kind.convert(again) == template.parameters["x"].kind.convert(text)


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ("{type: comma_delimited_list, default: 'a,b'}", '["a", "b"]'),
        ("{type: comma_delimited_list, default: [a, b]}", "- a\n- b"),
        ("{type: json, default: {a: [1]}}", "a: [1]"),
    ],
)
def test_the_default_written_in_another_way_is_the_default(body, text):
    assert posted(parameter(body), **{"param-x": text}).values == {}


def test_an_address_gives_no_hidden_value():
    template = parameter("{type: string, hidden: true}")
    given = given_in_address(template, QueryDict("param-x=secret"))
    assert given.values == {}
    assert given.hidden_left_out == ("x",)


def test_names_that_the_template_lacks_are_reported():
    template = parameter("{type: string}")
    assert posted(template, **{"param-x": "a", "param-y": "b"}).unknown == ("y",)


def test_no_html_field_ever_holds_a_hidden_value():
    template = parameter("{type: string, hidden: true}")
    given = posted(template, **{"param-x": "secret"})
    assert given.values == {"x": "secret"}
    assert field_of(template, given).text == ""


@pytest.mark.parametrize("state", ["[", "{}", "5", "null", json.dumps([1, None])])
def test_a_state_that_no_script_of_ours_wrote_counts_as_none(state):
    assert posted(parameter("{type: string}"), touched=state, answered=state, boxes=state).touched == frozenset()


def test_an_untouched_field_stays_calm_and_a_submitted_one_says_what_is_missing():
    template = parameter("{type: string}")
    found = document("  x: {type: string}\n")
    given = posted(template)
    form = ParameterForm(template, given)
    form.judge(preview(found, given.values))
    assert form.wrong == []
    form.judge(preview(found, given.values), is_submitted=True)
    assert [field.name for field in form.wrong] == ["x"]


def test_several_broken_constraints_are_several_lines_in_the_order_of_the_template():
    pairs, few = "{modulo: {step: 2, offset: 0}, description: Pairs.}", "{range: {max: 4}, description: Few.}"
    found = document(f"  x: {{type: number, constraints: [{pairs}, {few}]}}\n")
    given = posted(found.template, **{"param-x": "5"})
    form = ParameterForm(found.template, given)
    form.judge(preview(found, given.values))
    assert errors_of(form.fields["x"]) == ["Pairs.", "Few."]


def test_sections_come_in_the_authors_order_with_the_others_last():
    form = ParameterForm(load(SERVICE).template, posted(load(SERVICE).template))
    assert [section.label for section in form.sections] == ["Service", "Database", "Network", "Other parameters"]
    assert [field.name for field in form.sections[0].fields][:2] == ["service_name", "environment"]


def test_without_groups_there_is_one_section_in_the_order_of_the_template():
    template = document("  b: {type: string}\n  a: {type: string}\n").template
    form = ParameterForm(template, posted(template))
    assert [[field.name for field in section.fields] for section in form.sections] == [["b", "a"]]


def test_a_group_without_a_label_and_names_with_blanks_have_their_place():
    groups = "parameter_groups: [{parameters: ['my name']}]"
    template = document("  my name: {type: string}\n", groups).template
    (section,) = ParameterForm(template, posted(template)).sections
    assert section.label == "Group 1"
    assert " " not in section.fields[0].key


def test_values_that_no_database_takes_are_named():
    found = document("  x: {type: string}\n")
    given = posted(found.template, **{"param-x": "a\0b"})
    form = ParameterForm(found.template, given)
    form.judge(preview(found, given.values))
    assert "NUL" in errors_of(form.fields["x"])[0]
    assert form.unkeepable == [form.fields["x"]]


def test_numbers_know_their_limits_and_steps():
    body = "{type: number, constraints: [{range: {min: 2, max: 12}}, {modulo: {step: 2, offset: 0}}]}"
    assert field_of(parameter(body)).steps == {"min": "2", "max": "12", "step": "2", "offset": "0"}


def test_the_authors_words_for_a_pattern_stand_in_place_of_it_until_they_are_the_error():
    pattern = "{allowed_pattern: '[a-z]+', description: Small letters.}"
    rules = f"constraints: [length: {{max: 3}}, {pattern}, allowed_pattern: '.*']"
    template = parameter(f"{{type: string, {rules}}}")
    assert field_of(template).hints == ["Small letters."]
    assert field_of(template).rules == ["at most 3 characters", "matches .*"]
    form = ParameterForm(template, posted(template, **{"param-x": "A", "touched": '["x"]'}))
    form.judge(preview(document(f"  x: {{type: string, {rules}}}\n"), {"x": "A"}))
    assert errors_of(form.fields["x"]) == ["Small letters."]
    assert form.fields["x"].hints == []
    assert form.fields["x"].rules == ["at most 3 characters", "matches [a-z]+", "matches .*"]


@pytest.mark.parametrize(
    ("type_name", "constraint", "good", "bad", "rule"),
    [
        ("number", "range: {min: 1, max: 5}", "2", "9", "1 to 5"),
        ("number", "modulo: {step: 2, offset: 0}", "2", "3", "even"),
        ("string", "length: {max: 3}", "abc", "abcd", "at most 3 characters"),
        ("string", "allowed_values: [a, b, c, d, e]", "a", "f", None),
        ("string", "custom_constraint: net_cidr", "10.0.0.0/8", "x", "a network in CIDR notation"),
        ("string", "custom_constraint: nova.flavor", "m1", None, "the name or ID of a flavor"),
    ],
)
def test_the_authors_words_stand_at_the_field_for_every_kind_of_constraint(type_name, constraint, good, bad, rule):
    body = f"{{type: {type_name}, constraints: [{{{constraint}, description: Words of the author.}}]}}"
    field = judged(body, **{"param-x": good})
    assert field.hints == ["Words of the author."]
    assert not rule or [text for text in field.rules if rule in text]
    if bad:
        field = judged(body, **{"param-x": bad})
        assert errors_of(field) == ["Words of the author."]
        assert field.hints == []


def test_the_authors_words_are_shown_once():
    twice = "{range: {min: 1}, description: Same.}, {modulo: {step: 2, offset: 0}, description: Same.}"
    assert judged(f"{{type: number, constraints: [{twice}]}}").hints == ["Same."]
    assert judged(f"{{type: number, description: Same., constraints: [{twice}]}}").hints == []


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("[a, b]", ["a", "b"]),
        ("{a: [1, x]}", {"a": [1, "x"]}),
        ('["a", 2]', ["a", 2]),
        ("5", 5),
        ("true", True),
        ("10.0.0.4", "10.0.0.4"),
        ("[a, b", "[a, b"),
        ("a: b", "a: b"),
        ("{{x}}", "{{x}}"),
        ("[" * 5000, "[" * 5000),
    ],
)
def test_a_stand_in_is_read_as_json_or_yaml_and_otherwise_as_a_text(text, value):
    assert typed(text) == value
