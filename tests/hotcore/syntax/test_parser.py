"""The parser: locations, YAML 1.1 values, errors, and limits for hostile texts."""

import textwrap

import pytest

from hotcore.diagnostics import Report, Severity
from hotcore.runtime import memo
from hotcore.source import Source, decode
from hotcore.syntax.nodes import Mapping, Scalar, Sequence, to_plain
from hotcore.syntax.parser import Limits, read


def read_text(text, limits=None):
    """The tree and the diagnostics of a text."""
    report = Report()
    node = read(Source(text), report, limits or Limits())
    return node, report.sorted


def plain(text):
    node, found = read_text(text)
    assert node is not None, found
    return to_plain(node)


def problem(text, limits=None):
    node, (found,) = read_text(text, limits)
    assert node is None
    return found


def piece(node):
    """The text of a node's span."""
    return node.source.text[node.span.start : node.span.end]


# -- locations ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a: plain text  # comment", "plain text"),
        ("a: 'single ''quoted'''", "'single ''quoted'''"),
        ('a: "double \\n quoted"', '"double \\n quoted"'),
        ("a: {b: 1}", "{b: 1}"),
        ("a: [1, 2]  ", "[1, 2]"),
        ("a:\n  b: 1\n  c: two\n\n# after", "b: 1\n  c: two"),
        ("a:\n- 1\n- x: y\n", "- 1\n- x: y"),
        ("a:\n  - [1]\nb: 2", "- [1]"),
        ("a: &anchor value", "&anchor value"),
        ("a: !!str 5", "!!str 5"),
        ('{"a": [1, {"b": null}]}', '[1, {"b": null}]'),
        ('{"a": "\\u00e9 \\" x"}', '"\\u00e9 \\" x"'),
        ("ü: 😀 smile", "😀 smile"),
    ],
)
def test_a_value_knows_its_place(text, expected):
    node, _ = read_text(text)
    first = next(iter(node.members.values()))
    assert piece(first) == expected


def test_lines_and_columns_count_from_one_in_code_points():
    node, _ = read_text("ü😀: 1\nb:\n  - ß: x\n")
    assert (node.key_span("ü😀").line, node.key_span("ü😀").column, node.key_span("ü😀").end_column) == (1, 1, 3)
    item = node.get("b").items[0]
    assert piece(item.members["ß"]) == "x"
    assert (item.members["ß"].span.line, item.members["ß"].span.column) == (3, 8)


def test_a_literal_block_ends_with_its_text():
    node, _ = read_text("a: |\n  one\n  two\nb: 1\n")
    assert node.get("a").value == "one\ntwo\n"
    assert piece(node.get("a")).startswith("|\n  one")
    assert node.get("a").span.end_line <= 4


def test_an_empty_value_has_an_empty_span():
    node, _ = read_text("a:\nb: 1\n")
    assert node.get("a").value is None
    assert node.get("a").span.start == node.get("a").span.end


@pytest.mark.parametrize("line_break", ["\n", "\r\n", "\r"])
def test_lines_end_in_every_way(line_break):
    node, _ = read_text(line_break.join(["a: 1", "b:", "  c: here", ""]))
    assert node.get("b").key_span("c").line == 3
    assert piece(node.get("b").get("c")) == "here"


@pytest.mark.parametrize("text", ["\ufeffa: 1\n", '\ufeff{"a": 1}'])
def test_a_byte_order_mark_does_not_matter(text):
    assert plain(text) == {"a": 1}
    assert to_plain(read_text(decode(text.encode()))[0]) == {"a": 1}
    node, _ = read_text(text)
    assert piece(node.get("a")) == "1"


def test_a_list_that_ends_with_an_alias_covers_it():
    node, _ = read_text("a: &x {long: enough}\nb:\n- 1\n- *x\n")
    assert piece(node.get("b")) == "- 1\n- *x"
    assert to_plain(node)["b"] == [1, {"long": "enough"}]


# -- values ------------------------------------------------------------------

