"""A form with more fields than fit on a page: all can be reached, and none of its values gets lost meanwhile."""

import re
from html.parser import HTMLParser

import pytest
from django.urls import reverse

from designer.fill.form import field_window
from designer.models import ValueSet, Visibility

SECRET = "correct-horse-battery"
HTMX = {"HX-Request": "true"}
KINDS = """\
  active: {type: boolean, default: true}
  some: {type: comma_delimited_list, default: [a, b], constraints: [{allowed_values: [a, b, c]}]}
  data: {type: json, default: {}}
  empty: {type: string, default: x}
  secret: {type: string, hidden: true, default: ""}
"""


class Controls(HTMLParser):
    """What a browser without JavaScript sends of a page when a button is pressed."""

    def __init__(self):
        super().__init__()
        self.sent, self.area = {}, ""

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        name = given.get("name", "")
        self.area = name if tag == "textarea" else ""
        if tag == "textarea":
            self.sent[name] = [""]
        is_off = given.get("type") in ("checkbox", "radio") and "checked" not in given
        if tag == "input" and name and not is_off and name != "csrfmiddlewaretoken":
            self.sent.setdefault(name, []).append(given.get("value", ""))

    def handle_data(self, data):
        if self.area:
            self.sent[self.area][0] += data.removeprefix("\n")

    def handle_endtag(self, tag):
        self.area = ""


class Form:
    """The fill page of a template as somebody without JavaScript uses it."""

    def __init__(self, client, address):
        self.client, self.address = client, address
        self.show(client.get(address))

    def show(self, response):
        self.html = response.content.decode()
        parser = Controls()
        parser.feed(self.html)
        self.sent = parser.sent

    def press(self, button, value="1", *, to="", **typed):
        """Press a button after typing values."""
        fields = self.sent | {f"param-{name}": value for name, value in typed.items()} | {button: value}
        self.show(self.client.post(to or self.address, fields, follow=True))

    @property
    def names(self):
        return re.findall(r'data-testid="param-([^"]+)"', self.html)

    def output(self, name):
        return re.search(rf'data-testid="output-{name}">([^<]*)<', self.html)[1].replace("&quot;", '"')


@pytest.fixture
def few_at_once(monkeypatch):
    """A part of a form has ten fields, so that a template with few of them has several parts."""
    monkeypatch.setattr(field_window, "MOST_FIELDS", 10)


@pytest.fixture
def form_of(client_of, alice, make_design):
    """The fill page of a template with as many texts and one parameter of other kinds each, which outputs show."""

    def make(count):
        texts = "".join(f"  p{number}: {{type: string, default: d}}\n" for number in range(count))
        names = [*re.findall(r"^  (\w+):", KINDS, re.MULTILINE), "p0", "p1", f"p{count - 1}"]
        outputs = "".join(f"  {name}: {{value: {{get_param: {name}}}}}\n" for name in names)
        text = f"heat_template_version: 2021-04-16\nparameters:\n{KINDS}{texts}outputs:\n{outputs}"
        design = make_design(text, visibility=Visibility.PUBLIC)
        return Form(client_of(alice), reverse("fill", args=[design.slug]))

    return make


def test_a_form_in_use_is_shown_as_a_whole(form_of):
    form = form_of(495)
    assert len(form.names) == 500
    assert "find_field" not in form.sent
    assert "fields_shown" not in form.sent


def test_a_longer_form_is_shown_in_parts(form_of):
    form = form_of(1000)
    assert form.names == ["active", "some", "data", "empty", "secret", *(f"p{number}" for number in range(495))]
    assert "1 to 500 of 1005 parameters." in form.html
    form.press("fields_from", "500")
    assert form.names == [f"p{number}" for number in range(495, 995)]
    form.press("fields_from", "1000")
    assert form.names == [f"p{number}" for number in range(995, 1000)]
    assert "1001 to 1005 of 1005 parameters." in form.html


