"""Steps that replace several values: their messages and undoing them."""

import json
import re
from urllib.parse import urlencode

import pytest
from django.urls import reverse

from designer.models import FormDraft, May, Visibility
from designer.store.share_links import share_link_create
from designer.store.value_sets import value_set_save

TEMPLATE = """\
heat_template_version: 2021-04-16
parameters:
  size: {type: number, default: 1}
  name: {type: string, default: web}
  flag: {type: boolean, default: false}
  password: {type: string, label: Password, hidden: true}
"""
SECRET = "hush-1"
TYPED = {"param-size": "5", "param-name": "mine"}
HTMX = {"HX-Request": "true"}


@pytest.fixture
def design(make_design):
    return make_design(TEMPLATE, visibility=Visibility.PUBLIC, files={"e.yaml": b"parameters: {size: 3}\n"})


@pytest.fixture
def send(client, design):
    def post(query="", htmx=False, **data):
        fields = {
            name.replace("_", "-") if name.startswith(("param_", "draft_")) else name: v for name, v in data.items()
        }
        return client.post(reverse("fill", args=[design.slug]) + query, fields, headers=HTMX if htmx else {})

    return post


@pytest.fixture
def eu(design, alice):
    return value_set_save(design=design, owner=alice, name="eu", values={"size": "7", "flag": "true"})


def texts(page):
    return {name: field.text for name, field in page.context["form"].fields.items() if name != "password"}


def former(page):
    step = page.context["step"]
    return step.json if step else ""


@pytest.mark.parametrize("htmx", [True, False])
def test_choosing_a_set_says_what_it_replaced_and_can_be_undone(client, send, alice, eu, htmx):
    client.force_login(alice)
    page = send(choose=str(eu.pk), htmx=htmx, **TYPED)
    assert texts(page) == {"size": "7", "name": "web", "flag": "true"}
    html = page.content.decode()
    assert "Replaced 3 values with the set eu." in html
    assert 'data-testid="undo-values"' in html
    page = send(undo="1", htmx=htmx, former=former(page), set="eu", **{"param-size": "7", "param-flag": "true"})
    assert texts(page) == {"size": "5", "name": "mine", "flag": "false"}
    assert "Restored 3 values." in page.content.decode()
    page = send(undo="1", htmx=htmx, former=former(page), **TYPED)
    assert texts(page)["size"] == "7"
    assert page.context["set_name"] == "eu"


def test_the_defaults_are_a_step_too(send):
    page = send(choose="defaults", **TYPED)
    assert texts(page) == {"size": "1", "name": "web", "flag": "false"}
    assert "Replaced 2 values with the defaults." in page.content.decode()
    assert texts(send(undo="1", former=former(page)))["name"] == "mine"


def test_a_step_that_changes_nothing_is_not_spoken_of(send):
    page = send(choose="defaults")
    assert "undo-values" not in page.content.decode()


def test_a_hidden_value_that_was_typed_stays_and_is_nowhere(send):
    page = send(choose="defaults", **TYPED, **{"param-password": SECRET})
    html = page.content.decode()
    assert "Password keeps its typed value." in html
    assert page.context["filled"].given.values["password"] == SECRET
    assert SECRET not in html


def test_revert_goes_back_to_the_set_or_to_the_defaults(client, send, alice, eu):
    client.force_login(alice)
    assert texts(send(revert="1", set="eu", **TYPED))["size"] == "7"
    assert texts(send(revert="1", **TYPED))["size"] == "1"


def test_a_prefilled_link_replaces_what_was_left_and_can_be_undone(client, send, alice, design):
    client.force_login(alice)
    send(**TYPED)
    page = client.get(reverse("fill", args=[design.slug]) + "?param-size=9")
    assert texts(page) == {"size": "9", "name": "web", "flag": "false"}
    assert "Replaced 2 values with those from the link." in page.content.decode()
    assert texts(send(undo="1", former=former(page), **{"param-size": "9"})) == {
        "size": "5", "name": "mine", "flag": "false",
    }  # fmt: skip


