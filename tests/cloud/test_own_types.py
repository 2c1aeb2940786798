"""The resource types of the connected project's Heat take the place of the shipped ones."""

import re

import pytest
from django.test import Client
from django.utils import timezone

from designer.cloud.project.catalogue import catalogue_for, read_on
from designer.cloud.project.facts import packed, unpacked
from designer.content.index import index, problem_counts
from designer.models import CloudCatalogue, CloudConnection, Visibility
from hotcore.catalogue import using_catalogue
from hotcore.evaluation import CONDITIONS, VALUES, function_names
from hotcore.versions import VERSIONS
from tests.cloud.test_choices import connected

__all__ = ["connected"]

BALANCED = """\
heat_template_version: 2018-08-31
resources:
  balancer: {type: OS::Octavia::LoadBalancer, properties: {vip_subnet: private}}
  switch: {type: Lab::Rack::Switch, properties: {ports: 4, colour: red}}
  text: {type: OS::Heat::Value, properties: {value: {str_split: [",", "a,b"]}}}
"""
SWITCH = {
    "resource_type": "Lab::Rack::Switch",
    "properties": {"ports": {"type": "integer", "required": True, "update_allowed": False, "immutable": False}},
    "attributes": {"serial": {"description": "Its serial number."}},
    "support_status": {"status": "SUPPORTED", "version": "1"},
}


@pytest.fixture(scope="module")
def told(django_db_blocker):
    """What Heat has told of all types, once for these tests."""
    return {}


@pytest.fixture
def project(connected, told):
    """A client of a person whose project's catalogue has been read."""
    client = connected()
    if not told:
        while (read := read_on(CloudConnection.objects.get())).unread:
            assert not read.fault
        found = CloudCatalogue.objects.get()
        told.update({key: getattr(found, key) for key in ("types", "versions", "content", "whole_at", "read_at")})
    connection = CloudConnection.objects.get()
    CloudCatalogue.objects.update_or_create(
        owner=connection.owner, cloud=connection.cloud, region=connection.region,
        defaults={**told, "project_id": connection.project_id},
    )  # fmt: skip
    return client


def change(about):
    """Let the cloud be one whose Heat tells something else."""
    found = CloudCatalogue.objects.get()
    content = unpacked(found.content)
    about(content)
    found.content, found.types, found.whole_at = packed(content), sorted(content["types"]), timezone.now()
    found.save()


def problems(client, design):
    html = client.get(f"/templates/{design.slug}/design/").content.decode()
    part = html[html.index('id="diagnostics"') :]
    return " ".join(re.sub("<[^>]+>", " ", part).split())


def line(html):
    part = html[html.index('data-testid="catalogue"') :]
    return " ".join(re.sub("<[^>]+>", " ", part[: part.index("</div>")]).split())


def test_all_types_are_read_part_by_part_and_then_used(connected, server_template):
    client, page = connected(), f"/templates/{server_template.slug}/design/"
    assert "Until then, the types of Heat 27" in line(client.get(page).content.decode())
    assert "palette-item-OS::Octavia::LoadBalancer" in client.get(page).content.decode()
    states, unread = [], []
    while not states or states[-1] == "reading":
        answer = client.get("/clouds/catalogue/", HTTP_HX_REQUEST="true")
        states.append(re.search('data-state="([^"]+)"', answer.content.decode())[1])
        found = CloudCatalogue.objects.get()
        assert not found.fault
        unread.append(len(found.unread))
        assert unread == sorted(set(unread), reverse=True)  # each request reads on
        assert ("catalogue-changed" in answer.headers.get("HX-Trigger", "")) is (states[-1] == "whole")
    html = client.get(page).content.decode()
    assert re.search("Types of demo, read .* Refresh", line(html))
    assert "palette-item-OS::Nova::Server" in html
    assert "palette-item-OS::Octavia::LoadBalancer" not in html


