"""Many fixes at once: the same result as one by one, only sooner; and suppressions."""

from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hotcore
from hotcore.edits import CannotEdit, Step, perform
from hotcore.edits.batch import perform_together
from hotcore.linter import combined_diagnostics, fix
from hotcore.linter.registry import RULES
from hotcore.syntax.nodes import to_plain
from tests.hotcore.corpus import corpus_texts, needs_corpus
from tests.hotcore.strategies import templates
from tests.pace import within

HEAD = "heat_template_version: 2021-04-16\n"
apply_fixes = partial(fix.apply_fixes, suggested=True)


def diagnostics(text):
    """The diagnostics of a text, of Heat and of the rules."""
    document = hotcore.load(text)
    return combined_diagnostics(document, [*document.diagnostics, *hotcore.lint(document)])


def many(count):
    """A template with so many conditions, each of which can be fixed."""
    tests = "".join(f"  c{n}: {{equals: [{{get_param: p}}, true]}}  # {n}\n" for n in range(count))
    made = "".join(f"  r{n}: {{type: OS::Neutron::Net, condition: c{n}}}\n" for n in range(count))
    return f"{HEAD}parameters:\n  p: {{type: boolean, default: true}}\nconditions:\n{tests}resources:\n{made}"


def one_by_one(monkeypatch, text, files=None):
    """A text after its fixes, of which no two were applied together."""

    def refuse(text, steps):
        raise CannotEdit("Not together.")

    with monkeypatch.context() as patch:
        patch.setattr("hotcore.edits.perform_together", refuse)
        return apply_fixes(text, files)


@pytest.mark.parametrize("code", RULES)
def test_fixes_applied_together_give_the_same_result(monkeypatch, code):
    text = RULES[code].example
    assert apply_fixes(text) == one_by_one(monkeypatch, text)


@needs_corpus
def test_fixes_of_real_templates_applied_together_give_the_same_result(monkeypatch):
    for _name, text in list(corpus_texts())[::7]:
        assert apply_fixes(text) == one_by_one(monkeypatch, text)


@settings(deadline=None, max_examples=40)
@given(templates)
def test_fixes_of_any_template_applied_together_give_the_same_result(text):
    with pytest.MonkeyPatch.context() as monkeypatch:
        assert apply_fixes(text) == one_by_one(monkeypatch, text)


def test_fixes_are_reported_in_the_order_of_the_text(monkeypatch):
    text = HEAD + "parameters: {a: {type: string}, b: {type: string}}\nparameter_groups: [{parameters: [a]}]\n"
    assert [found.fix.title for found in apply_fixes(text).done] == ["Remove a", "Remove b"]
    assert apply_fixes(text) == one_by_one(monkeypatch, text)


def test_hundreds_of_fixes_are_applied_at_once():
    text = many(300)
    with within(20):
        fixed = apply_fixes(text)
    assert len(fixed.done) == 300
    assert fixed.text == text.replace("{equals: [{get_param: p}, true]}", "{get_param: p}")


def test_more_slips_than_are_reported_are_corrected_run_by_run(monkeypatch):
    monkeypatch.setattr("hotcore.diagnostics.MAX_PER_CODE", 20)
    right = f"{HEAD}parameters: {{server_name: {{type: string}}}}\noutputs:\n"
    right += "".join(f"  o{number}: {{value: {{get_param: server_name}}}}\n" for number in range(50))
    text, runs = right.replace("get_param: server_name", "get_param: server_naem"), 0
    while text != right:
        before, runs = text, runs + 1
        fixed = apply_fixes(text, suggested=False)
        text = fixed.text
        assert text != before
        assert fixed.is_all == (text == right)
    assert runs > 1


def test_fixes_that_take_too_much_are_left():
    fixed = apply_fixes(many(3), most=0)
    assert (fixed.text, fixed.done, fixed.is_all) == (many(3), (), False)
    assert apply_fixes(many(3)).is_all


def test_gestures_that_touch_the_same_place_are_not_performed_together():
    steps = [Step("set", {"path": ["conditions", "c0", "equals"], "value": [1, 1]})]
    steps.append(Step("unset", {"path": ["conditions", "c0"]}))
    with pytest.raises(CannotEdit):
        perform_together(many(2), steps)


