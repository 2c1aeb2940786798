"""The merge of two people's changes of a text."""

import random

import pytest

from hotcore.edits import CannotEdit
from hotcore.edits.elements import pieces
from hotcore.edits.gestures.registry import perform
from hotcore.edits.text.tree import TextTree
from hotcore.edits.three_way_merge import WHOLE, merge
from hotcore.syntax.nodes import to_plain
from tests.hotcore.corpus import corpus_texts, needs_corpus
from tests.pace import within

pytestmark = pytest.mark.long

BASE = """\
# About this template.

heat_template_version: 2021-04-16

parameters:
  size:   # how big
    type: number
    default: 2

resources:
  # the first
  one:
    type: OS::Heat::Value
    properties: {value: {get_param: size}}

  two:
    type: OS::Heat::None
    # below two

# about outputs
outputs:
  o: {value: 1}
"""


def change(text, old, new):
    assert old in text
    return text.replace(old, new)


# -- any two gestures on any real template ------------------------------------------


def gesture_at_random(text, chance):
    """The name and arguments of a gesture on a declaration of a text."""
    data = to_plain(TextTree(text).root)
    sections = [name for name in ("parameters", "resources", "outputs") if isinstance(data.get(name), dict)]
    section = chance.choice([name for name in sections if data[name]])
    name = chance.choice(list(data[section]))
    kind = chance.choice(["set", "set", "add", "remove", "describe"])
    if kind == "add":
        body = {"type": "OS::Heat::None"} if section == "resources" else {"type": "string"}
        return "add", {"section": section, "name": f"fresh_{chance.randrange(10**6)}", "body": body}
    if kind == "remove":
        return "remove", {"section": section, "name": name}
    if kind == "describe":
        return "set", {"path": ["heat_template_version"], "value": "2021-04-16"}
    if section == "resources":
        return "set", {"path": [section, name, "properties", "x"], "value": chance.choice([1, "two", [3], {"f": 4}])}
    return "set", {"path": [section, name, "description"], "value": chance.choice(["new", "two\nlines\n", "it's"])}


def said(text):
    return to_plain(TextTree(text).root)


def changed_elements(base, other):
    """The elements that differ between two versions of a text."""
    old, new = ({piece.element: piece for piece in pieces(text)} for text in (base, other))
    return {key for key in old.keys() | new.keys() if old.get(key) != new.get(key)}


@needs_corpus
def test_two_gestures_on_different_elements_are_what_one_after_the_other_is():
    """The bytes differ only where a gesture looks at the rest of the text: at its habits, or for an emptied section."""
    texts = [(name, text) for name, text in corpus_texts() if len(text) < 20_000]
    done, refused, unlike = 0, 0, 0
    for _ in range(500):
        name, text = random.choice(texts)
        try:
            one, other = gesture_at_random(text, random), gesture_at_random(text, random)
            mine, theirs = perform(text, *one).after, perform(text, *other).after
            both = perform(theirs, *one).after
            common = changed_elements(text, mine) & changed_elements(text, theirs)
        except (CannotEdit, IndexError):
            continue
        if common or text in (mine, theirs):
            continue
        merged = merge(text, mine, theirs)
        if merged.text is None:
            refused += 1
            continue
        assert said(merged.text) == said(both), (name, one, other)
        unlike += merged.text != both
        done += 1
    assert done > 250
    assert unlike <= done / 25, (unlike, done)
    assert refused <= done / 50, (refused, done)


@needs_corpus
def test_the_pieces_of_a_real_template_are_the_template():
    for name, text in corpus_texts():
        try:
            found = pieces(text)
        except CannotEdit:
            continue
        joined = "".join(piece.gap + piece.body for piece in found)
        assert joined.removeprefix(text.lstrip("\ufeff")) in ("", "\n", "\r\n"), name


@needs_corpus
def test_an_unchanged_side_changes_nothing():
    for _, text in random.sample(corpus_texts(), 50):
        other = text + "# more\n"
        assert merge(text, text, other).text == other
        assert merge(text, other, text).text == other
        assert merge(text, other, other).text == other


# -- what is merged --------------------------------------------------------------------


def test_changes_of_different_elements_are_both_kept():
    mine = change(BASE, "default: 2", "default: 3")
    theirs = change(change(BASE, "OS::Heat::None", "OS::Heat::Value"), "# about outputs", "# about the outputs")
    merged = merge(BASE, mine, theirs)
    assert merged.text == change(theirs, "default: 2", "default: 3")
    assert merged.conflicts == ()


def test_additions_of_both_sides_are_consecutive():
    mine = change(BASE, "    # below two\n", "    # below two\n\n  mine: {type: OS::Heat::None}\n")
    theirs = change(BASE, "    # below two\n", "    # below two\n\n  theirs: {type: OS::Heat::None}\n")
    merged = merge(BASE, mine, theirs).text
    assert merged == change(theirs, "  theirs: {type: OS::Heat::None}\n",
                            "  theirs: {type: OS::Heat::None}\n\n  mine: {type: OS::Heat::None}\n")  # fmt: skip


def test_one_adds_a_declaration_and_the_other_a_section():
    text = BASE[: BASE.index("\n# about outputs")]
    mine = text + "  three: {type: OS::Heat::None}\n"
    theirs = text + "outputs:\n  o: {value: 1}\n"
    assert merge(text, mine, theirs).text == mine + "outputs:\n  o: {value: 1}\n"
    assert merge(text, theirs, mine).text == mine + "outputs:\n  o: {value: 1}\n"


