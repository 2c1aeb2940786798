"""The relations of the catalogue and the refusals of the plug-ins; only where the extra `parity` is installed."""

import importlib

import pytest

pytest.importorskip("heat", reason="the extra `parity` is not installed")

from hotcore.catalogue import shipped_catalogue
from hotcore.catalogue.property_group_text import words
from tests.hotcore.catalogue.test_plugin_relations import broken
from tests.parity.heat_plugin import cloud, refusal
from tests.parity.relations import answers, recorded, related_types


@pytest.fixture(scope="module")
def heat_answers():
    return answers()


def test_heat_answers_as_recorded(heat_answers):
    kinds = {
        name: [[given, why and why.partition(":")[0]] for given, why in pairs] for name, pairs in heat_answers.items()
    }
    assert kinds == recorded()


def test_heat_refuses_each_broken_relation_for_its_own_reason(heat_answers):
    for each in related_types():
        if each.name == "OS::Octavia::L7Policy":  # below
            continue
        other_reasons = {why for given, why in heat_answers[each.name] if not broken(each, given)}
        for related in each.properties_groups:
            own = {why for given, why in heat_answers[each.name] if broken(each, given) == [related]}
            assert own - other_reasons, f"{each.name}: {words(related.group)}"


def test_of_a_policy_s_redirections_one_is_refused_whatever_the_action_is():
    policy = {"listener": "l", "redirect_pool": "p", "redirect_url": "http://example.org"}
    actions = shipped_catalogue().find("OS::Octavia::L7Policy").properties["action"].constraints[0].options["values"]
    assert len(actions) == 3
    with cloud():
        assert all(refusal("OS::Octavia::L7Policy", policy | {"action": action}) for action in actions)


def test_where_a_relation_is_stated_is_a_method_of_heat():
    for each in related_types():
        for related in each.properties_groups:
            module, class_name, method = related.stated.rsplit(".", 2)
            assert callable(getattr(getattr(importlib.import_module(module), class_name), method))


def test_a_plug_in_is_asked_without_a_cloud():
    with cloud():
        assert refusal("OS::Neutron::RouterInterface", {"router": "r", "subnet": "s"}) is None
        assert "router" in refusal("OS::Neutron::RouterInterface", {"subnet": "s"})
