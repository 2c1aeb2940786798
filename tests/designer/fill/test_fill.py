"""The fill page as a browser without JavaScript, and as htmx, sees it."""

import json
import re
from pathlib import Path

import pytest
from django.urls import reverse

from designer.models import May, Visibility
from designer.store.drafts.design_drafts import Window, draft_write
from designer.store.share_links import share_link_create
from designer.store.value_sets import value_set_save

SERVICE = (Path(__file__).parent / "service.yaml").read_text()
SECRET = "correct-horse-battery"
HTMX = {"HX-Request": "true"}


@pytest.fixture
def service(make_design):
    return make_design(SERVICE, name="Service", visibility=Visibility.PUBLIC)


@pytest.fixture
def ask(client, service):
    """Responses of the fill page to a GET, or to a POST of the given fields."""

    def answer(query="", htmx=False, **fields):
        address = reverse("fill", args=[service.slug]) + query
        data = {
            name.replace("param_", "param-", 1) if name.startswith("param_") else name: v for name, v in fields.items()
        }
        headers = HTMX if htmx else {}
        return client.post(address, data, headers=headers) if fields else client.get(address)

    return answer


def marks(response, testid):
    """The attributes and the text of the elements with a mark."""
    html = response.content.decode()
    return [
        (attributes, re.sub("<[^>]+>", "", text).strip())
        for attributes, text in re.findall(
            rf'<[a-z]+([^>]*data-testid="{re.escape(testid)}"[^>]*)>(.*?)</', html, re.DOTALL
        )
    ]


def classes(html, name):
    """The classes of a field."""
    return re.search(rf'id="field-{name}"[^>]*class="([^"]*)"', html).group(1).split()


def under(html, name):
    """The messages under a control."""
    part = re.search(rf'<div class="under" id="about-{name}".*?</div>', html, re.DOTALL)[0]
    return " ".join(re.sub("<[^>]+>", " ", part).split())


def output(response, name):
    ((_, text),) = marks(response, f"output-{name}")
    return json.loads(text.replace("&quot;", '"').replace("&#x27;", "'"))


def test_anybody_may_fill_a_public_template(ask):
    response = ask()
    assert response.status_code == 200
    assert "Fill in the parameters" in response.content.decode()


def test_a_private_one_exists_only_for_its_owner(client, make_design, alice, charlie):
    address = reverse("fill", args=[make_design(SERVICE).slug])
    assert client.get(address).status_code == 404
    client.force_login(charlie)
    assert client.post(address, {"check": "1"}).status_code == 404
    client.force_login(alice)
    assert client.get(address).status_code == 200


def test_nothing_is_wrong_before_anything_was_typed(ask):
    html = ask().content.decode()
    assert 'aria-invalid="true"' not in html
    assert all(text == "" for _, text in marks(ask(), "error-service_name") + marks(ask(), "error-db_password"))
    assert len(re.findall(r'data-shown-under="everything needed', html)) == 4


def test_the_preview_says_what_waits_for_which_field(ask):
    response = ask()
    assert 'data-value="unknown"' in marks(response, "condition-is_production")[0][0]
    assert 'href="#param-environment"' in response.content.decode()
    assert output(response, "database_name") == {"unknown": "get_param service_name, get_param environment"}
    assert output(response, "name_servers") == ["9.9.9.9", "149.112.112.112"]


def test_the_preview_follows_the_values(ask):
    response = ask(htmx=True, **{"param-service_name": "orders", "param-environment": "production"})
    assert 'data-value="true"' in marks(response, "condition-is_production")[0][0]
    assert 'data-enabled="true"' in marks(response, "resource-db_backup")[0][0]
    assert output(response, "database_name") == "orders_production"


def test_an_output_that_is_off_is_null_and_says_why(ask):
    response = ask(**{"param-environment": "staging"})
    assert output(response, "backup_job") is None
    assert "with_backup is false" in response.content.decode()


def test_an_answer_to_typing_holds_no_control(ask):
    html = ask(htmx=True, **{"param-web_count": "5", "touched": '["web_count"]'}).content.decode()
    assert 'id="error-web_count"' in html
    assert "run in pairs" in html
    assert 'name="param-web_count"' not in html
    assert 'id="error-service_name"' not in html


def test_an_answer_leaves_out_what_the_page_shows_already(ask):
    first = ask(htmx=True, **{"param-web_count": "5", "touched": '["web_count"]'}).content.decode()
    mark = re.search(r'id="about-web_count" data-mark="(\w+)"', first).group(1)
    again = ask(
        htmx=True, **{"param-web_count": "5", "touched": '["web_count"]', "seen": json.dumps({"web_count": mark})}
    )
    assert 'id="error-web_count"' not in again.content.decode()


