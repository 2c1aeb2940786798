"""The files that the client sends with a template, including missing ones."""

import pytest

from hotcore import read_environment
from hotcore.environment import named_files

HEAD = "heat_template_version: 2021-04-16\n"


def uses(*lines):
    return HEAD + "resources:\n" + "".join(f"  r{at}: {line}\n" for at, line in enumerate(lines))


def script(name):
    return f"{{type: OS::Heat::Value, properties: {{value: {{get_file: {name}}}}}}}"


def test_files_are_named_from_the_file_that_has_the_name_and_each_once():
    files = {
        "nested/db.yaml": uses("{type: volume.yaml}", script("../scripts/a.sh"), script("missing.sh")),
        "nested/volume.yaml": HEAD,
        "scripts/a.sh": "echo\n",
        "unused.yaml": HEAD,
    }
    text = uses("{type: nested/db.yaml}", script("./scripts/a.sh"), "{type: ../up.template}")
    assert named_files(text, files) == (
        "nested/db.yaml",
        "nested/volume.yaml",
        "scripts/a.sh",
        "nested/missing.sh",
        "../up.template",
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (uses("{type: OS::Heat::ResourceGroup, properties: {resource_def: {type: a.yaml}}}"), ("a.yaml",)),
        (uses("{type: OS::Heat::Value, properties: {value: {if: [no, {get_file: b.sh}, x]}}}"), ("b.sh",)),
        (uses("{type: https://example.org/a.yaml}", script("http://example.org/b.sh")), ()),
        (uses("{type: file:///srv/a.yaml}", script("/srv/b.sh")), ("/srv/a.yaml", "/srv/b.sh")),
        (uses("{type: a.yml}", "{type: OS::Nova::Server}"), ()),
        ("AWSTemplateFormatVersion: '2010-09-09'\nResources: {R: {Type: a.yaml, type: b.yaml}}\n", ("b.yaml",)),
        ("- get_file: a.sh\n", ()),
        ("a: [\n", ()),
    ],
)
def test_places_in_a_template(text, expected):
    assert named_files(text, {}) == expected


def test_a_template_that_is_read_as_a_text_brings_its_files_too():
    files = {"sub/tpl.yaml": uses(script("x.sh")), "sub/data.yaml": "resources: {r: {get_file: no.sh}}\n"}
    found = named_files(uses(script("sub/tpl.yaml"), script("sub/data.yaml")), files)
    assert found == ("sub/tpl.yaml", "sub/x.sh", "sub/data.yaml")


def test_registries_name_files_also_where_a_later_one_overrides_them():
    first = """
resource_registry:
  My::DB: ../nested/old.yaml
  My::Net: OS::Neutron::Net
  My::Text: other.yml
  resources:
    web:
      hooks: pre-create
      My::DB: ../nested/web.yaml
parameters: {type: not.yaml}
"""
    second = "resource_registry: {base_url: nested, My::DB: new.yaml, Far::Away: 'https://example.org/x.yaml'}\n"
    environments = [read_environment(first, "envs/a.yaml"), read_environment(second, "b.yaml")]
    files = {"nested/new.yaml": uses("{type: deep/c.yaml}")}
    assert named_files(HEAD, files, environments) == (
        "nested/old.yaml",
        "envs/other.yml",
        "nested/web.yaml",
        "nested/new.yaml",
        "nested/deep/c.yaml",
    )


def test_files_that_name_each_other_end():
    files = {"a.yaml": uses("{type: b.yaml}"), "b.yaml": uses("{type: a.yaml}")}
    assert named_files(uses("{type: a.yaml}"), files) == ("a.yaml", "b.yaml")
