"""What a property is for."""

import hotcore
from hotcore.assist import explain_property
from hotcore.catalogue import shipped_catalogue

TEXT = """\
heat_template_version: 2021-04-16
resources:
  server: {type: OS::Nova::Server}
  group: {type: OS::Heat::ResourceGroup, properties: {resource_def: {type: OS::Neutron::Port}}}
  own: {type: My::Own}
"""


def about(*path):
    return explain_property(hotcore.load(TEXT).template, ("resources", *path), shipped_catalogue())


def test_a_property_that_is_not_set_is_explained_with_its_default_rules_and_update():
    lines = about("server", "properties", "user_data_update_policy")
    assert "default: REPLACE" in lines
    assert any("REPLACE" in line and "IGNORE" in line for line in lines)
    assert lines[-1] in ("updated in place", "a change replaces the resource")


def test_keys_inside_lists_and_the_properties_of_members_are_explained():
    assert about("server", "properties", "networks", 0, "fixed_ip")
    assert about("group", "properties", "resource_def", "properties", "network")[-1] == "a change replaces the resource"
    assert about("group", "properties", "count")


def test_nothing_is_known_of_what_no_type_has():
    for path in (("own", "properties", "x"), ("server", "properties", "x"), ("gone", "properties", "x"), ("server",)):
        assert about(*path) == ()
    assert about("server", "metadata", "x") == ()
