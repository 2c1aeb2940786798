"""The condition matrix: every row is possible, none is missing, and no smaller set of values gives it."""

import re
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hotcore.analysis import load, preview
from hotcore.cli.render_matrix import matrix_as_data, render_matrix
from hotcore.diagnostics import Report
from hotcore.evaluation.conditions import Conditions
from hotcore.evaluation.scope import STACK, Scope, Surroundings
from hotcore.parameters.given_values import take_values
from hotcore.symbolic.matrix import MOST_ROWS, condition_matrix
from hotcore.symbolic.presence import Presence
from hotcore.values import MASK
from tests.conftest import EXPLORES
from tests.hotcore.corpus import corpus_texts, needs_corpus
from tests.sampling import sampled

pytestmark = pytest.mark.long

HEAD = "heat_template_version: 2021-04-16\n"

PARAMETERS = {
    "flag": ("{type: boolean}", [True, False]),
    "open": ("{type: boolean, default: true}", [True, False]),
    "size": ("{type: string, constraints: [{allowed_values: [s, m, l]}]}", ["s", "m", "l"]),
    "count": ("{type: number, default: 2, constraints: [{range: {min: 1, max: 3}}]}", [1, 2, 3]),
    "zone": ("{type: string, default: a}", ["a", "s", "1", ""]),
    "word": ("{type: string, default: s, hidden: true, constraints: [{length: {min: 1, max: 2}}]}", ["s", "m", "zz"]),
    "opts": (
        "{type: json, default: {x: s, y: 2}}",
        [{"x": x, "y": y} for x in ("s", "m", "q") for y in (2, "a")] + [{}],
    ),
    "list": ("{type: comma_delimited_list, default: 's,a'}", [["s", "a"], ["m"], [], ["s", "m"]]),
}
VALUES = ["s", "m", "xl", "a", "b", "'1'", "1", "2", "7", "true", "''"]
READS = [*PARAMETERS, "[opts, x]", "[opts, y]", "[list, 0]", "[list, 1]"]

reads = st.sampled_from([f"{{get_param: {name}}}" for name in READS])
values = st.sampled_from(VALUES)
atoms = st.one_of(
    st.builds("{{equals: [{}, {}]}}".format, reads, values),
    st.builds("{{equals: [{}, {}]}}".format, reads, reads),
    st.builds("{{contains: [{}, [{}, {}]]}}".format, reads, values, values),
    st.builds("{{contains: [{}, {{get_param: list}}]}}".format, values),
    st.sampled_from(["{get_param: flag}", "{get_param: open}", "{equals: [{get_param: 'OS::stack_name'}, s]}"]),
)
calls = st.recursive(
    atoms,
    lambda inner: st.one_of(
        st.builds("{{not: {}}}".format, inner),
        st.builds("{{and: [{}, {}]}}".format, inner, inner),
        st.builds("{{or: [{}, {}]}}".format, inner, inner),
    ),
    max_leaves=4,
)


@st.composite
def documents(draw):
    """Up to four conditions, of which later ones may name earlier ones."""
    conditions = []
    for number in range(draw(st.integers(1, 4))):
        node = draw(calls)
        if number:
            before = f"c{draw(st.integers(0, number - 1))}"
            node = draw(st.sampled_from([node, f"{{and: [{before}, {node}]}}", f"{{or: [{node}, {{not: {before}}}]}}"]))
        conditions.append(f"  c{number}: {node}\n")
    written = "".join(f"  {name}: {text}\n" for name, (text, _) in PARAMETERS.items())
    return load(f"{HEAD}parameters:\n{written}conditions:\n{''.join(conditions)}")


def assignments(document):
    """Every assignment of legal values to the parameters that the conditions read, as far as they are tried; one by
    chance of those where there are many."""
    text = document.text.partition("\nconditions:")[2]
    read = [name for name in PARAMETERS if re.search(rf"\b{name}\b", text)]
    found = list(product(*(PARAMETERS[name][1] for name in read)))
    rest = {name: tried[0] for name, (_, tried) in PARAMETERS.items()} | {"count": 2}
    sample = found if len(found) <= 300 else Random(1).sample(found, 300)
    return [rest | dict(zip(read, one, strict=True)) for one in sample], len(found) <= 300