def test_a_prefilled_link_that_is_loaded_again_leaves_its_step_to_be_undone(client, send, alice, design):
    client.force_login(alice)
    send(**TYPED)
    address = reverse("fill", args=[design.slug]) + "?param-size=9"
    page = client.get(address)
    client.post(address, {"param-size": "9", "former": former(page), "draft": "1"})
    page = client.get(address)
    assert "Replaced 2 values with those from the link." in page.content.decode()
    assert page.context["step"].earlier == ()
    assert texts(send(undo="1", former=former(page), **{"param-size": "9"}))["name"] == "mine"


def test_what_this_device_kept_meets_a_link_as_a_step(send):
    page = send("?param-size=9", htmx=True, arrive="1", **TYPED)
    assert texts(page)["size"] == "9"
    assert texts(send(undo="1", former=former(page)))["size"] == "5"


def test_switching_files_is_a_step(send):
    page = send(**{"environment-name": "e.yaml", "environment-on": "e.yaml", "environments-shown": "[]"})
    assert texts(page)["size"] == "3"
    assert "The environment files changed 1 value." in page.content.decode()
    back = send(undo="1", former=former(page))
    assert texts(back)["size"] == "1"
    assert [file.is_on for file in back.context["filled"].environments] == [False]


def test_without_a_new_step_the_page_goes_on_offering_the_last_one(send):
    page = send(choose="defaults", **TYPED)
    assert "undo-values" in send(former=former(page), **{"param-size": "2"}).content.decode()
    assert "undo-values" not in send(former=former(page), dismiss="1").content.decode()


@pytest.mark.parametrize(
    "text",
    ["", "nope", "[]", "{}", '{"state": 1}', '{"state": {"values": 3, "environments": 4, "set": 5}, "kind": "set"}',
     '{"state": {"values": {"size": {"a": [null]}}, "environments": [{"name": 1}, 2]}, "kind": "set", "count": 1}',
     '{"state": {}, "kind": "nonsense", "count": 1}', '{"state": {}, "kind": "set", "count": "x"}', "[" * 9000],
)  # fmt: skip
def test_whatever_comes_as_the_former_state_the_page_answers(send, text):
    for name in ("undo", "check"):
        assert send(former=text, **{name: "1"}).status_code == 200


@pytest.mark.parametrize(
    "kept",
    [
        '{"values": {"name": "\\ud800", "size": "5"}}',
        '{"values": {"\\ud800": "x", "size": "5"}}',
        '{"values": {"size": "5"}, "environments": [{"name": "\\ud800", "text": "x", "on": true}]}',
        '{"values": {"size": "5"}, "environments": [{"name": "up.yaml", "text": "\\ud800", "on": true}]}',
        '{"values": {"size": "5"}, "attributes": {"\\ud800": "\\ud800"}, "set": "\\ud800", "set_owner": "\\ud800"}',
    ],
)
def test_a_state_with_half_a_character_comes_back_without_it(send, kept):
    page = send(state=kept)
    assert page.status_code == 200
    assert texts(page) == {"size": "5", "name": "web", "flag": "false"}
    assert [file.name for file in page.context["filled"].environments] == ["e.yaml"]


# -- drafts -------------------------------------------------------------------------------------


def test_what_is_typed_comes_back_on_another_device(client, send, alice, design):
    client.force_login(alice)
    page = send(htmx=True, **TYPED, **{"param-password": SECRET})
    assert "Draft kept in your account" in page.content.decode()
    client.logout()
    client.force_login(alice)
    page = client.get(reverse("fill", args=[design.slug]))
    assert texts(page) == {"size": "5", "name": "mine", "flag": "false"}
    draft = FormDraft.objects.get()
    assert SECRET not in json.dumps([draft.state, draft.former])


def test_a_draft_is_its_owners(client, send, alice, bob, design):
    client.force_login(alice)
    send(**TYPED)
    client.force_login(bob)
    assert texts(client.get(reverse("fill", args=[design.slug])))["size"] == "1"


def test_who_is_signed_out_has_no_draft_on_the_server(send):
    page = send(htmx=True, **TYPED)
    assert FormDraft.objects.count() == 0
    assert "Kept on this device" in page.content.decode()