def test_submitting_lists_all_that_is_wrong_with_links(ask):
    response = ask(check="1", **{"param-web_count": "5"})
    html = response.content.decode()
    assert "<title>Error: Fill" in html
    assert 'role="alert"' in html
    assert "5 values to fix" in html
    assert re.findall(r'<li>\s*<a href="#param-(\w+)"', html) == [
        "service_name", "environment", "web_count", "db_password", "accept_terms",
    ]  # fmt: skip
    assert 'value="5"' in html


def test_a_hidden_value_comes_back_in_no_answer(ask):
    fields = {"param-db_password": SECRET, "param-service_name": "orders"}
    for htmx in (True, False):
        for more in ({}, {"check": "1"}, {"restore": "1"}, {"open": "db"}, {"reset": "web_count"}, {"load": "1"}):
            response = ask(htmx=htmx, **fields, **more)
            assert response.status_code == 200
            assert SECRET not in response.content.decode()
            assert SECRET not in str(response.headers)
    assert output(ask(**fields), "password") == "••••••"


def test_a_hidden_value_that_is_too_short_is_refused_without_being_repeated(ask):
    html = ask(htmx=True, **{"param-db_password": "hunter2", "touched": '["db_password"]'}).content.decode()
    assert 'id="error-db_password"' in html
    assert "hunter2" not in html


@pytest.mark.parametrize(
    ("value", "message"),
    [(SECRET, "Used on this page, but not kept."), ("short", "Not kept on the page. Type a new value.")],
)
def test_a_page_says_what_became_of_a_hidden_value(ask, value, message):
    html = ask(**{"param-db_password": value, "check": "1"}).content.decode()
    assert message in under(html, "db_password")
    assert "Give it again" not in html
    assert ("Fits" in under(html, "db_password")) == (value == SECRET)


def test_a_hidden_value_that_is_missing_on_the_next_page_has_to_be_given_again(ask):
    html = ask(**{"param-db_password": "", "touched": '["db_password"]', "check": "1"}).content.decode()
    assert "Not stored. Give it again." in under(html, "db_password")
    assert "Fits" not in under(html, "db_password")


def test_htmx_leaves_a_hidden_value_in_its_control(ask):
    html = ask(htmx=True, **{"param-db_password": SECRET, "touched": '["db_password"]'}).content.decode()
    assert "Hidden. Never stored, never in a link." in under(html, "db_password")


def test_what_is_typed_is_left_to_no_cache_history_or_completion(ask):
    response = ask(param_db_password=SECRET)
    assert "no-cache" in response["Cache-Control"]
    assert "private" in response["Cache-Control"]
    html = response.content.decode()
    assert '"historyCacheSize": 0' in html
    ((field, _),) = re.findall(r"<input([^>]*name=\"param-db_password\"[^>]*)(>)", html)
    assert 'autocomplete="new-password"' in field


def test_a_prefilled_link_brings_its_values(ask):
    html = ask("?param-service_name=orders&param-web_count=6").content.decode()
    assert 'value="orders"' in html
    assert 'value="6"' in html


def test_an_address_with_a_hidden_value_is_left_at_once(ask, client):
    response = ask(f"?param-service_name=orders&param-db_password={SECRET}&set=")
    assert response.status_code == 302
    assert SECRET not in response.content.decode() + str(response.headers)
    html = client.get(response["Location"]).content.decode()
    assert 'value="orders"' in html
    assert "Password" in html.split('id="messages"')[1].split("</div>")[0]


def test_the_prefilled_link_of_the_page_leads_back_to_its_values(ask, client):
    html = ask(
        **{"param-service_name": "a b&c", "param-zones": ["east", "west"], "boxes": '["zones"]'}
    ).content.decode()
    link = re.search(r'id="prefilled-link" href="([^"]+)"', html).group(1).replace("&amp;", "&")
    again = client.get(link).content.decode()
    assert 'value="a b&amp;c"' in again
    assert re.search(r'value="west"[^>]* checked', again)


def test_values_too_long_for_a_link_are_not_cut(ask):
    html = ask(**{"param-admin_note": "x" * 5000}).content.decode()
    assert "Too long for a link" in html


def test_reset_redraws_the_control_with_its_default(ask):
    html = ask(htmx=True, **{"param-web_count": "6", "reset": "web_count", "touched": '["web_count"]'}).content.decode()
    assert re.search(r'value="4"[^>]*name="param-web_count"', html)


def test_stand_in_attributes_reach_the_outputs(ask):
    response = ask(htmx=True, **{"attribute-lb.vip_address": "10.0.0.9"})
    assert output(response, "service_url") == "https://10.0.0.9/"


def test_an_opened_resource_shows_its_properties_in_the_next_answer(ask):
    html = ask(htmx=True, open="web").content.decode()
    assert "resource_def" in html
    assert "dns_nameservers" not in html


