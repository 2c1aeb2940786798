"""The address of the package: who can get it, its options, and the page about it."""

import re
from html import unescape
from io import BytesIO
from zipfile import ZipFile

import pytest
import yaml
from django.urls import reverse

from designer.models import May, Visibility
from designer.store.share_links import share_link_create
from designer.store.value_sets import value_set_save
from tests.designer.fill.test_package_layout import FILES, TEMPLATE

SECRET = "correct-horse-battery"


@pytest.fixture
def shop(make_design):
    return make_design(TEMPLATE, name="Shop", files={path: data.encode() for path, data in FILES.items()})


@pytest.fixture
def alice_client(client, alice):
    client.force_login(alice)
    return client


@pytest.fixture
def ask(alice_client, shop):
    """The response to a submitted form."""

    def post(query="", **fields):
        return alice_client.post(reverse("package", args=[shop.slug]) + query, fields)

    return post


def unpacked(response):
    assert response.status_code == 200
    assert response["Content-Type"] == "application/zip"
    archive = ZipFile(BytesIO(response.content))
    return {name: archive.read(name).decode() for name in archive.namelist()}


def shown(response):
    assert response.status_code == 200
    return unescape(re.sub(r"<[^>]+>", "", response.content.decode()))


def command(response):
    found = re.search(r'data-testid="deploy-command".*?>(.*?)</pre>', response.content.decode(), re.DOTALL)
    return unescape(re.sub(r"<[^>]+>", "", found[1]))


ON = {"environment-name": ["envs/base.yaml", "envs/prod.yaml"], "environment-on": ["envs/base.yaml"]}


def test_the_zip_has_what_the_page_says(ask):
    response = ask(**ON, **{"param-count": "6"})
    assert response["Content-Disposition"] == 'attachment; filename="shop.zip"'
    assert response["Cache-Control"] == "no-store"
    files = unpacked(response)
    assert set(files) == {
        "shop.yaml",
        "nested/web.yaml",
        "nested/database.yaml",
        "scripts/start.sh",
        "envs/base.yaml",
        "typed-values.yaml",
        "DEPLOY.txt",
    }
    page = ask("?shown=1", **ON, **{"param-count": "6"})
    assert command(page) in files["DEPLOY.txt"]
    assert "7 files" in shown(page)
    assert "Not included: envs/prod.yaml, which is off." in " ".join(shown(page).split())


def test_the_options_change_the_command_and_the_zip_alike(ask):
    options = {"package-stack": "orders", "package-there": "1", "package-together": "1"}
    files = unpacked(ask(**ON, **options, **{"param-count": "6"}))
    assert command(ask("?shown=1", **ON, **options, **{"param-count": "6"})) in files["DEPLOY.txt"]
    assert "openstack stack update --existing orders" in files["DEPLOY.txt"]
    assert yaml.safe_load(files["environment.yaml"])["parameters"] == {"count": 6}
    assert "envs/base.yaml" not in files


def test_hidden_values_go_along_only_where_a_form_asks_for_them(ask, alice_client, shop):
    response = ask(**{"param-password": SECRET})
    assert SECRET.encode() not in b"".join(data.encode() for data in unpacked(response).values())
    page = ask("?shown=1", **{"param-password": SECRET, "package-hidden": "1"})
    assert "This zip holds 1 hidden value" in shown(page)
    assert SECRET not in page.content.decode()
    assert SECRET in unpacked(ask(**{"param-password": SECRET, "package-hidden": "1"}))["typed-values.yaml"]
    address = reverse("package", args=[shop.slug])
    query = f"?param-password={SECRET}&package-hidden=1"
    assert "typed-values.yaml" not in unpacked(alice_client.get(address + query))


def test_a_name_that_heat_refuses_is_reported_in_place(ask):
    page = ask(**{"package-stack": "1 stack; rm -rf /"})
    assert "A stack name starts with a letter" in shown(page)
    assert "disabled" in page.content.decode()


def test_a_value_that_heat_refuses_is_named_and_the_zip_is_there_all_the_same(ask):
    page = ask("?shown=1", **{"param-count": "many"})
    assert "1 value to fix. Heat will refuse this." in " ".join(shown(page).split())
    assert "typed-values.yaml" in unpacked(ask(**{"param-count": "many"}))


def test_a_hidden_value_that_is_asked_for_in_the_command_is_nothing_to_fix(ask):
    assert "to fix" not in shown(ask("?shown=1"))