def outcomes(document, given):
    """The outcomes of the conditions, without the rest of a preview."""
    states = take_values(document.template, given, {}, Report())
    typed = {**STACK, **{name: state.value for name, state in states.items()}}
    found = Conditions(Scope(document.template, Surroundings(), typed), Report()).outcomes
    return {name: found[name].value for name in document.template.conditions}


def filled(values):
    """The values of a row, with arbitrary ones for other parameters without a default."""
    return {"flag": True, "size": "s"} | values


def changed(document, values):
    """The parameters with a value other than their default."""
    parameters = document.template.parameters
    return {
        name for name, value in values.items()
        if parameters[name].has_default and value != parameters[name].kind.convert(parameters[name].default)
    }  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(documents())
def test_every_set_of_values_evaluates_to_its_row(document):
    matrix = condition_matrix(document.template)
    for row in [row for block in matrix.blocks for row in block.rows] + list(matrix.rows):
        if row.values is not None:
            states = preview(document, filled(row.values)).conditions
            assert {name: states[name].value for name in row.outcomes} == row.outcomes
            assert not preview(document, filled(row.values)).diagnostics


@settings(max_examples=60, deadline=None)
@given(documents())
def test_rows_are_distinct_and_no_legal_values_give_one_that_is_missing(document):
    matrix = condition_matrix(document.template)
    rows = [tuple(row.outcomes.items()) for row in matrix.rows]
    assert len(set(rows)) == len(rows) == (matrix.count if matrix.blocks else 0)
    for one in assignments(document)[0]:
        found = outcomes(document, one)
        assert {name: found[name] for name in matrix.constants} == matrix.constants
        assert not rows or tuple((name, found[name]) for name in matrix.conditions) in rows


@settings(max_examples=60, deadline=None)
@given(documents())
def test_no_smaller_set_of_values_gives_a_row(document):
    matrix = condition_matrix(document.template)
    smallest = {}
    for one in assignments(document)[0]:
        key = tuple(value for name, value in outcomes(document, one).items() if name in matrix.conditions)
        smallest[key] = min(smallest.get(key, 99), len(changed(document, one)))
    for row in matrix.rows:
        key = tuple(row.outcomes.values())
        if row.values is not None and key in smallest:
            assert len(changed(document, row.values)) <= smallest[key]
            assert all(name in changed(document, row.values) or name in ("flag", "size") for name in row.values)


@settings(max_examples=60, deadline=None)
@given(documents())
def test_values_are_found_for_every_possible_row(document):
    matrix = condition_matrix(document.template)
    # A list is distinguished as a whole; a condition on its items alone may need more values than are tried.
    if any(block.opaque for block in matrix.blocks) or re.search(r"get_param: \[?(opts|list)", document.text):
        return
    found = {tuple(row.outcomes.items()): row.values for row in matrix.rows}
    for one in assignments(document)[0]:
        states = outcomes(document, one)
        key = tuple((name, states[name]) for name in matrix.conditions)
        assert not found or found[key] is not None


def matrix(parameters, conditions, rest=""):
    document = load(f"{HEAD}parameters: {{{parameters}}}\nconditions: {{{conditions}}}\n{rest}")
    return condition_matrix(document.template)


def summary(found):
    return [("".join("-+"[value] for value in row.outcomes.values()), row.values) for row in found.rows]


def test_defaults_are_kept_where_possible():
    found = matrix(
        "env: {type: string, default: dev}, backup: {type: boolean, default: false}",
        "live: {equals: [{get_param: env}, live]}, saved: {and: [live, {get_param: backup}]}",
    )
    assert summary(found) == [("++", {"env": "live", "backup": True}), ("+-", {"env": "live"}), ("--", {})]
    assert [row.reads for row in found.rows] == [("env", "backup")] * 3


