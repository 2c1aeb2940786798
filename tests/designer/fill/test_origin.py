"""The origin of a value as its field shows it."""

import re

import pytest
from django.http import QueryDict
from django.template.loader import render_to_string

from designer.fill.form.parameter_form import ParameterForm
from designer.fill.values.given import given_in_form
from designer.fill.values.origin import BaseValue, FieldError, SetValue, Through
from hotcore import load
from tests.designer.folding import folded

PROD = BaseValue("m", "envs/prod.yaml")
SECRET = "correct-horse-battery"


def form_of(body="{type: string, default: s}", **values):
    """A form of one parameter, with typed values, files and value sets."""
    options = {name: values.pop(name) for name in ("bases", "from_set", "names_files") if name in values}
    template = load(f"heat_template_version: 2021-04-16\nparameters:\n  size: {body}\n").template
    data = QueryDict(mutable=True)
    data.update({name.replace("__", "-"): value for name, value in values.items()})
    return ParameterForm(template, given_in_form(template, data), **options)


def shown(form):
    """The HTML of the only field."""
    return folded(render_to_string("fill/_field/field.html", {"field": form.fields["size"], "shown": "everything"}))


def under(html):
    """The messages under the control."""
    part = re.search(r'<div class="under".*', html, re.DOTALL)[0]
    return re.sub(r" (?=[,;])", "", " ".join(re.sub("<[^>]+>", " ", part).split()))


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({}, "Default"),
        ({"param__size": "l"}, "Typed Reset to s size"),
        ({"bases": {"size": PROD}}, "From envs/prod.yaml"),
        ({"bases": {"size": PROD}, "param__size": "l"}, "Typed, was m from envs/prod.yaml Take back size"),
        ({"bases": {"size": PROD}, "names_files": False}, "From the sender of the link"),
        (
            {"bases": {"size": PROD}, "names_files": False, "param__size": "l"},
            "Typed, was m from the sender of the link Take back size",
        ),
        ({"from_set": {"size": SetValue("eu", "orders")}, "param__size": "l"}, "From the set eu, was orders"),
        ({"from_set": {"size": SetValue("eu", "")}, "param__size": "l"}, "From the set eu, was empty text"),
        ({"from_set": {"size": SetValue("eu")}, "param__size": "l"}, "From the set eu"),
        ({"from_set": {"size": SetValue("eu", "m")}}, "Default"),
    ],
)  # fmt: skip
def test_a_field_says_where_its_value_comes_from(values, words):
    assert under(shown(form_of(**values))).replace(" Fits", "") == words


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({}, "From envs/prod.yaml; never kept with a set"),
        ({"names_files": False}, "From the sender of the link; never kept with a set"),
        ({"param__size": "x"}, "Typed, in place of the value from envs/prod.yaml Take back size Used on this page"),
        (
            {"param__size": "x", "names_files": False},
            "Typed, in place of the value from the sender of the link Take back size",
        ),
    ],
)
@pytest.mark.parametrize("body", ["{type: string, hidden: true}", "{type: string, hidden: true, default: d3fault}"])
def test_a_hidden_value_of_a_file_is_mentioned_and_never_shown(body, values, words):
    form = form_of(body, bases={"size": BaseValue(SECRET, "envs/prod.yaml")}, **values)
    html = shown(form)
    assert under(html).startswith(words)
    assert SECRET not in html + repr(form.fields["size"])
    assert "d3fault" not in html
    assert ("prod.yaml" in html) == values.get("names_files", True)
    assert not form.needed


def test_the_mark_of_a_hidden_value_is_the_same_for_every_value():
    marks = {
        form_of("{type: string, hidden: true}", bases={"size": BaseValue(text, "a.yaml")}).fields["size"].mark
        for text in ("one", "another", "")
    }
    assert len(marks) == 1


def test_what_a_file_gives_stands_in_the_control_and_is_not_needed():
    form = form_of("{type: string}", bases={"size": PROD})
    assert not form.needed
    assert 'value="m"' in shown(form)
    assert "aria-required" not in shown(form)
    (form,) = [form_of("{type: string}")]
    assert form.needed
    assert "Needed" in under(shown(form))


@pytest.mark.parametrize(
    ("body", "text", "chosen"),
    [
        ("{type: boolean}", "true", r'value="true"[^>]* checked'),
        ("{type: string, constraints: [allowed_values: [s, m]]}", "m", r'value="m"[^>]* checked'),
        ("{type: comma_delimited_list, constraints: [allowed_values: [s, m]]}", "m", r'value="m"[^>]* checked'),
        ("{type: comma_delimited_list}", "a,b", r">\na,b</textarea>"),
        ("{type: number, default: 4}", "6", r'value="6"'),
    ],
)
def test_every_control_shows_what_a_file_gives(body, text, chosen):
    assert re.search(chosen, shown(form_of(body, bases={"size": BaseValue(text, "a.yaml")})))


def test_yes_no_long_and_folded_values_are_reported_in_few_words():
    base = BaseValue("true", "a.yaml")
    assert "was yes from" in under(shown(form_of("{type: boolean}", bases={"size": base}, param__size="no")))
    long = BaseValue("one\ntwo " * 100, "a.yaml")
    words = under(shown(form_of(bases={"size": long}, param__size="x")))
    assert "was one two one two one two … from" in words


def test_values_are_escaped():
    base = BaseValue("<b>x</b>", "<i>.yaml")
    html = shown(form_of(bases={"size": base}, param__size="y"))
    assert "<b>x" not in html
    assert "<i>.yaml" not in html
    assert "&lt;b&gt;x" in html


def test_what_is_shown_can_be_chosen_by_where_it_comes_from():
    def counts(**values):
        return {each.value: each.count for each in form_of(**values).shown}

    assert counts() == {"everything": 1, "needed": 0, "typed": 0, "file": None, "set": None, "cloud": None}
    assert counts(bases={"size": PROD})["file"] == 1
    assert counts(bases={"size": PROD}, param__size="x") | {"everything": 0} == {
        "everything": 0, "needed": 0, "typed": 1, "file": 0, "set": None, "cloud": None,
    }  # fmt: skip
    assert counts(from_set={"size": SetValue("a")}, param__size="x")["set"] == 1


@pytest.mark.parametrize(
    ("through", "words"),
    [
        (Through("volume_size", "db", "nested/a.yaml"), "volume_size of db, in nested/a.yaml"),
        (Through("volume_size", "db", "nested/a.yaml", "/a/"), "volume_size of db, in nested/a.yaml"),
        (Through("volume_size", "db"), "volume_size of db, in a nested template"),
    ],
)
def test_a_nested_template_that_refuses_is_reported_with_the_error(through, words):
    form = form_of(param__size="x")
    form.fields["size"].errors = (FieldError("At least `50`.", through),)
    html = shown(form)
    error = re.search(r'<div class="error" id="error-size".*?(?=<div class="under")', html, re.DOTALL)[0]
    assert re.sub(r" (?=,)", "", " ".join(re.sub("<[^>]+>", " ", error).split())) == f"At least 50 . {words}"
    assert ('<a href="/a/">' in html) == bool(through.address)
