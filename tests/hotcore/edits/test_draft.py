"""Edits by path: what they write, what they refuse, and that nothing else changes."""

import random
import re
import textwrap

import pytest

from hotcore.edits import CannotEdit, Change, Draft, Shared, TextEdit, apply_edits
from hotcore.edits.draft import same
from hotcore.edits.text.text_edits import replacements
from hotcore.edits.text.write import entry_range
from tests.hotcore.corpus import corpus_texts, needs_corpus

VALUES = (
    "web", "a: b", "", 5, True, None, 1.5, "yes", [1, 2], {"get_param": "x"}, {"a": {"b": ["c", {"d": "e"}]}},
    "line one\nline two\n", "it's", "2018-08-31", [], {}, [[1], [2, {"a": "b"}]], "tab\there", "#no", "- x",
    {"if": ["c", {"get_resource": "x"}, "no"]}, "OS::Nova::Server", " lead", "two\n\nthree", "é😀", "0755", "22:30",
    "\\", '"', float("inf"), 10**30, "a\u2028b", "%{x}", "{{ jinja }}", "x" * 200, "~", "null", "=", "<<",
)  # fmt: skip


def paths(data, path=()):
    """The path of everything in plain data."""
    if path:
        yield path
    if isinstance(data, dict | list):
        for key, value in data.items() if isinstance(data, dict) else enumerate(data):
            yield from paths(value, (*path, key))


def edited(text, **how):
    """What one edit makes of a text."""
    draft = Draft(textwrap.dedent(text))
    ((gesture, arguments),) = how.items()
    getattr(draft, gesture)(*arguments)
    return draft.text


# -- any edit of any real template ---------------------------------------------


def outside(draft, path, kind):
    """The text before and after the part that an edit at a path may change."""
    tree = draft.tree
    text = tree.text
    container = tree.parent(path)
    whole = tree.slots(container)
    if kind == "remove" and len(whole) == 1 and len(path) > 1:
        return outside(draft, path[:-1], "set")  # the map or list is written anew, as an empty one
    if kind in ("set", "rename"):
        slot = tree.slot(container, path[-1])
        behind = re.match(r" +#.*\n", text[slot.end :])  # a block is inserted below the comment after the key
        return text[: slot.start], text[slot.end + (behind.end() if behind else 0) :]
    start, end = container.start, container.end
    if not container.flow:
        start, end = entry_range(tree, whole, 0)[0], entry_range(tree, whole, len(whole) - 1)[1]
    return text[:start].rstrip(), text[end:].lstrip()