def test_one_empties_a_section_that_the_other_adds_to():
    mine = perform(BASE, "remove", {"section": "outputs", "name": "o"}).after
    theirs = BASE + "  p: {value: 2}\n"
    for first, second in ((mine, theirs), (theirs, mine)):
        assert merge(BASE, first, second).text.rstrip() == change(theirs, "  o: {value: 1}\n", "").rstrip()


def test_one_moves_and_the_other_changes():
    mine = perform(BASE, "move", {"path": ["resources", "two"], "index": 0}).after
    theirs = change(BASE, "get_param: size", "get_param: sizes")
    for first, second in ((mine, theirs), (theirs, mine)):
        merged = merge(BASE, first, second).text
        assert merged == change(mine, "get_param: size", "get_param: sizes")


def test_one_removes_and_the_other_changes_something_else():
    mine = perform(BASE, "remove", {"section": "resources", "name": "one"}).after
    theirs = change(BASE, "# below two", "# more below two")
    assert merge(BASE, mine, theirs).text == change(mine, "# below two", "# more below two")


def test_a_text_without_an_end_and_one_with_windows_line_ends():
    base = BASE.rstrip("\n").replace("\n", "\r\n")
    mine, theirs = base + "\r\n  p: {value: 2}", base + "\r\n  q: {value: 3}"
    assert merge(base, mine, theirs).text == base + "\r\n  q: {value: 3}\r\n  p: {value: 2}"


def test_a_byte_order_mark_stays():
    base = "\ufeff" + BASE
    mine, theirs = change(base, "default: 2", "default: 3"), change(base, "value: 1", "value: 2")
    assert merge(base, mine, theirs).text == change(theirs, "default: 2", "default: 3")


def test_an_environment_has_elements_too():
    base = "parameters:\n  a: 1\n  b: 2\nresource_registry:\n  X: x.yaml\n"
    merged = merge(base, change(base, "a: 1", "a: 3"), change(base, "b: 2", "b: 4"))
    assert merged.text == "parameters:\n  a: 3\n  b: 4\nresource_registry:\n  X: x.yaml\n"


# -- conflicts ----------------------------------------------------------------


def test_the_same_element_is_asked_about_with_both_sides():
    mine, theirs = change(BASE, "default: 2", "default: 3"), change(BASE, "type: number", "type: string")
    theirs = change(theirs, "value: 1", "value: 2")
    merged = merge(BASE, mine, theirs)
    assert merged.text is None
    (conflict,) = merged.conflicts
    assert conflict.element == ("parameters", "size")
    assert "default: 3" in conflict.mine
    assert "type: string" in conflict.theirs
    element = conflict.element
    assert merge(BASE, mine, theirs, {element: "mine"}).text == change(mine, "value: 1", "value: 2")
    assert merge(BASE, mine, theirs, {element: "theirs"}).text == theirs


def test_one_removes_what_the_other_changes():
    mine = perform(BASE, "remove", {"section": "resources", "name": "two"}).after
    theirs = change(BASE, "OS::Heat::None", "OS::Heat::Value")
    (conflict,) = merge(BASE, mine, theirs).conflicts
    assert (conflict.element, conflict.mine) == (("resources", "two"), None)
    assert merge(BASE, mine, theirs, {("resources", "two"): "mine"}).text == mine
    assert merge(BASE, mine, theirs, {("resources", "two"): "theirs"}).text == theirs


def test_both_add_the_same_name():
    mine, theirs = BASE + "  p: {value: 2}\n", BASE + "  p: {value: 3}\n"
    (conflict,) = merge(BASE, mine, theirs).conflicts
    assert conflict.element == ("outputs", "p")
    assert conflict.base is None
    assert merge(BASE, mine, theirs, {("outputs", "p"): "mine"}).text == mine


@pytest.mark.parametrize("text", ["a: [", "echo\n", "", "[1, 2]\n", "a: 1\na: 2\n", "? [x]\n: y\n", "a: *b\n"])
def test_a_text_without_elements_is_asked_about_as_a_whole(text):
    merged = merge(text, text + "# mine\n", text + "# theirs\n")
    assert merged.text is None
    assert [conflict.element for conflict in merged.conflicts] == [WHOLE]
    assert merge(text, text + "# mine\n", text + "# theirs\n", {WHOLE: "mine"}).text == text + "# mine\n"


def test_what_does_not_fit_together_is_asked_about_as_a_whole():
    base = "parameters:\n  a: &a {type: string}\n  b: {type: string}\n"
    mine = change(base, "&a ", "")
    theirs = change(base, "b: {type: string}", "b: *a")
    merged = merge(base, mine, theirs)
    assert [conflict.element for conflict in merged.conflicts] == [WHOLE]


def test_a_section_emptied_by_both_sides_together_is_removed():
    base = "heat_template_version: 2021-04-16\noutputs:\n  a: {value: 1}\n  b: {value: 2}\nresources: {}\n"
    made = merge(base, base.replace("  a: {value: 1}\n", ""), base.replace("  b: {value: 2}\n", ""))
    assert made.text == "heat_template_version: 2021-04-16\nresources: {}\n"


def test_very_many_things_that_both_added_are_merged_soon():
    base = "parameters:\n" + "".join(f"  p{n}: {{type: string}}\n" for n in range(3000))
    mine, theirs = (base + "".join(f"  {who}{n}: {{type: string}}\n" for n in range(3000)) for who in "mt")
    with within(10):
        assert merge(base, mine, theirs).text == theirs + mine.removeprefix(base)