def test_what_is_checked_is_what_the_cloud_has(project, make_design):
    design = make_design(BALANCED)
    words = problems(project, design)
    assert "demo has no Octavia" in words
    assert "demo has no resource type Lab::Rack::Switch" in words
    with using_catalogue(lambda: catalogue_for(CloudConnection.objects.get())):
        assert problem_counts(design.newest.content).warnings > 0
        assert index(design.newest.content).warning_count == 0  # the library is for everybody

    def with_switch(content):
        content["types"]["Lab::Rack::Switch"] = SWITCH
        content["functions"]["2018-08-31"].remove("str_split")

    change(with_switch)
    words = problems(project, design)
    assert "property colour" in words
    assert "demo has no resource type Lab::Rack::Switch" not in words
    assert "demo has no function str_split in templates of version 2018-08-31" in words
    html = project.get(f"/templates/{design.slug}/design/").content.decode()
    assert "palette-item-Lab::Rack::Switch" in html
    assert "serial" in project.get("/help/types/Lab::Rack::Switch/").content.decode()

    change(lambda content: content["functions"].pop("2018-08-31"))
    versions = project.post(f"/templates/{design.slug}/design/versions/", {"text": BALANCED}).content.decode()
    assert versions.count("not in demo") == 1
    words = problems(project, design)
    assert "demo does not know the template version 2018-08-31" in words
    assert "Its newest is 2021-04-16" in words


@pytest.mark.parametrize("odd", [None, {"properties": {"a": {"type": "odd"}}}, {"properties": 1}, "odd"])
def test_a_type_that_cannot_be_understood_may_be_used_and_spoils_nothing(project, make_design, odd):
    def with_odd(content):
        content["types"]["Lab::Odd"] = odd if not isinstance(odd, dict) else {"resource_type": "Lab::Odd", **odd}

    change(with_odd)
    design = make_design("heat_template_version: 2021-04-16\nresources:\n  a: {type: Lab::Odd, properties: {b: 1}}\n")
    assert "Lab::Odd" not in problems(project, design)
    assert "palette-item-OS::Nova::Server" in project.get(f"/templates/{design.slug}/design/").content.decode()


def test_the_functions_of_each_version_are_those_that_we_know(project):
    known = catalogue_for(CloudConnection.objects.get()).template_versions
    assert known.keys() == {version.date for version in VERSIONS}
    for version in VERSIONS:
        ours = {*function_names(version, VALUES), *function_names(version, CONDITIONS)}
        assert ours - known[version.date] == set(), version.date


def test_others_and_those_who_are_not_connected_keep_the_shipped_types(project, make_design, bob):
    design = make_design(BALANCED, visibility=Visibility.PUBLIC)
    assert "demo has no Octavia" in problems(project, design)
    signed_in = Client()
    signed_in.force_login(bob)
    for other in (signed_in, Client()):
        html = other.get(f"/templates/{design.slug}/design/").content.decode()
        assert "demo has" not in html
        assert 'data-testid="catalogue"' not in html


def test_the_former_types_stay_while_they_are_read_again_or_cannot_be(project, server_template):
    page = f"/templates/{server_template.slug}/design/"
    CloudConnection.objects.update(access=b"")
    html = project.get("/clouds/catalogue/", {"refresh": "1"}, HTTP_HX_REQUEST="true").content.decode()
    assert "Your token has ended." in html
    assert "Try again" in html
    assert "Types of demo" in line(project.get(page).content.decode())
    assert "palette-item-OS::Octavia::LoadBalancer" not in project.get(page).content.decode()


def test_a_token_that_has_ended_is_told_and_the_types_stay(project, server_template):
    page = f"/templates/{server_template.slug}/design/"
    CloudConnection.objects.update(ends=timezone.now())
    for html in (
        project.get("/clouds/catalogue/", HTTP_HX_REQUEST="true").content.decode(),
        project.get(page).content.decode(),
    ):
        assert "Your token has ended. Types of demo, read" in line(html)
        assert "Refresh" not in line(html)
    assert "palette-item-OS::Octavia::LoadBalancer" not in project.get(page).content.decode()