def test_the_resolved_template_can_be_read_as_yaml(ask):
    html = ask(htmx=True, as_yaml="1", **{"param-db_password": SECRET, "param-web_count": "6"}).content.decode()
    resolved = re.sub("<[^>]+>", "", html.split('id="resolved"')[1].split("</section>")[0])
    assert "count: 6" in resolved
    assert "password: ••••••" in resolved
    assert SECRET not in html


def test_the_form_can_show_only_what_is_needed(ask):
    html = ask(show="needed").content.decode()
    assert "out" in classes(html, "web_count")
    assert "out" not in classes(html, "service_name")


@pytest.mark.parametrize(
    "fields",
    [
        {"param-nowhere": "x"},
        {f"param-n{number}": "x" for number in range(1000)},
        {"param-service_name": "x" * 1_000_000},
        {"param-service_name": "a\0b\ud800"[:3]},
        {"param-labels": "[" * 20_000},
        {"param-labels": '{"a": "\\ud800"}'},
        {"param-labels": "{a: &a [*a]}"},
        {"param-labels": "a: &a [*a]\n"},
        {"param-web_count": "9" * 5000},
        {"param-web_count": "nan"},
        {"param-web_count": "1e999"},
        {"param-name_servers": "," * 5000},
        {"touched": "[[[", "answered": "{}", "boxes": "17", "seen": "[]", "open": "\0", "show": "x", "set": "y"},
        {"attribute-lb.vip_address": "[" * 10_000},
        {"reset": "nowhere", "answer": "nowhere"},
        {"param-backup_schedule": "* " * 5000},
        {"param-private_cidr": "1" * 100_000},
    ],
)
@pytest.mark.parametrize("htmx", [True, False])
def test_whatever_is_sent_the_page_answers(ask, fields, htmx):
    response = ask(htmx=htmx, **fields)
    assert response.status_code == 200
    assert marks(response, "output-name_servers")


def test_a_name_that_the_template_lacks_is_reported(ask):
    assert "nowhere" in ask(**{"param-nowhere": "x"}).content.decode()


def test_half_a_character_in_a_template_breaks_nothing(client, make_design):
    text = 'heat_template_version: 2021-04-16\nparameters:\n  x: {type: string, default: "\\ud800"}\n'
    design = make_design(text, visibility=Visibility.PUBLIC)
    assert client.get(reverse("fill", args=[design.slug])).status_code == 200


def test_a_text_that_is_no_template_shows_its_problems(client, make_design):
    design = make_design("heat_template_version: [", visibility=Visibility.PUBLIC)
    response = client.get(reverse("fill", args=[design.slug]))
    ((attributes, _),) = marks(response, "problem")
    assert 'data-severity="error"' in attributes
    assert 'data-line="1"' in attributes


def test_a_template_without_parameters_says_so(client, make_design):
    text = "heat_template_version: 2021-04-16\nresources:\n  net: {type: OS::Neutron::Net}\n"
    html = client.get(reverse("fill", args=[make_design(text, visibility=Visibility.PUBLIC).slug])).content.decode()
    assert "Nothing to fill in" in html
    assert 'data-testid="resource-net"' in html


def test_problems_of_the_template_stand_in_the_preview_with_their_place(client, make_design):
    text = SERVICE.replace("value: {get_param: name_servers}", "value: {get_param: name_server}")
    response = client.get(reverse("fill", args=[make_design(text, visibility=Visibility.PUBLIC).slug]))
    (attributes, _), *_more = marks(response, "problem")
    assert 'data-code="' in attributes
    assert re.search(r'data-line="\d+"', attributes)
    assert re.search(r'data-column="\d+"', attributes)


def test_authors_hear_what_rules_warn_of_beside_an_error_of_the_template(client, make_design, alice):
    text = SERVICE.replace("value: {get_param: name_servers}", "value: {get_param: name_server}")
    text += "  when: {value: 1:30}\n"
    client.force_login(alice)
    response = client.get(reverse("fill", args=[make_design(text).slug]))
    codes = [re.search(r'data-code="([^"]+)"', attributes)[1] for attributes, _ in marks(response, "problem")]
    assert {"unknown-parameter", "sexagesimal-number"} <= set(codes)


def test_a_saved_set_fills_the_form_of_its_owner_only(client, service, alice, bob):
    value_set_save(design=service, owner=alice, name="staging-eu", values={"service_name": "kept"})
    address = reverse("fill", args=[service.slug]) + "?set="
    for visitor in (None, bob):
        if visitor:
            client.force_login(visitor)
        theirs, none = (client.get(address + name) for name in ("staging-eu", "not-a-set"))
        assert 'id="no-such-set"' in theirs.content.decode()
        assert theirs.context["set_name"] == ""
        assert "kept" not in re.search(r'<input[^>]*name="param-service_name"[^>]*>', theirs.content.decode()).group()
        # Nobody learns whether such a set exists.
        assert without_tokens(theirs).replace("staging-eu", "") == without_tokens(none).replace("not-a-set", "")
    client.force_login(alice)
    html = client.get(address + "staging-eu").content.decode()
    assert 'value="kept"' in html
    assert 'id="no-such-set"' not in html


