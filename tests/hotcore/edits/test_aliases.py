"""Edits of shared values: everywhere, or in one place alone while the others keep their data."""

import pytest

from hotcore.edits import CannotEdit, Draft, Shared, Step, perform, perform_all
from hotcore.edits.draft import same

ANCHORS = """\
base: &base # why
  size: 1
  tags: [a]   # of it
one: *base
list:
  - *base
  - other
two:
  <<: *base
  name: x
flow: {inner: *base, more: 1}
"""


def parts(text):
    return Draft(text).plain()


@pytest.mark.parametrize("start", ["base", "one", ("list", 0), ("flow", "inner"), "two"])
@pytest.mark.parametrize(("inner", "value"), [(("tags", 0), "b"), (("tags",), ["c"]), (("new", "deep"), 1)])
def test_what_is_shared_can_be_changed_in_one_place_alone(start, inner, value):
    path = (*(start if isinstance(start, tuple) else (start,)), *inner)
    before = parts(ANCHORS)
    change = perform(ANCHORS, "set", {"path": path, "value": value}, here=True)
    after = parts(change.after)
    found = after
    for key in path:
        found = found[key]
    assert found == value
    changed = path[: 2 if start in (("list", 0), ("flow", "inner")) else 1]
    others = [key for key in before if key != changed[0]]
    assert all(same(before[key], after[key]) for key in others)
    assert len([line for line in ANCHORS.splitlines() if line in change.after]) >= len(ANCHORS.splitlines()) - 4


def test_the_place_of_the_anchor_gives_it_to_the_next_that_uses_it():
    change = perform(ANCHORS, "set", {"path": ["base", "size"], "value": 2}, here=True)
    assert change.after.startswith("base: # why\n  size: 2\n  tags: [a]   # of it\none: &base\n  size: 1\n  tags:\n")
    assert "  - *base\n" in change.after


def test_an_anchor_in_one_line_is_given_on_too():
    change = perform("a: &x {b: 1}\nc: [1, *x, *x]\n", "set", {"path": ["a", "b"], "value": 2}, here=True)
    assert change.after == "a: {b: 2}\nc: [1, &x {b: 1}, *x]\n"


@pytest.mark.parametrize("data", ["{b: [1]}", "[1, {b: 2}]", "[[1]]", "text", "|\n    a\n    b"])
@pytest.mark.parametrize("other", ["[*x, *x]", "\n  - *x\n  - - *x", "\n- 1\n- *x", "{d: *x}", "\n  d: *x\n  <<: {}"])
def test_an_anchor_is_given_on_to_any_place(data, other):
    text = f"a:\n  - &x {data}\nc: {other}\n"
    change = perform(text, "unset", {"path": ["a", 0]}, here=True)
    assert same(parts(change.after)["c"], parts(text)["c"])
    assert change.after.startswith("a: []\n")


def test_only_the_place_that_is_meant_is_written_out():
    change = perform(ANCHORS, "set", {"path": ["one", "size"], "value": 2}, here=True)
    assert change.after == ANCHORS.replace("one: *base", "one:\n  size: 2\n  tags:\n    - a")


def test_what_is_merged_in_can_be_changed_everywhere():
    with pytest.raises(Shared) as asked:
        perform(ANCHORS, "set", {"path": ["two", "tags", 0], "value": "b"})
    assert asked.value.anchor == "base"
    change = perform(ANCHORS, "set", {"path": ["two", "tags", 0], "value": "b"}, everywhere=True)
    assert change.after == ANCHORS.replace("[a]", "[b]")


TEXT = "heat_template_version: 2021-04-16\n\nresources:\n  a: {type: x} # kept\n  b: {type: x}\n  c: {type: x}\n"


def test_several_gestures_are_one_change():
    steps = [Step("remove", {"section": "resources", "name": name}) for name in ("b", "c")]
    change = perform_all(TEXT, steps, "Remove b, c")
    assert change.title == "Remove b, c"
    assert change.after == TEXT[: TEXT.index("  b:")]
    assert perform_all(TEXT, steps).title == "Remove resource b"


def test_of_several_gestures_all_are_made_or_none():
    steps = [Step("remove", {"section": "resources", "name": name}) for name in ("b", "nowhere")]
    with pytest.raises(CannotEdit, match="nowhere"):
        perform_all(TEXT, steps)


@pytest.mark.parametrize("count", [0, 100_000])
def test_nothing_and_too_much_are_refused(count):
    with pytest.raises(CannotEdit):
        perform_all(TEXT, [Step("remove", {"section": "resources", "name": "b"})] * count)


@pytest.mark.parametrize(
    ("text", "names", "after"),
    [
        ("a: {x: 1, y: 2, z: 3}\n", ["x", "y"], "a: {z: 3}\n"),
        ("a: {x: 1, y: 2, z: 3}\n", ["x", "z"], "a: {y: 2}\n"),
        ("a: {x: 1, y: 2, z: 3}\n", ["y", "z"], "a: {x: 1}\n"),
        ("a:\n  x: 1\n\n  # of y\n  y: 2\n\n  z: 3", ["y", "z"], "a:\n  x: 1\n\n"),
        ("a:\n  x: 1\n\n  y: 2\n\n  z: 3\nb: 1\n", ["x", "y"], "a:\n  z: 3\nb: 1\n"),
        ("a:\n  x: 1\n  y: 2\nb: 1\n", ["y", "x"], "a: {}\nb: 1\n"),
    ],
)
def test_several_entries_go_in_one_step(text, names, after):
    draft = Draft(text)
    draft.remove_all(("a",), names)
    assert draft.text == after


def test_entries_removed_together_have_no_remaining_references():
    text = (
        "heat_template_version: 2021-04-16\nresources:\n  a: {type: x, depends_on: [b, c]}\n"
        "  b: {type: x, depends_on: c}\n  c: {type: x}\n"
    )
    change = perform(text, "remove-all", {"section": "resources", "names": ["b", "c"], "with_uses": True})
    assert change.after == "heat_template_version: 2021-04-16\nresources:\n  a: {type: x}\n"
    assert change.title == "Remove b, c"
    with pytest.raises(CannotEdit, match="no `d`"):
        perform(text, "remove-all", {"section": "resources", "names": ["b", "d"]})
