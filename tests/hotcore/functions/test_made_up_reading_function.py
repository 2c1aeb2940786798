"""A function that reads a parameter takes one decorated definition: whatever asks what an expression reads finds it."""

from typing import Annotated

import pytest

import hotcore
from hotcore.diagram.values_layer import values_layer
from hotcore.edits import perform, readers
from hotcore.function_registry import ArgumentSpec, function, is_function
from hotcore.symbolic import condition_matrix
from hotcore.template import ConditionReads, parameters_read
from hotcore.values import MASK, Value
from tests.hotcore.functions.made_up import made_up_reading_function

TEXT = """\
heat_template_version: 2021-04-16
parameters:
  word: {type: string, default: ab}
  spare: {type: string, default: cd}
conditions:
  is_a: {equals: [{first_letter_of: word}, a]}
resources:
  one:
    type: OS::Heat::TestResource
    properties: {value: {first_letter_of: spare}}
    condition: is_a
"""


@pytest.fixture(autouse=True)
def made_up():
    with made_up_reading_function():
        yield


@pytest.fixture
def document():
    return hotcore.load(TEXT)


def test_it_is_evaluated(document):
    assert document.diagnostics == ()
    assert hotcore.preview(document).resources["one"].properties == {"value": "c"}
    assert hotcore.preview(document, {"word": "ba"}).resources["one"].enabled is False


def test_what_it_reads_is_not_unused(document):
    assert "unused-parameter" not in {found.code for found in hotcore.lint(document)}
    without = hotcore.load(TEXT.replace("{first_letter_of: word}", "b"))
    assert "unused-parameter" in {found.code for found in hotcore.lint(without)}


def test_a_computed_name_may_be_that_of_any_parameter(document):
    computed = hotcore.load(TEXT.replace("{first_letter_of: word}", "{first_letter_of: {get_param: spare}}"))
    node = computed.template.conditions["is_a"].node
    assert parameters_read(node, computed.template) == ConditionReads(computed.template)["is_a"] == {"word", "spare"}
    assert "unused-parameter" not in {found.code for found in hotcore.lint(computed)}


def test_the_condition_matrix_tries_values_for_it(document):
    (block,) = condition_matrix(document.template).blocks
    assert (block.conditions, block.reads) == (("is_a",), ("word",))
    found = {row.outcomes["is_a"]: hotcore.preview(document, row.values) for row in block.rows}
    assert {outcome: one.resources["one"].enabled for outcome, one in found.items()} == {True: True, False: False}


def test_slicing_knows_that_a_disabled_resource_does_not_need_it(document):
    assert dict(hotcore.preview(document).irrelevant) == {}
    irrelevant = hotcore.preview(document, {"word": "ba"}).irrelevant
    assert {name: [(one.name, one.why) for one in found] for name, found in irrelevant.items()} == {
        "spare": [("one", "off")]
    }


def test_the_diagram_draws_what_reads_the_parameter(document):
    reads = values_layer(document.template).reads
    assert reads["conditions", "is_a"] == (("parameters", "word"),)
    assert ("parameters", "spare") in reads["resources", "one"]


def test_renaming_and_finding_references_know_it():
    assert [(one.section, one.name) for one in readers(TEXT, "parameters", ["word"])] == [("conditions", "is_a")]
    renamed = perform(TEXT, "rename", {"section": "parameters", "name": "word", "new": "term"}).after
    assert renamed == TEXT.replace("word", "term")


def test_its_value_is_masked_where_a_hidden_parameter_is_read_in_vain():
    text = TEXT.replace("word: {", "word: {hidden: true, ").replace("    condition: is_a\n", "")
    text = text.replace("{first_letter_of: spare}", "{str_split: [{first_letter_of: word}, [{first_letter_of: word}]]}")
    shown = hotcore.preview(hotcore.load(text), mask=True).resources["one"].properties["value"]
    assert shown == MASK


def _second(prefix: str, name: Annotated[str, ArgumentSpec("string", "parameter")]) -> Value:
    return prefix + name


def _any(*names: Annotated[str, ArgumentSpec("string", "file")]) -> Value:
    return "".join(names)


def _keyed(*, name: Annotated[str, ArgumentSpec("string", "parameter")]) -> Value:
    return name


@pytest.mark.parametrize("implementation", [_second, _any, _keyed])
def test_a_function_whose_name_of_what_it_reads_would_not_be_found_is_refused(implementation):
    with pytest.raises(TypeError, match="look_up"):
        function("look_up", since="2018-08-31")(implementation)
    assert not is_function("look_up")
