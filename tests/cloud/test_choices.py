"""What a field offers from a cloud, and what is said of its value."""

import re

import pytest

from designer.cloud.connection.connections import session_of
from designer.cloud.project.choices import Rows, say
from designer.cloud.project.lists import read_list
from designer.cloud.service.faults import CloudFault, Fault
from designer.models import CloudConnection, CloudList

PASSWORD = {"way": "password", "password": "secret", "domain": "Default", "region": "RegionOne", "cloud": "demo"}


@pytest.fixture
def connected(client, alice, cloud):
    """Alice's client, connected as a user of the cloud."""

    def connect(user="demo"):
        client.force_login(alice)
        client.post("/clouds/", {**PASSWORD, "user": user, "project": user})
        return client

    return connect


def choices(client, design, name, **query):
    response = client.get(f"/templates/{design.slug}/choices/", {"name": name, **query})
    assert response.status_code == 200
    return response.content.decode()


def offered(html):
    return re.findall(r'data-value="([^"]*)"', html)


def under(client, design, name, **fields):
    """What the page says under a field."""
    html = client.post(f"/templates/{design.slug}/", fields).content.decode()
    part = html[html.index(f'id="about-{name}"') :].split('<div class="field', 1)[0]
    return " ".join(re.sub("<[^>]+>", " ", part).split())


def test_flavors_images_key_pairs_and_networks_are_offered(connected, server_template):
    client = connected()
    html = choices(client, server_template, "flavor")
    assert {"m1.tiny", "m1.small", "m1.medium", "m1.huge"} <= set(offered(html))
    assert re.search(r"m1\.medium.*?2.*?4 GiB.*?40 GiB", html, re.DOTALL)
    assert {"cirros", "debian"} <= set(offered(choices(client, server_template, "image")))
    assert "demo" in offered(choices(client, server_template, "key"))
    assert {"private", "public"} <= set(offered(choices(client, server_template, "network")))
    assert offered(choices(client, server_template, "flavor", q="TINY")) == ["m1.tiny"]


def test_the_field_says_what_its_value_is(connected, server_template):
    client = connected()
    assert "Checked when deployed" in under(client, server_template, "flavor")
    for name in ("flavor", "image", "network"):
        choices(client, server_template, name)
    assert "1 vCPUs, 2 GiB, 20 GiB In this cloud" in under(client, server_template, "flavor")
    words = under(client, server_template, "image")
    assert "Not in this cloud: “No images matching {&#x27;name&#x27;: &#x27;debian-12&#x27;}.”" in words
    assert "Use debian" in words
    typed = {"param-image": "cirros", "touched": '["image"]'}
    assert "In this cloud" in under(client, server_template, "image", **typed)
    page = client.post(f"/templates/{server_template.slug}/", {}).content.decode()
    assert "1 not in this cloud" in page


def test_heat_refuses_in_the_words_that_the_field_shows(connected, server_template, cloud):
    heat = cloud.connection("demo").orchestration
    client = connected()
    for name, constraint in (("image", "glance.image"), ("flavor", "nova.flavor"), ("network", "neutron.network")):
        choices(client, server_template, name)
        template = {
            "heat_template_version": "2021-04-16",
            "parameters": {"p": {"type": "string", "constraints": [{"custom_constraint": constraint}]}},
            "resources": {},
        }
        asked = {"stack_name": "asked", "template": template, "parameters": {"p": "nowhere"}}
        answer = heat.request("/stacks/preview", "POST", json=asked, raise_exc=False).json()
        words = under(client, server_template, name, **{f"param-{name}": "nowhere", "touched": f'["{name}"]'})
        said = answer["error"]["message"].split("'nowhere': ", 1)[1]
        assert said.replace("'", "&#x27;") in words


def test_twins_are_told_apart_by_their_ids(connected, server_template, cloud):
    network = cloud.connection("demo").network
    made = [network.create_network(name="twin") for _ in range(2)]
    try:
        client = connected()
        assert {each.id for each in made} <= set(offered(choices(client, server_template, "network", q="twin")))
        typed = {"param-network": "twin", "touched": '["network"]'}
        assert "Several have this name" in under(client, server_template, "network", **typed)
        typed["param-network"] = made[0].id
        assert "In this cloud" in under(client, server_template, "network", **typed)
    finally:
        for each in made:
            network.delete_network(each)


def test_what_the_template_refuses_comes_last(connected, make_design, server_template, cloud):
    client = connected()
    choices(client, server_template, "flavor")
    found = CloudList.objects.get(constraint="nova.flavor")
    found.rows = [["a1.first", "1", ["1", "1 GiB", "1 GiB"]], *found.rows]
    found.save()
    assert offered(choices(client, server_template, "flavor"))[-1] == "a1.first"


def test_a_list_is_kept_until_it_is_asked_for_again(connected, server_template):
    client = connected()
    choices(client, server_template, "flavor")
    CloudList.objects.update(rows=[["m1.kept", "1", []]])
    assert offered(choices(client, server_template, "flavor")) == ["m1.kept"]
    assert "m1.tiny" in offered(choices(client, server_template, "flavor", refresh="1"))


def test_thousands_are_narrowed_by_typing(connected, server_template):
    client = connected()
    choices(client, server_template, "flavor")
    CloudList.objects.update(rows=[[f"m1.n{number:04}", str(number), []] for number in range(3412)])
    html = choices(client, server_template, "flavor")
    assert len(offered(html)) == 200
    assert "200 of 3412, type to narrow" in " ".join(html.split())
    assert offered(choices(client, server_template, "flavor", q="n3411")) == ["m1.n3411"]


def test_another_project_sees_nothing_of_this_one(connected, server_template):
    assert "private" not in offered(choices(connected("other"), server_template, "network"))


def test_a_token_that_ended_is_told_and_the_list_stays(connected, server_template, cloud):
    client = connected()
    choices(client, server_template, "flavor")
    token = session_token(CloudConnection.objects.get())
    cloud.connection("demo").identity.delete("/auth/tokens", headers={"X-Subject-Token": token})
    assert 'data-fault="token-ended"' in choices(client, server_template, "image")  # Nova remembers tokens for a while
    CloudConnection.objects.update(access=b"")
    html = choices(client, server_template, "flavor", refresh="1")
    assert 'data-fault="token-ended"' in html
    assert "m1.tiny" in offered(html)


def session_token(connection):
    return session_of(connection).auth.auth_ref.auth_token


def test_a_name_that_heat_takes_in_any_case_is_no_warning(connected):
    connected()
    connection = CloudConnection.objects.get()
    for constraint, is_warning in (("zaqar.queue", False), ("mistral.workflow", True)):
        found = CloudList(connection=connection, constraint=constraint, rows=[["there", "there", []]])
        assert say(connection, constraint, Rows(found), "elsewhere").is_warning is is_warning


@pytest.mark.parametrize("name", ["octavia.loadbalancer", "designate.zone", "barbican.secret"])
def test_a_service_that_is_missing_is_named(connected, name):
    connected()
    with pytest.raises(CloudFault) as found:
        read_list(CloudConnection.objects.get(), name)
    assert found.value.fault == Fault.NO_SERVICE


@pytest.mark.parametrize("query", [{"name": "secret"}, {"name": "nothing"}, {}])
def test_hidden_and_unknown_parameters_have_no_list(connected, server_template, query):
    assert connected().get(f"/templates/{server_template.slug}/choices/", query).status_code == 404
