"""A function takes one decorated definition: everything that uses functions then supports it."""

import pytest

import hotcore
from hotcore.assist import complete, explain
from hotcore.catalogue import shipped_catalogue
from hotcore.cli import main
from hotcore.edits import perform
from hotcore.function_registry import unregister
from hotcore.linter import code_pages
from hotcore.template import occurrences, parameters_read
from hotcore.upgrade import rewrite, template_versions
from hotcore.upgrade.gains import gains
from tests.hotcore.functions.made_up import SINCE, made_up_functions

TEXT = """\
heat_template_version: 2021-04-16
parameters:
  word: {type: string, default: ab}
resources:
  one:
    type: OS::Heat::TestResource
    properties:
      value: {text_pad: {text: {get_param: word}, width: 4}}
outputs:
  twice:
    value: {text_times: [{get_param: word}, 2]}
  name:
    value: {name_of: word}
"""
PATH = ["resources", "one", "properties", "value"]


@pytest.fixture(autouse=True)
def made_up():
    with made_up_functions():
        yield


def codes(text):
    return [(found.code, found.message) for found in hotcore.load(text).diagnostics]


def with_value(value):
    return TEXT.replace("{text_pad: {text: {get_param: word}, width: 4}}", value)


def offered(value):
    text = with_value(value)
    return complete(text.replace("¦", ""), text.index("¦"), shipped_catalogue()).options


def value_in(found):
    return found.resources["one"].properties["value"]


def test_it_is_read_and_evaluated():
    document = hotcore.load(TEXT)
    assert document.ok
    found = hotcore.preview(document, {"word": "xy"})
    assert [output.value for output in found.outputs.values()] == ["xyxy", "WORD"]
    assert value_in(found) == "  xy"


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("{text_times: []}", "`text_times`"),
        ("{text_times: [a, 2, 3]}", "`text_times`"),
        ("{text_pad: {text: a}}", "`width`"),
        ("{text_pad: {text: a, width: 4, sides: left}}", "`sides`"),
        ("{text_pad: {text: [a], width: 4}}", "`text`"),
    ],
)
def test_its_arguments_are_checked(value, message):
    ((code, said),) = codes(with_value(value))
    assert code in ("bad-text-times", "bad-text-pad")
    assert message in said


def test_earlier_versions_take_it_as_a_map_and_warn():
    found = codes(TEXT.replace("2021-04-16", "2018-03-02"))
    assert (
        "later-function",
        f"`text_times` is not a function before version {SINCE}; here it is a plain map.",
    ) in found
    said = f"`value` must be a string, not a map: `text_pad` is not a function before version {SINCE}."
    assert ("wrong-type", said) in found


def test_a_misspelt_name_is_noticed():
    (found,) = hotcore.load(TEXT.replace("{text_times: ", "{text_tims: ")).diagnostics
    assert (found.code, found.hint) == ("unknown-function", "Did you mean `text_times`?")


def test_completion_offers_it_with_its_snippet():
    options = {option.label: option for option in offered("¦") if option.sort == "function"}
    lines = ["", "  text_pad:", "    text: ${}", "    width: ${8}"]
    assert options["text_pad"].text == "\n".join(lines)
    assert options["text_times"].text == "{text_times: [${word}]}"
    assert options["name_of"].text == "{name_of: ${}}"
    assert next(iter(options)) == "name_of"


def test_completion_offers_its_arguments_and_their_names():
    assert {"text", "width", "side"} <= {option.label for option in offered("{text_pad: {¦}}")}
    assert "word" in {option.label for option in offered("{name_of: ¦}")}
    assert [option.label for option in offered("{text_pad: {side: ¦}}") if option.sort == "value"] == ["left", "right"]


def test_hover_and_the_command_line_explain_it(capsys):
    found = explain(TEXT, TEXT.index("text_pad"), shipped_catalogue())
    assert "padded with spaces at one side" in repr(found)
    assert f"since {SINCE}" in repr(found)
    assert main(["functions", "--long"]) == 0
    printed = capsys.readouterr().out
    assert "text_pad: {text: ..., width: ...}\n    The text padded with spaces at one side" in printed


def test_its_errors_have_a_help_page():
    assert code_pages()["bad-text-pad"].title == "A call of `text_pad` has invalid arguments."


def test_gestures_put_it_around_a_value_and_take_it_away():
    plain = with_value("ab")
    said = perform(plain, "set-expression", {"path": PATH, "expression": "text_pad"}).after
    assert value_in(hotcore.preview(hotcore.load(said))) == "      ab"
    assert perform(said, "set-expression", {"path": PATH, "expression": ""}).after == plain
    set_ = perform(TEXT, "set", {"path": [*PATH, "text_pad", "width"], "value": 6}).after
    assert set_ == TEXT.replace("width: 4", "width: 6")


def test_the_name_in_it_is_a_use_of_the_parameter():
    template = hotcore.load(TEXT).template
    uses = [use for use in occurrences(template.root) if use.by == "name_of"]
    assert [(use.kind, use.name) for use in uses] == [("parameters", "word")]
    assert parameters_read(template.outputs["name"].node, template) == {"word"}
    renamed = perform(TEXT, "rename", {"section": "parameters", "name": "word", "new": "term"}).after
    assert "{name_of: term}" in renamed


def test_diff_knows_what_a_change_of_it_means():
    def changes(new):
        sides = (hotcore.Side(hotcore.load(text), {}) for text in (TEXT, TEXT.replace("width: 4", new)))
        return [change.sentence for change in hotcore.semantic_diff(*sides).changes]

    assert changes("width: 6") == ["Resource `one`: `value` changes from `  ab` to `    ab`."]
    assert changes("width: 4, side: left") == []


def test_a_template_with_it_needs_the_version_that_introduced_it():
    document = hotcore.load(TEXT)
    found = template_versions(document)
    assert found.lowest.date == SINCE
    assert f"`text_pad` was added in {SINCE}." in {need.message for need in found.needs}
    gained = next(each for each in gains() if each.version.date == SINCE)
    assert {"text_pad", "text_times", "name_of"} <= set(gained.functions)
    (refused, *_) = rewrite(document, "2018-03-02").refused
    assert refused.message == f"`text_pad` was added in {SINCE}."


def test_it_replaces_its_older_name():
    old = "heat_template_version: 2013-05-23\noutputs:\n  o: {value: {Fn::Times: [ab, 2]}}\n"
    (found,) = [each for each in hotcore.lint(hotcore.load(old)) if each.code == "superseded-function"]
    assert found.hint == "Use `text_times` of a later version."
    assert "was removed in version 2014-10-16" in codes(old.replace("2013-05-23", "2018-08-31"))[0][1]
    new = rewrite(hotcore.load(old), SINCE).text
    assert new == old.replace("2013-05-23", SINCE).replace("Fn::Times", "text_times")
    assert hotcore.preview(hotcore.load(new)).outputs["o"].value == "abab"


def value_of_twice():
    return hotcore.preview(hotcore.load(TEXT)).outputs["twice"].value


def test_nothing_of_it_is_left():
    unregister("text_times")
    assert codes(TEXT) == []  # a plain map with any key
    assert value_of_twice() == {"text_times": ["ab", 2]}
    assert "bad-text-times" not in code_pages()