def test_a_saved_set_gives_its_values_its_files_and_its_name(alice_client, alice, shop):
    value_set_save(design=shop, owner=alice, name="Prod EU", values={"count": "8"})
    response = alice_client.get(reverse("package", args=[shop.slug]) + "?set=Prod+EU")
    assert response["Content-Disposition"] == 'attachment; filename="Prod-EU.zip"'
    assert yaml.safe_load(unpacked(response)["typed-values.yaml"]) == {"parameters": {"count": 8}}


def test_a_prefilled_link_gives_its_values_and_the_files_that_it_names(alice_client, shop):
    query = "?param-count=8&environment=envs/prod.yaml"
    files = unpacked(alice_client.get(reverse("package", args=[shop.slug]) + query))
    assert "-e envs/prod.yaml" in files["DEPLOY.txt"]
    assert "envs/base.yaml" not in files


def test_only_who_may_read_the_template_gets_it(client, alice, bob, shop):
    address = reverse("package", args=[shop.slug])
    assert client.get(address).status_code == 404
    client.force_login(bob)
    assert client.post(address).status_code == 404
    fill = share_link_create(design=shop, created_by=alice, may=May.FILL)
    view = share_link_create(design=shop, created_by=alice, may=May.VIEW)
    for method in (client.get, client.post):
        assert method(reverse("shared_package", args=[fill.token])).status_code == 404
        assert "shop.yaml" in unpacked(method(reverse("shared_package", args=[view.token])))


def test_an_address_is_printed_only_where_it_gives_the_text(client, alice, shop, make_design):
    view = share_link_create(design=shop, created_by=alice, may=May.VIEW)
    page = client.get(reverse("shared_package", args=[view.token]) + "?shown=1")
    assert client.get(re.search(r"-t (http://\S+?)<", page.content.decode())[1]).content == TEMPLATE.encode()
    public = make_design(TEMPLATE, name="Open", visibility=Visibility.PUBLIC)
    page = client.get(reverse("package", args=[public.slug]) + "?shown=1")
    assert client.get(re.search(r"-t (http://\S+?)<", page.content.decode())[1]).content == TEMPLATE.encode()
    client.force_login(alice)
    assert "-t http" not in shown(client.get(reverse("package", args=[shop.slug]) + "?shown=1"))


def test_the_page_by_itself_takes_along_what_was_typed_but_no_hidden_value(ask):
    page = ask("?shown=1", **ON, **{"param-count": "6", "param-password": SECRET}).content.decode()
    assert '<input type="hidden" name="param-count" value="6">' in page
    assert 'name="environment-on" value="envs/base.yaml"' in page
    assert '<input class="form-control mono" type="password"' in page
    assert SECRET not in page


