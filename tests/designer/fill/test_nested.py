"""The tree of stacks on the fill page, and the links from problems to their files."""

import re

import pytest
from django.urls import reverse

import hotcore
from designer.fill.form.resource_tree import tree
from designer.models import May, Visibility
from designer.store.share_links import share_link_create
from hotcore.syntax.nodes import maps

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
    assert "3 resources" in html
    assert "and 153 in nested templates" in html


def test_a_group_says_how_many_members_it_has_and_shows_the_first(client, bundle):
    html = page(client, bundle)
    assert "50 of <code>nested/server.yaml</code>" in html
    assert "150 resources" in html
    assert "Only the first 10 are shown." in html
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


REFUSING = """heat_template_version: 2021-04-16
parameters:
  volume_size: {type: number, constraints: [{range: {min: 50}}]}
  zone: {type: string, default: a, constraints: [{length: {max: 3}}]}
resources:
  network: {type: OS::Neutron::Net}
  volume: {type: OS::Cinder::Volume, properties: {size: {get_param: volume_size}}}
  disk: {type: disk.yaml, properties: {kind: {list_join: ['-', [gib, {get_param: volume_size}]]}}}
"""


def row_of(html, path):
    start = html.index(f'data-testid="nested-{path}"')
    return html[html.rindex("<details", 0, start) : html.index("</summary>", start)]


@pytest.fixture
def refusing(make_design):
    main = """heat_template_version: 2021-04-16
parameters:
  size: {type: number, default: 50}
  zone: {type: string, default: a}
resources:
  db: {type: nested/db.yaml, properties: {volume_size: {get_param: size}, zone: {get_param: zone}}}
"""
    files = {"nested/db.yaml": REFUSING.encode(), "nested/disk.yaml": DISK.encode()}
    return make_design(main, visibility=Visibility.PUBLIC, files=files)


def test_the_rows_inside_that_read_a_refused_value_are_marked(client, refusing):
    html = page(client, refusing, **{"param-size": "20"})
    for path in ("db/volume", "db/disk"):
        assert "<code>volume_size</code> refused" in row_of(html, path)
        assert 'class="fact bad"' in row_of(html, path)
    assert "refused" not in row_of(html, "db/network")
    assert html.count("<code>volume_size</code> refused") == 2  # it is not repeated at their stack
    assert "<code>volume_size</code> refused" not in page(client, refusing, **{"param-size": "60"})


@pytest.mark.parametrize(("resources", "shown"), [(100, 100), (450, 400)])
def test_the_properties_of_each_resource_that_is_shown_are_walked_once(monkeypatch, resources, shown):
    names = [f"p{n}" for n in range(10)]
    declared = "".join(f"  {name}: {{type: number, constraints: [{{range: {{min: 9}}}}]}}\n" for name in names)
    reads = "".join(
        f"  r{n}: {{type: OS::Heat::Value, properties: {{value: [{{get_param: p{n % 9}}}, {{get_param: p9}}]}}}}\n"
        for n in range(resources)
    )
    given = "{" + ", ".join(f"{name}: {{get_param: size}}" for name in names) + "}"
    main = "heat_template_version: 2021-04-16\nparameters: {size: {type: number}}\nresources:\n" + "".join(
        f"  {name}: {{type: inner.yaml, properties: {given}}}\n" for name in ("one", "two")
    )
    inner = f"heat_template_version: 2021-04-16\nparameters:\n{declared}resources:\n{reads}"
    preview = hotcore.preview(hotcore.load(main, {"inner.yaml": inner}), {"size": 3})
    walked = []
    monkeypatch.setattr("hotcore.template.reference_search.maps", lambda node: walked.append(node) or maps(node))
    one, two = tree(preview.resources)
    assert len(walked) == shown
    refused = [branch.refused for branch in (*one.inside.branches, *two.inside.branches)]
    assert refused == [(f"p{n % resources % 9}", "p9") for n in range(min(2 * resources, 400))]


def test_a_refused_value_that_no_resource_reads_is_reported_at_its_stack(client, refusing):
    html = page(client, refusing, **{"param-zone": "too-long"})
    assert html.count("<code>zone</code> refused") == 1
    assert "refused" not in row_of(html, "db/network")


def test_a_row_whose_own_property_is_refused_is_marked(client, make_design):
    inner = REFUSING.replace(", constraints: [{range: {min: 50}}]", "")
    main = MAIN.replace("{type: string, default: small}", "{type: number, default: 5}").replace(
        "size: {get_param", "volume_size: {get_param"
    )
    main = main[: main.index("  group:")]
    files = {"nested/server.yaml": inner.encode(), "nested/disk.yaml": DISK.encode()}
    design = make_design(main, visibility=Visibility.PUBLIC, files=files)
    html = page(client, design, **{"param-size": "-1"})
    assert "<code>size</code> refused" in row_of(html, "web/volume")
    assert "refused" not in row_of(html, "web/disk")


def test_a_refused_row_is_not_hidden_behind_more_rows(client, make_design):
    many = "".join(f"  a{n:02}: {{type: OS::Heat::None}}\n" for n in range(45))
    inner = REFUSING.replace("  disk:", f"{many}  disk:")
    main = MAIN[: MAIN.index("  group:")].replace("size: {get_param", "volume_size: {get_param")
    files = {"nested/server.yaml": inner.encode(), "nested/disk.yaml": DISK.encode()}
    html = page(
        client,
        make_design(
            main.replace("string, default: small", "number, default: 60"), visibility=Visibility.PUBLIC, files=files
        ),
        **{"param-size": "20"},
    )
    assert '<details class="rest" data-fold="rest/web" data-broken open>' in html
