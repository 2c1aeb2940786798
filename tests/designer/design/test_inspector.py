"""The form of a resource: set, required and optional properties."""

import re
from html import unescape

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
    assert '["resources", "server", "properties", "networks", 0, "network"]' in unescape(html)
    assert "&lt;b&gt;web&lt;/b&gt;" in html
    assert 'value="always"' in html
    assert 'data-go="group"' in html


def test_needed_properties_are_there_before_they_are_set(inspect):
    html = inspect(text=TEXT.replace("      flavor: {get_param: flavor}\n", ""))
    assert 'data-testid="property-flavor"' in html


def test_others_can_be_added(inspect):
    assert '"key_name"' in unescape(inspect())
    assert 'data-testid="property-key_name"' in inspect(extra="key_name")


def test_a_type_that_nobody_knows_shows_what_is_written(inspect):
    html = inspect(text=TEXT.replace("OS::Nova::Server\n", "My::Server\n"))
    assert 'data-testid="property-networks"' in html


@pytest.mark.parametrize("fields", [{"name": "nowhere"}, {"text": "a: ["}])
def test_nothing_to_show_is_shown(inspect, fields):
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
    html = inspect(kind="conditions", name="always")
    assert 'data-testid="field-definition"' in html
    assert re.search(r'<input[^>]* role="switch"[^>]* checked', html)


@pytest.mark.parametrize("fields", [{"kind": "outputs"}, {"kind": "secrets"}, {"kind": "parameters", "text": "a: ["}])
def test_a_part_that_is_not_there_is_shown(inspect, fields):
    assert "Nothing to show" in inspect(**fields)


def test_a_value_shows_what_it_comes_to_under_the_chosen_values(client, alice, make_design):
    text = TEXT.replace("always: true", "always: {equals: [{get_param: flavor}, large]}")
    design = make_design(text)
    design.value_sets.create(owner=alice, name="big ones", values={"flavor": "large"})
    client.force_login(alice)

    def ask(**fields):
        sent = {"text": text, "name": "always", "kind": "conditions", **fields}
        return client.post(reverse("inspector", args=[design.slug]), sent).content.decode()

    assert "For the defaults" in ask()
    assert "= false" in ask()
    assert "For big ones" in ask(set="big ones")
    assert "= true" in ask(set="big ones")
    assert "= &quot;large&quot;" in ask(set="big ones", kind="resources", name="server")


def test_nobody_looks_through_the_values_of_somebody_else(client, alice, bob, make_design):
    design = make_design(TEXT)
    design.value_sets.create(owner=bob, name="his", values={"flavor": "large"})
    client.force_login(alice)
    sent = {"text": TEXT, "name": "server", "set": "his"}
    assert "large" not in client.post(reverse("inspector", args=[design.slug]), sent).content.decode()


def test_a_secret_is_nowhere(inspect):
    text = TEXT.replace("default: small", "default: geheim, hidden: true")
    html = inspect(text=text)
    assert "geheim" not in html
    assert "= &quot;••••••&quot;" in html


def test_a_condition_shows_the_table_of_its_values(inspect):
    html = inspect(
        kind="conditions",
        name="always",
        text=TEXT.replace("always: true", "always: {equals: [{get_param: flavor}, a]}"),
    )
    assert "2 combinations" in html
    assert 'class="current"' in html


@pytest.mark.parametrize(
    "view",
    [
        "[",
        "[]",
        '"x"',
        "[" * 5000,
        '{"texts": 5, "begun": {}, "pending": [[]], "expression": []}',
        '{"find": "\\ud800", "themes": ["\\u0000"]}',
        '{"texts": [["resources", "server", "properties", "networks"]], "pending": [null], "expression": "get_attr"}',
        '{"begun": [["resources", "server", "properties", "networks", 2, "a", "b", "c", "d", "e", "f", "g", "h"]]}',
        '{"begun": [["resources", "server", "properties", 5], ["resources", "server", "properties", "networks", "x"]]}',
        '{"pending": ["resources", "server", "properties", "name"], "expression": "equals", "name": "server"}',
    ],
)
def test_any_wish_is_answered(inspect, view):
    assert 'data-testid="property-networks"' in inspect(view=view)


def test_a_value_is_shown_as_text_on_wish(inspect):
    view = '{"texts": [["resources", "server", "properties", "networks"]]}'
    assert "- network: x</textarea>" in inspect(view=view)


def test_the_fields_beside_the_properties_are_there(inspect):
    html = inspect()
    for name in ("metadata", "deletion_policy", "external_id", "description", "condition"):
        assert f'data-testid="field-{name}"' in html
    assert 'data-testid="field-external_id"' not in inspect(text=TEXT.replace("2021-04-16", "2015-10-15"))


def test_an_output_shows_its_value(inspect):
    outputs = "outputs:\n  o: {value: {list_join: [-, [a, b]]}, description: Two}\n"
    html = inspect(kind="outputs", name="o", text=TEXT + outputs)
    assert "= &quot;a-b&quot;" in html
    assert 'value="Two"' in html or "Two</textarea>" in html


def test_who_may_only_read_changes_nothing(client, alice, bob, make_design):
    design = make_design(TEXT, visibility="public")
    client.force_login(bob)
    html = client.post(reverse("inspector", args=[design.slug]), {"text": TEXT, "name": "server"}).content.decode()
    assert "data-unset " not in html
    assert "data-grow" not in html
    assert "readonly" in html


def test_a_nested_template_has_its_parameters_as_properties(client, alice, make_design):
    nested = b"heat_template_version: 2021-04-16\nparameters: {size: {type: number}}\noutputs: {ip: {value: 1}}\n"
    text = "heat_template_version: 2021-04-16\nresources:\n  inner: {type: inner.yaml}\n"
    design = make_design(text, files={"inner.yaml": nested})
    client.force_login(alice)
    sent = {"text": text, "name": "inner"}
    html = client.post(reverse("inspector", args=[design.slug]), sent).content.decode()
    assert 'data-testid="property-size"' in html
    assert 'data-output="ip"' in html


def test_a_form_that_is_not_of_the_edited_text_can_only_be_read(inspect):
    assert "data-duplicate" in inspect()
    html = inspect(**{"read-only": "true"})
    assert 'data-testid="property-flavor"' in html
    assert "data-duplicate" not in html
    assert "readonly" in html