SCALARS = {
    "yes": True, "Yes": True, "YES": True, "on": True, "off": False, "No": False, "true": True, "y": "y", "n": "n",
    "~": None, "null": None, "Null": None, "": None, "nULL": "nULL",
    "010": 8, "0o17": "0o17", "08": "08", "0x1F": 31, "0b101": 5, "1_000": 1000, "+5": 5, "-0": 0,
    "22:30": 1350, "1:30:00": 5400, "1:60": "1:60",
    "1e3": "1e3", "1.0e+3": 1000.0, ".5": 0.5, "-.5": "-.5", ".inf": float("inf"), "1.": 1.0,
    "2013-05-23": "2013-05-23", "2020-13-45": "2020-13-45",
    "2001-12-14t21:59:43.10-05:00": "2001-12-14t21:59:43.10-05:00",
    "'5'": "5", '"yes"': "yes", "!!str 5": "5", "!!int '5'": 5, "!!float 1": 1.0, "!!bool yes": True,
}  # fmt: skip


@pytest.mark.parametrize(("text", "value"), SCALARS.items())
def test_plain_scalars_follow_yaml_11(text, value):
    found = plain(f"a: {text}")["a"]
    assert found == value
    assert type(found) is type(value)


def test_keys_have_types_too():
    assert plain("on: 1\n1: 2\n22:22: 3\n'1': 4") == {True: 2, 1342: 3, "1": 4}


def test_json_is_tried_first():
    assert plain('{"a": 1e3, "b": "yes", "c": NaN}')["a"] == 1000.0
    assert plain('{"a": 1e3, }')["a"] == "1e3"
    node, (found,) = read_text('{"a": 1, "a": 2}')
    assert (to_plain(node), found.code, found.span.column) == ({"a": 2}, "duplicate-key", 10)


def test_merge_keys_are_worked_in_and_own_keys_win():
    text = textwrap.dedent("""
        base: &base {a: 1, b: 1}
        more: &more {b: 2, c: 2}
        one: {<<: *base, b: 3}
        two: {<<: [*base, *more], d: 4}
        plain: {'<<': 5}
    """)
    found = plain(text)
    assert found["one"] == {"a": 1, "b": 3}
    assert found["two"] == {"a": 1, "b": 1, "c": 2, "d": 4}
    assert found["plain"] == {"<<": 5}


def test_a_key_given_twice_is_a_warning_that_points_at_both():
    node, (found,) = read_text("a: 1\nb: 2\na: 3\n")
    assert to_plain(node) == {"a": 3, "b": 2}
    assert (found.code, found.severity) == ("duplicate-key", Severity.WARNING)
    assert (found.span.line, found.span.column) == (3, 1)
    assert found.related[0].span.line == 1


def test_a_merge_key_next_to_an_own_key_is_no_duplicate():
    assert read_text("a: &a {x: 1}\nb: {<<: *a, x: 2}")[1] == ()


def test_sets_and_ordered_maps_are_lists():
    assert plain("a: !!set {x, y}") == {"a": ["x", "y"]}
    assert plain("a: !!omap [x: 1, y: 2]") == {"a": [["x", 1], ["y", 2]]}


def test_an_empty_text_is_an_empty_map():
    for text in ("", "# only a comment\n", "---\n", "\n\n"):
        node, found = read_text(text)
        assert not found
        assert isinstance(node, Mapping | Scalar)


# -- errors and their locations ----------------------------------------------


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ("a: [1, 2\nb: 3\n", "invalid-yaml", (1, 4)),
        ("a:\n\tb: 1\n", "invalid-yaml", (2, 1)),
        ("a: b: c\n", "invalid-yaml", (1, 5)),
        ("a: 'never ends\n", "invalid-yaml", (1, 4)),
        ("a: 1\n---\nb: 2\n", "several-documents", (2, 1)),
        ("a: *nowhere\n", "unknown-anchor", (1, 4)),
        ("a: &a {b: *a}\n", "endless-alias", (1, 11)),
        ("a: &x 1\nb: &x 2\n", "anchor-twice", (2, 4)),
        ("a: !GetAtt b.c\n", "unreadable-value", (1, 4)),
        ("a: !Sub {b: c}\n", "unreadable-value", (1, 4)),
        ("a: =\n", "unreadable-value", (1, 4)),
        ("a: !!int five\n", "unreadable-value", (1, 4)),
        ("a: 0b_\n", "unreadable-value", (1, 4)),
        ("a: !!binary '***é'\n", "unreadable-value", (1, 4)),
        ("<<: 5\n", "bad-merge-key", (1, 5)),
        ("[1, 2]: x\n", "complex-key", (1, 1)),
        ("a: x\0y\n", "invalid-character", (1, 5)),
        ("a: \x07\n", "invalid-character", (1, 4)),
        ("ü: \ud800\n", "invalid-character", (1, 4)),
        ("a: @x\n", "invalid-yaml", (1, 4)),
    ],
)
def test_a_syntax_error_is_one_diagnostic_at_its_location(text, code, place):
    found = problem(text)
    assert found.code == code, found
    assert (found.span.line, found.span.column) == place, found
    assert found.severity is Severity.ERROR