def without_tokens(response):
    """A page without the parts that differ in each response."""
    return re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", response.content.decode())


def test_a_name_of_a_set_that_no_database_takes_names_none(ask):
    assert 'id="no-such-set"' in ask("?set=a%00b").content.decode()


def test_the_page_says_which_set_it_shows_and_whether_it_was_edited(ask):
    def shown(response):
        word = response.content.decode().partition('id="set-word"')[2].partition(">")[2].partition("<svg")[0]
        return " ".join(re.sub(r"<[^>]*>", "", word).split())

    assert shown(ask()) == "Defaults"
    assert shown(ask("?param-service_name=orders")) == "Defaults, edited"
    assert "from the link" in ask("?param-service_name=orders").content.decode()
    combination = ask("?param-service_name=orders&combination=1")
    assert "the selected combination" in combination.content.decode()
    assert shown(ask("?combination=1")) == "Defaults"


def test_filling_asks_the_database_a_few_times_whatever_its_size(client, service, django_assert_max_num_queries):
    with django_assert_max_num_queries(6):
        client.post(reverse("fill", args=[service.slug]), {"param-service_name": "orders"}, headers=HTMX)


# -- environment files ---------------------------------------------------------------


def test_an_added_environment_fills_the_form(ask):
    text = (
        f"parameters: {{service_name: orders, db_password: {SECRET}}}\nparameter_defaults: {{web_count: 6, other: 1}}\n"
    )
    for htmx in (True, False):
        html = ask(htmx=htmx, add="1", environment_text=text).content.decode()
        assert 'value="orders"' in html
        assert 'value="6"' in html
        assert SECRET not in html


WARNED = """heat_template_version: 2021-04-16
parameters:
  size: {type: number, default: 1}
resources:
  net: {type: OS::Neutron::Net, condition: never}
conditions: {never: {equals: [a, b]}}
"""


def codes(response):
    return re.findall(r'data-code="([^"]*)"', response.content.decode())


def test_authors_hear_what_the_rules_warn_of(client, make_design, alice, bob):
    address = reverse("fill", args=[make_design(WARNED, visibility=Visibility.PUBLIC).slug])
    client.force_login(alice)
    for response in (client.get(address), client.post(address, {"param-size": "2"}, headers=HTMX)):
        assert "constant-condition" in codes(response)
        assert "missing-description" not in codes(response), "a hint"
    client.force_login(bob)
    assert codes(client.get(address)) == []


def test_rules_do_not_speak_on_share_links(client, make_design, alice):
    design = make_design(WARNED)
    client.force_login(alice)
    for may in (May.VIEW, May.FILL):
        link = share_link_create(design=design, created_by=alice, may=may)
        assert codes(client.get(reverse("shared", args=[link.token]))) == []


def test_a_comment_silences_a_rule_on_the_fill_page_too(client, make_design, alice):
    client.force_login(alice)
    text = "# hotcore: ignore[constant-condition, never-created]\n" + WARNED
    assert "constant-condition" not in codes(client.get(reverse("fill", args=[make_design(text).slug])))


def test_what_is_left_to_do_is_shown_to_be_needed_or_to_fix(ask):
    def left(count):
        html = ask(param_service_name="orders", param_web_count=count, touched='["web_count"]').content.decode()
        return int(re.search(r'id="shown-needed"[^>]*>(\d+)<', html)[1])

    assert left("99") == left("2") + 1


def test_the_author_is_lines_of_changes_that_are_not_saved(client, make_design, alice, bob):
    design = make_design(SERVICE, name="Service", visibility=Visibility.PUBLIC)
    address = reverse("fill", args=[design.slug])
    window = Window(counter=0, based_on=1)
    client.force_login(alice)
    assert 'id="unsaved"' not in client.get(address).content.decode()
    draft_write(design=design, owner=alice, window=window, changes={"": b"a: 1\n"})
    html = client.get(address).content.decode()
    notice = html.partition('id="unsaved"')[2].partition("</p>")[0]
    assert "This form shows revision 1." in notice
    assert f'href="{reverse("design", args=[design.slug])}"' in notice
    client.force_login(bob)
    assert 'id="unsaved"' not in client.get(address).content.decode()
    link = share_link_create(design=design, created_by=alice, may=May.FILL)
    client.force_login(alice)
    assert 'id="unsaved"' not in client.get(reverse("shared", args=[link.token])).content.decode()