def test_one_parameter_far_from_its_default_is_less_than_two_near_theirs():
    listed = "{type: string, default: a, constraints: [{allowed_values: [a, b, c, d]}]}"
    found = matrix(
        f"p: {listed}, q: {listed}, r: {listed}, h: {listed[:-1]}, hidden: true}}",
        "c: {or: [{and: [{equals: [{get_param: q}, b]}, {equals: [{get_param: r}, b]}]}, {equals: [{get_param: p}, d]},"
        " {equals: [{get_param: h}, b]}, {equals: [{get_param: p}, b]}, {equals: [{get_param: p}, c]}]},"
        " d: {contains: [{get_param: p}, [a, d]]}",
    )
    assert summary(found) == [("++", {"p": "d"}), ("+-", {"p": "b"}), ("-+", {})]


def test_parameters_without_a_default_are_given():
    found = matrix(
        "n: {type: number, constraints: [{range: {min: 10}}, {modulo: {step: 5, offset: 2}}]}, w: {type: string}",
        "c: {equals: [{get_param: n}, 12]}, d: {and: [c, {equals: [{get_param: w}, a]}]}",
    )
    assert [row.values.keys() for row in found.rows] == [{"n", "w"}] * 3
    assert [row.values["n"] for row in found.rows] == [12, 12, 17]


def test_found_values_keep_the_constraints():
    found = matrix(
        "p: {type: string, constraints: [{length: {min: 6}}]}, n: {type: number, default: 17,"
        " constraints: [{range: {min: 10}}, {modulo: {step: 5, offset: 2}}]}",
        "c: {equals: [{get_param: p}, abcdef]}, d: {equals: [{get_param: n}, 12]}",
    )
    assert [row.outcomes["d"] for row in found.rows] == [row.values.get("n") == 12 for row in found.rows]
    assert all(len(row.values["p"]) >= 6 for row in found.rows)


def test_a_value_with_equivalents_is_an_example():
    found = matrix("p: {type: string, default: ''}, q: {type: string, default: a}", "c: {equals: [{get_param: p}, '']}")
    assert [(row.values, row.free) for row in found.rows] == [({}, ()), ({"p": "other"}, ("p",))]


def test_a_part_of_json_with_the_right_default_is_kept():
    found = matrix(
        "j: {type: json, default: {x: {y: 1}, z: 2}}",
        "c: {equals: [{get_param: [j, x, y]}, 1]}, d: {equals: [{get_param: [j, z]}, 3]}",
    )
    assert summary(found)[:2] == [("++", {"j": {"x": {"y": 1}, "z": 3}}), ("+-", {})]


def test_a_constant_condition_is_no_column():
    found = matrix("p: {type: boolean, default: true}", "a: {get_param: p}, b: {and: [a, {not: a}]}, c: {not: b}")
    assert found.constants == {"b": False, "c": True}
    assert found.conditions == ("a",)
    assert summary(found) == [("+", {}), ("-", {"p": False})]


def test_conditions_that_share_no_parameter_are_separate_blocks():
    found = matrix(
        "p: {type: boolean}, q: {type: boolean}, r: {type: boolean, default: false}",
        "a: {get_param: p}, b: {get_param: q}, c: {or: [a, {get_param: r}]}",
    )
    assert [block.conditions for block in found.blocks] == [("a", "c"), ("b",)]
    assert [len(block.rows) for block in found.blocks] == [3, 2]
    assert found.count == len(list(found.rows)) == 6


def test_a_value_that_is_no_name_joins_nothing():
    found = matrix("p: {type: string}, q: {type: boolean}", "live: {get_param: q}, a: {equals: [{get_param: p}, live]}")
    assert len(found.blocks) == 2


NARROW = "narrow: {equals: [{get_param: size}, wide]}"


def test_a_value_that_is_called_like_a_condition_does_not_name_it():
    found = matrix("size: {type: string, default: wide}", f"{NARROW}, wide: {{not: narrow}}")
    assert summary(found) == [("+-", {}), ("-+", {"size": "other"})]


def test_no_row_has_a_condition_and_its_opposite():
    found = matrix(
        "size: {type: string, default: wide}, flag: {type: boolean, default: true}",
        f"{NARROW}, wide: {{and: [{{not: narrow}}, {{get_param: flag}}]}}, any: {{or: [narrow, wide]}}",
    )
    assert summary(found) == [("+-+", {}), ("-++", {"size": "other"}), ("---", {"size": "other", "flag": False})]


