"""Conditions as rows: what is drawn, what is written, and that the one is the other."""

from pathlib import Path

import pytest

import hotcore
from hotcore.edits import (
    CannotEdit,
    Row,
    Rows,
    draw_condition,
    parameter_types,
    perform,
    rows_as_data,
    write_condition,
)
from hotcore.syntax import to_plain
from tests.hotcore.corpus import corpus_texts, needs_corpus

SAMPLES = sorted(Path("designer/samples").glob("*/template.yaml"))
TYPES = {"zone": "string", "count": "number", "wide": "boolean", "tags": "comma_delimited_list"}
ZONE, COUNT, WIDE, TAGS = ({"get_param": name} for name in TYPES)

SHORTEST = [
    (Row("is", "zone", ("eu",)), {"equals": [ZONE, "eu"]}),
    (Row("is-not", "zone", ("eu",)), {"not": {"equals": [ZONE, "eu"]}}),
    (Row("is", "count", ("3",)), {"equals": [COUNT, 3]}),
    (Row("is", "count", ("0.5",)), {"equals": [COUNT, 0.5]}),
    (Row("is", "wide", ("true",)), WIDE),
    (Row("is", "wide", ("false",)), {"not": WIDE}),
    (Row("one-of", "zone", ("eu", "us")), {"contains": [ZONE, ["eu", "us"]]}),
    (Row("none-of", "count", ("1", "2")), {"not": {"contains": [COUNT, [1, 2]]}}),
    (Row("contains", "tags", ("web",)), {"contains": ["web", TAGS]}),
    (Row("lacks", "tags", ("web",)), {"not": {"contains": ["web", TAGS]}}),
    (Row("empty", "zone"), {"equals": [ZONE, ""]}),
    (Row("not-empty", "tags"), {"not": {"equals": [TAGS, []]}}),
    (Row("condition", "big"), "big"),
    (Row("not-condition", "big"), {"not": "big"}),
]


@pytest.mark.parametrize(("row", "data"), SHORTEST, ids=[f"{row.operator}-{row.subject}" for row, _ in SHORTEST])
def test_a_row_is_written_in_its_shortest_form_and_drawn_from_it(row, data):
    assert write_condition(Rows("all", (row,)), TYPES) == data
    assert draw_condition(data, TYPES).rows == Rows("all", (row,))


def test_the_opposite_of_a_boolean_has_no_double_negation():
    assert write_condition(Rows("all", (Row("is-not", "wide", ("false",)),)), TYPES) == WIDE


def test_rows_are_joined_and_nested_once():
    inner = Rows("any", (Row("is", "wide", ("true",)), Row("condition", "big")))
    rows = Rows("none", (Row("is", "count", ("1",)), inner))
    data = {"not": {"or": [{"equals": [COUNT, 1]}, {"or": [WIDE, "big"]}]}}
    assert write_condition(rows, TYPES) == data
    assert draw_condition(data, TYPES).rows == rows
    deeper = {"and": ["big", {"or": ["big", {"and": ["big", WIDE]}]}]}
    text = draw_condition(deeper, TYPES).rows.rows[1].rows[1]
    assert text == Row("text", "", ("{and: [big, {get_param: wide}]}",))


@pytest.mark.parametrize(
    "data",
    [
        {"equals": [WIDE, "true"]},  # a text never equals a boolean
        {"equals": [ZONE, COUNT]},
        {"get_param": "zone"},
        {"yaql": {"expression": "$", "data": {}}},
        {"equals": [{"get_param": ["tags", 0]}, "web"]},
        {"equals": [{"get_param": "unknown"}, "web"]},
        True,
        None,
    ],
)
def test_what_cannot_be_drawn_is_text_that_says_the_same(data):
    drawing = draw_condition(data, TYPES)
    assert drawing.rows.rows[0].operator == "text"
    assert write_condition(drawing.rows, TYPES) == data


def test_without_contains_several_values_are_compared_one_by_one():
    rows = Rows("all", (Row("one-of", "zone", ("eu", "us")),))
    data = write_condition(rows, TYPES, has_contains=False)
    assert data == {"or": [{"equals": [ZONE, "eu"]}, {"equals": [ZONE, "us"]}]}
    assert draw_condition(data, TYPES).rows == rows
    with pytest.raises(CannotEdit, match="2017-09-01"):
        write_condition(Rows("all", (Row("contains", "tags", ("a",)),)), TYPES, has_contains=False)


