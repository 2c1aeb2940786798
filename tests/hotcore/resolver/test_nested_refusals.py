"""Refusals of values by nested templates, reported at the parameter that the value comes from."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hotcore
from hotcore.resolver.build import preview_as_data

HEAD = "heat_template_version: 2021-04-16\n"

DB = (
    HEAD
    + """
parameters:
  volume_size:
    type: number
    constraints: [{range: {min: 10, max: 100}, description: A database has 10 to 100 GB}]
  name: {type: string, default: db, constraints: [{length: {max: 6}}]}
  list: {type: comma_delimited_list, default: ''}
resources:
  volume: {type: volume.yaml, properties: {size: {get_param: volume_size}}}
"""
)
VOLUME = (
    HEAD
    + """
parameters:
  size: {type: number, constraints: [{modulo: {step: 10, offset: 0}}]}
"""
)
FILES = {"nested/db.yaml": DB, "nested/volume.yaml": VOLUME}
PARAMETERS = """
parameters:
  size: {type: number, default: 20, constraints: [{range: {min: 1, max: 95}}]}
  other: {type: string, default: abc}
  sizes: {type: json, default: {small: 10, large: 500}}
  kind: {type: string, default: small}
  secret: {type: string, default: abc, hidden: true}
conditions:
  large: {equals: [{get_param: kind}, large]}
