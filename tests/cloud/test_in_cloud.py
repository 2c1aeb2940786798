"""What the preview of a form says of the connected project: what is not there, and whether the quota is enough."""

import re

import pytest

from designer.models import CloudCatalogue, CloudConnection, CloudQuota
from tests.cloud.test_choices import choices, connected

__all__ = ["connected"]

ONE_SERVER = """\
heat_template_version: wallaby
parameters:
  count: {type: number, default: 1}
  flavor: {type: string, default: m1.medium, constraints: [{custom_constraint: nova.flavor}]}
resources:
  group:
    type: OS::Heat::ResourceGroup
    properties:
      count: {get_param: count}
      resource_def: {type: OS::Nova::Server, properties: {image: cirros, flavor: {get_param: flavor}}}
  network: {type: OS::Neutron::Net}
"""


def said(client, design, **fields):
    """What the preview says of the project, as plain text."""
    html = client.post(f"/templates/{design.slug}/", fields).content.decode()
    part = html[html.index('id="in-cloud"') : html.index('id="own-problems"')]
    return " ".join(re.sub("<[^>]+>", " ", part).split())


def read(client, **query):
    assert client.get("/clouds/facts/", query, HTTP_HX_REQUEST="true").status_code == 204


def test_the_preview_begins_with_what_the_project_lacks(connected, server_template):
    client = connected()
    assert "In demo, project demo Asking…" in said(client, server_template)
    read(client)
    for name in ("flavor", "image", "key", "network"):
        choices(client, server_template, name)
    words = said(client, server_template)
    assert re.search("project demo read .* Refresh", words)
    assert "image: debian-12 is not there Go to image" in words
    assert "flavor:" not in words


def test_the_quota_is_told_for_what_the_values_ask(connected, make_design):
    client, design = connected(), make_design(ONE_SERVER)
    read(client)
    words = said(client, design)
    assert "All 3 resource types are there" in words
    left = CloudQuota.objects.get().left["servers"][0]
    assert "Fits the quota:" in words
    assert f"Servers 1 of {left} left" in words
    words = said(client, design, **{"param-count": "50"})
    assert f"Servers: 50 needed, {left} left" in words
    assert "Cores: 100 needed," in words
    assert "Fits" not in words


def test_types_services_and_versions_that_the_cloud_lacks_are_named(connected, make_design):
    client = connected()
    design = make_design(
        "heat_template_version: 2018-08-31\nparameters: {used: {type: boolean, default: false}}\n"
        "conditions: {used: {get_param: used}}\nresources:\n  a: {type: OS::Octavia::LoadBalancer}\n"
        "  b: {type: OS::Nova::Nothing}\n  c: {type: My::Own}\n  d: {type: OS::Heat::Value}\n"
        "  e: {type: OS::Manila::Share, condition: used}\n  f: {type: OS::Nova::FloatingIP}\n"
    )
    read(client)
    words = said(client, design)
    assert "This cloud has no Octavia." in words
    assert "demo has no My::Own" in words
    assert "demo has no OS::Nova::Nothing" in words
    assert "Manila" not in words
    assert "FloatingIP" not in words
    assert "Heat is older" not in words
    found = CloudCatalogue.objects.get()
    assert "rocky" in found.versions.pop("2018-08-31")
    found.save()
    words = said(client, design)
    assert "This cloud&#x27;s Heat is older than the template" in words.replace("'", "&#x27;")
    assert "It knows up to wallaby (2021-04-16); the template says 2018-08-31. Filling works," in words
    assert "Show what would change" in words


def test_what_was_read_is_kept_for_its_person_and_project_and_asked_for_again(connected, server_template, client):
    client = connected()
    read(client)
    CloudCatalogue.objects.update(types=["OS::Heat::Value"])
    CloudConnection.objects.update(access=b"")  # the cloud can no longer be asked
    read(client)
    assert CloudCatalogue.objects.get().fault == ""
    read(client, refresh="1")
    words = said(client, server_template)
    assert "Your token has ended." in words
    assert "Try again" in words
    assert CloudCatalogue.objects.get().types == ["OS::Heat::Value"]
    assert "Asking…" in said(connected("other"), server_template)


def test_without_a_script_the_link_leads_back(connected, server_template):
    client, page = connected(), f"/templates/{server_template.slug}/"
    html = client.get(page).content.decode()
    address = re.search(r'href="(/clouds/facts/[^"]+)"', html)[1].replace("&amp;", "&")
    assert client.get(address).headers["Location"] == page
    assert "project demo read" in said(client, server_template)


@pytest.mark.parametrize("is_signed_in", [True, False])
def test_without_a_connection_nothing_is_read(client, alice, cloud, server_template, is_signed_in):
    if is_signed_in:
        client.force_login(alice)
    assert client.get("/clouds/facts/").status_code == (404 if is_signed_in else 302)
    html = client.get(f"/templates/{server_template.slug}/").content.decode()
    assert ", project" not in html
    assert not CloudCatalogue.objects.exists()
