"""Parameter groups: their labels, their order, and their parameters."""

import pytest

from hotcore.edits import CannotEdit, Draft, perform

TEXT = """\
heat_template_version: 2021-04-16

parameter_groups:
  # what it is
  - label: First
    parameters: [a, b]
  - label: 'Second'   # said so
    description: About it
    parameters:
      - c   # see

  - parameters: [d]

parameters:
  a: {type: string}

  # of b
  b: {type: string}
  c: {type: string}
  d: {type: string}
  e: {type: string}
  f: {type: string}
"""


def after(gesture, text=TEXT, /, **arguments):
    return perform(text, gesture, arguments).after


def test_a_label_is_written_in_the_quotes_of_the_old_one():
    assert after("describe-group", index=1, field="label", text="Next") == TEXT.replace("'Second'", "'Next'")


def test_a_new_label_is_inserted_first():
    assert "  - label: Third\n    parameters: [d]" in after("describe-group", index=2, field="label", text="Third")


def test_a_description_is_added_after_the_label_and_removed_again():
    described = after("describe-group", index=0, field="description", text="What it is: all")
    assert described == TEXT.replace("First\n", "First\n    description: 'What it is: all'\n")
    assert after("describe-group", described, index=0, field="description", text="") == TEXT


def test_groups_change_places_with_their_comments():
    moved = after("move-group", group=0, index=1)
    assert moved.index("'Second'   # said so") < moved.index("# what it is\n  - label: First") < moved.index("[d]")
    assert after("move-group", moved, group=1, index=0) == TEXT


@pytest.mark.parametrize(
    ("arguments", "lists"),
    [
        ({"name": "c", "group": 0, "index": 1}, [["a", "c", "b"], [], ["d"]]),
        ({"name": "a", "group": 1, "index": 0}, [["b"], ["a", "c"], ["d"]]),
        ({"name": "e", "group": 2, "index": 0}, [["a", "b"], ["c"], ["e", "d"]]),
        ({"name": "b", "group": 0, "index": 0}, [["b", "a"], ["c"], ["d"]]),
        ({"name": "d", "group": None}, [["a", "b"], ["c"], []]),
    ],
)
def test_a_parameter_is_moved_to_its_position(arguments, lists):
    text = after("place-parameter", **arguments)
    assert [group["parameters"] for group in plain(text)["parameter_groups"]] == lists
    assert text[text.index("\nparameters:") :] == TEXT[TEXT.index("\nparameters:") :]


def plain(text):
    return Draft(text).plain()


@pytest.mark.parametrize(
    ("name", "index", "order"),
    [("f", 0, "abcdfe"), ("e", 1, "abcdfe"), ("a", 0, "bcdaef"), ("a", 1, "bcdeaf"), ("b", 9, "acdefb")],
)
def test_parameters_in_no_group_have_an_order_too(name, index, order):
    text = after("place-parameter", name=name, group=None, index=index)
    assert "".join(plain(text)["parameters"]) == order


@pytest.mark.parametrize(
    ("gesture", "arguments"),
    [
        ("describe-group", {"index": 9, "field": "label", "text": "x"}),
        ("describe-group", {"index": 0, "field": "parameters", "text": "x"}),
        ("describe-group", {"index": 0, "field": "label", "text": 5}),
        ("move-group", {"group": 9, "index": 0}),
        ("move-group", {"group": None, "index": 0}),
        ("place-parameter", {"name": "nowhere", "group": None, "index": 0}),
    ],
)
def test_a_missing_target_is_refused(gesture, arguments):
    with pytest.raises(CannotEdit):
        after(gesture, **arguments)


def test_parameters_that_are_no_map_have_no_order():
    text = "heat_template_version: 2021-04-16\nparameters:\n- {name: a}\n- b\nresources: {}\n"
    with pytest.raises(CannotEdit):
        perform(text, "place-parameter", {"name": "a", "group": None, "index": 0})