def test_a_condition_is_named_in_a_comparison_too():
    found = matrix(
        "a: {type: boolean, default: true}, b: {type: boolean, default: true}",
        "differ: {equals: [{not: first}, {get_param: b}]}, first: {get_param: a}",
    )
    assert [block.conditions for block in found.blocks] == [("differ", "first")]
    assert dict(summary(found)) == {
        "++": {"b": False}, "+-": {"a": False}, "-+": {}, "--": {"a": False, "b": False}
    }  # fmt: skip


def test_opaque_conditions_are_listed():
    found = matrix(
        "p: {type: string, default: a}",
        "c: {equals: [{get_param: 'OS::stack_name'}, other]},"
        " d: {yaql: {expression: $.data.len() > 99, data: {get_param: p}}}",
    )
    assert [block.opaque for block in found.blocks] == [("c",), ("d",)]
    assert summary(found) == [("--", {}), ("++", None), ("+-", None), ("-+", None)]
    assert (found.count, found.found, found.is_whole) == (4, 1, True)


def test_values_are_tried_for_opaque_conditions():
    found = matrix(
        "l: {type: comma_delimited_list, default: 'a,b'}, p: {type: string, default: x}, q: {type: string, default: y}",
        "c: {contains: [web, {get_param: l}]}, d: {equals: [{get_param: p}, {get_param: q}]},"
        " e: {equals: [{get_param: p}, y]}",
    )
    assert [row.values for block in found.blocks for row in block.rows] == [
        {"l": ["web"]}, {}, {"p": "y"}, {"q": "x"}, {"p": "y", "q": "x"}, {},
    ]  # fmt: skip


def test_values_are_found_at_a_computed_path():
    found = matrix(
        "p: {type: string, default: a}, q: {type: json, default: {}}, r: {type: json, default: {k: v, l: 1}}",
        "c: {equals: [{get_param: [q, {get_param: p}]}, 1]},"
        " d: {equals: [2, {get_param: [r, m, {get_param: [r, k]}]}]}",
    )
    assert [row.values for block in found.blocks for row in block.rows] == [
        {"q": {"a": 1}}, {}, {"r": {"k": "v", "l": 1, "m": {"v": 2}}}, {},
    ]  # fmt: skip


@pytest.mark.parametrize("hidden", ["p", "q"])
def test_the_default_of_a_hidden_parameter_is_no_path_in_a_shown_one(hidden):
    declared = {"p": "type: string, default: s3cret", "q": "type: json, default: {}"}
    declared[hidden] += ", hidden: true"
    found = matrix(
        ", ".join(f"{name}: {{{text}}}" for name, text in declared.items()),
        "c: {equals: [{get_param: [q, {get_param: p}]}, 1]}",
    )
    shown = repr([found.shown(row) for row in found.rows])
    assert ("s3cret" in shown) == (hidden == "q")


def test_the_default_of_a_hidden_parameter_is_no_path_in_another_hidden_one():
    found = matrix(
        "p: {type: string, default: s3cret, hidden: true}, q: {type: json, default: {}, hidden: true}",
        "c: {equals: [{get_param: [q, {get_param: p}]}, 1]}",
    )
    assert [found.shown(row) for row in found.rows] == [{"q": MASK}, {}]


