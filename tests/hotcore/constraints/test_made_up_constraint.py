"""A constraint that is added by one definition works in the whole language."""

import json

import pytest

from hotcore import Side, form_schema, lint, load, preview, semantic_diff
from hotcore.assist import complete, explain
from hotcore.catalogue import shipped_catalogue
from hotcore.cli import main
from hotcore.edits import CannotEdit, perform
from hotcore.environment import write_environment
from hotcore.linter import code_pages, codes
from hotcore.parameters.form import form_as_data
from hotcore.upgrade import template_versions
from tests.conformance.heat_form import heat_form

TEXT = """\
heat_template_version: 2021-04-16
parameters:
  size:
    type: number
    default: 9
    constraints:
      - near_to: {center: 10, within: 2}   # kept
  name: {type: string, default: a}
outputs:
  size: {value: {get_param: size}}
"""
OPTIONS = "{center: 10, within: 2}"

pytestmark = pytest.mark.usefixtures("near_to")


def reported(text, **values):
    """The diagnostics of a template with some values, by code."""
    return {found.code: found.message for found in preview(load(text), values).diagnostics}


def labels(text):
    """The completions at `¦`, each with its description."""
    found = complete(text.replace("¦", ""), text.index("¦"), shipped_catalogue())
    return {option.label: option.detail for option in found.options}


def test_it_is_read_and_values_are_checked():
    assert reported(TEXT) == {}
    assert reported(TEXT, size=12) == {}
    assert reported(TEXT, size=13) == {"near-to": "It has to be 10, give or take 2."}
    assert preview(load(TEXT), {"size": 12}).outputs["size"].value == 12


def test_a_default_is_checked():
    message = reported(TEXT.replace("default: 9", "default: 7"))["bad-default"]
    assert message == "The default of `size` breaks its `near_to`. It has to be 10, give or take 2."


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("5", "`near_to` takes a map with `center` and `within`, not a number."),
        ("{centre: 5}", "`near_to` has no option `centre`; it takes `center` and `within`."),
        ("{center: five}", "`center` of `near_to` must be a number, not a string."),
        ("{within: 1}", "`near_to` needs `center`."),
    ],
)
def test_invalid_options_are_rejected(options, message):
    assert reported(TEXT.replace(OPTIONS, options))["bad-constraint"] == message


def test_it_is_not_for_other_types_and_not_for_older_versions():
    assert "constraint-not-for-type" in reported(TEXT.replace("type: number", "type: string"))
    old = reported(TEXT.replace("2021-04-16", "2016-04-08"))
    assert old["no-constraint"] == "Version 2016-04-08 has no constraint `near_to`."


def test_a_misspelt_one_is_recognised():
    found = next(iter(load(TEXT.replace("near_to", "near_too")).diagnostics))
    assert (found.code, found.hint) == ("unknown-constraint", "Did you mean `near_to`?")
    key = load(TEXT.replace("name: {type: string,", "name: {near_to: 1, type: string,"))
    assert "write `- near_to: ...` below" in str(next(iter(key.diagnostics)).hint)


def test_it_is_in_the_form_and_in_the_answer_of_heat():
    template = load(TEXT).template
    (section,) = form_schema(template)
    assert section.parameters[0].constraints[0].rule == "10, give or take 2"
    data = form_as_data(template)["groups"][0]["parameters"][0]["constraints"]
    assert data == [{"near_to": {"center": 10, "within": 2}, "description": None, "rule": "10, give or take 2"}]
    answer = heat_form(template, {}, {})["Parameters"]["size"]
    assert (answer["NearTo"], answer["NearWithin"]) == (10, 2)


def test_it_is_offered_where_it_fits():
    assert labels(TEXT.replace(f"near_to: {OPTIONS}", "ne¦"))["near_to"] == "a number near to `center`"
    assert "near_to" not in labels(TEXT.replace("default: a}", "default: a, constraints: [{¦"))
    assert labels(TEXT.replace(OPTIONS, "{¦}"))["within"] == "how far away it may be"


def test_hover_describes_it_and_its_options():
    for key, words in (("near_to", "a number near to `center`"), ("within", "how far away it may be")):
        assert words in explain(TEXT, TEXT.index(key), shipped_catalogue()).text


def constrained(index, **options):
    arguments = {"name": "size", "index": index, "kind": "near_to", "options": options}
    return perform(TEXT, "constrain", arguments).after


def test_a_gesture_writes_it():
    assert constrained(0, center="11", within="") == TEXT.replace(OPTIONS, "{center: 11}")
    assert constrained(0, center="10", within="2") == TEXT
    added = load(constrained(None, center="5", within=None)).template.parameters["size"].constraints
    assert [dict(one.options) for one in added] == [{"center": 10, "within": 2}, {"center": 5}]
    with pytest.raises(CannotEdit):
        constrained(0, middle="11")


def test_a_diff_shows_what_it_rejects():
    old, new = (load(text) for text in (TEXT.replace(OPTIONS, "{center: 10, within: 5}"), TEXT))
    (change,) = semantic_diff(Side(old), Side(new)).changes
    assert (change.kind, change.name) == ("refused", "size")
    assert "now must be 10, give or take 2" in change.sentence
    free = load(TEXT.replace(f"      - near_to: {OPTIONS}   # kept\n", "      []\n"))
    (change,) = semantic_diff(Side(free), Side(new)).changes
    assert "now must be 10, give or take 2" in change.sentence


def test_an_environment_file_has_its_rule():
    assert "# (10, give or take 2)" in write_environment(load(TEXT).template, {"size": 12})


def test_a_version_is_needed_for_it():
    needs = [need.message for need in template_versions(load(TEXT)).needs]
    assert "The constraint `near_to` was added in 2016-10-14." in needs


def test_its_code_is_documented():
    assert codes()["near-to"] == code_pages()["near-to"].title
    assert "`near_to`" in codes()["near-to"]


def test_the_linter_looks_at_it():
    assert not [found for found in lint(load(TEXT)) if found.severity == "error"]


def test_the_command_line_tells_it(capsys, tmp_path):
    (tmp_path / "t.yaml").write_text(TEXT)
    assert main(["schema", str(tmp_path / "t.yaml")]) == 0
    (group,) = json.loads(capsys.readouterr().out)["groups"]
    assert group["parameters"][0]["constraints"][0]["near_to"] == {"center": 10, "within": 2}
    (tmp_path / "t.yaml").write_text(TEXT.replace("default: 9", "default: 1"))
    assert main(["validate", str(tmp_path / "t.yaml")]) == 1
    assert "breaks its `near_to`" in capsys.readouterr().out