@pytest.mark.parametrize(
    "row", [Row("is", "zone"), Row("is", "count", ("many",)), Row("is", "wide", ("yes",)), Row("is", ""), Row("text")]
)
def test_a_row_that_is_not_finished_is_refused(row):
    with pytest.raises(CannotEdit):
        write_condition(Rows("all", (row,)), TYPES)


def conditions_of(text):
    """Name and data of every condition, and the types of the parameters."""
    document = hotcore.load(text)
    if document.template is None:
        return [], {}
    plain = to_plain(document.template.root)
    declared = plain.get("conditions") or {}
    return (list(declared.items()) if isinstance(declared, dict) else []), parameter_types(plain)


def unchanged(text):
    """The number of conditions, after checking that each is written back as it was drawn."""
    found, types = conditions_of(text)
    for name, data in found:
        drawing = draw_condition(data, types)
        assert write_condition(drawing.rows, types, drawing) == data, name
        again = draw_condition(write_condition(drawing.rows, types), types)
        assert again.rows == drawing.rows, name
        change = perform(text, "set-condition", {"name": name, "rows": rows_as_data(drawing.rows)})
        assert change.after == text, name
    return len(found)


@pytest.mark.parametrize("path", SAMPLES, ids=[path.parent.name for path in SAMPLES])
def test_conditions_of_the_samples_are_written_back_as_they_are(path):
    unchanged(path.read_text(encoding="utf-8"))


@needs_corpus
def test_conditions_of_the_corpus_are_written_back_as_they_are():
    assert sum(unchanged(text) for _, text in corpus_texts()) > 20


TEXT = """\
heat_template_version: 2021-04-16
parameters:
  zone: {type: string}
  wide: {type: boolean}
conditions:
  busy:   # kept
    or:
    - equals: [ {get_param: zone}, "eu" ]   # Europe
    - {get_param: wide}
"""


def changed(rows, text=TEXT):
    return perform(text, "set-condition", {"name": "busy", "rows": rows}).after


def test_a_change_of_one_row_keeps_the_bytes_of_the_others():
    rows = rows_as_data(draw_condition(*BUSY).rows)
    rows["rows"][0]["values"] = ["us"]
    assert changed(rows) == TEXT.replace('"eu"', '"us"')
    rows["rows"][1] = {"operator": "is", "subject": "wide", "values": ["false"]}
    assert changed(rows) == TEXT.replace('"eu"', '"us"').replace("{get_param: wide}\n", "{not: {get_param: wide}}\n")


def test_a_row_is_added_and_removed_in_its_lines():
    rows = rows_as_data(draw_condition(*BUSY).rows)
    rows["rows"].append({"operator": "is", "subject": "zone", "values": ["us"]})
    assert changed(rows) == TEXT + "    - {equals: [{get_param: zone}, us]}\n"
    more = changed(rows)
    rows["rows"] = rows["rows"][1:]
    assert changed(rows, more) == more.replace('    - equals: [ {get_param: zone}, "eu" ]   # Europe\n', "")


BUSY = (
    {"or": [{"equals": [{"get_param": "zone"}, "eu"]}, {"get_param": "wide"}]},
    {"zone": "string", "wide": "boolean"},
)


def test_a_condition_of_another_name_is_added():
    rows = {"join": "all", "rows": [{"operator": "is", "subject": "wide", "values": ["true"]}]}
    after = perform(TEXT, "set-condition", {"name": "fast", "rows": rows}).after
    assert after == TEXT + "  fast: {get_param: wide}\n"


MALFORMED = [
    None,
    [],
    {"join": "xor", "rows": []},
    {"join": "all", "rows": "abc"},
    {"join": "all", "rows": [{"operator": "is"}]},
    {"join": "all", "rows": []},
    {"join": "all", "rows": [{"operator": "like", "subject": "a", "values": []}]},
]


@pytest.mark.parametrize("rows", MALFORMED)
def test_malformed_rows_are_refused(rows):
    with pytest.raises(CannotEdit):
        changed(rows)