@pytest.mark.parametrize(
    ("declared", "condition", "expression", "rows"),
    [
        ("{type: number, default: 3}", "{equals: [{get_param: n}, 3]}", "$.data > 4", "+- -- -+"),
        ("{type: number, default: 3}", "{equals: [{get_param: n}, 3]}", "str($.data) = '3.0'", "+- -- ++ -+"),
        ("{type: number, default: 3}", "{equals: [{get_param: n}, 3]}", "$.data > 4 and now() = null", "+- -- ++ -+"),
        ("{type: boolean, default: true}", "{get_param: n}", "$.data", "++ --"),
        (
            "{type: string, constraints: [{allowed_values: [a, b]}]}", "{equals: [{get_param: n}, a]}", "$.data = b",
            "+- -+",
        ),
        ("{type: json, default: {k: a, l: 1}}", "{equals: [{get_param: [n, k]}, a]}", "$.data.l != 1", "+- -- ++ -+"),
        (
            "{type: comma_delimited_list, default: a}", "{equals: [{get_param: n}, [a]]}", "$.data.contains(b)",
            "+- -+ --",
        ),
    ],
)  # fmt: skip
def test_an_impossible_combination_is_no_row_and_an_undecided_one_is(declared, condition, expression, rows):
    found = matrix(
        f"n: {declared}", f'c: {condition}, d: {{yaql: {{expression: "{expression}", data: {{get_param: n}}}}}}'
    )
    assert {"".join("-+"[value] for value in row.outcomes.values()) for row in found.rows} == set(rows.split())


def test_a_condition_that_cannot_be_evaluated_is_no_column():
    found = matrix(
        "p: {type: boolean}", "a: {get_param: nowhere}, b: {not: a}, c: {get_param: p}, d: {not: e}, e: {not: d}"
    )
    assert found.broken == ("a", "b", "d", "e")
    assert found.conditions == ("c",)


def test_hidden_values_are_kept_out_where_they_can_be():
    found = matrix(
        "h: {type: string, default: a, hidden: true}, p: {type: string, default: a}",
        "c: {or: [{equals: [{get_param: h}, b]}, {equals: [{get_param: p}, b]}]}, d: {equals: [{get_param: h}, b]}",
    )
    rows = {tuple(row.outcomes.values()): row for row in found.rows}
    assert rows[True, False].values == {"p": "b"}
    assert found.shown(rows[True, True]) == {"h": "b"}
    assert found.hidden(rows[True, True]) == ("h",)


def test_what_was_made_up_for_a_hidden_parameter_is_shown_and_what_was_given_is_masked():
    found = matrix(
        "h: {type: string, default: opensesame, hidden: true}, k: {type: string, default: x, hidden: true}",
        "a: {equals: [{get_param: h}, one]}, b: {equals: [{get_param: h}, two]}, "
        "c: {equals: [{get_param: k}, {get_param: h}]}",
    )
    shown = {tuple(row.outcomes.values()): found.shown(row) for row in found.rows}
    assert shown[True, False, False] == {"h": "one"}
    assert shown[False, True, False] == {"h": "two"}
    assert {MASK} < {value for values in shown.values() for value in values.values()}
    assert "opensesame" not in render_matrix(found) + str(matrix_as_data(found))


def test_beyond_the_budget_there_are_no_rows():
    parameters = ", ".join(f"p{number}: {{type: boolean}}" for number in range(80))
    everything = ", ".join(f"{{get_param: p{number}}}" for number in range(80))
    found = matrix(f"{parameters}, q: {{type: boolean}}", f"c: {{and: [{everything}]}}, d: {{get_param: q}}")
    assert [block.rows is None for block in found.blocks] == [True, False]
    assert (found.count, found.rows) == (None, ())


def test_a_block_that_is_too_large_is_split_where_it_reads_parts_of_one_parameter():
    numbers = range(12)
    parameters = ", ".join(f"p{n}: {{type: boolean, default: false}}" for n in numbers)
    tests = ", ".join(
        f"c{n}: {{or: [{{get_param: p{n}}}, {{equals: [{{get_param: [r, x{n}]}}, 1]}}]}}" for n in numbers
    )
    found = matrix(f"r: {{type: json, default: {{y: 1}}}}, {parameters}", tests)
    assert [block.conditions for block in found.blocks] == [(f"c{n}",) for n in numbers]
    assert [[row.values for row in block.rows] for block in found.blocks] == [[{f"p{n}": True}, {}] for n in numbers]
    assert (found.count, found.rows) == (4096, ())


@pytest.mark.parametrize("count", [0, 1])
def test_few_conditions(count):
    found = matrix("p: {type: boolean}", "a: {get_param: p}" if count else "")
    assert (len(found.blocks), len(list(found.rows))) == (count, 2 * count)


