"""A parameter type that is added by one definition works in the whole language."""

import pytest

import hotcore
from hotcore import Side, lint, load, preview, read_environment, semantic_diff
from hotcore.assist import complete, complete_environment, explain
from hotcore.catalogue import shipped_catalogue
from hotcore.edits import perform
from hotcore.environment import write_environment
from hotcore.parameters.form import form_as_data
from hotcore.symbolic import condition_matrix
from hotcore.upgrade import template_versions
from tests.conformance.heat_form import heat_form

TEXT = """\
heat_template_version: 2021-04-16
parameters:
  share:
    type: percentage
    default: 50%
    label: Share
conditions:
  is_half: {equals: [{get_param: share}, 50]}
resources:
  extra: {type: OS::Heat::Value, condition: is_half, properties: {value: {get_param: share}}}
outputs:
  share: {value: {get_param: share}}
"""
NESTED = TEXT.replace("    default: 50%\n", "")
PARENT = """\
heat_template_version: 2021-04-16
parameters:
  share: {type: percentage, default: 50%}
resources:
  inner: {type: nested.yaml, properties: {share: {get_param: share}}}
outputs:
  share: {value: {get_attr: [inner, share]}}
"""

pytestmark = pytest.mark.usefixtures("percentage")


def reported(text, **values):
    """The diagnostics of a template with some values, by code."""
    return {found.code: found.message for found in preview(load(text), values).diagnostics}


def labels(text):
    """What is offered at `¦`."""
    return [option.label for option in complete(text.replace("¦", ""), text.index("¦"), shipped_catalogue()).options]


def test_it_is_read_and_its_values_are_typed():
    assert reported(TEXT) == {}
    for values, share, is_half in (({}, 50, True), ({"share": "20%"}, 20, False), ({"share": 50}, 50, True)):
        found = preview(load(TEXT), values)
        assert found.outputs["share"].value == share
        assert found.conditions["is_half"].value is is_half
        assert found.resources["extra"].enabled is is_half


def test_its_values_are_checked():
    message = "A percentage from 0% to 100% was expected, not a string."
    assert reported(TEXT, share="120%") == {"wrong-type": message}
    found = reported(TEXT.replace("50%", "120%"))["bad-default"]
    assert found == f"The default of `share` has the wrong type. {message}"
    assert reported(TEXT, share=[1]).keys() == {"wrong-type"}


@pytest.mark.usefixtures("near_to")
def test_constraints_that_are_for_it_look_at_its_values():
    text = TEXT.replace("    label: Share\n", "    constraints: [near_to: {center: 50, within: 5}]\n")
    assert reported(text, share="55%") == {}
    assert reported(text, share="56%") == {"near-to": "It has to be 50, give or take 5."}


def test_constraints_of_other_types_are_rejected():
    text = TEXT.replace("    label: Share\n", "    constraints: [range: {min: 5}]\n")
    assert reported(text)["constraint-not-for-type"] == "`range` does not apply to parameters of the type percentage."


def test_a_misspelt_one_is_recognised():
    assert "Did you mean `percentage`?" in [
        found.hint for found in load(TEXT.replace("percentage", "percentge")).diagnostics
    ]


def test_it_is_in_the_form_and_in_the_answer_of_heat():
    assert form_as_data(load(TEXT).template)["groups"][0]["parameters"][0]["type"] == "percentage"
    assert heat_form(load(TEXT).template, {}, {})["Parameters"]["share"]["Type"] == "Percentage"


def test_it_is_offered_and_explained():
    assert "percentage" in labels(TEXT.replace("type: percentage", "type: ¦"))
    assert "percentage" in explain(TEXT, TEXT.index("type: percentage"), shipped_catalogue()).text
    assert "share" in labels(TEXT.replace("value: {get_param: share}}\n", "value: {get_param: ¦"))


def test_a_gesture_writes_its_default():
    path = ["parameters", "share", "default"]
    assert perform(TEXT, "set", {"path": path, "value": "60%"}).after == TEXT.replace("50%", "60%")


def test_environments_give_it_and_say_it():
    template = load(TEXT).template
    assert "share: 20\n" in write_environment(template, {"share": "20%"})
    assert [option.label for option in complete_environment("parameters:\n  share: ", 21, template).options] == [
        "'50%'"
    ]
    merging = "parameter_merge_strategies: {share: merge}\nparameters: {share: '%s'}\n"
    environments = [read_environment(merging % part, f"{at}.yaml") for at, part in enumerate(("2", "5%"))]
    assert preview(load(TEXT), environments=environments).outputs["share"].value == 25


def test_a_diff_shows_it():
    text = TEXT.replace("type: percentage\n    default: 50%", "type: string\n    default: 50%")
    change = next(each for each in semantic_diff(Side(load(text)), Side(load(TEXT))).changes if each.kind == "refused")
    assert "changes type from `string` to `percentage`" in change.sentence
    back = semantic_diff(Side(load(TEXT)), Side(load(text))).changes
    assert any("changes type from `percentage` to `string`" in each.sentence for each in back)
    without = load("heat_template_version: 2021-04-16\n")
    added = next(
        each for each in semantic_diff(Side(without), Side(load(TEXT))).changes if each.section == "parameters"
    )
    assert added.sentence.startswith("Parameter `share` of type `percentage` is new and optional: its default is `50%`")


def test_a_nested_template_accepts_it():
    document = load(PARENT, files={"nested.yaml": NESTED})
    found = preview(document, {"share": "20%"})
    assert found.outputs["share"].value == 20
    assert not found.diagnostics
    wrong = load(PARENT.replace("{get_param: share}", "120%"), files={"nested.yaml": NESTED})
    (problem,) = preview(wrong).diagnostics
    assert "must be a percentage" in problem.message


def test_conditions_are_worked_out_with_values_of_it():
    (block,) = condition_matrix(load(TEXT).template).blocks
    values = [row.values for row in block.rows]
    assert len(values) == 2
    for each in values:
        assert not reported(TEXT, **each)


def test_the_linter_and_the_versions_look_at_it():
    assert not [found for found in lint(load(TEXT)) if found.severity == "error"]
    assert template_versions(load(TEXT)).lowest.date == "2016-10-14"
    assert hotcore.form_schema(load(TEXT).template)