"""


def preview_of(properties, values, files=FILES, resource="{type: nested/db.yaml, properties: %s}", **options):
    text = f"{HEAD}{PARAMETERS}resources:\n  db: {resource % properties}\n"
    return hotcore.preview(hotcore.load(text, files), values, **options)


def refusals(*arguments, **options):
    found = preview_of(*arguments, **options).nested_refusals
    return {name: [(each.parameter, each.path, each.message) for each in refusals] for name, refusals in found.items()}


WORDS = "A database has 10 to 100 GB"
STEPS = "The number must be a multiple of 10."


def test_a_refused_value_is_reported_at_its_parameter_in_the_authors_words():
    found = preview_of("{volume_size: {get_param: size}}", {"size": 3})
    (refusal, deeper) = found.nested_refusals["size"]
    assert (refusal.parameter, refusal.path, refusal.file) == ("volume_size", ("db",), "nested/db.yaml")
    assert (refusal.message, refusal.severity, refusal.repairs) == (WORDS, "error", (10,))
    assert (deeper.parameter, deeper.path, deeper.file) == ("size", ("db", "volume"), "nested/volume.yaml")
    assert (deeper.message, deeper.severity, deeper.repairs) == (STEPS, "warning", (10,))
    assert [each.caused_by for each in found.diagnostics] == [("size",), ("size",)]


def test_a_legal_value_is_not_reported():
    found = preview_of("{volume_size: {get_param: size}}", {"size": 30})
    assert (found.nested_refusals, found.refused_properties, found.diagnostics) == ({}, {}, ())


def test_the_nearest_value_passes_every_constraint_on_the_way():
    (refusal,) = preview_of("{volume_size: {get_param: size}}", {"size": 94}).nested_refusals["size"]
    assert (refusal.path, refusal.repairs) == (("db", "volume"), (90,))


def test_a_literal_in_the_template_is_no_value_of_a_parameter():
    found = preview_of("{volume_size: 3}", {"size": 3})
    assert found.nested_refusals == {}
    assert [each.code for each in found.diagnostics] == ["range", "modulo"]
    assert found.refused_properties == {("db", "volume"): ("size",)}


@pytest.mark.parametrize(
    ("properties", "values", "expected"),
    [
        ("{volume_size: 10, name: {list_join: ['-', [{get_param: other}, x]]}}", {"other": "abcdef"}, ["other"]),
        ("{volume_size: {get_param: [sizes, {get_param: kind}]}}", {"kind": "large"}, ["sizes", "kind"]),
        ("{volume_size: {if: [large, 500, 10]}}", {"kind": "large"}, ["kind"]),
        ("{volume_size: {if: [{equals: [{get_param: other}, large]}, 500, 10]}}", {"other": "large"}, ["other"]),
        ("{volume_size: {if: [large, {get_param: size}, 10]}}", {"kind": "large", "size": 5}, ["size"]),
        ("{volume_size: 10, name: {if: [large, x, {get_param: other}]}}", {"other": "abcdefg"}, ["other"]),
        ("{volume_size: 10, name: {get_param: secret}}", {"secret": "geheimes"}, ["secret"]),
        ("{volume_size: 10, list: [{if: [large, x, y]}, {a: not-for-a-list}]}", {}, []),
        ("{volume_size: 10, list: [{if: [large, x, y]}, {if: [large, {a: b}, c]}]}", {"kind": "large"}, ["kind"]),
    ],
)
def test_a_value_is_followed_through_functions_and_taken_branches(properties, values, expected):
    assert sorted(refusals(properties, values)) == sorted(expected)


def test_there_is_no_repair_of_a_modified_value_nor_of_a_hidden_one():
    changed = preview_of("{volume_size: 10, name: {list_join: ['', [{get_param: other}]]}}", {"other": "abcdefg"})
    secret = preview_of("{volume_size: 10, name: {get_param: secret}}", {"secret": "geheimes"})
    for preview, name in ((changed, "other"), (secret, "secret")):
        (refusal,) = preview.nested_refusals[name]
        assert (refusal.parameter, refusal.repairs) == ("name", ())
    assert "geheimes" not in repr(secret.nested_refusals)


@pytest.mark.parametrize(
    ("resource", "path"),
    [
        (
            "{type: OS::Heat::ResourceGroup, properties: {resource_def: {type: nested/db.yaml, properties: %s}}}",
            ("db", "0"),
        ),
        (
            "{type: OS::Heat::ResourceChain, properties: {resources: [nested/db.yaml], resource_properties: %s}}",
            ("db", "0"),
        ),
    ],
)
def test_members_of_groups_have_their_group_in_the_path(resource, path):
    found = refusals("{volume_size: {get_param: size}}", {"size": 3}, resource=resource)
    assert found == {"size": [("volume_size", path, WORDS), ("size", (*path, "volume"), STEPS)]}


def test_each_use_of_a_template_is_reported_with_its_own_parameters():
    text = (
        f"{HEAD}parameters: {{a: {{type: number}}, b: {{type: number}}}}\nresources:\n"
        "  one: {type: nested/db.yaml, properties: {volume_size: {get_param: a}}}\n"
        "  two: {type: nested/db.yaml, properties: {volume_size: {get_param: b}}}\n"
    )
    found = hotcore.preview(hotcore.load(text, FILES), {"a": 15, "b": "15"})
    (diagnostic,) = found.diagnostics
    assert diagnostic.caused_by == ("a", "b")
    paths = {name: [each.path for each in refusals] for name, refusals in found.nested_refusals.items()}
    assert paths == {"a": [("one", "volume")], "b": [("two", "volume")]}


def test_a_property_of_a_resource_inside_is_reported_too():
    files = {"nested/db.yaml": HEAD + "parameters: {volume_size: {type: number}}\nresources:\n"
             "  disk: {type: OS::Cinder::Volume, properties: {size: {get_param: volume_size}}}\n"}  # fmt: skip
    found = preview_of("{volume_size: {get_param: other}}", {"other": "-1"}, files)
    (refusal,) = found.nested_refusals["other"]
    assert (refusal.parameter, refusal.path, refusal.file) == ("size", ("db", "disk"), "nested/db.yaml")
    assert refusal.severity == "warning"


def test_a_value_of_the_wrong_type_inside_is_reported():
    found = preview_of("{volume_size: {get_param: other}}", {"other": "much"})
    assert {each.file for each in found.nested_refusals["other"]} == {"nested/db.yaml"}


def test_a_value_is_followed_through_attributes_of_a_nested_stack():
    files = {**FILES, "twice.yaml": HEAD + "parameters: {word: {type: string}}\noutputs:\n"
             "  words: {value: {list_join: ['', [{get_param: word}, {get_param: word}]]}}\n"}  # fmt: skip
    resource = (
        "{type: nested/db.yaml, properties: %s}\n  twice: {type: twice.yaml, properties: {word: {get_param: other}}}"
    )
    found = refusals(
        "{volume_size: 10, name: {get_attr: [twice, words]}}", {"other": "abcd"}, files=files, resource=resource
    )
    assert [each[:2] for each in found["other"]] == [("name", ("db",))]


def test_the_data_of_a_diagnostic_names_the_parameters():
    (first, *_) = preview_as_data(preview_of("{volume_size: {get_param: size}}", {"size": 3}))["diagnostics"]
    assert first["caused_by"] == ["size"]
    json.dumps(first)


@settings(max_examples=60, deadline=None)
@given(st.integers(-5, 1000))
def test_a_repair_is_accepted_by_all_templates(size):
    properties = "{volume_size: {get_param: size}}"
    for refusal in preview_of(properties, {"size": size}).nested_refusals.get("size", ()):
        for repair in refusal.repairs:
            fixed = preview_of(properties, {"size": repair})
            assert fixed.parameters["size"].diagnostics == ()
            refusals = fixed.nested_refusals.get("size", ())
            assert (refusal.parameter, refusal.path) not in [(each.parameter, each.path) for each in refusals]