def test_ten_connected_conditions_over_ten_inputs():
    names = range(10)
    parameters = ", ".join(f"p{n}: {{type: string, constraints: [{{allowed_values: [a, b, c]}}]}}" for n in names)
    tests = ", ".join(
        f"c{n}: {{or: [{{equals: [{{get_param: p{n}}}, b]}},"
        f" {{and: [{{equals: [{{get_param: p{n - 1 if n else 0}}}, c]}}, {{equals: [{{get_param: p{n}}}, c]}}]}}]}}"
        for n in names
    )
    found = matrix(parameters, tests)
    assert [len(block.rows) for block in found.blocks] == [MOST_ROWS]
    assert all(row.values is not None for row in found.rows)


@pytest.mark.parametrize("count", sampled([1000, 3000]))
@pytest.mark.parametrize(
    "line",
    [
        "  c{n}: {{equals: [{{get_param: p}}, v{rest}]}}\n",
        "  c{n}: {{not: c{last}}}\n",
        "  c{n}: {{and: [c{last}, {{get_param: f}}]}}\n",
    ],
    ids=["many", "chain", "growing"],
)
def test_thousands_of_conditions_take_a_bounded_time(line, count):
    conditions = "  c0: {get_param: f}\n" + "".join(line.format(n=n, last=n - 1, rest=n % 50) for n in range(1, count))
    text = f"{HEAD}parameters:\n  p: {{type: string, default: v1}}\n  f: {{type: boolean}}\nconditions:\n{conditions}"
    found = condition_matrix(load(text).template)
    assert sum(len(block.conditions) for block in found.blocks) == count


RESOURCES = """\
resources:
  always: {type: OS::Heat::None}
  plain: {type: OS::Heat::None, condition: a}
  both: {type: OS::Heat::None, condition: {and: [a, {not: b}]}}
  own: {type: OS::Heat::None, condition: {equals: [{get_param: p}, true]}}
  never: {type: OS::Heat::None, condition: z}
outputs:
  told: {value: 1, condition: b}
"""


def test_a_row_has_the_resources_and_outputs_that_it_switches():
    found = matrix(
        "p: {type: boolean}, q: {type: boolean}", "a: {get_param: p}, b: {get_param: q}, z: false", RESOURCES
    )
    presence = Presence(found)
    names = {
        tuple(row.outcomes.values()): [
            [part.name for part in parts] for parts in (presence.of(row).on, presence.of(row).off)
        ]
        for row in found.rows
    }
    assert names[True, True] == [["plain", "own", "told"], ["both"]]
    assert names[True, False] == [["plain", "both", "own"], ["told"]]
    alone = presence.of(found.blocks[0].rows[0])
    assert [[part.name for part in parts] for parts in (alone.on, alone.off)] == [["plain", "own"], []]


@needs_corpus
def test_real_templates():
    looked_at = 0
    for name, text in corpus_texts():
        document = load(text)
        if document.template is None or not document.template.conditions:
            continue
        found = condition_matrix(document.template)
        presence = Presence(found)
        rows = [row for block in found.blocks for row in block.rows or ()]
        for row in rows[:: 1 if EXPLORES or len(rows) < 100 else 10]:
            presence.of(row)
            if row.values is not None:
                states = preview(document, row.values).conditions
                assert {name: states[name].value for name in row.outcomes} == row.outcomes, name
                looked_at += 1
    assert looked_at > 100


@pytest.mark.parametrize(
    ("declared", "value"),
    [
        ("{type: string, default: none, constraints: [{allowed_pattern: 'none|https://[a-z]+'}]}", "https://a"),
        ("{type: string, default: none, constraints: [{length: {min: 4}}, {allowed_pattern: '[a-z]*'}]}", "other"),
        ("{type: string, default: none, constraints: [{length: {max: 4}}, {allowed_pattern: '[a-z]*'}]}", "x"),
    ],
)
def test_values_are_derived_from_the_constraints(declared, value):
    found = matrix(f"p: {declared}", "given: {not: {equals: [{get_param: p}, none]}}")
    assert [row.values for row in found.rows] == [{"p": value}, {}]


