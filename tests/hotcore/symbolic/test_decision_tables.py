"""Decision tables of conditions over the values of their inputs."""

import hotcore
from hotcore.symbolic.decision_tables import MOST_ROWS, decision_table
from hotcore.symbolic.variables import OTHER
from tests.pace import within

HEAD = "heat_template_version: 2021-04-16\n"
TEXT = f"""{HEAD}
parameters:
  env: {{type: string, default: dev, constraints: [allowed_values: [dev, test, live]]}}
  big: {{type: boolean, default: false}}
  zone: {{type: string, default: ''}}
  names: {{type: comma_delimited_list, default: ''}}
  opts: {{type: json, default: {{mode: a}}}}
  unused: {{type: boolean, default: true}}
conditions:
  live: {{equals: [{{get_param: env}}, live]}}
  big_live: {{and: [live, {{get_param: big}}]}}
  no_zone: {{equals: ['', {{get_param: zone}}]}}
  has_web: {{contains: [web, {{get_param: names}}]}}
  mode_a: {{equals: [{{get_param: [opts, mode]}}, a]}}
"""


def table(*names, text=TEXT, given=None):
    return decision_table(hotcore.load(text).template, names, given)


def test_a_condition_has_the_inputs_of_those_it_names():
    found = table("big_live")
    assert [one.label for one in found.inputs] == ["env", "big"]
    assert [one.values for one in found.inputs] == [("dev", "test", "live"), (True, False)]
    assert {row.values for row in found.rows if row.outcomes == (True,)} == {("live", True)}
    assert len(found.rows) == 6


def test_the_current_row_is_marked():
    assert [row.values for row in table("big_live").rows if row.is_current] == [("dev", False)]
    given = {"env": "live", "big": "yes"}
    assert [row.values for row in table("big_live", given=given).rows if row.is_current] == [("live", True)]


def test_anything_else_is_one_value():
    same, other = table("no_zone").rows
    assert (same.values, same.outcomes, same.is_current) == (("",), (True,), True)
    assert other.values[0] is OTHER
    assert other.outcomes == (False,)


def test_lists_and_parts_of_json_are_distinguished_too():
    assert [(row.outcomes, row.is_current) for row in table("has_web").rows] == [((True,), False), ((False,), True)]
    found = table("mode_a")
    assert found.inputs[0].label == "opts.mode"
    assert [(row.outcomes, row.is_current) for row in found.rows] == [((True,), True), ((False,), False)]


def test_several_conditions_share_a_table():
    found = table("live", "no_zone")
    assert found.conditions == ("live", "no_zone")
    assert len(found.rows) == 6


def test_a_hidden_parameter_does_not_reveal_its_value():
    text = TEXT.replace("big: {type: boolean", "big: {type: boolean, hidden: true")
    assert not any(row.is_current for row in table("big_live", text=text).rows)


def test_the_table_agrees_with_the_preview():
    document = hotcore.load(TEXT)
    for row in table("big_live").rows:
        states = hotcore.preview(document, dict(zip(("env", "big"), row.values, strict=True))).conditions
        assert states["big_live"].value is row.outcomes[0]


def test_a_table_stays_small_and_quick():
    names = [f"p{number}" for number in range(200)]
    parameters = "".join(f"  {name}: {{type: boolean, default: true}}\n" for name in names)
    tests = ", ".join(f"{{get_param: {name}}}" for name in names)
    text = f"{HEAD}parameters:\n{parameters}conditions:\n  all: {{and: [{tests}]}}\n"
    with within(3):
        found = table("all", text=text)
        assert len(found.rows) <= MOST_ROWS
        assert len(found.inputs) + len(found.fixed) == 200


def test_a_condition_with_very_many_dependencies_has_a_table_soon():
    names = [f"p{number}" for number in range(3000)]
    parameters = "".join(f"  {name}: {{type: boolean, default: true}}\n" for name in names)
    conditions = "".join(f"  c_{name}: {{get_param: {name}}}\n" for name in names)
    text = f"{HEAD}parameters:\n{parameters}conditions:\n{conditions}  all: {{and: [c_{', c_'.join(names)}]}}\n"
    template = hotcore.load(text).template
    with within(1.5):
        found = decision_table(template, ["all"])
    assert {row.values: row.outcomes for row in found.rows}[(True,) * len(found.inputs)] == (True,)
    assert len(found.rows) > 1


def test_a_condition_that_cannot_be_evaluated_has_no_value():
    conditions = "  x: {and: [y, {get_param: a}]}\n  y: {not: x}\n"
    text = f"{HEAD}parameters:\n  a: {{type: boolean}}\nconditions:\n{conditions}"
    assert all(row.outcomes[0] in (None, False) for row in table("x", text=text).rows)
    assert table("nowhere").rows[0].outcomes == ()
