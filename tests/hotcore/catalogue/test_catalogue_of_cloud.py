"""A catalogue that says which cloud it is of, and what its Heat knows of the language."""

import json

import pytest

import hotcore
from hotcore.assist import complete
from hotcore.catalogue import BadCatalogue, catalogue_in_use, read_catalogue, shipped_catalogue, using_catalogue

VALUE = {
    "family": "OS",
    "support_status": {"status": "SUPPORTED"},
    "properties": {"value": {"type": "any"}},
    "attributes": {},
}
TEXT = """\
heat_template_version: 2018-08-31
resources:
  a: {type: OS::Heat::Value, properties: {value: {str_split: [",", "a,b"]}}}
  b: {type: OS::Octavia::Pool}
  c: {type: OS::Heat::Valu}
"""


def catalogue(**more):
    """The catalogue of a cloud that has one type."""
    return read_catalogue(json.dumps({"format": 1, "types": {"OS::Heat::Value": VALUE}, "cloud": "lab", **more}), "lab")


def found(text=TEXT):
    document = hotcore.load(text)
    every = (*document.diagnostics, *hotcore.lint(document))
    return {each.message: each.severity for each in every if each.message.startswith("lab ")}


def test_what_the_cloud_lacks_is_a_warning():
    with using_catalogue(catalogue):
        messages = found()
    unless = "and refuses it, unless the `resource_registry` of an environment provides it."
    assert messages == {
        f"lab has no Octavia: it has no resource type `OS::Octavia::Pool` {unless}": "warning",
        f"lab has no resource type `OS::Heat::Valu` {unless}": "warning",
    }


@pytest.mark.parametrize(
    ("versions", "expected"),
    [
        ({"2018-08-31": ["str_split"]}, []),
        ({"2018-08-31": []}, ["lab has no function `str_split` in templates of version `2018-08-31`."]),
        (
            {"2016-10-14": [], "2017-02-24": []},
            ["lab does not know the template version `2018-08-31`. Its newest is `2017-02-24`."],
        ),
    ],
)
def test_versions_and_functions_that_the_cloud_does_not_know_are_warnings(versions, expected):
    with using_catalogue(lambda: catalogue(template_versions=versions)):
        messages = found()
    assert [each for each in messages if "Octavia" not in each and "Valu" not in each] == expected
    assert all(messages[each] == "warning" for each in expected)


def test_functions_that_the_cloud_does_not_know_are_not_offered():
    text = TEXT[: TEXT.index("str_split")]
    known = catalogue(template_versions={"2018-08-31": ["get_param"]})
    assert {each.label for each in complete(text, len(text), known).options} == {"get_param"}
    assert {"get_param", "str_split"} <= {each.label for each in complete(text, len(text), catalogue()).options}


def fail_with_it():
    with using_catalogue(catalogue):
        assert catalogue_in_use().cloud == "lab"
        raise KeyError


def test_the_shipped_catalogue_is_in_use_before_and_after():
    with pytest.raises(KeyError):
        fail_with_it()
    assert catalogue_in_use() is shipped_catalogue()
    assert not found()


@pytest.mark.parametrize("versions", [[], {"2018-08-31": 1}])
def test_wrong_versions_are_refused(versions):
    with pytest.raises(BadCatalogue):
        catalogue(template_versions=versions)
