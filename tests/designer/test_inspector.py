"""The form of one resource: what is set, what is needed, what may be added."""

import pytest
from django.urls import reverse

TEXT = """\
heat_template_version: 2021-04-16
parameters:
  flavor: {type: string, default: small}
resources:
  group: {type: OS::Nova::ServerGroup}
  server:
    type: OS::Nova::Server
    condition: always
    depends_on: group
    properties:
      name: <b>web</b>
      flavor: {get_param: flavor}
      networks:
        - network: x   # here
      config_drive: true
conditions:
  always: true
"""


@pytest.fixture
def inspect(client, alice, make_design):
    design = make_design(TEXT)
    client.force_login(alice)

    def inspect(**fields):
        answer = client.post(reverse("inspector", args=[design.slug]), {"text": TEXT, "name": "server", **fields})
        assert answer.status_code == 200
        return answer.content.decode()

    return inspect


def test_set_properties_are_there_as_they_are_written(inspect):
    html = inspect()
    for name in ("name", "flavor", "networks", "config_drive"):
        assert f'data-testid="property-{name}"' in html
    assert '<option value="get_param" selected>' in html
    assert "- network: x" in html
    assert "&lt;b&gt;web&lt;/b&gt;" in html
    assert 'value="always"' in html
    assert 'data-go="group"' in html


def test_needed_properties_are_there_before_they_are_set(inspect):
    html = inspect(text=TEXT.replace("      flavor: {get_param: flavor}\n", ""))
    assert 'data-testid="property-flavor"' in html


def test_others_can_be_added(inspect):
    assert "<option>key_name</option>" in inspect()
    assert 'data-testid="property-key_name"' in inspect(extra="key_name")


def test_a_type_that_nobody_knows_shows_what_is_written(inspect):
    html = inspect(text=TEXT.replace("OS::Nova::Server\n", "My::Server\n"))
    assert 'data-testid="property-networks"' in html


@pytest.mark.parametrize("fields", [{"name": "nowhere"}, {"text": "a: ["}])
def test_nothing_to_show_is_said(inspect, fields):
    assert "Nothing to show" in inspect(**fields)


def test_strangers_see_nothing(client, charlie, make_design):
    client.force_login(charlie)
    assert client.post(reverse("inspector", args=[make_design(TEXT).slug]), {"text": TEXT}).status_code == 404


def test_a_parameter_shows_its_fields_and_its_group(inspect):
    grouped = TEXT + "parameter_groups:\n- label: Size\n  parameters: [flavor]\n"
    html = inspect(text=grouped, kind="parameters", name="flavor")
    assert 'data-testid="field-constraints"' in html
    assert "<option selected>string</option>" in html
    assert '<option value="0" selected>Size</option>' in html
    assert 'value="small"' in html


def test_a_condition_shows_its_definition(inspect):
    assert "true</textarea>" in inspect(kind="conditions", name="always").replace("\n", "")


@pytest.mark.parametrize("fields", [{"kind": "outputs"}, {"kind": "secrets"}, {"kind": "parameters", "text": "a: ["}])
def test_a_part_that_is_not_there_is_said(inspect, fields):
    assert "Nothing to show" in inspect(**fields)