def test_a_gesture_of_several_steps_is_performed_alone():
    text = f"{HEAD}resources:\n  a: {{type: OS::Heat::Value, properties: {{value: 1}}}}\n"
    steps = [
        Step("unset", {"path": ["resources", "a", "properties", "value"]}),
        Step("unset", {"path": ["resources", "a", "nothing"]}),
    ]
    together = perform_together(text, steps)
    assert (together.text, together.alone, list(together.refused)) == (text, (0,), [1])


# -- suppressions -------------------------------------------------------------------


@pytest.mark.parametrize("code", [code for code, rule in RULES.items() if "# hotcore:" not in rule.example])
def test_what_is_suppressed_on_its_line_is_gone_and_nothing_else_changes(code):
    text = RULES[code].example
    for found in [each for each in diagnostics(text) if each.span and each.severity != "error"]:
        change = perform(text, "suppress", {"line": found.span.line, "code": found.code})
        before, after = text.splitlines(), change.after.splitlines()
        at = found.span.line - 1
        assert after == [*before[:at], f"{before[at]}  # hotcore: ignore[{found.code}]", *before[at + 1 :]]
        suppressed = [
            each for each in diagnostics(text) if (each.code, each.span.line) == (found.code, found.span.line)
        ]
        # what it implied may be reported now, such as the missing description of an unused parameter
        assert {(each.code, each.span.line) for each in diagnostics(change.after)} >= {
            (each.code, each.span.line) for each in diagnostics(text) if each not in suppressed
        }
        assert not [each for each in diagnostics(change.after) if (each.code, each.span.line) == (found.code, at + 1)]


@settings(deadline=None)
@given(templates, st.integers(-1, 60))
def test_a_suppression_does_not_change_the_meaning_of_a_text(text, line):
    try:
        change = perform(text, "suppress", {"line": line, "code": "unused-parameter"})
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


def suppressed(line):
    """A line of the text above after a diagnostic was suppressed there."""
    return perform(LINES, "suppress", {"line": line, "code": "unused-parameter"}).after.splitlines()[line - 1]


def test_existing_comments_stay():
    assert suppressed(3).endswith("  # hotcore: ignore[missing-label, unused-parameter]")
    assert suppressed(5).endswith(" # is needed  # hotcore: ignore[unused-parameter]")
    assert suppressed(8) == "    default: |  # hotcore: ignore[unused-parameter]"
    with pytest.raises(CannotEdit, match="already"):
        suppressed(4)


@pytest.mark.parametrize("line", [9, 10])
def test_a_string_of_several_lines_cannot_have_comments(line):
    with pytest.raises(CannotEdit, match="top of the file"):
        suppressed(line)


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
        perform(LINES, "suppress", arguments)


def test_json_has_no_comments():
    with pytest.raises(CannotEdit, match="JSON"):
        perform('{"heat_template_version": "2021-04-16"}', "suppress", {"line": 1, "code": "x"})


def test_line_ends_and_the_byte_order_mark_stay():
    text = "\ufeff" + LINES.replace("\n", "\r\n")
    after = perform(text, "suppress", {"line": 3, "code": "unused-parameter"}).after
    assert after == text.replace("[missing-label]", "[missing-label, unused-parameter]")


# -- what is reported once ------------------------------------------------------------


def test_a_mistake_is_reported_once_per_place():
    text = f"{HEAD}parameters:\n  a: {{type: string}}\nconditions:\n  never: {{equals: [1, 2]}}\n"
    document = hotcore.load(text)
    codes = [found.code for found in hotcore.lint(document)]
    assert {"unused-parameter", "missing-description", "unused-condition", "constant-condition"} <= set(codes)
    here = {found.code for found in diagnostics(text)}
    assert here & set(codes) == {"unused-parameter", "unused-condition", "missing-template-description"} & set(codes)
    suppressed = text.replace("{type: string}", "{type: string}  # hotcore: ignore[unused-parameter]")
    assert "missing-description" in {found.code for found in diagnostics(suppressed)}


def test_a_resource_that_is_off_is_reported_once_with_the_values_that_switch_it_off():
    text = RULES["optional-resource-reference"].example
    document = hotcore.load(text)
    name = next(iter(document.template.parameters))
    linted = hotcore.lint(document)
    assert [found.code for found in linted if found.severity == "warning"] == ["optional-resource-reference"]
    for value in (True, False):
        found = hotcore.preview(document, {name: value}).diagnostics
        about = {each.code for each in combined_diagnostics(document, [*found, *linted]) if each.severity != "hint"}
        off = any(each.code == "disabled-resource" for each in found)
        assert about == {"disabled-resource" if off else "optional-resource-reference"}
