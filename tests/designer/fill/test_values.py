"""Value sets: who can save them, what they contain, and when saving is refused."""

import json
from pathlib import Path

import pytest
from django.urls import reverse

from designer.models import FormDraft, ValueSet, Visibility

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
    """Submits the form to save it, signed in as Alice."""
    client.force_login(alice)

    def post(htmx=False, **fields):
        return client.post(reverse("values", args=[service.slug]), fields, headers=HTMX if htmx else {})

    return post


def kept():
    return {value_set.name: value_set.values for value_set in ValueSet.objects.all()}


def test_values_are_kept_without_hidden_ones(send, service):
    response = send(set_name="staging-eu", **GOOD)
    assert response.status_code == 302
    assert response["Location"] == reverse("fill", args=[service.slug])
    assert kept() == {"staging-eu": {"service_name": "orders", "environment": "staging", "accept_terms": "true"}}
    assert SECRET not in json.dumps(kept())


def test_a_hidden_value_may_be_missing_when_values_are_kept(send):
    fields = {name: value for name, value in GOOD.items() if name != "param-db_password"}
    assert send(set_name="eu", **fields).status_code == 302


def test_keeping_says_so_in_place_and_keeps_what_is_on_the_page(send):
    response = send(htmx=True, set_name="eu", **GOOD)
    html = response.content.decode()
    assert "saved as “eu”" in html
    assert "<bdi>eu</bdi>" in html
    assert 'name="param-' not in html
    assert SECRET not in html


def test_nothing_asks_for_hidden_values_when_others_are_kept(send):
    for htmx in (True, False):
        html = send(htmx=htmx, set_name=" ", **{"param-service_name": "orders"}).content.decode()
        assert "Enter a name for the values." in html
        assert "A value is required" not in html
    assert send(set_name="eu", checked="1", **{"param-service_name": "orders"}).status_code == 302


def test_a_set_that_was_changed_says_so_and_is_kept_under_its_name(send):
    send(set_name="eu", **GOOD)
    assert ", edited" not in send(htmx=True, set_name="eu", **GOOD).content.decode()
    changed = GOOD | {"param-service_name": "billing", "set": "eu"}
    assert send(htmx=True, save="1", **changed).status_code == 200
    assert kept()["eu"]["service_name"] == "billing"


def test_without_a_name_nothing_is_kept_and_nothing_is_lost(send):
    html = send(set_name=" ", **GOOD).content.decode()
    assert "Enter a name for the values." in html
    assert 'value="orders"' in html
    assert kept() == {}


def test_values_that_do_not_fit_are_kept_all_the_same(send):
    assert send(set_name="eu", **{"param-web_count": "5"}).status_code == 302
    assert kept() == {"eu": {"web_count": "5"}}


@pytest.mark.parametrize("value", ["a\0b", '{"a": "\\ud800"}\0'])
def test_what_no_database_takes_is_refused_at_its_field(send, value):
    html = send(set_name="eu", anyway="1", **{"param-admin_note": value}).content.decode()
    assert "cannot be stored" in html
    assert kept() == {}


def test_a_parameter_whose_name_no_database_takes_has_no_value_to_keep(client, make_design, alice):
    client.force_login(alice)
    design = make_design('heat_template_version: 2021-04-16\nparameters: {"a\\0b": {type: string}}\n')
    fields = {"param-a\0b": "x", "set_name": "eu", "anyway": "1"}
    assert "cannot be stored" in client.post(reverse("values", args=[design.slug]), fields).content.decode()
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
    assert "deleted." in html
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


def test_a_set_can_be_shown_to_whoever_may_see_the_template(send, client, service, bob):
    send(set_name="eu", **GOOD)
    address = reverse("fill", args=[service.slug])
    send(share="eu", **GOOD)
    key = str(ValueSet.objects.get().pk)
    client.force_login(bob)
    assert "from alice" in client.get(address).content.decode()
    page = client.post(address, {"choose": key})
    assert page.context["form"].fields["service_name"].text == "orders"
    assert page.context["set_owner"] == "alice"
    assert client.get(address + "?set=eu&of=alice").context["form"].fields["service_name"].text == "orders"
    assert client.post(reverse("values", args=[service.slug]), {"delete": "eu"}).status_code == 404
    client.logout()
    assert client.post(address, {"choose": key}).status_code == 200


def test_a_set_that_is_shown_no_more_is_seen_by_its_owner_only(send, client, service, bob):
    send(set_name="eu", **GOOD)
    send(share="eu", **GOOD)
    send(unshare="eu", **GOOD)
    client.force_login(bob)
    key = ValueSet.objects.get().pk
    assert client.post(reverse("fill", args=[service.slug]), {"choose": str(key)}).status_code == 404


@pytest.mark.parametrize("key", ["0", "x", "9" * 30, "", "²"])
def test_a_set_that_is_not_there_is_not_found(send, client, service, key):
    assert client.post(reverse("fill", args=[service.slug]), {"choose": key}).status_code == 404


def test_keeping_under_the_name_of_somebody_elses_set_makes_one_of_ones_own(send, client, service, bob):
    send(set_name="eu", **GOOD)
    send(share="eu", **GOOD)
    client.force_login(bob)
    fields = GOOD | {"param-service_name": "bobs", "set": "eu", "set_owner": "alice"}
    client.post(reverse("values", args=[service.slug]), fields | {"set_name": "eu"})
    owned = {found.owner.username: found.values["service_name"] for found in ValueSet.objects.all()}
    assert owned == {"alice": "orders", "bob": "bobs"}


def test_what_is_refused_a_name_is_kept_as_a_draft(send):
    page = send(htmx=True, set_name=" ", **GOOD)
    draft = FormDraft.objects.get()
    assert draft.state["values"]["service_name"] == "orders"
    assert f'name="draft" value="{draft.counter}"' in page.content.decode()


def test_without_scripts_the_form_comes_back_with_the_set_that_was_kept(send, client, service):
    send(set_name="eu", **GOOD)
    page = client.get(reverse("fill", args=[service.slug]))
    assert page.context["set_name"] == "eu"
    assert not page.context["is_edited"]
