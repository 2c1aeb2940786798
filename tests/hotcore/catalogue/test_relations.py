"""Relations are remembered by what is given: the answers are those of the relations themselves."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hotcore.analysis import load, preview
from hotcore.catalogue import StatedGroup, shipped_catalogue
from hotcore.catalogue.property_groups import read_groups
from hotcore.catalogue.relations import _MOST, Relations
from hotcore.values import Unknown

DECLARED = [
    {"XOR": [{"AND": [["a"], ["b"]]}, {"AND": []}]},
    {"OR": [["list", "x"], ["list", "y"], {"XOR": [["list", "z"], {"AND": []}]}]},
    {"XOR": [["list"], ["map", "deep", "x"]]},
    {"AND": [["a"], {"OR": [["map", "deep"], ["map", "deep", "y"]]}]},
    {"API_VERSIONS": {"client_plugin": "keystone", "versions": ["2.0", 3], "properties": [["b"], ["list", "x"]]}},
    {"OR": [["c"], {"API_VERSIONS": {"client_plugin": "nova", "versions": [2], "properties": [["c"]]}}]},
]
STATED = tuple(map(StatedGroup, read_groups(DECLARED)))
REMEMBERING = Relations(STATED)

ENDS = st.sampled_from([None, "", "v", 0, False, {}, [], Unknown("get_attr it.x"), Unknown("get_param p")])
NAMES = st.sampled_from(["a", "b", "c", "list", "map", "deep", "x", "y", "z", "other"])
VALUES = st.recursive(ENDS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=4))
PROPERTIES = st.dictionaries(NAMES, VALUES, max_size=6)
VERSIONS = st.dictionaries(st.sampled_from(["keystone", "nova"]), st.sampled_from(["2.0", "3", 3, 2, 2.0, True, None]))


def broken(stated, properties, versions):
    return tuple(each for each in stated if not each.group.given(properties, versions))


@given(PROPERTIES, VERSIONS)
def test_remembered_answers_are_those_of_the_relations(properties, versions):
    assert REMEMBERING.broken(properties, versions) == broken(STATED, properties, versions)
    assert Relations(STATED).broken(properties, versions) == broken(STATED, properties, versions)


@pytest.mark.parametrize("name", ["OS::Nova::Server", "OS::Neutron::Port", "OS::Neutron::RouterInterface"])
def test_every_combination_of_given_properties_of_real_types(name):
    kind = shipped_catalogue().find(name)
    tops = dict.fromkeys(path.names[0] for each in kind.properties_groups for path in each.group.paths())
    inner = {path.names for each in kind.properties_groups for path in each.group.paths() if len(path.names) > 1}
    full = {top: [{names[1]: "v"} for names in inner if names[0] == top] or "v" for top in tops}
    for values in itertools.product(*([None, Unknown("x"), full[top], [], "v"] for top in tops)):
        properties = dict(zip(tops, values, strict=True))
        assert kind.relations.broken(properties, {}) == broken(kind.properties_groups, properties, {})


def test_only_so_many_answers_are_remembered():
    names = [f"p{number}" for number in range(12)]
    stated = tuple(map(StatedGroup, read_groups([{"OR": [[name] for name in names]}])))
    relations = Relations(stated)
    for chosen in itertools.product([None, "v"], repeat=len(names)):
        properties = dict(zip(names, chosen, strict=True))
        assert relations.broken(properties, {}) == broken(stated, properties, {})
        assert len(relations._broken) <= _MOST


HEAD = """\
heat_template_version: 2021-04-16
parameters: {port: {type: string, default: ''}, is_open: {type: boolean}}
conditions: {open: {get_param: is_open}}
resources:
  other: {type: OS::Neutron::Port, properties: {network: n}}
"""
PORTS = {
    "p": "error",  # a literal
    "{get_param: port}": "warning",  # given, but empty
    "{if: [open, p, q]}": None,  # undecided
    "{get_attr: [other, name]}": "warning",  # only a live stack knows
    "{if: [open, p]}": None,
    "null": None,
}
"""How severe it is to give a subnet and a port, by the value of the port."""


def severities(order):
    lines = "".join(
        f"  r{number}: {{type: OS::Neutron::RouterInterface, properties: {{router: r, subnet: s, port: {port}}}}}\n"
        for number, port in enumerate(order)
    )
    found = [each for each in preview(load(HEAD + lines)).diagnostics if each.code == "properties-group"]
    return {order[each.span.line - HEAD.count("\n") - 1]: each.severity.value for each in found}


@pytest.mark.parametrize("order", list(itertools.permutations(PORTS))[::97])
def test_values_matter_where_the_same_names_are_given(order):
    """What is remembered of one resource says nothing about the values of another, whichever comes first."""
    assert severities(order) == {port: severity for port, severity in PORTS.items() if severity}