def test_a_dialog_gets_only_the_part_that_it_shows(alice_client, shop):
    address = reverse("package", args=[shop.slug])
    part = alice_client.post(f"{address}?shown=1", {}, headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in part
    assert 'form="fill"' in part


@pytest.mark.parametrize("text", ["not: [yaml", "just words"])
def test_a_text_that_is_no_template_has_no_package(alice_client, make_design, text):
    design = make_design(text, name="Broken")
    assert alice_client.get(reverse("package", args=[design.slug])).status_code == 404


def test_the_holder_of_a_fill_link_hands_the_values_over(client, alice, shop):
    fill = share_link_create(design=shop, created_by=alice, may=May.FILL)
    address = reverse("shared_environment", args=[fill.token])
    form = {"param-count": "6", "param-password": SECRET}
    page = client.post(f"{address}?shown=1", form)
    words = " ".join(shown(page).split())
    assert "This file is for the person who sent you the link" in words
    assert "environment file, 1 value" in words
    assert "Pass's word is not included." in words
    assert command(page) == "-e shop-values.yaml"
    assert SECRET not in page.content.decode()
    file = client.post(address, form)
    assert file["Content-Disposition"] == 'attachment; filename="shop-values.yaml"'
    assert yaml.safe_load(file.content)["parameters"] == {"count": 6}
    assert "-t " not in shown(client.get(reverse("shared", args=[fill.token])))


def test_the_environment_file_can_be_one_with_the_files_under_it(alice_client, shop):
    address = reverse("environment", args=[shop.slug])
    shown_names = {"environments-shown": '["envs/base.yaml"]'}
    form = {**ON, **shown_names, "param-count": "6", "environments": "together"}
    found = yaml.safe_load(alice_client.post(address, form).content)
    assert found["resource_registry"] == {"Shop::Database": "nested/database.yaml"}
    assert found["parameters"] == {"count": 6}
    apart = yaml.safe_load(alice_client.post(address, {**form, "environments": "apart"}).content)
    assert apart == {"parameters": {"count": 6}}


def test_a_typed_default_is_in_the_environment_file_that_goes_over_another(alice_client, shop):
    form = {**ON, "environments-shown": '["envs/base.yaml"]', "param-count": "2"}
    found = yaml.safe_load(alice_client.post(reverse("environment", args=[shop.slug]), form).content)
    assert found["parameters"]["count"] == 2


def test_environments_that_cannot_be_one_are_reported_in_words(ask):
    sinks = "event_sinks: [{type: zaqar-queue, target: a, ttl: 1}]\n"
    files = {f"environment-text-{name}": sinks for name in ("one.yaml", "two.yaml")}
    names = {"environment-name": ["one.yaml", "two.yaml"], "environment-on": ["one.yaml", "two.yaml"]}
    page = ask(**names, **files, **{"package-together": "1"})
    assert "Heat cannot merge event_sinks, which an earlier environment also has" in " ".join(shown(page).split())
    assert 'data-testid="download-deploy" disabled' in page.content.decode()


def test_what_is_named_and_not_there_is_reported(alice_client, make_design):
    make_design(TEMPLATE, name="Half")
    assert "The client will not find these missing files: nested/web.yaml" in shown(
        alice_client.get(reverse("package", args=["half"]) + "?shown=1")
    )


@pytest.mark.parametrize("name", ["start.sh", "größe it's.sh"])
def test_single_files_are_saved_under_their_names(alice_client, make_design, name):
    make_design(TEMPLATE, name="Named", files={f"scripts/{name}": b"echo"})
    response = alice_client.get(f"/templates/named/raw/scripts/{name}")
    assert response.content == b"echo"
    assert response["Content-Disposition"].startswith("inline; filename")
    assert "scripts" not in response["Content-Disposition"]
    response = alice_client.get("/templates/named/raw/")
    assert (response.content, response["Content-Disposition"]) == (TEMPLATE.encode(), 'inline; filename="named.yaml"')


REFUSING = """\
heat_template_version: 2021-04-16
parameters:
  size: {type: number, label: Volume size, default: 100}
resources:
  db: {type: nested.yaml, properties: {size: {get_param: size}}}
"""
NARROW = b"heat_template_version: 2021-04-16\nparameters: {size: {type: number, constraints: [range: {min: 50}]}}\n"


def test_what_a_nested_template_refuses_is_shown_on_top(alice_client, make_design):
    design = make_design(REFUSING, files={"nested.yaml": NARROW})
    address = reverse("package", args=[design.slug]) + "?shown=1"
    assert "Volume size" in shown(alice_client.post(address, {"param-size": "20"}))
    assert "Volume size" not in shown(alice_client.post(address, {"param-size": "60"}))


OPEN_AND_HIDDEN = """\
heat_template_version: 2021-04-16
parameters:
  password: {type: string, default: x}
  key: {type: string, hidden: true, default: y}
resources:
  one: {type: nested.yaml, properties: {password: {get_param: password}}}
"""
HIDING = b"heat_template_version: 2021-04-16\nparameters: {password: {type: string, hidden: true}}\n"


def test_an_open_value_goes_out_though_a_nested_template_hides_one_of_its_name(alice_client, make_design):
    design = make_design(OPEN_AND_HIDDEN, files={"nested.yaml": HIDING})
    files = unpacked(alice_client.post(reverse("package", args=[design.slug]), {"param-password": "typed"}))
    assert yaml.safe_load(files["typed-values.yaml"])["parameters"] == {"password": "typed"}


@pytest.mark.parametrize("name", ["package", "environment"])
def test_no_page_carries_a_hidden_value_along(alice_client, make_design, name):
    design = make_design(OPEN_AND_HIDDEN, files={"nested.yaml": HIDING})
    posted = {
        "environment-name": "up.yaml",
        "environment-on": "up.yaml",
        "environment-text-up.yaml": f"parameters: {{key: {SECRET}}}\n",
        "environment_text": f"parameters: {{key: {SECRET}}}\n",
        "param-key": SECRET,
        "use-key": SECRET,
    }
    page = alice_client.post(reverse(name, args=[design.slug]) + "?shown=1", posted)
    assert page.status_code == 200
    assert SECRET not in page.content.decode()


def test_all_in_one_leaves_a_template_of_that_name_alone(alice_client, make_design):
    design = make_design(OPEN_AND_HIDDEN, name="Environment", files={"nested.yaml": HIDING})
    posted = {"param-password": "typed", "package-together": "1"}
    archive = ZipFile(BytesIO(alice_client.post(reverse("package", args=[design.slug]), posted).content))
    assert len(archive.namelist()) == len(set(archive.namelist()))
    assert "environment.yaml" in archive.namelist()
