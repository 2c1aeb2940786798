"""Names in a template that are also method names of mappings, which Django's templates could confuse."""

import pytest
from django.urls import reverse

from designer.models import May, Visibility
from designer.store.share_links import share_link_create
from designer.store.value_sets import value_set_save
from tests.designer.leaks.walk import addresses

NAMES = ("items", "keys", "values", "get", "pop", "copy", "first", "length")
NESTED = "heat_template_version: 2021-04-16\noutputs:\n" + "".join(
    f"  '{name}': {{value: nested-{name}, description: Of {name}}}\n" for name in NAMES
)


def section(line):
    return "".join(f"  '{name}': {line.replace('NAME', name)}\n" for name in NAMES)


TEMPLATE = (
    "heat_template_version: 2021-04-16\n"
    f"parameters:\n{section('{type: boolean, default: true}')}"
    f"  list: {{type: json, default: {{{', '.join(f'{name!r}: [1]' for name in NAMES)}}}}}\n"
    f"conditions:\n{section('{get_param: NAME}')}"
    f"resources:\n{section('{type: nested.yaml, condition: NAME}')}"
    f"  server:\n    type: OS::Heat::Value\n    properties: {{value: {{get_param: list}}}}\n"
    f"    metadata: {{items: 1, keys: 2}}\n"
    f"  odd:\n    type: Site::Thing\n    properties:\n"
    + "".join(f"      '{name}': {{get_param: '{name}'}}\n" for name in NAMES)
    + f"outputs:\n{section('{value: {get_attr: [NAME, NAME]}, description: Of NAME}')}"
)
ENVIRONMENT = "parameters: {items: false}\nparameter_defaults: {keys: false, values: true}\n"


@pytest.fixture
def design(client, make_design, alice):
    client.force_login(alice)
    files = {"nested.yaml": NESTED.encode(), "env.yaml": ENVIRONMENT.encode()}
    return make_design(TEMPLATE, files=files, visibility=Visibility.PUBLIC)


def test_the_preview_shows_every_property(client, design):
    html = client.get(reverse("fill", args=[design.slug])).content.decode()
    odd = html[html.index('data-testid="resource-odd"') :]
    for name in NAMES:
        assert f'<span class="name">{name}</span>' in odd
        assert f'data-testid="output-{name}">&quot;nested-{name}&quot;' in html
        assert f'data-testid="condition-{name}"' in html


def test_the_table_of_combinations_shows_every_condition(client, design):
    html = client.get(reverse("conditions", args=[design.slug])).content.decode()
    for name in NAMES:
        assert f'data-label="{name}" data-value="true"' in html
        assert f'data-label="{name}" data-value="false"' in html


def test_conditions_that_never_change_are_shown(client, make_design, alice):
    client.force_login(alice)
    text = "heat_template_version: 2021-04-16\nconditions:\n" + section("true")
    html = client.get(reverse("conditions", args=[make_design(text).slug])).content.decode()
    for name in NAMES:
        assert f'data-testid="constant-{name}"' in html


def test_the_inspector_shows_every_attribute(client, design):
    page = client.post(reverse("inspector", args=[design.slug]), {"name": "items", "text": TEMPLATE})
    html = page.content.decode()
    for name in NAMES:
        assert f'<span class="mono medium">{name}</span>' in html
        assert f"Of {name}" in html


def test_every_page_answers(client, design, alice):
    value_set_save(design=design, owner=alice, name="items", values={"items": "false", "get": "true"})
    links = [share_link_create(design=design, created_by=alice, may=may) for may in (May.VIEW, May.FILL)]
    arguments = {
        "slug": [design.slug],
        "token": [link.token for link in links],
        "uidb64": ["MQ"],
        "number": [1],
        "revision": [1],
        "path": ["nested.yaml"],
        "code": ["missing-file"],
        "name": ["OS::Nova::Server"],
    }
    sent = {f"param-{name}": "false" for name in NAMES} | {
        "name": "items",
        "as_yaml": "1",
        "check": "1",
        "set": "items",
    }
    found = [each for of in ("slug", "token") for each in addresses(arguments, of=of)]
    kinds = [{"kind": kind} for kind in ("parameters", "conditions", "outputs")]
    for name, path in found:
        for headers in ({}, {"HX-Request": "true"}):
            assert client.get(path, headers=headers).status_code < 500
            for more in kinds if name == "inspector" else [{}]:
                assert client.post(path, {**sent, **more}, headers=headers).status_code < 500