def test_a_step_comes_back_with_the_draft(client, send, alice, design, eu):
    client.force_login(alice)
    send(choose=str(eu.pk), **TYPED)
    page = client.get(reverse("fill", args=[design.slug]))
    assert page.context["set_name"] == "eu"
    assert "Replaced 3 values with the set eu." in page.content.decode()
    assert texts(send(undo="1"))["size"] == "5"


def test_an_older_window_does_not_undo_what_a_newer_one_wrote(client, send, alice):
    client.force_login(alice)
    send(window="one", draft="0", **TYPED)
    first = FormDraft.objects.get().counter
    send(window="two", draft=str(first), **(TYPED | {"param-size": "6"}))
    page = send(window="one", draft=str(first), htmx=True, **(TYPED | {"param-name": "late"}))
    html = page.content.decode()
    assert "Changed in another tab" in html
    assert "Not kept" in html
    assert FormDraft.objects.get().state["values"] == {"size": "6", "name": "mine"}
    mine = send(window="one", draft=str(first), draft_mine="1", **(TYPED | {"param-name": "late"}))
    assert mine.context["keeping"].newer is None
    assert FormDraft.objects.get().state["values"] == {"size": "5", "name": "late"}


def test_the_newer_window_can_be_taken_over_and_given_up_again(client, send, alice):
    client.force_login(alice)
    send(window="one", draft="0", **TYPED)
    first = str(FormDraft.objects.get().counter)
    send(window="two", draft=first, **(TYPED | {"param-size": "6"}))
    page = send(window="one", draft=first, draft_use="1", **(TYPED | {"param-name": "late"}))
    assert texts(page) == {"size": "6", "name": "mine", "flag": "false"}
    assert texts(send(undo="1", former=former(page)))["name"] == "late"


def test_the_same_window_writes_on(client, send, alice):
    client.force_login(alice)
    for size in ("2", "3", "4"):
        send(window="one", draft="0", **{"param-size": size})
    assert FormDraft.objects.get().state["values"] == {"size": "4"}


@pytest.mark.parametrize("last", ["5", "4"])
def test_what_a_window_has_sent_earlier_does_not_replace_what_came_later(client, send, alice, last):
    client.force_login(alice)
    for sequence, size in ((1, "5"), (3, last), (2, "3")):
        send(window="one", draft="0", **{"param-size": size, "window-sequence": str(sequence)})
    assert FormDraft.objects.get().state["values"] == {"size": last}
    send(window="two", draft="0", **{"window-before": "one", "param-size": "7", "window-sequence": "1"})
    assert FormDraft.objects.get().state["values"] == {"size": "7"}


def test_what_another_window_sends_unchanged_does_not_take_the_draft_over(client, send, alice):
    client.force_login(alice)
    send(window="one", draft="0", **{"param-size": "5", "window-sequence": "1"})
    first = str(FormDraft.objects.get().counter)
    send(window="one", draft=first, **{"param-size": "6", "window-sequence": "2"})
    send(window="two", draft=first, **{"param-size": "6", "window-sequence": "1"})
    send(window="one", draft=first, **{"param-size": "7", "window-sequence": "3"})
    assert FormDraft.objects.get().state["values"] == {"size": "7"}


def test_values_that_no_database_takes_are_not_in_a_draft(client, send, alice):
    client.force_login(alice)
    page = send(htmx=True, **{"param-size": "5", "param-name": "a\0b"})
    assert FormDraft.objects.get().state["values"] == {"size": "5"}
    assert "Not everything is kept" in page.content.decode()


@pytest.mark.parametrize(
    "text",
    [
        '{"state": {"values": {}, "set": "\\ud800"}, "kind": "set", "count": 1}',
        '{"state": {"values": {"size": NaN, "name": "a\\u0000"}}, "kind": "set", "name": "\\u0000", "count": 1}',
        '{"state": {"values": {"size": ' + "[" * 900 + "]" * 900 + '}}, "kind": "set", "count": 1}',
    ],
)
def test_no_former_state_breaks_the_page_or_the_draft(client, send, alice, text):
    client.force_login(alice)
    for more in ({"undo": "1"}, {"check": "1"}, {"set": "a\0b", "param-size": "5"}):
        assert send(former=text, **more).status_code == 200
    former = FormDraft.objects.get().former
    assert "ud800" not in json.dumps(former)


