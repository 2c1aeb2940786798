"""Comparison of two sets of values: the differences, their impact, and that hidden values are never compared."""

import html
import json
import re

import pytest
from django.urls import reverse

from designer.models import FormDraft, May, Visibility
from designer.store.designs import revision_create
from designer.store.share_links import share_link_create
from designer.store.value_sets import value_set_save, value_set_share

TEMPLATE = """\
heat_template_version: 2021-04-16
parameters:
  size: {type: number, label: Web servers, default: 2}
  name: {type: string, label: Service name, default: web}
  stage: {type: string, label: Stage, default: dev}
  password: {type: string, label: Password, hidden: true, default: hush-default}
  token: {type: string, label: Monitor token, hidden: true}
conditions:
  is_prod: {equals: [{get_param: stage}, prod]}
resources:
  server:
    type: OS::Nova::Server
    properties:
      flavor: m1
      image: cirros
      name: {get_param: name}
      admin_pass: {get_param: password}
      metadata: {token: {get_param: token}}
  extra:
    type: OS::Heat::RandomString
    condition: is_prod
  some:
    type: OS::Heat::RandomString
    properties: {length: {get_param: size}}
outputs:
  told: {value: {get_param: name}}
"""
FILES = {
    "envs/big.yaml": b"parameters: {size: 8, password: hush-file}\n",
    "envs/prod.yaml": b"parameters: {stage: prod}\n",
}
SITE = "parameters: {name: site, token: hush-site}\n"
HTMX = {"HX-Request": "true"}


@pytest.fixture
def design(make_design):
    return make_design(TEMPLATE, files=FILES, visibility=Visibility.PUBLIC)


@pytest.fixture
def prod(design, alice):
    files = [{"name": "envs/prod.yaml", "on": True}, {"name": "envs/big.yaml", "on": True}]
    return value_set_save(design=design, owner=alice, name="prod", values={"name": "orders"}, environments=files)


@pytest.fixture
def staging(design, alice):
    files = [{"name": "envs/big.yaml", "on": True}, {"name": "site.yaml", "on": True, "text": SITE}]
    return value_set_save(design=design, owner=alice, name="staging", values={"name": "tests"}, environments=files)


@pytest.fixture
def ask(client, design):
    def post(start=None, to=None, *, htmx=True, **data):
        sides = {key: str(getattr(side, "pk", side)) for key, side in (("from", start), ("to", to)) if side}
        return client.post(reverse("compare", args=[design.slug]), data | sides, headers=HTMX if htmx else {})

    return post


def pairs(page):
    return [(pair.label, pair.before, pair.after) for pair in page.context["comparison"].pairs]


def files(page):
    return {file.name: file.words for file in page.context["comparison"].files}


def impact(page):
    """Return the impact on the stack by heading."""
    found = {}
    for row in page.context["comparison"].rows:
        found.setdefault(row.title, []).extend(change.sentence for change in (*row.first, *row.more))
    return found


@pytest.mark.parametrize("htmx", [True, False])
def test_values_that_differ_and_what_they_change(client, ask, alice, prod, htmx):
    client.force_login(alice)
    page = ask("defaults", prod, htmx=htmx)
    assert pairs(page) == [("Web servers", "2", "8"), ("Service name", "web", "orders"), ("Stage", "dev", "prod")]
    text = html.unescape(page.content.decode())
    assert "3 differ, 0 are the same" in text
    assert "Password and Monitor token are hidden and are not compared." in text
    assert ("<html" in text) is not htmx
    changes = impact(page)
    assert list(changes) == ["Replaced", "Added", "In place", "Conditions", "Outputs"]
    assert any("`extra`" in sentence for sentence in changes["Added"])
    assert any("`some`" in sentence for sentence in changes["Replaced"])
    assert "is_prod" in text
    assert "told" in text


def test_files_that_differ(client, ask, alice, prod, staging):
    client.force_login(alice)
    page = ask(prod, staging)
    assert files(page) == {"envs/prod.yaml": "on in prod, off in staging", "site.yaml": "only in staging"}
    assert files(ask(staging, prod))["envs/prod.yaml"] == "off in staging, on in prod"


def test_the_order_of_files_and_their_texts(client, ask, alice, design, prod):
    client.force_login(alice)
    turned = [{"name": name, "on": True} for name in FILES]
    other = value_set_save(design=design, owner=alice, name="turned", values={"name": "orders"}, environments=turned)
    page = ask(prod, other)
    order = "envs/prod.yaml, envs/big.yaml in prod; envs/big.yaml, envs/prod.yaml in turned"
    assert files(page) == {"": order}
    ones = [
        value_set_save(
            design=design,
            owner=alice,
            name=name,
            values={},
            environments=[{"name": "u.yaml", "on": True, "text": text}],
        )
        for name, text in (("one", "parameters: {size: 3}\n"), ("two", "parameters: {size: 4}\n"))
    ]
    page = ask(*ones)
    assert files(page) == {"u.yaml": "different text in two"}
    assert pairs(page) == [("Web servers", "3", "4")]