def edit_at_random(draft, chance):
    """One edit of a random kind at a random place; returns what was asked."""
    path = chance.choice(list(paths(draft.plain())))
    siblings = draft.plain(path[:-1])
    kind = chance.choice(["set", "insert", "remove", "rename", "move"])
    value = chance.choice(VALUES)
    if kind == "set":
        draft.set(path, value)
    elif kind == "insert":
        key = None if isinstance(siblings, list) else "new_key"
        draft.insert(path[:-1], key, value, chance.choice([None, 0, 1, len(siblings) // 2]))
    elif kind == "remove":
        draft.remove(path)
    elif kind == "rename" and isinstance(siblings, dict):
        draft.rename(path, "new_name")
    else:
        kind = "move"
        draft.move(path, chance.randrange(len(siblings)))
    return kind, path, value


@pytest.mark.long
@needs_corpus
def test_random_edits_of_real_templates_leave_everything_else_where_it_is():
    """Every edit reads back as requested; a draft verifies that itself, so refusals are reported."""
    texts = corpus_texts()
    done, refused = 0, []
    for _ in range(1000):
        name, text = random.choice(texts)
        try:
            draft = Draft(text)
        except CannotEdit:
            continue  # not YAML before it went through another tool
        state = random.getstate()
        before = Draft(text)
        try:
            kind, path, value = edit_at_random(draft, random)
        except Shared:
            continue
        except CannotEdit as problem:
            random.setstate(state)
            refused.append((name, str(problem)))
            continue
        head, tail = outside(before, path, kind)
        assert draft.text.startswith(head), (name, kind, path, value)
        assert draft.text.endswith(tail), (name, kind, path, value)
        change = draft.change("anything")
        undone = Change("undo", change.after, change.before)
        assert apply_edits(text, change.edits) == draft.text
        assert apply_edits(draft.text, undone.edits) == text
        done += 1
    assert done > 900
    assert len(refused) <= 10, refused


# -- what is written -------------------------------------------------------------

TEXT = """\
heat_template_version: 2018-08-31

# the machines
resources:
    # first
    one:
        type: OS::Heat::None   # nothing

    two:
        type: "OS::Heat::Value"
        properties: {value: [1, 2]}
"""


@pytest.mark.parametrize("value", VALUES, ids=repr)
@pytest.mark.parametrize("path", [("resources", "one", "type"), ("resources", "two", "properties", "value", 0)])
def test_any_value_can_be_put_anywhere_and_reads_back(path, value):
    draft = Draft(TEXT)
    draft.set(path, value)
    assert same(Draft(draft.text).plain(path), value)
    assert "# first" in draft.text
    assert "# nothing" in draft.text


def test_a_new_value_has_the_quotes_of_the_old_one():
    draft = Draft(TEXT)
    draft.set(("resources", "two", "type"), "OS::Heat::None")
    assert '        type: "OS::Heat::None"\n' in draft.text


def test_a_new_entry_follows_the_indentation_and_the_blank_lines_of_its_neighbours():
    draft = Draft(TEXT)
    draft.insert(("resources",), "three", {"type": "OS::Heat::None", "properties": {"a": {"b": 1}}})
    assert draft.text == TEXT + (
        "\n    three:\n        type: OS::Heat::None\n        properties:\n            a:\n                b: 1\n"
    )


def test_comments_go_with_what_they_belong_to():
    draft = Draft(TEXT)
    draft.remove(("resources", "one"))
    assert "# first" not in draft.text
    assert "# the machines" in draft.text
    draft = Draft(TEXT)
    draft.move(("resources", "one"), 1)
    assert draft.text.index("two:") < draft.text.index("# first") < draft.text.index("one:")


def test_windows_line_ends_stay():
    draft = Draft(TEXT.replace("\n", "\r\n"))
    draft.insert(("resources",), "three", {"type": "OS::Heat::None"})
    draft.set(("resources", "one", "type"), {"a": "b"})
    assert "\n" not in draft.text.replace("\r\n", "")


def test_a_byte_order_mark_stays():
    draft = Draft("\ufeff" + TEXT)
    draft.set(("resources", "one", "type"), "OS::Heat::Value")
    assert draft.text == "\ufeff" + TEXT.replace("OS::Heat::None", "OS::Heat::Value")
    assert apply_edits(draft.before, draft.change("").edits) == draft.text


def test_json_stays_json():
    text = '{\n  "heat_template_version": "2018-08-31",\n  "resources": {\n    "a": {"type": "x"}\n  }\n}\n'
    draft = Draft(text)
    draft.insert(("resources",), "b", {"type": "OS::Heat::Value", "properties": {"value": "it's"}})
    draft.set(("resources", "a", "type"), "y")
    draft.rename(("resources", "a"), "first")
    assert draft.text == (
        '{\n  "heat_template_version": "2018-08-31",\n  "resources": {\n    "first": {"type": "y"},\n'
        '    "b": {\n      "type": "OS::Heat::Value",\n      "properties": {\n        "value": "it\'s"\n'
        "      }\n    }\n"
        "  }\n}\n"
    )


@pytest.mark.parametrize(
    ("before", "gesture", "arguments", "after"),
    [
        ("a: {b: 1, c: 2}\n", "remove", (("a", "b"),), "a: {c: 2}\n"),
        ("a: {b: 1, c: 2}\n", "remove", (("a", "c"),), "a: {b: 1}\n"),
        ("a: {b: 1}\n", "remove", (("a", "b"),), "a: {}\n"),
        ("a:\n  b: 1\n", "remove", (("a", "b"),), "a: {}\n"),
        ("a: [x, y,]\n", "insert", (("a",), None, "z"), "a: [x, y, z]\n"),
        ("a: []\nb: 1\n", "insert", (("a",), None, "z"), "a:\n  - z\nb: 1\n"),
        ("a: # why\n", "insert", (("a",), "b", 1), "a: # why\n  b: 1\n"),
        ("a:\n- x # one\n- y\n", "remove", (("a", 0),), "a:\n- y\n"),
        ("a:\n- b: 1\n  c: 2\n", "remove", (("a", 0, "b"),), "a:\n- c: 2\n"),
        ("a:\n- b: 1\n  c: 2\n", "insert", (("a", 0), "d", 3, 0), "a:\n- d: 3\n  b: 1\n  c: 2\n"),
        ("a: 1 # one\nb: 2 # two\n", "move", (("b",), 0), "b: 2 # two\na: 1 # one\n"),
        ("a: |\n  text\n\nb: 1\n", "set", (("a",), "new"), "a: new\n\nb: 1\n"),
        ("a: x   # note\n", "set", (("a",), "l1\nl2\n"), "a: |   # note\n  l1\n  l2\n"),
        ("a: |-  # note\n  x\nb: 1\n", "set", (("a",), "l1\nl2\n"), "a: |  # note\n  l1\n  l2\nb: 1\n"),
        ("a: |  #\n  x\n", "set", (("a",), "new"), "a: new  #\n"),
        ("a: &one >  # note\n  x\n", "set", (("a",), "new"), "a: new  # note\n"),
        ("a: |\n  # no note\nb: 1\n", "set", (("a",), "new"), "a: new\nb: 1\n"),
        ("a: x\na: y\nb: 1\n", "remove", (("a",),), "b: 1\n"),
        ("'a': x\n", "rename", (("a",), "it's"), "'it''s': x\n"),
    ],
)
def test_an_edit_writes(before, gesture, arguments, after):
    assert edited(before, **{gesture: arguments}) == after


# -- what is shared ----------------------------------------------------------------

ANCHORS = """\
base: &base
  size: 1
  tags: [a]
one: *base
two:
  <<: *base
  name: x
"""


@pytest.mark.parametrize("path", [("base", "size"), ("one", "size"), ("one", "tags", 0)])
def test_an_edit_of_what_others_use_asks_first(path):
    draft = Draft(ANCHORS)
    with pytest.raises(Shared) as asked:
        draft.set(path, 5)
    assert asked.value.anchor == "base"
    assert draft.text == ANCHORS


def test_an_edit_of_what_others_use_can_be_meant_for_all_of_them():
    draft = Draft(ANCHORS, everywhere=True)
    draft.set(("one", "size"), 5)
    assert draft.text == ANCHORS.replace("size: 1", "size: 5")
    assert draft.plain(("two", "size")) == 5


def test_an_alias_itself_can_be_replaced():
    draft = Draft(ANCHORS)
    draft.set(("one",), {"size": 2})
    assert draft.text == ANCHORS.replace("one: *base\n", "one:\n  size: 2\n")


def test_a_merged_entry_is_overridden_next_to_the_merge_key_and_cannot_be_removed_there():
    draft = Draft(ANCHORS)
    with pytest.raises(CannotEdit, match="merge key"):
        draft.remove(("two", "size"))
    draft.set(("two", "name"), "y")
    assert draft.plain(("two",)) == {"size": 1, "tags": ["a"], "name": "y"}


def test_what_has_an_anchor_cannot_go_while_it_is_used():
    draft = Draft(ANCHORS)
    with pytest.raises(CannotEdit):
        draft.remove(("base",))
    assert draft.text == ANCHORS


@pytest.mark.parametrize("text", ["a: [", "\x00", "a: *x", "? [a]\n: b\n"])
def test_a_text_that_cannot_be_read_is_not_edited(text):
    with pytest.raises(CannotEdit):
        Draft(text)


@pytest.mark.parametrize("path", [("b",), ("a", 5), ("a", "x"), ("a", 0, "x")])
def test_a_path_that_leads_nowhere_is_refused(path):
    with pytest.raises(CannotEdit):
        Draft("a: [1]\n").remove(path)


# -- edits of texts ------------------------------------------------------------------


def test_edits_that_overlap_are_refused():
    with pytest.raises(ValueError, match="Overlapping"):
        apply_edits("abcdef", [TextEdit(0, 3, "x"), TextEdit(2, 4, "y")])


def test_replacements_touch_only_the_lines_that_differ():
    assert replacements("a\nb\nc\n", "a\nB\nc\nd\n") == (TextEdit(2, 4, "B\n"), TextEdit(6, 6, "d\n"))
    assert replacements("same\n", "same\n") == ()


def test_replacements_far_from_each_other_leave_the_many_lines_between():
    between = "between\n" * 5000
    after = f"A\n{between}Z\n"
    edits = replacements(f"a\n{between}z\n", after)
    assert edits == (TextEdit(0, 2, "A\n"), TextEdit(40002, 40004, "Z\n"))
    assert apply_edits(f"a\n{between}z\n", edits) == after
    (whole,) = replacements(f"a\n{between}z\n", f"{after}more\n")
    assert apply_edits(f"a\n{between}z\n", [whole]) == f"{after}more\n"


def test_a_map_without_braces_in_a_flow_list_is_emptied_in_place():
    text = """\
        networks: [
          port: one
        ]
        after: 1
        """
    assert edited(text, remove=(("networks", 0, "port"),)) == "networks: [\n  {}\n]\nafter: 1\n"