def test_a_hidden_value_in_a_former_state_is_not_kept(client, send, alice):
    client.force_login(alice)
    state = {"values": {"size": "3", "password": SECRET}}
    send(former=json.dumps({"state": state, "kind": "set", "count": 1}), **TYPED)
    assert SECRET not in json.dumps(FormDraft.objects.get().former)


def test_filling_by_a_link_leaves_files_and_set_of_the_draft(client, send, alice, design):
    client.force_login(alice)
    there = {"environment-name": ["e.yaml", "up.yaml"], "environment-on": "e.yaml"}
    send(**there, **{"environment-text-up.yaml": "parameters: {size: 4}\n", "set": "eu", "param-name": "mine"})
    before = FormDraft.objects.get().state
    link = share_link_create(design=design, created_by=alice, may=May.FILL)
    client.post(reverse("shared", args=[link.token]), {"param-name": "theirs", "draft": "1"})
    after = FormDraft.objects.get().state
    assert after["values"]["name"] == "theirs"
    assert (after["environments"], after["set"]) == (before["environments"], before["set"])


def test_filling_by_a_link_leaves_the_stand_ins_of_the_draft(client, make_design, alice):
    text = (
        "heat_template_version: 2021-04-16\n"
        "parameters: {name: {type: string, default: web}}\n"
        "resources: {net: {type: OS::Neutron::Net}}\n"
        "outputs: {mtu: {value: {get_attr: [net, mtu]}}}\n"
    )
    design = make_design(text, name="Net", visibility=Visibility.PUBLIC)
    client.force_login(alice)
    client.post(reverse("fill", args=[design.slug]), {"attribute-net.mtu": "1400", "attribute-net.no": "1"})
    link = share_link_create(design=design, created_by=alice, may=May.FILL)
    sent = {"param-name": "theirs", "attribute-net.mtu": "9000", "draft": "1"}
    page = client.post(reverse("shared", args=[link.token]), sent).content.decode()
    assert "1400" not in page
    assert "9000" not in page
    state = FormDraft.objects.get().state
    assert state["values"] == {"name": "theirs"}
    assert state["attributes"] == {"net.mtu": "1400"}


BOTH = {"environment-name": ["e.yaml", "f.yaml"], "environment-on": ["e.yaml", "f.yaml"]}
SHOWN = {"environments-shown": '["e.yaml", "f.yaml"]', "attribute-net.mtu": "1400"}


class TestStepsOfADraftByALink:
    """Filling by a link keeps the undisclosed data in the steps of the user's own draft."""

    TEXT = TEMPLATE + ("resources: {net: {type: OS::Neutron::Net}}\noutputs: {mtu: {value: {get_attr: [net, mtu]}}}\n")

    @pytest.fixture
    def design(self, make_design):
        files = {"e.yaml": b"parameters: {size: 3}\n", "f.yaml": b"parameters: {name: f}\n"}
        return make_design(self.TEXT, name="Net", visibility=Visibility.PUBLIC, files=files)

    @pytest.fixture
    def address(self, client, design, alice):
        client.force_login(alice)
        own = reverse("fill", args=[design.slug])
        first = client.post(own, {**BOTH, **SHOWN, "param-size": "5", "choose": "defaults"})
        sent = {**BOTH, **SHOWN, "param-size": "6", "choose": "defaults", "former": former(first)}
        client.post(own, sent | {"draft": "1"})
        link = share_link_create(design=design, created_by=alice, may=May.FILL)
        return reverse("shared", args=[link.token])

    def test_typing_changes_none_of_them(self, client, address):
        before = FormDraft.objects.get()
        assert [file["on"] for file in before.former["state"]["environments"]] == [True, True]
        assert len(before.former["earlier"]) == 1
        page = client.get(address)
        assert "1400" not in page.content.decode()
        client.post(address, {"param-name": "typed", "former": former(page), "draft": str(before.counter)})
        after = FormDraft.objects.get()
        assert after.state["values"]["name"] == "typed"
        assert after.former == before.former

    def test_a_new_step_has_what_the_draft_has(self, client, address):
        before = FormDraft.objects.get()
        sent = {"param-name": "typed", "former": former(client.get(address)), "draft": str(before.counter)}
        page = client.post(address, sent | {"choose": "defaults"})
        assert "1400" not in page.content.decode()
        after = FormDraft.objects.get().former
        assert after["state"]["values"] == {"name": "typed"}
        assert after["state"]["environments"] == before.state["environments"]
        assert after["state"]["attributes"] == {"net.mtu": "1400"}
        earlier = [{**before.former["earlier"][0]}, {**before.former}]
        del earlier[1]["earlier"]
        assert after["earlier"] == earlier

    def test_a_notice_that_is_closed_stays_so(self, client, address):
        before = FormDraft.objects.get()
        sent = {"former": former(client.get(address)), "draft": str(before.counter)}
        client.post(address, sent | {"dismiss": "1"})
        assert FormDraft.objects.get().former == before.former | {"closed": True}


