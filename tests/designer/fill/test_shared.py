"""A template behind a share link: what its holder may see, and what no response contains."""

import re
from pathlib import Path

import pytest
from django.urls import reverse

from designer.models import May
from designer.store.share_links import share_link_create, share_link_revoke

SERVICE = (Path(__file__).parent / "service.yaml").read_text()
# A diagnostic that repeats template text, a property and a comment that nobody who fills in needs to see, the path of
# another template, and an output whose words and value are written out.
TEXT = (
    SERVICE.replace("value: {get_param: name_servers}", "value: {get_param: typo_of_the_author}")
    .replace(
        "      vip_subnet: {get_resource: private_subnet}",
        "      description: property_of_the_author  # comment_of_the_author",
    )
    .replace("The database to connect to.", "words_of_the_author")
    .replace(
        "outputs:\n", "  nested: {type: path_of_the_author.yaml}\noutputs:\n  plain: {value: output_of_the_author}\n"
    )
)
OF_THE_AUTHOR = re.compile(
    "(typo|property|comment|path|words|output)_of_the_author|get_resource: |heat_template_version|OS::Nova::Server"
)
HTMX = {"HX-Request": "true"}


@pytest.fixture
def link(make_design, alice):
    """Makes links to one private design."""
    design = make_design(TEXT, name="Service")
    return lambda may: share_link_create(design=design, created_by=alice, may=may)


def test_a_link_opens_a_private_template_for_anybody(link, client):
    for may in May:
        html = client.get(reverse("shared", args=[link(may).token])).content.decode()
        assert "Fill in the parameters" in html
        assert 'data-testid="param-service_name"' in html


def test_a_link_to_view_shows_the_template(link, client):
    html = client.get(reverse("shared", args=[link(May.VIEW).token])).content.decode()
    assert "property_of_the_author" in html
    assert "output_of_the_author" in html
    assert reverse("shared_raw", args=[link(May.VIEW).token]).rpartition("/")[0][:3] in html


@pytest.mark.parametrize("htmx", [True, False])
@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"check": "1"},
        {"param-service_name": "orders", "open": "lb"},
        {"load": "1", "environment_text": "["},
        {"restore": "1", "open": ["lb", "db"]},
        {"attribute-lb.vip_address": "x"},
        {"as_yaml": "1"},
    ],
)
def test_no_answer_to_a_link_to_fill_holds_template_text(link, client, fields, htmx):
    token = link(May.FILL).token
    headers = HTMX if htmx else {}
    address = reverse("shared", args=[token])
    for response in (client.get(address), client.post(address, fields, headers=headers)):
        assert response.status_code == 200
        assert not OF_THE_AUTHOR.search(response.content.decode())


def test_a_link_to_fill_says_of_outputs_only_whether_they_are_known(link, client):
    html = client.get(reverse("shared", args=[link(May.FILL).token])).content.decode()
    outputs = html[html.index('id="outputs"') :]
    assert "plain" in outputs
    assert "known after deployment" in outputs
    assert "<pre" not in outputs[: outputs.index("</section>")].replace('<pre class="none"', "")


def test_a_link_to_fill_leads_to_nothing_else_of_the_template(link, client):
    shared = link(May.FILL)
    html = client.get(reverse("shared", args=[shared.token])).content.decode()
    assert f"/templates/{shared.design.slug}/" not in html
    assert "/raw/" not in html
    assert client.get(reverse("shared_raw", args=[shared.token])).status_code == 404


def test_the_environment_file_of_a_link_to_fill_holds_values_and_the_forms_words(link, client):
    address = reverse("shared_environment", args=[link(May.FILL).token])
    text = client.post(address, {"param-service_name": "orders"}).content.decode()
    assert "service_name: orders" in text
    assert not OF_THE_AUTHOR.search(text)


def test_a_hidden_default_is_for_those_who_may_see_the_template(make_design, alice, client):
    hidden = "parameters: {key: {type: string, hidden: true, default: default_of_the_author}}\n"
    design = make_design(f"heat_template_version: 2021-04-16\n{hidden}", name="Key")
    for may, is_told in ((May.VIEW, True), (May.FILL, False)):
        address = reverse(
            "shared_environment", args=[share_link_create(design=design, created_by=alice, may=may).token]
        )
        text = client.post(address, {"hidden": "1", "everything": "1"}).content.decode()
        assert ("default_of_the_author" in text) == is_told


def test_a_broken_template_behind_a_link_to_fill_keeps_its_text(make_design, alice, client):
    design = make_design("secret_text_of_the_author: [", name="Broken")
    token = share_link_create(design=design, created_by=alice, may=May.FILL).token
    for response in (client.get(reverse("shared", args=[token])), client.post(reverse("shared", args=[token]), {})):
        assert "secret_text" not in response.content.decode()


def test_a_revoked_link_is_no_link(link, client):
    shared = link(May.FILL)
    share_link_revoke(link=shared)
    for name in ("shared", "shared_environment"):
        assert client.get(reverse(name, args=[shared.token])).status_code == 404
        assert client.post(reverse(name, args=[shared.token]), {}).status_code == 404


def test_a_link_offers_no_place_to_keep_values(link, client, bob):
    client.force_login(bob)
    html = client.get(reverse("shared", args=[link(May.FILL).token])).content.decode()
    assert 'id="save-values"' not in html


def test_stand_ins_are_for_those_who_may_see_the_template(link, client):
    view, fill = (
        client.get(reverse("shared", args=[link(may).token])).content.decode() for may in (May.VIEW, May.FILL)
    )
    assert 'name="attribute-' in view
    assert "attribute-" not in fill
    assert "stand-ins" not in fill