def test_a_tab_has_a_hint_of_its_own():
    assert "tab" in problem("a:\n\tb: 1\n").hint


@pytest.mark.parametrize("text", ["pw: *hunter2secret\n", "pw: !hunter2secret\n", "pw: !!int hunter2secret\n"])
def test_a_value_that_cannot_be_read_is_not_repeated(text):
    found = problem(text)
    assert "hunter2" not in found.message + str(found.hint)
    assert "quote" in str(found.hint).lower()


def test_bytes_that_are_not_utf_8_are_placed():
    with pytest.raises(ValueError, match="byte 0xfc at line 2, column 4"):
        decode(b"a: 1\nb: \xfc")


# -- limits ------------------------------------------------------------------

SMALL = Limits(size=1000, depth=10, nodes=100, expanded=200)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("a: " + "x" * 1000, "too-large"),
        ("[" * 11 + "]" * 11, "too-deep"),
        ("- " * 11, "too-deep"),
        ('{"a": ' + "[" * 11 + "]" * 11 + "}", "too-deep"),
        ("[" + "1," * 101 + "]", "too-large"),
        ("[" + "{}," * 101 + "]", "too-large"),
        ("- &a [1,2,3,4,5,6]\n- &b [*a,*a,*a,*a,*a]\n- [*b,*b,*b,*b,*b]\n", "too-large"),
        ("- &a {a: 1,b: 1,c: 1,d: 1,e: 1}\n" + "- {<<: *a}\n" * 15, "too-large"),
    ],
)
def test_each_limit_gives_a_diagnostic(text, code):
    assert problem(text, SMALL).code == code


def test_just_within_the_limits_is_fine():
    assert read_text("[" * 10 + "]" * 10, SMALL)[0] is not None
    assert read_text("[" + "1," * 98 + "1]", SMALL)[0] is not None


@pytest.mark.parametrize("number", ["9" * 2000, "1" + ":1" * 1000, "0x" + "f" * 2000, "1." + "0" * 2000])
def test_a_number_of_thousands_of_characters_is_not_read(number):
    assert problem(f"a: {number}").code == "unreadable-value"


def test_a_number_in_json_that_is_too_long_is_a_diagnostic():
    assert problem('{"a": ' + "9" * 6000 + "}").code == "unreadable-value"


def test_a_deep_tree_is_walked_without_recursion():
    node, _ = read_text("[" * 100 + "]" * 100)
    depth = 0
    while isinstance(node, Sequence) and node.items:
        node, depth = node.items[0], depth + 1
    assert depth == 99


# -- memo ----------------------------------------------------------------------


def test_a_text_is_parsed_once_within_a_memo():
    with memo():
        first, _ = read_text("a: [1, 2]")
        assert read_text("a: [1, 2]")[0] is first
        assert read(Source("a: [1, 2]", "other.yaml"), Report()) is not first
        assert read(Source("\ufeffa: [1, 2]"), Report()) is not first
    assert read_text("a: [1, 2]")[0] is not first


def test_what_is_read_otherwise_is_not_the_same_tree():
    with memo():
        text = '{"a": 1e3}'
        assert plain(text) == {"a": 1000}
        assert to_plain(read(Source(text), Report(), as_json=False)) == {"a": "1e3"}
        assert plain("[1, 2, 3]") == [1, 2, 3]
        assert problem("[1, 2, 3]", Limits(nodes=2)).code == "too-large"


def test_problems_are_reported_each_time_within_a_memo():
    with memo():
        assert [found.code for _ in range(2) for found in read_text("{a: 1, a: 2}")[1]] == ["duplicate-key"] * 2
        assert [problem("{a").code for _ in range(2)] == ["invalid-yaml"] * 2
