"""Named sets of values: who keeps them, what is in them, and when keeping is refused."""

import json
from pathlib import Path

import pytest
from django.urls import reverse

from designer.models import ValueSet, Visibility

SERVICE = (Path(__file__).parent / "service.yaml").read_text()
SECRET = "correct-horse-battery"
HTMX = {"HX-Request": "true"}
GOOD = {
    "param-service_name": "orders",
    "param-environment": "staging",
    "param-accept_terms": "true",
    "param-db_password": SECRET,
}


@pytest.fixture
def service(make_design):
    return make_design(SERVICE, name="Service", visibility=Visibility.PUBLIC)


@pytest.fixture
def send(client, service, alice):
    """Sends the form to be kept, signed in as Alice."""
    client.force_login(alice)

    def post(htmx=False, **fields):
        return client.post(reverse("values", args=[service.slug]), fields, headers=HTMX if htmx else {})

    return post


def kept():
    return {value_set.name: value_set.values for value_set in ValueSet.objects.all()}


def test_values_are_kept_without_hidden_ones(send):
    response = send(set_name="staging-eu", **GOOD)
    assert response.status_code == 302
    assert response["Location"].endswith("?set=staging-eu")
    assert kept() == {"staging-eu": {"service_name": "orders", "environment": "staging", "accept_terms": "true"}}
    assert SECRET not in json.dumps(kept())


def test_a_hidden_value_may_be_missing_when_values_are_kept(send):
    fields = {name: value for name, value in GOOD.items() if name != "param-db_password"}
    assert send(set_name="eu", **fields).status_code == 302


def test_keeping_says_so_in_place_and_keeps_what_is_on_the_page(send):
    response = send(htmx=True, set_name="eu", **GOOD)
    html = response.content.decode()
    assert "saved as “eu”" in html
    assert "Values: eu" in html
    assert 'name="param-' not in html
    assert response["HX-Replace-Url"].endswith("?set=eu")
    assert SECRET not in html


def test_before_a_name_is_asked_for_the_values_are_checked(send):
    assert "values to fix" in send(htmx=True, ask="1", set_name="eu", **{"param-web_count": "5"}).content.decode()
    response = send(htmx=True, ask="1", set_name="eu", **GOOD)
    assert response["HX-Trigger"] == "name-wanted"
    assert "Give them a name" in send(ask="1", set_name="eu", **GOOD).content.decode()
    assert kept() == {}


def test_without_a_name_nothing_is_kept_and_nothing_is_lost(send):
    html = send(set_name=" ", **GOOD).content.decode()
    assert "Give the values a name." in html
    assert 'value="orders"' in html
    assert kept() == {}


def test_values_that_do_not_fit_are_listed_and_can_be_kept_all_the_same(send):
    html = send(set_name="eu", **{"param-web_count": "5"}).content.decode()
    assert "values to fix" in html
    assert "Save the values as they are" in html
    assert kept() == {}
    assert send(set_name="eu", anyway="1", **{"param-web_count": "5"}).status_code == 302
    assert kept() == {"eu": {"web_count": "5"}}


@pytest.mark.parametrize("value", ["a\0b", '{"a": "\\ud800"}\0'])
def test_what_no_database_takes_is_refused_at_its_field(send, value):
    html = send(set_name="eu", anyway="1", **{"param-admin_note": value}).content.decode()
    assert "cannot be kept" in html
    assert kept() == {}


def test_a_parameter_whose_name_no_database_takes_has_no_value_to_keep(client, make_design, alice):
    client.force_login(alice)
    design = make_design('heat_template_version: 2021-04-16\nparameters: {"a\\0b": {type: string}}\n')
    fields = {"param-a\0b": "x", "set_name": "eu", "anyway": "1"}
    assert "cannot be kept" in client.post(reverse("values", args=[design.slug]), fields).content.decode()
    assert kept() == {}


@pytest.mark.parametrize("written", ["size: .nan", "size: [-.inf, 1]"])
def test_numbers_that_json_lacks_are_kept_as_they_were_written_in_json(client, make_design, alice, written):
    client.force_login(alice)
    design = make_design("heat_template_version: 2021-04-16\nparameters: {x: {type: json}}\n")
    client.post(reverse("values", args=[design.slug]), {"param-x": written, "set_name": "eu", "anyway": "1"})
    assert list(json.loads(kept()["eu"]["x"])) == ["size"]


@pytest.mark.parametrize("name", ["a\0b", "x" * 81])
def test_a_name_that_cannot_be_kept_is_refused_in_words(send, name):
    assert send(set_name=name, **GOOD).status_code == 200
    assert kept() == {}


def test_keeping_again_under_a_name_replaces_the_values(send):
    send(set_name="eu", **GOOD)
    send(set_name="eu", **(GOOD | {"param-service_name": "billing"}))
    assert kept()["eu"]["service_name"] == "billing"


def test_a_set_can_be_deleted_while_the_form_stays(send):
    send(set_name="eu", **GOOD)
    html = send(htmx=True, delete="eu", **GOOD).content.decode()
    assert kept() == {}
    assert "are deleted" in html
    assert send(delete="eu").status_code == 404


def test_nobody_sees_or_deletes_what_somebody_else_keeps(send, client, service, bob):
    send(set_name="eu", **GOOD)
    client.force_login(bob)
    assert send(delete="eu").status_code == 404
    assert "?set=eu" not in client.get(reverse("fill", args=[service.slug])).content.decode()
    assert "eu" in kept()


def test_keeping_needs_an_account_and_a_form(client, service):
    address = reverse("values", args=[service.slug])
    answer = client.post(address, {"set_name": "eu"})
    assert "login" in answer["Location"]
    assert answer["Location"].endswith(f"?next={reverse('fill', args=[service.slug])}")
    assert client.post(address, {"set_name": "eu"}, headers=HTMX).status_code == 403
    assert kept() == {}


def test_a_private_template_of_somebody_else_takes_no_values(client, make_design, charlie):
    client.force_login(charlie)
    assert client.post(reverse("values", args=[make_design(SERVICE).slug]), {"set_name": "x"}).status_code == 404


def test_an_address_alone_keeps_nothing(send, client, service):
    assert client.get(reverse("values", args=[service.slug])).status_code == 405


def test_a_missing_hidden_value_is_nothing_to_fix_before_saving(send):
    fields = {"param-service_name": "orders", "param-web_count": "5"}
    for htmx in (True, False):
        html = send(htmx=htmx, ask="1", **fields).content.decode()
        summary = html.partition('id="summary-box"')[2].partition("</ul>")[0]
        assert "#param-web_count" in summary
        assert "#param-db_password" not in summary
    again = send(htmx=True, checked="keep", ask="1", **fields).content.decode()
    assert "#param-db_password" not in again.partition('id="summary-box"')[2].partition("</ul>")[0]
