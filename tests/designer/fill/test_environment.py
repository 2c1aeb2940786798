"""The environment file: its content, and that it restores the same values."""

from pathlib import Path

import pytest
import yaml
from django.urls import reverse

from designer.models import Visibility
from designer.store.value_sets import value_set_save

SERVICE = (Path(__file__).parent / "service.yaml").read_text()
SECRET = "correct-horse-battery"
FORM = {
    "param-service_name": "orders: #1",
    "param-environment": "production",
    "param-web_count": "6",
    "param-zones": ["east", "north"],
    "param-labels": "team: orders\ntier: web",
    "param-user_data": "#!/bin/sh\r\necho 'two lines'\r\n",
    "param-admin_note": "yes",
    "param-db_password": SECRET,
    "boxes": '["zones", "with_database", "accept_terms"]',
}


@pytest.fixture
def service(make_design):
    return make_design(SERVICE, name="Service", visibility=Visibility.PUBLIC)


@pytest.fixture
def download(client, service):
    """The file for a submitted form or an address."""

    def ask(query="", **fields):
        address = reverse("environment", args=[service.slug]) + query
        response = client.post(address, fields) if fields else client.get(address)
        assert response.status_code == 200
        assert 'filename="service-environment.yaml"' in response["Content-Disposition"]
        assert response["Cache-Control"] == "no-store"
        return response.content.decode()

    return ask


def test_the_file_has_the_values_as_heat_is_to_receive_them(download):
    parameters = yaml.safe_load(download(**FORM))["parameters"]
    assert parameters == {
        "service_name": "orders: #1",
        "environment": "production",
        "web_count": 6,
        "with_database": False,
        "zones": ["east", "north"],
        "labels": {"team": "orders", "tier": "web"},
        "user_data": "#!/bin/sh\necho 'two lines'\n",
        "admin_note": "yes",
    }


def test_labels_descriptions_and_rules_stand_in_it_as_comments(download):
    text = download(**FORM)
    comments = "\n".join(line for line in text.splitlines() if line.lstrip().startswith("#"))
    assert "Service name" in comments
    assert "Prefix of every resource's name." in comments
    assert "2 to 12" in comments


def test_what_stays_at_its_default_is_in_it_only_on_wish(download):
    assert "public_network:" not in download(**{"param-service_name": "orders"})
    everything = yaml.safe_load(download(everything="1", **{"param-service_name": "orders"}))["parameters"]
    assert everything["public_network"] == "public"


def test_hidden_values_are_in_it_only_with_a_tick(download):
    assert SECRET not in download(**FORM)
    assert yaml.safe_load(download(hidden="1", **FORM))["parameters"]["db_password"] == SECRET


def test_an_address_never_gives_hidden_values(download):
    assert SECRET not in download(f"?hidden=1&param-db_password={SECRET}&param-service_name=orders")


def test_an_address_never_gives_hidden_defaults(client, make_design):
    text = f"heat_template_version: 2021-04-16\nparameters: {{x: {{type: string, hidden: true, default: {SECRET}}}}}\n"
    address = reverse("environment", args=[make_design(text, visibility=Visibility.PUBLIC).slug])
    assert SECRET not in client.get(address, {"hidden": "1", "everything": "1"}).content.decode()


def test_its_parameters_come_before_its_defaults_for_all_templates(client, service):
    text = "parameter_defaults: {service_name: of-all, web_count: 6}\nparameters: {service_name: of-this}\n"
    page = client.post(reverse("fill", args=[service.slug]), {"add": "1", "environment_text": text})
    fields = page.context["form"].fields
    assert (fields["service_name"].text, fields["web_count"].text) == ("of-this", "6")


def test_a_saved_set_can_be_fetched_by_its_owner(client, service, alice, download):
    value_set_save(design=service, owner=alice, name="eu", values={"service_name": "kept"})
    client.force_login(alice)
    assert yaml.safe_load(download("?set=eu"))["parameters"] == {"service_name": "kept"}


def test_adding_the_file_brings_the_same_values_back(client, service, download):
    first = download(**FORM)
    address = reverse("fill", args=[service.slug])
    html = client.post(address, {"add": "1", "environment_text": first}).content.decode()
    assert 'value="orders: #1"' in html
    assert "echo &#x27;two lines&#x27;" in html


def test_a_prefilled_link_brings_the_same_values_back(client, service, download):
    first = download(**FORM)
    query = client.post(reverse("fill", args=[service.slug]), FORM).context["filled"].prefilled_query
    assert yaml.safe_load(download(query))["parameters"] == yaml.safe_load(first)["parameters"]


def test_an_uploaded_file_is_read_like_pasted_text(client, service, download, tmp_path):
    file = tmp_path / "values.yaml"
    file.write_text(download(**FORM))
    with file.open("rb") as upload:
        address = reverse("fill", args=[service.slug])
        html = client.post(address, {"add": "1", "environment_file": upload}).content.decode()
    assert 'value="orders: #1"' in html


def test_a_private_template_gives_no_file(client, make_design):
    assert client.get(reverse("environment", args=[make_design(SERVICE).slug])).status_code == 404


def test_a_text_that_is_no_template_has_no_file(client, make_design):
    design = make_design("[", visibility=Visibility.PUBLIC)
    assert client.get(reverse("environment", args=[design.slug])).status_code == 404


def test_files_that_cannot_be_one_are_named_on_top_of_the_typed_values(client, make_design):
    text = "heat_template_version: 2021-04-16\nparameters: {size: {type: json, default: {}}}\n"
    says = "parameters: {size: {x: 1}}\nparameter_merge_strategies: {size: %s}\n"
    files = {"a.yaml": (says % "merge").encode(), "b.yaml": (says % "deep_merge").encode()}
    design = make_design(text, files=files, visibility=Visibility.PUBLIC)
    listed = {key: list(files) for key in ("environment-name", "environment-on")}
    answer = client.post(reverse("environment", args=[design.slug]), {"environments": "together", **listed})
    comment = "# These files could not be merged with the typed values; pass them before this one: a.yaml, b.yaml\n"
    assert answer.content.decode().startswith(comment)


@pytest.mark.parametrize("page", ["environment", "package"])
def test_a_hidden_value_whose_parameter_was_renamed_meanwhile_does_not_come_back(client, service, page):
    old = {"param-old_password": SECRET, "use-old_password": SECRET, "param-service_name": "orders"}
    html = client.post(reverse(page, args=[service.slug]) + "?shown=1", old).content.decode()
    assert 'value="orders"' in html
    assert SECRET not in html