def test_values_for_a_custom_constraint_are_tried():
    declared = "{type: string, default: 10.0.0.2, constraints: [{custom_constraint: ip_addr}]}"
    found = matrix(f"p: {declared}", "c: {equals: [{get_param: p}, 10.0.0.2]}")
    assert [row.values for row in found.rows] == [{}, {"p": "10.0.0.1"}]


def test_an_empty_map_is_tried_for_opaque_conditions():
    yaql = "{yaql: {expression: '$.data.any()', data: {get_param: m}}}"
    found = matrix("m: {type: json, default: {a: [1]}}", f"c: {yaql}")
    assert [row.values for row in found.rows] in ([{}, {"m": {}}], [None, None])  # nothing, where the machine is busy


@pytest.mark.parametrize("kind", ["number", "json"])
def test_nan_is_not_equal_to_itself(kind):
    found = matrix(f"p: {{type: {kind}, default: 1}}", "c: {equals: [{get_param: p}, {get_param: p}]}")
    assert found.constants == {}
    assert [row.outcomes["c"] for row in found.rows] == [True, False]


def test_the_default_of_a_hidden_parameter_is_no_value_for_another():
    found = matrix(
        "h: {type: string, hidden: true, default: secret}, p: {type: string, default: a}",
        "c: {equals: [{get_param: p}, {get_param: h}]}",
    )
    assert [(row.outcomes["c"], found.shown(row)) for row in found.rows] == [(True, {"h": "a"}), (False, {})]
    assert "secret" not in render_matrix(found) + str(matrix_as_data(found))


def values_by_outcome(found):
    return {"".join("-+"[value] for value in row.outcomes.values()): row.values for row in found.rows}


def test_lists_of_the_searched_items_are_tried():
    found = matrix(
        "l: {type: comma_delimited_list, default: a}",
        "c: {contains: [x, {get_param: l}]}, d: {contains: [y, {get_param: l}]}",
    )
    assert values_by_outcome(found) == {"--": {}, "+-": {"l": ["x"]}, "-+": {"l": ["y"]}, "++": {"l": ["x", "y"]}}


def test_parameters_with_many_legal_values_are_compared_with_each_other():
    listed = ", ".join(f"v{number}" for number in range(1500))
    declared = f"{{type: string, default: v0, constraints: [{{allowed_values: [{listed}]}}]}}"
    found = matrix(
        f"p: {declared}, q: {declared}",
        "c: {equals: [{get_param: p}, {get_param: q}]}, d: {equals: [{get_param: p}, v77]}",
    )
    assert values_by_outcome(found) == {
        "+-": {},
        "--": {"q": "v77"},
        "-+": {"p": "v77"},
        "++": {"p": "v77", "q": "v77"},
    }


def test_three_parameters_are_compared_with_each_other():
    listed = ", ".join(f"v{number}" for number in range(300))
    parameters = ", ".join(
        f"{name}: {{type: string, default: v0, constraints: [{{allowed_values: [{listed}]}}]}}" for name in "pqr"
    )
    pairs = ", ".join(f"{a + b}: {{equals: [{{get_param: {a}}}, {{get_param: {b}}}]}}" for a, b in ("pq", "qr", "pr"))
    found = values_by_outcome(matrix(parameters, pairs))
    assert {key for key, values in found.items() if values is not None} == {"+++", "+--", "-+-", "--+", "---"}
    assert len(found["---"]) == 2


def test_parameters_with_few_legal_values_are_distinguished_where_they_are_compared():
    declared = "{type: string, constraints: [{allowed_values: [k, l, m]}]}"
    pairs = ("pq", "qr", "pr")
    tests = ", ".join(f"{a + b}: {{equals: [{{get_param: {a}}}, {{get_param: {b}}}]}}" for a, b in pairs)
    found = matrix(f"p: {declared}, q: {declared}, r: {declared}", tests)
    assert values_by_outcome(found).keys() == {"+++", "+--", "-+-", "--+", "---"}
    assert found.blocks[0].opaque == ()


