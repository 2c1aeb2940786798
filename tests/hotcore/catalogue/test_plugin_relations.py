"""The stated relations between properties of the catalogue, compared with recorded answers of a real Heat."""

import pytest

from hotcore.catalogue import shipped_catalogue
from hotcore.catalogue.property_group_text import words
from tests.parity.relations import questions, recorded, related_types

RELATED = related_types()


def broken(asked, properties):
    """The relations of a type that do not hold."""
    return list(asked.relations.broken(properties, {}))


def said(name):
    return [words(each.group) for each in shipped_catalogue().find(name).properties_groups]


def test_many_types_have_stated_relations_with_their_source():
    assert len(RELATED) >= 20
    assert all(each.stated.startswith("heat.engine.resources.") for kind in RELATED for each in kind.properties_groups)


@pytest.mark.parametrize("asked", RELATED, ids=lambda asked: asked.name)
def test_heat_rejects_a_broken_relation(asked):
    answers = recorded()[asked.name]
    assert [given for given, _ in answers] == list(questions(asked)), "`python -m tests.parity.relations` asks anew"
    assert [given for given, refusal in answers if broken(asked, given) and refusal is None] == []
    for each in asked.properties_groups:
        assert any(broken(asked, given) == [each] for given, _ in answers), words(each.group)


def test_relations_of_everyday_types():
    assert "at least one of `image`, `block_device_mapping` and `block_device_mapping_v2`" in said("OS::Nova::Server")
    assert "either `network` or `network_id`, not both" in said("OS::Neutron::Port")
    assert "`fixed_ip_address` only with `port_id`" in said("OS::Neutron::FloatingIP")
    assert "not both `remote_group` and `remote_ip_prefix`" in said("OS::Neutron::SecurityGroupRule")
    assert said("OS::Nova::KeyPair") == []
