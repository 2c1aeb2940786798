"""Options of a share link: its environment files, and whether files and values are shown."""

import re

import pytest
from django.urls import reverse

from designer.models import FormDraft, May, ShareLink
from designer.store.share_links import share_link_create

TEMPLATE = """\
heat_template_version: 2021-04-16
parameters:
  size: {type: number, default: 1}
  password: {type: string, label: Password, hidden: true, default: hush-default}
resources:
  server:
    type: OS::Nova::Server
    properties: {flavor: flavor_of_the_author}
outputs:
  doubled:
    description: words_of_the_author
    value: {str_replace: {template: size-N, params: {N: {get_param: size}}}}
  secret:
    value: {list_join: [":", [{get_param: password}, {get_param: size}]]}
  address:
    value: {list_join: [text_of_the_author, [{get_attr: [server, console_urls]}]]}
"""
FILES = {
    "envs/a.yaml": b"parameters: {size: 3, password: hush-file}  # comment_in_file\n",
    "envs/b.yaml": b"parameters: {size: 4}\n",
}
UPLOADED = "parameters: {size: 5}\n"
OF_THE_AUTHOR = re.compile("(words|flavor|text)_of_the_author|console_urls|OS::Nova")
FILES_OF_THE_AUTHOR = re.compile("envs/|comment_in_file")


@pytest.fixture
def design(make_design):
    return make_design(TEMPLATE, files=FILES)


@pytest.fixture
def owner(client_of, alice):
    return client_of(alice)


def leave(design, alice, files):
    """Let Alice have left these files in her form."""
    FormDraft.objects.create(design=design, owner=alice, state={"values": {}, "environments": files})


def share_page(owner, design, **data):
    address = reverse("share", args=[design.slug])
    return owner.post(address, data, follow=True) if data else owner.get(address)


def boxes(page):
    """Return the environment files that the page offers, and which are checked."""
    found = re.findall(r'name="environment" value="([^"]+)"( checked)?', page.content.decode())
    return [(name, bool(ticked)) for name, ticked in found]


def fill_link(design, alice, **options):
    link = share_link_create(
        design=design, created_by=alice, may=May.FILL, environments=[{"name": "envs/a.yaml", "on": True}], **options
    )
    return reverse("shared", args=[link.token])


def everything(client, address):
    """Return all responses to the holder of a link."""
    fields = {"param-size": "2", "open": "server", "environment-open": "envs/a.yaml", "as_yaml": "1", "check": "1"}
    listed = {**fields, "environment-name": ["envs/a.yaml", "envs/b.yaml"], "environment-on": ["envs/a.yaml"]}
    answers = [client.get(address), client.post(address, fields), client.post(f"{address}environment/", fields)]
    answers += [client.post(address, each, headers={"HX-Request": "true"}) for each in (fields, listed)]
    return "\n".join(answer.content.decode() for answer in answers)


def test_files_beside_the_template_are_offered_and_off(owner, design):
    assert boxes(share_page(owner, design)) == [("envs/a.yaml", False), ("envs/b.yaml", False)]


def test_the_files_that_the_maker_left_on_are_ticked_in_their_order(owner, design, alice):
    left = [("site.yaml", True, UPLOADED), ("envs/b.yaml", True, None), ("envs/a.yaml", False, None)]
    leave(design, alice, [{"name": n, "on": on} | ({"text": text} if text else {}) for n, on, text in left])
    assert boxes(share_page(owner, design)) == [(name, on) for name, on, _text in left]


@pytest.mark.parametrize("may", May.values)
def test_a_link_keeps_the_files_that_are_ticked(owner, client, design, alice, may):
    leave(design, alice, [{"name": "site.yaml", "on": True, "text": UPLOADED}, {"name": "envs/b.yaml", "on": True}])
    page = share_page(owner, design, may=may, environment=["site.yaml", "no-such-file"])
    assert "1 environment file in force" in page.content.decode()
    (path,) = re.findall(r'data-url="http://testserver([^"]+)"', page.text)
    form = client.get(path).context["form"]
    assert form.fields["size"].text == "5"


def test_an_uploaded_file_that_is_not_ticked_does_not_go_along(owner, design, alice):
    leave(design, alice, [{"name": "site.yaml", "on": False, "text": UPLOADED}])
    share_page(owner, design, may="fill", may_see_environments="1")
    assert [file["name"] for file in ShareLink.objects.get().environments] == ["envs/a.yaml", "envs/b.yaml"]


@pytest.mark.parametrize("may", May.values)
def test_only_a_link_to_fill_needs_leave_to_see(owner, design, may):
    page = share_page(owner, design, may=may, may_see_outputs="1", may_see_environments="1").content.decode()
    link = ShareLink.objects.get()
    assert link.may_see_outputs is link.may_see_environments is (may == May.FILL)
    assert ("with output values" in page) is (may == May.FILL)
    assert ("with names and contents of environment files" in page) is (may == May.FILL)


def test_nothing_is_allowed_that_was_not_ticked(owner, design):
    share_page(owner, design, may="fill")
    link = ShareLink.objects.get()
    assert (link.may_see_outputs, link.may_see_environments) == (False, False)


def test_a_text_that_cannot_be_read_is_shared_without_files(owner, make_design):
    broken = make_design("a: [")
    assert share_page(owner, broken, may="fill").status_code == 200
    assert ShareLink.objects.get().environments == []


@pytest.mark.parametrize("outputs", [True, False])
@pytest.mark.parametrize("environments", [True, False])
def test_a_link_to_fill_shows_just_what_its_maker_allows(client, design, alice, outputs, environments):
    address = fill_link(design, alice, may_see_outputs=outputs, may_see_environments=environments)
    seen = everything(client, address)
    assert "hush-" not in seen
    assert not OF_THE_AUTHOR.search(seen)
    assert ("&quot;size-2&quot;" in seen) is outputs
    assert bool(FILES_OF_THE_AUTHOR.search(seen)) is environments
    assert "known after deployment" in seen


def test_output_values_of_a_link_are_marked_and_hidden_ones_masked(client, design, alice):
    html = client.get(fill_link(design, alice, may_see_outputs=True)).content.decode()
    shown = dict(re.findall(r'data-testid="output-(\w+)">([^<]*)<', html))
    assert shown["doubled"] == "&quot;size-3&quot;"
    assert "hush-" not in shown["secret"]
    assert "address" not in shown
