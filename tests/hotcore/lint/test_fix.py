"""Many fixes at once: the same as one by one, only sooner, and a comment in place of a fix."""

import time
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hotcore
from hotcore.edits import CannotEdit, Step, perform
from hotcore.edits.batch import perform_together
from hotcore.lint import fix
from hotcore.lint.registry import RULES
from hotcore.syntax.nodes import to_plain
from tests.hotcore.corpus import corpus_texts, needs_corpus
from tests.hotcore.strategies import templates

HEAD = "heat_template_version: 2021-04-16\n"
mend = partial(fix.mend, suggested=True)


def told(text):
    """What is told of a text, by Heat and by the rules."""
    document = hotcore.load(text)
    return hotcore.told_together(document, [*document.diagnostics, *hotcore.lint(document)])


def many(count):
    """A template with so many conditions, each of which can be mended."""
    tests = "".join(f"  c{n}: {{equals: [{{get_param: p}}, true]}}  # {n}\n" for n in range(count))
    made = "".join(f"  r{n}: {{type: OS::Neutron::Net, condition: c{n}}}\n" for n in range(count))
    return f"{HEAD}parameters:\n  p: {{type: boolean, default: true}}\nconditions:\n{tests}resources:\n{made}"


def one_by_one(monkeypatch, text, files=None):
    """What becomes of a text when no two fixes are made together."""

    def refuse(text, steps):
        raise CannotEdit("Not together.")

    with monkeypatch.context() as patch:
        patch.setattr(fix, "perform_together", refuse)
        return mend(text, files)


@pytest.mark.parametrize("code", RULES)
def test_fixes_made_together_come_to_the_same(monkeypatch, code):
    text = RULES[code].example
    assert mend(text) == one_by_one(monkeypatch, text)


@needs_corpus
def test_fixes_of_real_templates_made_together_come_to_the_same(monkeypatch):
    for _name, text in list(corpus_texts())[::7]:
        assert mend(text) == one_by_one(monkeypatch, text)


@settings(deadline=None, max_examples=40)
@given(templates)
def test_fixes_of_any_template_made_together_come_to_the_same(text):
    with pytest.MonkeyPatch.context() as monkeypatch:
        assert mend(text) == one_by_one(monkeypatch, text)


def test_what_was_mended_is_told_in_the_order_of_the_text(monkeypatch):
    text = HEAD + "parameters: {a: {type: string}, b: {type: string}}\nparameter_groups: [{parameters: [a]}]\n"
    assert [found.fix.title for found in mend(text).done] == ["Remove a", "Remove b"]
    assert mend(text) == one_by_one(monkeypatch, text)


def test_hundreds_of_fixes_are_made_at_once():
    text = many(300)
    began = time.monotonic()
    mended = mend(text)
    assert time.monotonic() - began < 20
    assert len(mended.done) == 300
    assert mended.text == text.replace("{equals: [{get_param: p}, true]}", "{get_param: p}")


def test_where_there_is_no_time_the_others_are_left():
    mended = mend(many(3), seconds=-1)
    assert (mended.text, mended.done, mended.is_all) == (many(3), (), False)
    assert mend(many(3)).is_all


def test_gestures_that_touch_the_same_place_are_not_made_together():
    steps = [Step("set", {"path": ["conditions", "c0", "equals"], "value": [1, 1]})]
    steps.append(Step("unset", {"path": ["conditions", "c0"]}))
    with pytest.raises(CannotEdit):
        perform_together(many(2), steps)


def test_a_gesture_of_several_steps_is_left_for_itself():
    text = f"{HEAD}resources:\n  a: {{type: OS::Heat::Value, properties: {{value: 1}}}}\n"
    steps = [
        Step("unset", {"path": ["resources", "a", "properties", "value"]}),
        Step("unset", {"path": ["resources", "a", "nothing"]}),
    ]
    together = perform_together(text, steps)
    assert (together.text, together.alone, list(together.refused)) == (text, (0,), [1])


# -- silence -------------------------------------------------------------------


@pytest.mark.parametrize("code", [code for code, rule in RULES.items() if "# hotcore:" not in rule.example])
def test_what_is_ignored_where_it_stands_is_silent_and_nothing_else_changes(code):
    text = RULES[code].example
    for found in [each for each in told(text) if each.span and each.severity != "error"]:
        change = perform(text, "silence", {"line": found.span.line, "code": found.code})
        before, after = text.splitlines(), change.after.splitlines()
        at = found.span.line - 1
        assert after == [*before[:at], f"{before[at]}  # hotcore: ignore[{found.code}]", *before[at + 1 :]]
        silent = [each for each in told(text) if (each.code, each.span.line) == (found.code, found.span.line)]
        # what stood behind it may speak now: the description of a parameter that nothing reads
        assert {(each.code, each.span.line) for each in told(change.after)} >= {
            (each.code, each.span.line) for each in told(text) if each not in silent
        }
        assert not [each for each in told(change.after) if (each.code, each.span.line) == (found.code, at + 1)]


