"""What an expression reads."""

import pytest

import hotcore
from hotcore.resolver import Reason
from hotcore.template import ConditionReads, occurrences, parameters_read, reference_of

OLD = """\
heat_template_version: 2013-05-23
parameters:
  both: {type: string, default: a}
  word: {type: string, default: b}
resources:
  both: {type: OS::Heat::RandomString}
outputs:
  one: {value: {Ref: both}}
  other: {value: {Ref: word}}
  name: {value: {Ref: OS::stack_name}}
"""


def output(text):
    template = hotcore.load(text).template
    return template.outputs["one"].node, template


def in_output(value):
    return output(f"heat_template_version: 2021-04-16\noutputs:\n  one: {{value: {value}}}\n")[0]


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ("{get_param: a}", ("parameter", "a", None)),
        ("{get_param: [a, 0]}", ("parameter", "a", None)),
        ("{get_param: {get_param: a}}", ("parameter", None, None)),
        ("{get_param: [{get_param: a}, b]}", ("parameter", None, "b")),
        ("{get_resource: a}", ("resource", "a", None)),
        ("{get_attr: [a, show]}", ("attribute", "a", "show")),
        ("{get_file: a}", ("file", "a", None)),
    ],
)
def test_a_call_names_one_thing_or_a_computed_one(value, found):
    reference = reference_of(in_output(value))
    assert (reference.kind, reference.name, reference.attribute) == found


@pytest.mark.parametrize("value", ["{get_param: 5}", "{get_param: []}", "{get_param: [[a]]}", "{a: b}", "{a: b, c: d}"])
def test_any_other_map_names_nothing(value):
    assert reference_of(in_output(value)) is None


def test_ref_means_a_resource_where_there_is_one_of_that_name():
    template = hotcore.load(OLD).template
    assert hotcore.preview(hotcore.load(OLD)).outputs["other"].value == "b"
    assert [(use.kind, use.name) for use in occurrences(template.root)] == [
        ("resources", "both"),
        ("parameters", "word"),
        ("parameters", "OS::stack_name"),
    ]
    read = {name: parameters_read(output.node, template) for name, output in template.outputs.items()}
    assert read == {"one": frozenset(), "other": {"word"}, "name": {"OS::stack_name"}}


CONDITIONS = """\
heat_template_version: 2021-04-16
parameters:
  a: {type: boolean, default: true}
  b: {type: string, default: x}
  c: {type: string, default: a}
conditions:
  one: {get_param: a}
  two: {and: [one, {equals: [{get_param: OS::stack_name}, {get_param: b}]}]}
  any: {get_param: {get_param: c}}
  all: {or: [any, two]}
"""


def test_conditions_read_what_those_that_they_name_read():
    reads = ConditionReads(hotcore.load(CONDITIONS).template)
    assert reads["one"] == {"a"}
    assert (reads.own("two"), reads["two"]) == ({"b", "OS::stack_name"}, {"a", "b", "OS::stack_name"})
    assert reads["any"] == reads.own("any") == {"a", "b", "c"}
    assert reads["all"] == reads.of(["two", "any"]) == {"a", "b", "c", "OS::stack_name"}


def test_a_value_that_is_called_like_a_condition_does_not_come_before_it():
    text = CONDITIONS.replace("one: {get_param: a}", "one: {equals: [{get_param: a}, two]}")
    template = hotcore.load(text).template
    assert list(template.condition_order) == ["one", "two", "any", "all"]
    assert ConditionReads(template)["two"] == {"a", "b", "OS::stack_name"}


def test_a_part_of_a_parameter_is_not_its_value():
    text = """\
heat_template_version: 2021-04-16
parameters:
  zones: {type: json, default: {list: [a, b]}}
conditions:
  it: {contains: [a, {get_param: [zones, list]}]}
"""
    state = hotcore.preview(hotcore.load(text)).conditions["it"]
    assert (state.value, state.reason) == (True, (Reason("expression", "parameter", "zones"),))
