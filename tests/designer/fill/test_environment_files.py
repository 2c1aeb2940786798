"""Environment files that are loaded into the form: several, those beside the template, and what is wrong in them."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from designer.models import May, Visibility
from designer.services import share_link_create

TEMPLATE = """\
heat_template_version: 2021-04-16
parameters:
  size: {type: number, default: 1, constraints: [{range: {max: 9}}]}
  name: {type: string, default: web}
  tags: {type: comma_delimited_list, default: a}
  password: {type: string, hidden: true, default: open-sesame, constraints: [{length: {min: 8}}]}
"""
SECRET = "hush-1"
FILES = {
    "env/small.yaml": b"parameters: {size: 2}\n",
    "env/production.yaml": b"parameters: {size: 8, name: production}\n",
    "nested.yaml": b"heat_template_version: 2021-04-16\nparameters: {size: {type: number}}\n",
    "setup.sh": b"echo parameters\n",
    "data.json": b'{"parameters": {}, "rows": []}',
}


@pytest.fixture
def design(make_design):
    return make_design(TEMPLATE, files=FILES, visibility=Visibility.PUBLIC)


@pytest.fixture
def load(client, design):
    """Loads environments into the form, and gives the page."""

    def send(address=None, **data):
        response = client.post(address or reverse("fill", args=[design.slug]), {"load": "1", **data})
        assert response.status_code == 200
        return response

    return send


def upload(name, text):
    return SimpleUploadedFile(name, text.encode())


def values(page):
    return dict(page.context["filled"].given.values)


def findings(page):
    return [(found.file, found.span.line, found.code) for found in page.context["environment"].problems]


def test_of_several_files_the_later_ones_win(load):
    page = load(
        environment_file=[upload("a.yaml", "parameters: {size: 2, name: a}"), upload("b.yaml", "parameters: {size: 3}")]
    )
    assert values(page) == {"size": 3, "name": "a"}


def test_a_pasted_text_wins_over_files_and_files_over_those_beside_the_template(load):
    page = load(
        environment_path=["env/production.yaml"],
        environment_file=[upload("a.yaml", "parameters: {size: 2, tags: x}")],
        environment_text="parameters: {tags: y}",
    )
    assert values(page) == {"size": 2, "name": "production", "tags": "y"}


def test_files_are_merged_where_they_ask_for_it(load):
    merged = "parameter_merge_strategies: {tags: merge}\n"
    page = load(
        environment_file=[
            upload("a.yaml", merged + "parameters: {tags: 'x'}"),
            upload("b.yaml", merged + "parameters: {tags: 'y'}"),
        ]
    )
    assert values(page) == {"tags": "x,y"}


def test_environments_beside_the_template_are_offered(client, load, design):
    html = client.get(reverse("fill", args=[design.slug])).content.decode()
    offered = [path for path in FILES if f'value="{path}"' in html]
    assert offered == ["env/small.yaml", "env/production.yaml"]
    assert values(load(environment_path=["env/small.yaml"])) == {"size": 2}


def test_a_path_that_is_no_environment_is_refused(load):
    page = load(environment_path=["setup.sh"])
    assert not page.context["environment"].is_valid()


def test_a_link_to_fill_gives_nothing_of_the_files_away(client, load, design, alice):
    link = share_link_create(design=design, created_by=alice, may=May.FILL)
    address = reverse("shared", args=[link.token])
    assert "production" not in client.get(address).content.decode()
    html = load(address, environment_path=["env/production.yaml"]).content.decode()
    assert 'value="production"' not in html


def test_what_is_wrong_with_a_value_is_told_with_file_and_line(load):
    page = load(
        environment_file=[
            upload("good.yaml", "parameters: {name: a}"),
            upload("bad.yaml", "parameters:\n  size: 12\nparameter_defaults:\n  password: " + SECRET + "\n"),
        ]
    )
    assert findings(page) == [("bad.yaml", 2, "range"), ("bad.yaml", 4, "length")]
    html = page.content.decode()
    assert 'data-file="bad.yaml"' in html
    assert SECRET not in html
    assert "#line-2" not in html, "the line is not one of the template"
    assert values(page) == {"name": "a", "size": 12}, "the form shows it at the field"


def test_a_misspelt_name_is_told_with_its_place(load):
    page = load(environment_text="parameters:\n  name: a\n  siez: 2\n")
    assert findings(page) == [("environment", 3, "unknown-value")]
    assert values(page) == {"name": "a"}


@pytest.mark.parametrize("htmx", [True, False])
def test_a_broken_file_among_good_ones_changes_nothing(client, design, htmx):
    response = client.post(
        reverse("fill", args=[design.slug]),
        {
            "load": "1",
            "param-name": "kept",
            "environment_file": [
                upload("good.yaml", "parameters: {name: a}"),
                upload("bad.yaml", "a: 1\nparameters:\n"),
            ],
        },
        headers={"HX-Request": "true"} if htmx else {},
    )
    assert findings(response) == [("bad.yaml", 1, "unknown-section"), ("bad.yaml", 2, "empty-section")]
    assert "Your values are unchanged" in response.content.decode()
    assert values(response) == {"name": "kept"}


def test_that_mappings_of_types_are_not_taken_over_is_said(load):
    html = load(environment_text="resource_registry: {A: OS::Nova::Server}\nparameters: {name: a}\n").content.decode()
    assert "types of resources is not part of the form" in html
    assert "types of resources" not in load(environment_text="parameters: {name: a}\n").content.decode()
