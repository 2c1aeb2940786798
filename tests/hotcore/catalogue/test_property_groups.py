"""Relations between properties, as the specification "Properties Group" has them."""

import pytest

from hotcore.catalogue.property_group_text import outline, without, words
from hotcore.catalogue.property_groups import BadGroup, outcomes, read_groups
from hotcore.values import Unknown
from tests.conformance.adapter import run_properties_group

SCHEMAS = {
    "network": {"type": "string"},
    "subnet": {"type": "string"},
    "any": {"type": "map"},
    "ips": {"type": "list", "items": {"type": "map", "keys": {"subnet": {"type": "string"}}}},
}


def holds(group, properties, versions=None, schemas=SCHEMAS):
    return all(one.given(properties, versions or {}) for one in read_groups([group], schemas))


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
        ({"AND": []}, "must be a list"),
        (["AND"], "must be a map"),
        ([{}], "one key"),
        ([{"AND": [], "OR": []}], "one key"),
        ([{"NOT": []}], "no operator `NOT`"),
        ([{"and": []}], "no operator `and`"),
        ([{"AND": "network"}], "takes a list"),
        ([{"AND": ["network"]}], "a path \\(a list of names\\)"),
        ([{"AND": [[]]}], "a path \\(a list of names\\)"),
        ([{"AND": [[1]]}], "a path \\(a list of names\\)"),
        ([{"AND": [{"OR": 1}]}], "takes a list"),
        ([{"AND": [["nework"]]}], "no property `nework`"),
        ([{"AND": [["ips", "nework"]]}], "no property `ips.nework`"),
        ([{"AND": [["network", "id"]]}], "no property `network.id`"),
        ([{"API_VERSIONS": []}], "takes a map"),
        ([{"API_VERSIONS": {"client_plugin": "nova", "versions": []}}], "takes a map"),
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


def not_(member):
    """The group that denies a member."""
    return {"XOR": [member, {"AND": []}]}


@pytest.mark.parametrize(
    ("group", "said"),
    [
        ({"XOR": [["a"], ["b", "c"]]}, "either `a` or `b.c`, not both"),
        ({"XOR": [["a"], ["b"], ["c"]]}, "exactly one of `a`, `b` and `c`"),
        ({"XOR": [["a"], {"AND": [["b"], ["c"]]}]}, "either `a`, or `b` and `c`, not both"),
        ({"XOR": [["a"]]}, "`a`"),
        ({"AND": [["a"], ["b"]]}, "both `a` and `b`"),
        ({"AND": [["a"], ["b"], ["c"]]}, "all of `a`, `b` and `c`"),
        ({"AND": [["a"], {"OR": [["b"], ["c"]]}]}, "both `a` and `b` or `c`"),
        ({"OR": [["a"], ["b"]]}, "at least one of `a` and `b`"),
        ({"OR": [["a"], {"AND": [["b"], ["c"]]}]}, "`a`, or `b` and `c`"),
        ({"OR": [["a"], {"XOR": [["b"], ["c"]]}]}, "`a`, or either `b` or `c`, not both"),
        (not_({"AND": [["a"], ["b"]]}), "not both `a` and `b`"),
        (not_({"AND": [["a"], {"OR": [["b"], ["c"]]}]}), "not both `a` and `b` or `c`"),
        (not_({"AND": [["a"], ["b"], ["c"]]}), "not all of `a`, `b` and `c`"),
        (not_({"OR": [["a"], ["b"]]}), "none of `a` and `b`"),
        (not_(["a"]), "no `a`"),
        ({"OR": [["b"], not_(["a"])]}, "`a` only with `b`"),
        ({"OR": [not_(["a"]), ["b"], ["c"]]}, "`a` only with `b` or `c`"),
        (
            {"API_VERSIONS": {"client_plugin": "keystone", "versions": ["1.2", 2], "properties": [["a"], ["b"]]}},
            "`a` and `b` only with version 1.2 or 2 of keystone",
        ),
    ],
)
def test_text_of_a_relation(group, said):
    (read,) = read_groups([group])
    assert words(read) == said


@pytest.mark.parametrize(
    ("group", "drawn"),
    [
        ({"XOR": [["a"], ["b", "c"]]}, ("one", "a", "b.c")),
        ({"AND": [["a"], {"OR": [["b"], ["c"]]}]}, ("all", "a", ("any", "b", "c"))),
        (not_({"AND": [["a"], ["b"]]}), ("not-all", "a", "b")),
        (not_({"OR": [["a"], ["b"]]}), ("none", "a", "b")),
        (not_(["a"]), ("none", "a")),
        ({"OR": [["b"], not_(["a"])]}, ("needs", "a", "b")),
        ({"OR": [["b"], ["c"], not_(["a"])]}, ("needs", "a", ("any", "b", "c"))),
        (
            {"API_VERSIONS": {"client_plugin": "nova", "versions": [2.1, "3"], "properties": [["a"]]}},
            ("versions nova 2.1 or 3", "a"),
        ),
    ],
)
def test_a_relation_as_a_tree(group, drawn):
    def shown(tree):
        if tree.kind == "property":
            return tree.text
        return (f"{tree.kind} {tree.text}".strip(), *map(shown, tree.members))

    (read,) = read_groups([group])
    assert shown(outline(read)) == drawn


