"""The tree of stacks on the fill page, and the way from a problem to the file that it is in."""

import re

import pytest
from django.urls import reverse

from designer.models import May, Visibility
from designer.services import share_link_create

HTMX = {"HX-Request": "true"}
MAIN = """heat_template_version: 2021-04-16
parameters:
  size: {type: string, default: small}
resources:
  web: {type: nested/server.yaml, properties: {size: {get_param: size}}}
  group:
    type: OS::Heat::ResourceGroup
    properties: {count: 50, resource_def: {type: nested/server.yaml, properties: {size: 's%index%'}}}
outputs:
  size: {value: {get_attr: [web, size]}}
"""
SERVER = """heat_template_version: 2021-04-16
parameters:
  size: {type: string}
resources:
  disk: {type: disk.yaml, properties: {kind: fast}}
  value: {type: OS::Heat::Value, properties: {value: {get_param: size}}}
outputs:
  size: {value: {get_param: size}}
"""
DISK = """heat_template_version: 2021-04-16
parameters:
  kind: {type: string}
resources:
  value: {type: OS::Heat::Value, properties: {value: {get_param: kind}}}
"""
FILES = {"nested/server.yaml": SERVER.encode(), "nested/disk.yaml": DISK.encode()}


@pytest.fixture
def bundle(make_design):
    return make_design(MAIN, name="Bundle", visibility=Visibility.PUBLIC, files=FILES)


def page(client, design, **fields):
    address = reverse("fill", args=[design.slug])
    return (client.post(address, fields, headers=HTMX) if fields else client.get(address)).content.decode()


def nested(html):
    return re.findall(r'data-testid="nested-([^"]+)" data-enabled="(\w+)"', html)


def test_resources_of_nested_templates_stand_below_their_parent(client, bundle):
    html = page(client, bundle)
    assert [path for path, _ in nested(html)][:3] == ["web/disk", "web/disk/value", "web/value"]
    assert ("group/0/disk/value", "true") in nested(html)
    assert f'href="{reverse("design", args=[bundle.slug])}?file=nested%2Fserver.yaml"' in html
    assert "2 resources" in html


def test_a_group_says_how_many_members_it_has_and_shows_the_first(client, bundle):
    html = page(client, bundle)
    assert "50 members" in html
    assert "These are the first 10." in html
    assert [path for path, _ in nested(html) if re.fullmatch(r"group/\d+", path)] == [f"group/{n}" for n in range(10)]


def test_outputs_of_nested_templates_are_values(client, bundle):
    assert re.search(r'data-testid="output-size">&quot;large&quot;<', page(client, bundle, **{"param-size": "large"}))


def test_only_what_is_open_is_sent_while_somebody_types(client, bundle):
    html = page(client, bundle, **{"param-size": "a"})
    assert nested(html) == []
    html = page(client, bundle, **{"param-size": "a", "open": ["web", "web/disk"]})
    assert [path for path, _ in nested(html)] == ["web/disk", "web/disk/value", "web/value"]


def test_whoever_only_fills_in_sees_nothing_of_the_tree(client, make_design):
    design = make_design(MAIN, files=FILES)
    link = share_link_create(design=design, created_by=design.owner, may=May.FILL)
    html = client.get(reverse("shared", args=[link.token])).content.decode()
    assert "Fill in" in html
    assert nested(html) == []
    assert "server.yaml" not in html


def test_a_problem_leads_to_the_text_of_its_file(client, make_design):
    broken = DISK.replace("{get_param: kind}", "{get_resource: nobody}").encode()
    design = make_design(MAIN, name="B", visibility=Visibility.PUBLIC, files={**FILES, "nested/disk.yaml": broken})
    html = page(client, design)
    (problem,) = re.findall(r'data-testid="problem" data-code="unknown-resource".*?</li>', html, re.DOTALL)
    assert 'data-file="nested/disk.yaml"' in problem
    address = reverse("design", args=[design.slug])
    assert f'href="{address}?file=nested/disk.yaml#line-5"' in problem
    assert f'href="{address}?file=nested/server.yaml#line-5"' in problem
    at_file = client.get(address + "?file=nested/disk.yaml").content.decode()
    assert '?file=nested/disk.yaml#line-5"' in at_file
    at_template = client.get(address).content.decode()
    assert f'href="{address}?file=nested/disk.yaml#line-5"' in at_template
    assert client.get(address + "?file=nested%2Fdisk.yaml").status_code == 200


def test_a_long_tree_is_cut(client, make_design):
    many = "heat_template_version: 2021-04-16\nresources:\n" + "".join(
        f"  r{n}: {{type: OS::Heat::None}}\n" for n in range(300)
    )
    main = "heat_template_version: 2021-04-16\nresources:\n" + "".join(f"  a{n}: {{type: m.yaml}}\n" for n in range(3))
    design = make_design(main, visibility=Visibility.PUBLIC, files={"m.yaml": many.encode()})
    html = page(client, design)
    assert len(nested(html)) == 400
    assert "and 200 more" in html
    assert "and 300 more" in html
