"""Reachability: constant conditions are constant for every value, and proved outcomes are possible."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hotcore.analysis import load, preview
from hotcore.symbolic.reachability import Reachable

HEAD = "heat_template_version: 2021-04-16\n"

PARAMETERS = {
    "flag": ("{type: boolean}", [True, False]),
    "open": ("{type: boolean, default: true}", [True, False]),
    "size": ("{type: string, constraints: [{allowed_values: [s, m, l]}]}", ["s", "m", "l"]),
    "count": ("{type: number, default: 2, constraints: [{range: {min: 1, max: 3}}]}", [1, 2, 3]),
    "zone": ("{type: string, default: a}", ["a", "s", "1"]),
    "word": ("{type: string, constraints: [{length: {min: 1, max: 2}}]}", ["s", "zz"]),
}
VALUES = ["s", "m", "xl", "a", "b", "'1'", "1", "2", "7", "true", "false", "''"]

reads = st.sampled_from([f"{{get_param: {name}}}" for name in PARAMETERS])
atoms = st.one_of(
    st.builds("{{equals: [{}, {}]}}".format, reads, st.sampled_from(VALUES)),
    st.builds("{{equals: [{}, {}]}}".format, st.sampled_from(VALUES), reads),
    st.builds("{{equals: [{}, {}]}}".format, reads, reads),
    st.builds("{{contains: [{}, [{}, {}]]}}".format, reads, st.sampled_from(VALUES), st.sampled_from(VALUES)),
    st.sampled_from(["{get_param: flag}", "{get_param: open}", "true", "false"]),
)
names = st.sampled_from(["c0", "c1", "c2"])


def combined(inner):
    return st.one_of(
        st.builds("{{not: {}}}".format, inner),
        st.builds("{{and: [{}, {}]}}".format, inner, inner),
        st.builds("{{or: [{}, {}, {}]}}".format, inner, inner, inner),
    )


calls = st.recursive(atoms, combined, max_leaves=5)


@st.composite
def templates(draw):
    """Up to four conditions, of which later ones may name earlier ones."""
    conditions = []
    for number in range(draw(st.integers(1, 4))):
        node = draw(calls)
        if number:
            before = st.sampled_from([f"c{index}" for index in range(number)])
            node = draw(st.sampled_from([node, f"{{and: [{draw(before)}, {node}]}}", f"{{not: {draw(before)}}}"]))
        conditions.append(f"  c{number}: {node}\n")
    parameters = "".join(f"  {name}: {written}\n" for name, (written, _) in PARAMETERS.items())
    return f"{HEAD}parameters:\n{parameters}conditions:\n{''.join(conditions)}"


def outcomes(document, values):
    """The outcomes of the conditions in a preview."""
    return {name: state.value for name, state in preview(document, values).conditions.items()}


def every_outcome(document):
    """The outcomes of the conditions under all tried values."""
    for values in product(*(tried for _, tried in PARAMETERS.values())):
        yield outcomes(document, dict(zip(PARAMETERS, values, strict=True)))


@settings(max_examples=12, deadline=None)
@given(templates())
def test_a_constant_is_constant_for_every_value(text):
    document = load(text)
    reachable = Reachable(document.template)
    constants = reachable.constants
    if constants:
        for found in every_outcome(document):
            assert {name: found[name] for name in constants} == constants


def reachable(parameters, conditions):
    return Reachable(load(f"{HEAD}parameters: {{{parameters}}}\nconditions: {{{conditions}}}\n").template)


@pytest.mark.parametrize(
    ("parameters", "conditions", "constants"),
    [
        ("p: {type: string, default: a}", "c: {equals: [{get_param: p}, a]}, d: {and: [c, {not: c}]}", {"d": False}),
        ("p: {type: number, constraints: [{range: {max: 3}}]}", "c: {equals: [{get_param: p}, 4]}", {"c": False}),
        ("p: {type: string}", "c: {contains: [{get_param: p}, []]}", {"c": False}),
        ("p: {type: json}", "c: {equals: [{get_param: [p, a]}, 1]}, d: {not: c}, e: {or: [c, d]}", {"e": True}),
        ("p: {type: json}", "c: {equals: [{get_param: [p, 0]}, 1]}", {}),
        ("p: {type: string}, q: {type: string}", "c: {equals: [{get_param: p}, {get_param: q}]}", {}),
        ("p: {type: string, constraints: [{allowed_pattern: b}]}", "c: {equals: [{get_param: p}, a]}", {}),
        (
            "p: {type: json}",
            "c: {yaql: {expression: $.data.a, data: {get_param: p}}}, d: {or: [c, {not: c}]}",
            {"d": True},
        ),
        ("", "c: {not: d}, d: {not: c}", {}),
        ("", "c: true, d: {not: c}", {"c": True, "d": False}),
    ],
)
def test_constants(parameters, conditions, constants):
    assert reachable(parameters, conditions).constants == constants


def test_nothing_is_claimed_beyond_the_budget():
    parameters = ", ".join(f"p{number}: {{type: boolean}}" for number in range(80))
    everything = ", ".join(f"{{get_param: p{number}}}" for number in range(80))
    assert reachable(parameters, f"c: {{and: [{everything}]}}, d: {{and: [c, {{not: c}}]}}").constants == {}
