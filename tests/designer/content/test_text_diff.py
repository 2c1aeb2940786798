"""The diff of two revisions."""

import random

import pytest

from designer.content.content import Content
from designer.content.text_diff import difference, differences
from designer.templatetags.yaml_colours import yaml_colours
from tests.pace import within

OLD = b"""\
heat_template_version: 2018-08-31
parameters:
  size:
    type: number
    default: 1
  "quoted name":
    type: string
resources:
  db:
    type: OS::Nova::Server
    properties:
      flavor: small
  web:
    type: OS::Nova::Server
"""


def named(found):
    return [(hunk.element, [(line.kind, line.text) for line in hunk.lines if line.kind]) for hunk in found.hunks]


def test_every_change_is_named_by_its_element():
    new = OLD.replace(b"default: 1", b"default: 2").replace(b"small", b"large") + b"outputs:\n  url: {value: x}\n"
    assert named(difference("", OLD, new)) == [
        ("parameters: size", [("del", "    default: 1"), ("add", "    default: 2")]),
        ("resources: db", [("del", "      flavor: small"), ("add", "      flavor: large")]),
        ("outputs", [("add", "outputs:")]),
        ("outputs: url", [("add", "  url: {value: x}")]),
    ]


def test_lines_bear_their_numbers_in_both_texts():
    found = difference("", OLD, OLD.replace(b"    default: 1\n", b""))
    lines = found.hunks[0].lines
    assert [(line.old, line.new) for line in lines][:4] == [(3, 3), (4, 4), (5, None)]
    assert (found.added, found.removed) == (0, 1)


def test_side_by_side_puts_what_belongs_together_beside_each_other():
    found = difference("", b"a\nb\nc\n", b"a\nB\nB2\nc\n")
    pairs = [(old and old.text, new and new.text) for old, new in found.hunks[0].pairs()]
    assert pairs == [("a", "a"), ("b", "B"), (None, "B2"), ("c", "c")]


def test_files_are_compared_as_well():
    old = Content(OLD, {"same": b"1", "changed.sh": b"a\n", "gone": b"x"})
    new = Content(OLD, {"same": b"1", "changed.sh": b"b\n", "new.png": b"\xff", "empty": b""})
    found = {one.path: one for one in differences(old, new)}
    assert list(found) == ["changed.sh", "empty", "gone", "new.png"]
    assert found["new.png"].binary
    assert (found["gone"].added, found["gone"].removed) == (0, 1)
    assert not found["changed.sh"].is_yaml


def test_only_the_ends_of_lines_may_differ():
    (found,) = differences(Content(OLD), Content(OLD.replace(b"\n", b"\r\n")))
    assert not found.hunks


def test_the_same_content_has_no_difference():
    assert differences(Content(OLD), Content(OLD)) == []


@pytest.mark.parametrize("lines", [300, 3_000, 200_000])
def test_repetitive_and_huge_texts_are_compared_in_no_time(lines):
    dice = random.Random(lines)
    old, new = ("".join(dice.choice("ab\n") + "\n" for _ in range(lines)).encode() for _ in range(2))
    with within(10):
        found = difference("", old, new)
    assert sum(len(hunk.lines) for hunk in found.hunks) <= 3_000
    assert found.added + found.removed + found.left_out > 0


@pytest.mark.parametrize(
    ("line", "html"),
    [
        ("  type: OS::Nova::Server", '  <span class="k">type</span>: OS::Nova::Server'),
        ("  min: 12 # note", '  <span class="k">min</span>: <span class="n">12</span> <span class="c"># note</span>'),
        ("{get_param: x}", '{<span class="f">get_param</span>: x}'),
        ("a: 'b # c'", '<span class="k">a</span>: <span class="s">&#x27;b # c&#x27;</span>'),
        ("<script>", "&lt;script&gt;"),
        ("url: http://x/1.2.3.4", '<span class="k">url</span>: http://x/1.2.3.4'),
    ],
)
def test_colours_of_a_line(line, html):
    assert yaml_colours(line) == html


def test_a_line_that_is_not_yaml_has_no_colours():
    assert yaml_colours("echo: 1", False) == "echo: 1"


def test_colouring_a_hostile_line_takes_no_time():
    with within(2):
        for line in ('"' * 100_000, '"\\' * 50_000, "a" * 100_000, "a:" * 50_000, " #" * 50_000, "-" * 100_000):
            yaml_colours(line)