def test_what_is_typed_is_compared_with_the_set_that_it_came_from(client, ask, alice, prod):
    client.force_login(alice)
    on = {"environment-name": list(FILES)[::-1], "environment-on": list(FILES)}
    page = ask(set="prod", **on, **{"param-name": "mine"})
    assert pairs(page) == [("Service name", "orders", "mine")]
    assert (page.context["comparison"].before.key, page.context["comparison"].after.name) == (str(prod.pk), "this page")


def test_a_set_as_it_is_on_the_page_is_compared_with_the_defaults(client, ask, alice, design):
    client.force_login(alice)
    value_set_save(design=design, owner=alice, name="small", values={"size": "1"})
    page = ask(set="small", **{"param-size": "1"})
    assert pairs(page) == [("Web servers", "2", "1")]
    assert dict(page.context["sides"])["page"] == "small, on this page"


def test_the_sides_are_swapped(client, ask, alice, prod):
    client.force_login(alice)
    page = ask("defaults", prod, swap="1")
    assert pairs(page)[0] == ("Web servers", "8", "2")
    assert "Removed" in impact(page)


def test_the_same_on_both_sides(ask):
    page = ask("defaults", "page")
    text = page.content.decode()
    assert "0 differ, 3 are the same" in text
    assert "No values differ." in text
    assert "None: the stack stays the same." in text


def test_hidden_values_are_neither_compared_nor_repeated(client, ask, alice, prod, staging):
    client.force_login(alice)
    uploaded = {
        "environment-name": ["up.yaml", *FILES],
        "environment-on": ["up.yaml", "envs/big.yaml"],
        "environment-text-up.yaml": "parameters: {token: hush-uploaded}\n",
    }
    typed = {"param-password": "hush-typed", "param-token": "hush-token", "param-size": "8"}
    for htmx in (True, False):
        page = ask("defaults", "page", htmx=htmx, **uploaded, **typed)
        text = page.content.decode()
        assert "hush-" not in text
        assert pairs(page) == [("Web servers", "2", "8")]
        said = json.dumps(impact(page))
        assert not re.search("password|token|server|hush", said)
    assert "hush-" not in ask(prod, staging).content.decode()


def test_what_an_uploaded_file_says_of_hidden_values_in_nested_stacks_is_not_compared(client, alice, make_design):
    nested = b"""\
heat_template_version: 2021-04-16
parameters:
  key: {type: string, hidden: true, default: hush-nested}
resources:
  some: {type: OS::Heat::RandomString, properties: {salt: {get_param: key}}}
"""
    text = "heat_template_version: 2021-04-16\nresources:\n  inner: {type: nested.yaml}\n"
    design = make_design(text, name="Outer", files={"nested.yaml": nested})
    kept = [{"name": "up.yaml", "on": True, "text": "parameter_defaults: {}\n"}]
    saved = value_set_save(design=design, owner=alice, name="kept", values={}, environments=kept)
    client.force_login(alice)
    form = {
        "environment-name": "up.yaml",
        "environment-on": "up.yaml",
        "environment-text-up.yaml": "parameter_defaults: {key: hush-uploaded}\n",
    }
    page = client.post(reverse("compare", args=[design.slug]), form | {"from": str(saved.pk), "to": "page"})
    assert impact(page) == {}
    assert "hush-" not in page.content.decode()


def test_what_is_refused_comes_first(client, ask, alice, make_design):
    bounded = TEMPLATE.replace("default: 2}", "default: 2, constraints: [{range: {max: 5}}]}")
    design = make_design(bounded, files=FILES, name="Bounded", visibility=Visibility.PUBLIC)
    page = client.post(reverse("compare", args=[design.slug]), {"param-size": "9", "param-stage": "prod"})
    assert next(iter(impact(page))) == "Refused now"


def test_sets_of_others_are_compared_only_when_they_are_shared(client, ask, bob, prod, staging):
    client.force_login(bob)
    assert ask(prod, "page").status_code == 404
    value_set_share(value_set=prod, is_shared=True)
    page = ask(prod, "page")
    assert pairs(page)[0] == ("Web servers", "8", "2")
    assert dict(page.context["sides"])[str(prod.pk)] == "prod, from alice"
    assert str(staging.pk) not in dict(page.context["sides"])