def test_values_of_fields_that_are_not_shown_are_kept(few_at_once, form_of):
    form = form_of(20)
    del form.sent["param-active"]  # a switch that is turned off
    form.press("fields_from", "10", some=["b", "c"], data='{"a": [1]}', empty="", p1="one")
    form.press("fields_from", "20")
    form.press("fields_from", "0", p19="last")
    expected = {"active": "false", "some": '["b", "c"]', "empty": '""', "p0": '"d"', "p1": '"one"', "p19": '"last"'}
    assert {name: form.output(name) for name in expected} == expected
    assert form.output("data") == '{"a": [1]}'
    assert form.sent["param-p1"] == ["one"]
    assert form.sent["param-some"] == ["b", "c"]


def test_saving_takes_values_of_fields_that_are_not_shown(few_at_once, form_of):
    form = form_of(20)
    form.press("fields_from", "20", p1="one")
    form.press("set_name", "all", to=f"{form.address}values/", p19="last")
    assert ValueSet.objects.get(name="all").values == {"p1": "one", "p19": "last"}


def test_a_field_is_found_by_its_name_or_label(few_at_once, form_of):
    form = form_of(20)
    form.press("find_field", "P19", p1="one")
    assert form.names == ["p19"]
    assert form.output("p1") == '"one"'
    form.press("find_field", "nothing like it")
    assert form.names == []
    assert "No parameter matches." in form.html
    form.press("find_field", "")
    assert len(form.names) == 10


def test_filters_are_those_of_all_fields(few_at_once, form_of):
    form = form_of(20)
    form.press("find_field", "p19")
    form.press("fields_from", "0", p19="last")
    form.press("find_field", "", p1="one")
    form.press("show", "typed")
    assert form.names == ["p1", "p19"]


def test_a_field_stays_while_its_value_changes_what_a_filter_includes(few_at_once, form_of):
    form = form_of(20)
    form.press("show", "typed", p1="one")
    form.press("check", "1", p1="d")
    assert form.names == ["p1"]


def test_a_typed_hidden_value_is_on_no_page_and_its_field_stays(few_at_once, form_of):
    form = form_of(20)
    form.press("fields_from", "20", secret=SECRET)
    assert SECRET not in form.html
    assert form.names[0] == "secret"
    form.press("find_field", "p7", secret=SECRET)
    assert "secret" in form.names


def test_an_update_brings_other_fields_only_when_they_are_asked_for(few_at_once, form_of):
    form = form_of(20)
    sent = form.sent | {"touched": '["p1"]', "param-p1": "one"}
    typed = form.client.post(form.address, sent, headers=HTMX).content.decode()
    assert 'id="fields"' not in typed
    moved = form.client.post(form.address, sent | {"fields_from": "10"}, headers=HTMX).content.decode()
    assert 'data-testid="param-p5"' in moved
    assert '<input type="hidden" name="param-p1" value="one">' in moved


PLACE = '{"names": ["p1"], "show": 1, "words": "", "start": "x", "count": 1}'
FAR = '{"names": ["p1"], "show": "everything", "words": "", "start": %s, "count": 1}' % ("9" * 4300)


@pytest.mark.parametrize("shown", ["", "x", "[]", "{}", '{"names": 1}', PLACE])
def test_whatever_comes_as_the_shown_fields_the_page_answers(few_at_once, form_of, shown):
    form = form_of(20)
    form.press("fields_shown", shown)
    assert len(form.names) == 10


def test_a_place_that_no_form_has_is_answered(few_at_once, form_of):
    form = form_of(20)
    form.press("fields_shown", FAR)
    assert form.names == ["p1"]


@pytest.mark.parametrize("start", ["-1", "x", "9" * 400, "99999", "٣"])
def test_whatever_place_is_asked_for_the_page_answers(few_at_once, form_of, start):
    form = form_of(20)
    form.press("fields_from", start)
    assert form.names
