"""Descriptions of resource types and properties."""

import re

import pytest

from hotcore.catalogue import shipped_catalogue
from hotcore.catalogue.type_descriptions import _described, with_descriptions

TYPES = sorted(_described())


def schemas_by_path(schemas, within=""):
    for name, schema in schemas.items():
        yield f"{within}{name}", schema
        inner = schema
        while inner.items is not None:
            inner = inner.items
        yield from schemas_by_path(inner.keys or {}, f"{within}{name}.")


def test_the_types_that_are_used_most_are_described():
    assert len(TYPES) >= 40


@pytest.mark.parametrize("name", TYPES)
def test_the_properties_of_a_type_are_described_and_in_one_part_each(name):
    kind = shipped_catalogue().find(name)
    assert_each_property_that_is_offered_is_described(name, kind)
    assert_the_main_properties_are_those_required_and_then_others_that_are_offered(kind)
    assert_a_theme_has_properties_of_its_type_that_are_in_no_other_part(kind)


def assert_each_property_that_is_offered_is_described(name, kind):
    known = dict(schemas_by_path(kind.properties))
    assert kind.description.endswith(".")
    assert set(_described()[name]["properties"]) <= set(known), "descriptions of what is not there"
    assert [
        path for path, schema in known.items() if "." not in path and schema.is_offered and not schema.description
    ] == []
    for path, text in _described()[name]["properties"].items():
        assert text.endswith("."), path
        assert text.count("`") % 2 == 0, path
        assert known[path].description == text


def assert_the_main_properties_are_those_required_and_then_others_that_are_offered(kind):
    main = [kind.properties[key] for key in kind.main_properties]
    required = [key for key, schema in kind.properties.items() if schema.required and schema.is_offered]
    assert set(required) <= set(kind.main_properties)
    assert [schema.required for schema in main] == sorted((schema.required for schema in main), reverse=True)
    assert all(schema.is_offered for schema in main)


def assert_a_theme_has_properties_of_its_type_that_are_in_no_other_part(kind):
    named = [*kind.main_properties, *(key for names in kind.themes.values() for key in names)]
    assert len(named) == len(set(named))
    assert set(named) <= set(kind.properties)
    assert all(len(names) > 1 for names in kind.themes.values())


def test_what_a_catalogue_says_itself_counts():
    facts = {"description": "Own", "properties": {"network": {"type": "string", "description": "Mine"}}}
    found = with_descriptions("OS::Neutron::Port", facts)
    assert (found["description"], found["properties"]["network"]["description"]) == ("Own", "Mine")
    assert with_descriptions("OS::Nobody::Knows", facts) is facts


def test_a_unit_or_an_example_is_in_what_takes_a_number():
    size = shipped_catalogue().find("OS::Cinder::Volume").properties["size"]
    assert re.search("GiB", size.description)