@pytest.mark.parametrize("key", ["0", "x", "９", "9" * 30, "\0", "-1"])
def test_a_side_that_is_none_is_not_found(ask, key):
    assert ask(key, "page", htmx=False).status_code == 404


@pytest.mark.parametrize("state", ["[", "[]", "{}", '{"values": 3, "environments": {}}', '{"set": 3}', "[" * 2000])
def test_a_state_that_cannot_be_read_is_an_untouched_form(ask, state):
    assert pairs(ask("defaults", "page", state=state)) == []


def test_templates_that_cannot_be_read_or_seen_have_no_comparison(client, ask, design, make_design):
    broken = make_design("a: [", name="Broken", visibility=Visibility.PUBLIC)
    assert client.post(reverse("compare", args=[broken.slug])).status_code == 404
    design.visibility = Visibility.PRIVATE
    design.save()
    assert ask("defaults", "page", htmx=False).status_code == 404


def test_the_address_alone_leads_to_the_form(client, design):
    answer = client.get(reverse("compare", args=[design.slug]))
    assert answer.url == reverse("fill", args=[design.slug])


def test_without_scripts_the_form_comes_back_with_its_values(client, ask, design):
    page = ask("defaults", "page", htmx=False, **{"param-name": "mine", "param-password": "hush"})
    text = page.content.decode()
    state, former = (
        html.unescape(re.search(f'name="{name}" value="([^"]*)"', text)[1]) for name in ("state", "former")
    )
    again = ask("page", "defaults", htmx=False, state=state)
    assert pairs(again) == [("Service name", "mine", "web")]
    back = client.post(reverse("fill", args=[design.slug]), {"undo": "1", "former": former})
    assert back.context["form"].fields["name"].text == "mine"
    assert "hush" not in back.content.decode()


def test_without_scripts_the_draft_of_who_is_signed_in_has_them(client, ask, alice, design):
    client.force_login(alice)
    ask("defaults", "page", htmx=False, **{"param-name": "mine", "param-password": "hush"})
    assert FormDraft.objects.get().state["values"] == {"name": "mine"}


def test_the_menu_and_the_notice_of_a_set_lead_here(client, alice, design, prod, staging):
    client.force_login(alice)
    address = reverse("fill", args=[design.slug])
    menu = client.get(address).content.decode()
    assert f'formaction="{reverse("compare", args=[design.slug])}"' in menu
    assert "Compare with" not in menu
    page = client.post(address, {"choose": str(staging.pk), "set": "prod", "param-name": "orders"})
    assert "Compare with prod" in page.content.decode()
    assert f'name="from" value="{prod.pk}"' in page.content.decode()


def test_history_is_named_where_there_are_revisions_and_both_are_kept(client, ask, alice, design, prod):
    client.force_login(alice)
    assert not ask("defaults", prod).context["history_address"]
    revision_create(design=design, author=alice, text=TEMPLATE.replace("m1", "m2").encode(), files=FILES, based_on=1)
    address = ask("defaults", prod).context["history_address"]
    assert client.get(address).context["to_set_name"] == "prod"
    assert not ask(prod, "page", **{"param-name": "mine"}).context["history_address"]


def test_who_may_view_by_a_link_compares_what_is_typed_with_the_defaults_and_shared_sets(
    client, design, alice, prod, staging
):
    value_set_share(value_set=prod, is_shared=True)
    link = share_link_create(design=design, created_by=alice, may=May.VIEW, environments=prod.environments)
    address = reverse("shared_compare", args=[link.token])
    fill = reverse("shared", args=[link.token])
    assert f'formaction="{address}"' in client.get(fill).content.decode()
    assert client.get(address)["Location"] == fill
    sent = {
        "environment-name": ["envs/prod.yaml"],
        "environment-on": ["envs/prod.yaml"],
        "environments-shown": '["envs/prod.yaml"]',
        "param-name": "mine",
        "param-password": "typed-secret",
    }
    answer = client.post(address, sent)
    page = answer.content.decode()
    assert {title for _, title in answer.context["sides"]} == {"This page", "Defaults", "prod, from alice"}
    assert "typed-secret" not in page
    assert f'action="{address}"' in page
    assert client.post(address, {**sent, "to": str(prod.pk)}).status_code == 200
    assert client.post(address, {**sent, "to": str(staging.pk)}).status_code == 404


def test_who_only_fills_by_a_link_has_no_comparison(client, design, alice):
    link = share_link_create(design=design, created_by=alice, may=May.FILL, may_see_environments=True)
    assert client.post(reverse("shared_compare", args=[link.token])).status_code == 404
    assert "/compare/" not in client.get(reverse("shared", args=[link.token])).content.decode()
