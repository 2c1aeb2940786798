"""Suggested values as buttons next to an invalid one."""

import re

import pytest
from django.urls import reverse

from designer.models import May, Visibility
from designer.store.share_links import share_link_create
from tests.designer.fill.test_fill import HTMX, SECRET, SERVICE

BUTTON = re.compile(r'<button[^>]*name="use-([^"]*)" value="([^"]*)">\s*([^<]*?)\s*</button>')

ODD = """heat_template_version: 2021-04-16
parameters:
  short: {type: string, constraints: [length: {max: 50}, allowed_pattern: '[a-z]+']}
  maybe: {type: boolean, default: true, constraints: [allowed_values: [false]]}
  agreed: {type: boolean}
  zones: {type: comma_delimited_list, constraints: [allowed_values: [east, west]]}
  secret: {type: string, hidden: true, constraints: [allowed_values: [correct]]}
  data: {type: json}
"""


@pytest.fixture
def ask(client, make_design):
    """Responses of the fill page to a POST of the given fields."""

    def answer(text=SERVICE, htmx=True, **fields):
        design = make_design(text, visibility=Visibility.PUBLIC)
        data = {name.replace("__", "-", 1): value for name, value in fields.items()}
        return client.post(reverse("fill", args=[design.slug]), data, headers=HTMX if htmx else {})

    return answer


def buttons(response):
    """The parameter, value and label of each suggestion on a page."""
    return BUTTON.findall(response.content.decode())


def control(response, name):
    """The tag of a field's text control."""
    return re.search(rf'<input[^>]*name="param-{name}"[^>]*>', response.content.decode())[0]


def test_a_refused_value_has_the_nearest_ones_beside_it(ask):
    assert buttons(ask(param__web_count="5")) == [("web_count", "4", "Use 4"), ("web_count", "6", "Use 6")]
    assert buttons(ask(param__db_volume_size="1000")) == [("db_volume_size", "500", "Use 500")]


def test_what_fits_has_none(ask):
    assert buttons(ask(param__web_count="6")) == []


def test_another_wrong_value_brings_other_ones(ask):
    assert [value for _, value, _ in buttons(ask(param__web_count="7"))] == ["6", "8"]


@pytest.mark.parametrize("htmx", [True, False])
def test_the_button_gives_the_value(ask, htmx):
    response = ask(htmx=htmx, param__web_count="5", use__web_count="6")
    assert 'value="6"' in control(response, "web_count")
    assert response.context["filled"].given.values == {"web_count": "6"}
    assert buttons(response) == []


def test_the_default_as_a_repair_is_the_default_again(ask):
    response = ask(param__web_count="5", use__web_count="4")
    assert response.context["filled"].given.values == {}


def test_a_repair_that_looks_empty_is_an_answer(ask):
    response = ask(ODD, htmx=False, param__agreed="flase")
    assert buttons(response) == [("agreed", "false", "Use false")]
    response = ask(ODD, htmx=False, param__agreed="flase", use__agreed="false")
    assert response.context["filled"].given.values == {"agreed": "false"}
    assert response.context["form"].answered == ["agreed"]
    assert (
        'name="boxes" value="[&quot;maybe&quot;, &quot;agreed&quot;, &quot;zones&quot;]"' in response.content.decode()
    )


def test_items_of_a_list_are_fixed(ask):
    assert buttons(ask(ODD, param__zones="easst, West")) == [("zones", "east,west", "Use east,west")]
    response = ask(ODD, boxes='["zones"]', use__zones="east,west")
    assert response.context["form"].fields["zones"].kind == "checks"
    assert response.context["form"].fields["zones"].items == ["east", "west"]


def test_json_is_fixed_and_shown_in_short(ask):
    ((name, value, words),) = buttons(ask(ODD, param__data="{'a': 1, 'list': [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]"))
    assert name == "data"
    assert value.startswith("{\n  &quot;a&quot;: 1,")
    assert words.endswith("…")


def test_a_hidden_value_is_offered_in_no_spelling(ask):
    response = ask(ODD, param__secret="corect")
    assert response.context["form"].fields["secret"].errors
    assert buttons(response) == []
    assert "corect" not in response.content.decode()
    assert buttons(ask(param__db_password=SECRET[:3])) == []


@pytest.mark.parametrize("value", ["\0", "a\0b", "9" * 5000, "x" * 100_000, "\ud800".encode("utf-8", "surrogatepass")])
def test_hostile_values_have_an_answer(ask, value):
    assert ask(ODD, param__short=value, param__data=value, param__zones=value, use__data=value).status_code == 200
    assert ask(param__web_count=value, use__web_count=value, use__nothing="1").status_code == 200


def test_whoever_fills_by_a_link_is_helped_too(client, make_design, alice):
    link = share_link_create(design=make_design(SERVICE), created_by=alice, may=May.FILL)
    response = client.post(reverse("shared", args=[link.token]), {"param-web_count": "5"}, headers=HTMX)
    assert len(buttons(response)) == 2