def test_a_negation_is_written_with_an_empty_and():
    both = not_({"AND": [["network"], ["subnet"]]})
    assert holds(both, {})
    assert holds(both, {"subnet": 1})
    assert not holds(both, {"network": 1, "subnet": 1})


def test_texts_omit_hidden_properties():
    (group,) = read_groups([{"XOR": [["subnet"], ["subnet_id"], ["port"], ["port_id"]]}])
    shown = without(group, lambda path: path.names[-1].endswith("_id"))
    assert words(shown) == "either `subnet` or `port`, not both"
    assert without(group, lambda path: path.names != ("port",)) is None
    (rule,) = read_groups([{"OR": [["new"], not_(["old"])]}])
    assert words(without(rule, lambda path: False)) == "`old` only with `new`"
    assert without(rule, lambda path: path.names == ("old",)) is None


@pytest.mark.parametrize(
    ("group", "network", "subnet", "may_be"),
    [
        ({"XOR": [["network"], ["subnet"]]}, {True}, {True, False}, {True, False}),
        ({"XOR": [["network"], ["subnet"], ["any"]]}, {True}, {True}, {False}),
        ({"AND": [["network"], ["subnet"]]}, {False}, {True, False}, {False}),
        ({"OR": [["network"], ["subnet"]]}, {True}, {True, False}, {True}),
        (not_({"AND": [["network"], ["subnet"]]}), {True}, {True, False}, {True, False}),
    ],
)
def test_uncertain_values_make_a_group_uncertain(group, network, subnet, may_be):
    doubts = {"network": network, "subnet": subnet, "any": {False}}
    (read,) = read_groups([group], SCHEMAS)
    assert outcomes(read, lambda path: frozenset(doubts[path.names[0]]), {}) == may_be


def test_a_version_rule_in_doubt():
    (rule,) = read_groups(
        [{"API_VERSIONS": {"client_plugin": "nova", "versions": ["2"], "properties": [["network"], ["subnet"]]}}]
    )
    doubts = {"network": frozenset({True, False}), "subnet": frozenset({False})}
    assert outcomes(rule, lambda path: doubts[path.names[0]], {"nova": "3"}) == {True, False}
    assert outcomes(rule, lambda path: doubts[path.names[0]], {"nova": "2"}) == {True}


@pytest.mark.parametrize(("group", "ok"), [({"AND": []}, True), ({"OR": []}, False), ({"XOR": []}, False)])
def test_of_no_members_all_are_given_and_none_is(group, ok):
    assert holds(group, {"network": "n"}) is ok


def test_a_version_is_a_text_or_a_number():
    def group(*versions):
        return {"API_VERSIONS": {"client_plugin": "nova", "versions": list(versions), "properties": [["network"]]}}

    assert holds(group(2.1), {"network": "n"}, {"nova": "2.1"})
    assert holds(group("2.1"), {"network": "n"}, {"nova": 2.1})
    assert holds(group(2), {"network": "n"}, {"nova": 2.0})
    assert not holds(group("2.10"), {"network": "n"}, {"nova": "2.1"})
    assert not holds(group(), {"network": "n"}, {"nova": "2.1"})
    assert holds(group("2.1"), {"network": "n"}, {"nova": None})
    with pytest.raises(BadGroup, match="a string or a number"):
        read_groups([group(None)])


def test_api_versions_may_be_nested_in_another_group():
    rule = {"API_VERSIONS": {"client_plugin": "nova", "versions": ["2"], "properties": [["network"]]}}
    assert holds({"AND": [rule, ["network"]]}, {"network": "n"}, {"nova": "2"})
    assert not holds({"AND": [rule, ["network"]]}, {"network": "n"}, {"nova": "3"})
    assert holds({"XOR": [rule, ["subnet"]]}, {"network": "n", "subnet": "s"}, {"nova": "3"})


def test_a_path_goes_through_lists_in_lists_and_stops_at_plain_values():
    group = {"OR": [["ips", "subnet"]]}
    assert holds(group, {"ips": [[{"subnet": "s"}]]}, schemas=None)
    assert not holds(group, {"ips": "s"}, schemas=None)
    assert not holds(group, {"ips": ["subnet"]}, schemas=None)
    assert holds(group, {"ips": [Unknown("get_attr a.b")]}, schemas=None)


def test_no_declaration_is_none_and_no_known_property_is_not():
    assert read_groups(None, SCHEMAS) == () == read_groups([], {})
    with pytest.raises(BadGroup, match="no property `network`"):
        read_groups([{"AND": [["network"]]}], {})
    with pytest.raises(BadGroup, match="must be a list, not a map"):
        read_groups({}, SCHEMAS)


def test_a_recursive_declaration_is_invalid():
    group = {"AND": []}
    for _ in range(2000):
        group = {"AND": [group]}
    with pytest.raises(BadGroup, match="levels deep"):
        read_groups([group])


def test_a_value_that_a_preview_calls_unknown_counts_as_given():
    groups = [{"AND": [["ips", "subnet"]]}]
    unknown = {"unknown": "get_attr net.ips"}
    assert run_properties_group(groups, {"ips": unknown}, SCHEMAS) == {"ok": True}
    assert run_properties_group(groups, {"ips": [{"subnet": unknown}]}, SCHEMAS) == {"ok": True}
    assert run_properties_group(groups, {"ips": [{}]}, SCHEMAS) == {"ok": False}
    assert run_properties_group([{"AND": ["ips"]}], {"ips": []}, SCHEMAS) == {"ok": False}