class TestEarlierSteps:
    """The earlier steps that the last one carries."""

    def test_no_more_of_them_are_kept_than_there_is_room_for(self, send):
        last = ""
        for number in range(30):
            last = former(send(choose="defaults", former=last, **{"param-size": str(number + 2)}))
        earlier = json.loads(last)["earlier"]
        assert [each["state"]["values"]["size"] for each in earlier] == [str(size) for size in range(11, 31)]
        for size in "abc":
            last = former(send(choose="defaults", former=last, **{"param-name": size * 40_000}))
        assert [each["state"]["values"]["name"][0] for each in json.loads(last)["earlier"]] == ["b"]

    def test_none_of_them_holds_a_hidden_value_or_breaks_the_page(self, client, send, alice):
        client.force_login(alice)
        step = {"state": {"values": {"size": "3", "password": SECRET}}, "kind": "set", "count": 1}
        for earlier in (
            [step, "x", {"state": 1}, {**step, "kind": "no"}, {**step, "earlier": [step]}],
            "x",
            [[]] * 900,
        ):
            page = send(former=json.dumps({**step, "earlier": earlier}), htmx=True, undo="1", **TYPED)
            assert SECRET not in page.content.decode()
            assert SECRET not in json.dumps(FormDraft.objects.get().former)

    def test_what_was_undone_is_done_again_and_the_one_before_it_is_undone(self, send):
        first = send(choose="defaults", **TYPED)
        second = send("?param-size=9", arrive="1", former=former(first))
        undone = send(undo="1", former=former(second), **{"param-size": "9"})
        assert texts(undone)["size"] == "1"
        assert texts(send(undo="1", former=former(undone)))["size"] == "9"
        assert texts(send(undo="earlier", former=former(undone)))["size"] == "5"


class TestCopiesOfADevice:
    """Restoring a device's copy replaces the values of the form as a step."""

    def test_it_says_how_old_it_is_also_later(self, client, send, alice, design):
        client.force_login(alice)
        send(window="one", **TYPED)
        old = {"restored-age": str(3 * 86400), "param-size": "8"}
        assert "those typed on this device 3 days ago." in send(restore="device", window="one", **old).content.decode()
        page = client.get(reverse("fill", args=[design.slug]))
        assert re.search("those typed on this device [34] days ago.", page.text), "midnight may have passed"
        assert texts(send(undo="1", former=former(page)))["size"] == "5"

    @pytest.mark.parametrize("age", ["", "-1", "x", "9" * 30, "\u0663"])
    def test_an_age_that_is_none_is_not_told(self, client, send, alice, age):
        client.force_login(alice)
        send(**TYPED)
        page = send(restore="device", **{"restored-age": age, "param-size": "8"}).content.decode()
        assert "kept on this device." in page

    def test_that_of_another_tab_takes_the_place_of_what_stood_there_with_its_steps(self, send):
        first = send(choose="defaults", **{"param-size": "2"})
        over = urlencode({"param-size": "3", "former": former(first)})
        page = send(restore="tab", over=over, **{"param-size": "4", "param-password": SECRET})
        assert texts(page)["size"] == "4"
        assert "Replaced 1 value with the one from the other tab. Password keeps" in page.content.decode()
        assert SECRET not in page.content.decode()
        undone = send(undo="1", former=former(page), **{"param-size": "4"})
        assert texts(undone)["size"] == "3"
        assert texts(send(undo="earlier", former=former(undone)))["size"] == "2"
