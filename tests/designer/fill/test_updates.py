"""An update of the fill page contains only the parts that the page does not show yet."""

import re

import pytest
from django.urls import reverse

from designer.models import May, Visibility
from designer.site.page_updates import Parts
from designer.store.share_links import share_link_create
from tests.browser.fill.page import SERVICE
from tests.designer.fill.test_nested import FILES, MAIN

HTMX = {"HX-Request": "true"}
MANY = (
    "heat_template_version: 2021-04-16\nparameters: {a: {type: string, default: x}, b: {type: string, default: y}}\n"
    "resources:\n"
    + "".join(
        f"  r{n}: {{type: OS::Heat::Value, properties: {{value: {{get_param: {'a' if n == 7 else 'b'}}}}}}}\n"
        for n in range(200)
    )
    + "outputs:\n"
    + "".join(f"  o{n}: {{value: {{get_param: b}}}}\n" for n in range(200))
)


def marks(html):
    return re.findall(r'data-part="([^"]{8})"', html)


@pytest.fixture
def update(client):
    """Responses to typed values on a page that shows parts."""

    def ask(address, shown, **fields):
        return client.post(address, {"parts": "".join(shown), **fields}, headers=HTMX).content.decode()

    return ask


@pytest.mark.parametrize(
    ("text", "files", "fields"),
    [
        (SERVICE, {}, {"param-service_name": "orders", "param-environment": "production"}),
        (SERVICE, {}, {"param-web_count": "2", "touched": '["web_count"]'}),
        (SERVICE, {}, {"as_yaml": "1"}),
        (MAIN, FILES, {"param-size": "large", "open": ["web", "web/disk"]}),
        (MAIN, FILES, {"param-size": "large"}),
    ],
)
def test_page_and_update_together_show_what_a_whole_answer_shows(client, make_design, update, text, files, fields):
    design = make_design(text, visibility=Visibility.PUBLIC, files=files)
    address = reverse("fill", args=[design.slug])
    shown = set(marks(client.get(address).content.decode()))
    news, whole = update(address, shown, **fields), update(address, (), **fields)
    assert set(marks(whole)) <= shown | set(marks(news))
    assert len(news) < len(whole)
    again = update(address, shown | set(marks(news)), **fields)
    assert marks(again) == []


def test_one_changed_resource_of_many_is_sent_alone(client, make_design, update):
    address = reverse("fill", args=[make_design(MANY, visibility=Visibility.PUBLIC).slug])
    shown = marks(client.get(address).content.decode())
    shown += marks(update(address, shown, **{"param-a": "one"}))
    html = update(address, shown, **{"param-a": "two"})
    assert re.findall(r'data-testid="(?:resource|output)-(\w+)"', html) == ["r7"]
    assert len(html) < 3000


def test_a_list_of_other_rows_is_sent_as_a_whole(client, make_design, update):
    address = reverse("fill", args=[make_design(MANY, visibility=Visibility.PUBLIC).slug])
    shown = marks(client.get(address).content.decode())
    preview = re.search(r'data-part="([^"]{8})" id="preview"', client.get(address).content.decode())[1]
    html = update(address, [mark for mark in shown if mark != preview])
    assert len(re.findall(r'data-testid="resource-', html)) == 200


def test_what_a_page_sends_as_marks_is_not_trusted(client, make_design, update):
    address = reverse("fill", args=[make_design(MANY, visibility=Visibility.PUBLIC).slug])
    for hostile in ("\x00", "<script>", "ä" * 9, "0" * 100_000):
        html = update(address, [hostile])
        assert 'data-testid="resource-r199"' in html
        assert "<script>" not in html


def test_marks_of_a_link_to_fill_are_no_digests_that_can_be_worked_out(client, make_design, settings):
    design = make_design(SERVICE)
    link = share_link_create(design=design, created_by=design.owner, may=May.FILL)
    address = reverse("shared", args=[link.token])
    before = marks(client.get(address).content.decode())
    settings.SECRET_KEY = "another key than before"
    assert not set(before) & set(marks(client.get(address).content.decode()))
    assert "data-holds" not in client.get(address).content.decode()


def test_a_part_is_an_element_with_an_id():
    with pytest.raises(ValueError, match="one element with an id"):
        Parts().add("<p>none</p>", [], name="", mark="", is_left_out=False)