@settings(deadline=None)
@given(templates, st.integers(-1, 60))
def test_a_comment_changes_nothing_of_what_a_text_says(text, line):
    try:
        change = perform(text, "silence", {"line": line, "code": "unused-parameter"})
    except CannotEdit:
        return
    assert to_plain(hotcore.load(change.after).template.root) == to_plain(hotcore.load(text).template.root)
    assert change.after.replace("  # hotcore: ignore[unused-parameter]", "", 1) == text


LINES = f"""\
{HEAD}parameters:
  a: {{type: string, default: x}}  # hotcore: ignore[missing-label]
  b: {{type: string, default: x}}  # hotcore: ignore
  c: {{type: string, default: x}} # is needed
  d:
    type: string
    default: |
      text
    description: more
      lines
"""


def silenced(line):
    """A line of the text above after a finding was silenced there."""
    return perform(LINES, "silence", {"line": line, "code": "unused-parameter"}).after.splitlines()[line - 1]


def test_comments_that_are_there_stay():
    assert silenced(3).endswith("  # hotcore: ignore[missing-label, unused-parameter]")
    assert silenced(5).endswith(" # is needed  # hotcore: ignore[unused-parameter]")
    assert silenced(8) == "    default: |  # hotcore: ignore[unused-parameter]"
    with pytest.raises(CannotEdit, match="already"):
        silenced(4)


@pytest.mark.parametrize("line", [9, 10])
def test_within_a_text_there_are_no_comments(line):
    with pytest.raises(CannotEdit, match="head of the file"):
        silenced(line)


@pytest.mark.parametrize(
    "arguments",
    [
        {"line": 0, "code": "unused-parameter"},
        {"line": 999, "code": "unused-parameter"},
        {"line": 3, "code": "x]\nresources: {}"},
        {"line": 3, "code": ""},
        {"line": None, "code": "x"},
        {"line": "3", "code": "x"},
        {"line": 3, "code": ["x"]},
    ],
)
def test_odd_places_and_codes_are_refused(arguments):
    with pytest.raises(CannotEdit):
        perform(LINES, "silence", arguments)


def test_json_has_no_comments():
    with pytest.raises(CannotEdit, match="JSON"):
        perform('{"heat_template_version": "2021-04-16"}', "silence", {"line": 1, "code": "x"})


def test_line_ends_and_the_byte_order_mark_stay():
    text = "\ufeff" + LINES.replace("\n", "\r\n")
    after = perform(text, "silence", {"line": 3, "code": "unused-parameter"}).after
    assert after == text.replace("[missing-label]", "[missing-label, unused-parameter]")


# -- what is told once ------------------------------------------------------------


def test_what_two_findings_say_of_one_place_is_told_once():
    text = f"{HEAD}parameters:\n  a: {{type: string}}\nconditions:\n  never: {{equals: [1, 2]}}\n"
    document = hotcore.load(text)
    codes = [found.code for found in hotcore.lint(document)]
    assert {"unused-parameter", "missing-description", "unused-condition", "constant-condition"} <= set(codes)
    here = {found.code for found in told(text)}
    assert here & set(codes) == {"unused-parameter", "unused-condition", "missing-template-description"} & set(codes)
    silent = text.replace("{type: string}", "{type: string}  # hotcore: ignore[unused-parameter]")
    assert "missing-description" in {found.code for found in told(silent)}


def test_a_resource_that_is_off_is_told_once_under_the_values_that_switch_it_off():
    text = RULES["optional-resource-reference"].example
    document = hotcore.load(text)
    name = next(iter(document.template.parameters))
    linted = hotcore.lint(document)
    assert [found.code for found in linted if found.severity == "warning"] == ["optional-resource-reference"]
    for value in (True, False):
        found = hotcore.preview(document, {name: value}).diagnostics
        about = {each.code for each in hotcore.told_together(document, [*found, *linted]) if each.severity != "hint"}
        off = any(each.code == "disabled-resource" for each in found)
        assert about == {"disabled-resource" if off else "optional-resource-reference"}
