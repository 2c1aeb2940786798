"""The effect of an update on resources of every type, as in a real Heat."""

import json
import random

import pytest

pytest.importorskip("heat", reason="the extra `parity` is not installed")

from hotcore import Side, load, semantic_diff
from tests.parity.heat_update import effect
from tests.parity.strategies.updates import CATALOGUE, altered, properties, value

HEAD = {"heat_template_version": "2021-04-16", "conditions": {"yes": True, "no": False}}
BESIDE = {"b": {"type": "OS::Heat::None"}}
OTHER_WAYS = ("OS::Heat::None",)
"""Types that are updated in ways of their own, which need a cloud."""


def expected_effect(before, after):
    """What hotcore reports about the resource."""
    old, new = (load(json.dumps({**HEAD, "resources": {"a": body, **BESIDE}})) for body in (before, after))
    changes = semantic_diff(Side(old), Side(new)).changes
    kinds = {change.kind for change in changes if change.section == "resources" and not change.path}
    return next((kind for kind in ("refused", "replaced", "changed", "rewritten") if kind in kinds), "nothing")


def cases(count, seed):
    """Bodies of a resource before and after, of all types in turn."""
    chance = random.Random(seed)
    names = [name for name in CATALOGUE.type_names if CATALOGUE.find(name).properties and name not in OTHER_WAYS]
    for number in range(count):
        kind = names[number % len(names)]
        schemas = CATALOGUE.find(kind).properties
        given = properties(schemas, chance)
        after = altered(given, schemas, chance)
        if after != given:  # Heat sees changes in properties that contradict each other, even where there are none
            yield {"type": kind, "properties": given}, {"type": kind, "properties": after}


def test_updates_of_every_type_do_what_heat_says():
    tally, wrong = {}, []
    for before, after in cases(1000, 5):
        said = effect(before, after)
        if said is None:
            continue
        tally[said] = tally.get(said, 0) + 1
        if expected_effect(before, after) != said:
            wrong.append((said, expected_effect(before, after), before, after))
    assert wrong == []
    assert tally["replaced"] > 100
    assert tally["changed"] > 100
    assert tally["rewritten"] > 50


@pytest.mark.parametrize("policy", ["flavor_update_policy", "image_update_policy", "user_data_update_policy"])
@pytest.mark.parametrize("said", [("REBUILD", "REPLACE"), ("REPLACE", "REBUILD"), (None, None), (None, "REPLACE")])
def test_policies_of_a_server_decide_as_in_heat(policy, said):
    if policy == "flavor_update_policy":
        said = tuple("RESIZE" if way == "REBUILD" else way for way in said)
    name = policy.removesuffix("_update_policy")
    bodies = []
    for way, given in zip(said, ("one", "two"), strict=True):
        settings = {policy: way} if way else {}
        bodies.append(
            {"type": "OS::Nova::Server", "properties": {"flavor": "f", "image": "i", name: given, **settings}}
        )
    assert expected_effect(*bodies) == effect(*bodies)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({"metadata": {"a": 1}}, {"metadata": {"a": 2}}),
        ({}, {"deletion_policy": "Delete"}),
        ({"description": "One"}, {"description": "Two"}),
        ({}, {"update_policy": {"x": 1}}),
        ({"depends_on": []}, {}),
        ({"depends_on": "b"}, {"depends_on": ["b"]}),
        ({"metadata": {}}, {}),
        ({"update_policy": {}}, {}),
        ({"deletion_policy": "delete"}, {"deletion_policy": "Delete"}),
        ({"condition": True}, {}),
        ({"condition": "yes"}, {"condition": True}),
        ({"condition": "yes"}, {"condition": {"not": "no"}}),
        ({"condition": {"not": "no"}}, {"condition": {"equals": [1, 1]}}),
    ],
)
@pytest.mark.parametrize("kind", ["OS::Neutron::Net", "OS::Heat::Value", "AWS::AutoScaling::LaunchConfiguration"])
def test_fields_beside_the_properties_count_as_in_heat(kind, before, after):
    given = {"value": "x"} if kind == "OS::Heat::Value" else {}
    given = {"ImageId": "i", "InstanceType": "t"} if kind.startswith("AWS") else given
    bodies = [{"type": kind, "properties": given, **body} for body in (before, after)]
    assert expected_effect(*bodies) == effect(*bodies)


def renamed():
    """Every property with a new name beside it: the type, the path of names, and the new name."""
    pending = [(name, (), found.properties) for name in CATALOGUE.type_names if (found := CATALOGUE.find(name))]
    while pending:
        kind, path, schemas = pending.pop()
        for name, schema in schemas.items():
            newer = schema.replaced_by[0].rpartition(".")[2] if len(schema.replaced_by) == 1 else None
            if newer in schemas:
                yield kind, path, name, newer
            inner = schema.items or schema
            if inner.keys:
                pending.append((kind, (*path, name), inner.keys))


@pytest.mark.parametrize(
    ("kind", "path", "old", "new"), [pytest.param(*each, id=f"{each[0]}-{each[2]}") for each in renamed()]
)
def test_a_new_name_of_a_property_makes_no_difference_to_a_stack(kind, path, old, new):
    def body(name):
        schemas, given = CATALOGUE.find(kind).properties, {name: "x"}
        for step in reversed(path):
            given = {step: [given]}
        needed = {key: value(one, random.Random(1)) for key, one in schemas.items() if one.required and key != new}
        return {"type": kind, "properties": {**needed, **given}}

    found = effect(body(old), body(new))
    assert found in ("nothing", "rewritten")  # at most an update that changes nothing
    assert found == expected_effect(body(old), body(new))
