"""Relations between properties, as the specification "Properties Group" has them."""

import pytest

from hotcore.properties_group import BadGroup, broken_groups, read_groups
from hotcore.values import Unknown

SCHEMAS = {
    "network": {"type": "string"},
    "subnet": {"type": "string"},
    "any": {"type": "map"},
    "ips": {"type": "list", "items": {"type": "map", "keys": {"subnet": {"type": "string"}}}},
}


def holds(group, properties, versions=None, schemas=SCHEMAS):
    return not list(broken_groups(read_groups([group], schemas), properties, versions))


@pytest.mark.parametrize(
    ("operator", "none", "one", "both"),
    [("AND", False, False, True), ("OR", False, True, True), ("XOR", False, True, False)],
)
def test_an_operator_counts_what_is_given(operator, none, one, both):
    group = {operator: [["network"], ["subnet"]]}
    assert holds(group, {}) is none
    assert holds(group, {"subnet": "s"}) is one
    assert holds(group, {"network": "n", "subnet": "s"}) is both


def test_null_is_not_given_but_false_and_empty_values_are():
    group = {"OR": [["network"]]}
    assert not holds(group, {"network": None})
    assert all(holds(group, {"network": value}) for value in (False, 0, "", [], {}))


def test_a_value_that_is_not_known_yet_counts_as_given():
    assert holds(
        {"AND": [["network"], ["ips", "subnet"]]},
        {"network": Unknown("get_attr n.id"), "ips": Unknown("get_param ips")},
    )


def test_below_a_list_any_item_is_enough():
    group = {"OR": [["ips", "subnet"]]}
    assert holds(group, {"ips": [{}, {"subnet": "s"}]})
    assert not holds(group, {"ips": [{}, {"subnet": None}]})
    assert not holds(group, {"ips": []})


def test_a_nested_group_counts_as_given_when_it_holds():
    group = {"XOR": [["network"], {"AND": [["subnet"], ["any"]]}]}
    assert holds(group, {"network": "n", "subnet": "s"})
    assert holds(group, {"subnet": "s", "any": {}})
    assert not holds(group, {"network": "n", "subnet": "s", "any": {}})


def test_properties_of_certain_api_versions():
    group = {"API_VERSIONS": {"client_plugin": "keystone", "versions": ["1.2", "2.0"], "properties": [["network"]]}}
    assert holds(group, {"network": "n"}, {"keystone": "2.0"})
    assert not holds(group, {"network": "n"}, {"keystone": "3"})
    assert holds(group, {}, {"keystone": "3"})
    assert holds(group, {"network": "n"}, {"nova": "3"}), "an unknown version is no reason to complain"


@pytest.mark.parametrize(
    ("declared", "says"),
    [
        ({"AND": []}, "are a list"),
        (["AND"], "is a map"),
        ([{}], "one key"),
        ([{"AND": [], "OR": []}], "one key"),
        ([{"NOT": []}], "no operator `NOT`"),
        ([{"and": []}], "no operator `and`"),
        ([{"AND": "network"}], "stands over a list"),
        ([{"AND": ["network"]}], "a path, a list of names"),
        ([{"AND": [[]]}], "a path, a list of names"),
        ([{"AND": [[1]]}], "a path, a list of names"),
        ([{"AND": [{"OR": 1}]}], "stands over a list"),
        ([{"AND": [["nework"]]}], "no property `nework`"),
        ([{"AND": [["ips", "nework"]]}], "no property `ips.nework`"),
        ([{"AND": [["network", "id"]]}], "no property `network.id`"),
        ([{"API_VERSIONS": []}], "stands over a map"),
        ([{"API_VERSIONS": {"client_plugin": "nova", "versions": []}}], "stands over a map"),
        ([{"API_VERSIONS": {"client_plugin": 1, "versions": [], "properties": []}}], "name of a client plug-in"),
        ([{"API_VERSIONS": {"client_plugin": "nova", "versions": "1", "properties": []}}], "`versions`"),
        ([{"API_VERSIONS": {"client_plugin": "nova", "versions": [], "properties": [["x"]]}}], "no property `x`"),
    ],
)
def test_a_wrong_declaration_says_what_is_wrong(declared, says):
    with pytest.raises(BadGroup, match=says):
        read_groups(declared, SCHEMAS)


def test_a_path_may_lead_into_a_map_of_free_keys():
    assert holds({"AND": [["any", "whatever", "deep"]]}, {"any": {"whatever": {"deep": 1}}})


def test_a_relation_is_said_in_words():
    (group,) = read_groups([{"XOR": [["network"], ["ips", "subnet"]]}])
    assert str(group) == "either `network` or `ips.subnet`, not both"