def test_two_unconstrained_parameters_are_compared():
    found = matrix("p: {type: string}, q: {type: string}", "c: {equals: [{get_param: p}, {get_param: q}]}")
    values = values_by_outcome(found)
    assert values["+"]["p"] == values["+"]["q"]
    assert values["-"]["p"] != values["-"]["q"]


def test_the_legal_values_of_a_hidden_parameter_are_no_values_for_another():
    for listed in ("secret0, secret1", ", ".join(f"secret{number}" for number in range(300))):
        found = matrix(
            f"h: {{type: string, hidden: true, constraints: [{{allowed_values: [{listed}]}}]}}, p: {{type: string}}",
            "c: {equals: [{get_param: p}, {get_param: h}]}, d: {equals: [{get_param: h}, secret0]}",
        )
        assert "p=secret" not in render_matrix(found)
        assert not [row for row in found.rows if "secret" in str((row.values or {}).get("p"))]


@pytest.mark.parametrize("pattern", ["[a-c]{1,2}", "[abc]"])
def test_another_value_is_tried_before_another_parameter_is_changed(pattern):
    found = matrix(
        f"p: {{type: string, constraints: [{{allowed_pattern: '{pattern}'}}]}},"
        " l: {type: comma_delimited_list, default: 'x,a'}",
        "c: {equals: [{get_param: p}, {get_param: [l, 1]}]}",
    )
    assert {key: set(values) for key, values in values_by_outcome(found).items()} == {"+": {"p"}, "-": {"p"}}


def test_members_of_a_map_are_tried_empty_and_not():
    parts = ("web", "mail", "rest")
    tests = ", ".join(
        f"{part}: {{yaql: {{expression: '$.data.get({part}, []).any()', data: {{get_param: m}}}}}}" for part in parts
    )
    found = matrix("m: {type: json, default: {web: [1], mail: [], rest: [1]}}", tests)
    values = values_by_outcome(found)
    assert values["+-+"] == {}
    if found.is_whole:  # not where the machine is busy
        assert values["-+-"] == {"m": {"web": [], "mail": ["other"], "rest": []}}
        assert found.found == found.count == 8


def test_ten_conditions_over_ten_inputs_of_four_values():
    def test(n):
        own, next_one, far = (f"{{get_param: p{(n + more) % 10}}}" for more in (0, 3, 7))
        return f"{{or: [{{equals: [{own}, b]}}, {{and: [{{equals: [{next_one}, c]}}, {{equals: [{far}, {own}]}}]}}]}}"

    declared = "{type: string, default: a, constraints: [{allowed_values: [a, b, c, d]}]}"
    found = matrix(", ".join(f"p{n}: {declared}" for n in range(10)), ", ".join(f"c{n}: {test(n)}" for n in range(10)))
    assert (found.count, found.found, len(found.blocks)) == (MOST_ROWS, MOST_ROWS, 1)
    rows = values_by_outcome(found)
    assert rows["-" * 10] == {}
    assert all(len(values) <= key.count("+") for key, values in rows.items())


def test_a_chain_of_conditions_over_many_inputs():
    found = matrix(
        ", ".join(f"p{n}: {{type: boolean, default: false}}" for n in range(30)),
        ", ".join(f"c{n}: {{or: [{f'c{n - 1}' if n else 'false'}, {{get_param: p{n}}}]}}" for n in range(30)),
    )
    assert sorted(map(str, (row.values for row in found.rows))) == sorted(
        map(str, [{}, *({f"p{n}": True} for n in range(30))])
    )


def test_many_inputs_beyond_the_budget_take_a_bounded_time():
    numbers = range(40)
    chance = Random(3)
    tests = ", ".join(
        f"c{n}: {{or: [{', '.join(f'{{and: [{some(chance)}, {some(chance)}]}}' for _ in range(6))}]}}"
        for n in range(10)
    )
    found = matrix(
        f"{', '.join(f'p{n}: {{type: boolean}}' for n in numbers)}, q: {{type: boolean}}",
        f"{tests}, d: {{get_param: q}}",
    )
    assert [block.rows is None for block in found.blocks] == [True, False]


def some(chance):
    return f"{{get_param: p{chance.randrange(40)}}}"
