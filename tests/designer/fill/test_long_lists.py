"""Lists of the preview that are longer than any template in use: all rows can be reached, few are sent at once."""

import re

import pytest
from django.urls import reverse

from designer.models import Visibility

HEAD = "heat_template_version: 2021-04-16\nparameters: {size: {type: number, default: 1}}\n"


@pytest.fixture
def page_of(client, make_design):
    """The fill page of a template with as many resources, of which the last one reads a parameter."""

    def page(count, **fields):
        others = "".join(f"  r{number}: {{type: OS::Heat::None}}\n" for number in range(count - 1))
        last = f"  r{count - 1}: {{type: OS::Cinder::Volume, properties: {{size: {{get_param: size}}}}}}\n"
        design = make_design(f"{HEAD}resources:\n{others}{last}", visibility=Visibility.PUBLIC)
        return client.post(reverse("fill", args=[design.slug]), fields).content.decode()

    return page


def rows_in(html):
    return [int(number) for number in re.findall(r'data-testid="resource-r(\d+)"', html)]


def folds_in(html):
    found = re.findall(r'data-fold="(rest/resources[^"]*)"([^>]*)>\s*<summary.*?</summary>', html, re.DOTALL)
    return {name: "open" in attributes.split() for name, attributes in found}


def test_all_rows_of_a_template_in_use_are_sent(page_of):
    html = page_of(540)
    assert rows_in(html) == [*range(540)]
    assert folds_in(html) == {"rest/resources": False}
    assert "Show 500 more" in html


def test_a_longer_list_is_sent_by_folds_as_they_are_opened(page_of):
    html = page_of(1100)
    assert rows_in(html) == [*range(40)]
    assert [*folds_in(html)] == ["rest/resources", "rest/resources/540", "rest/resources/1040"]
    assert "Show 41 to 540" in html
    assert "Show 1041 to 1100" in html
    assert 'name="open" value="rest/resources/1040"' in html  # without JavaScript
    opened = page_of(1100, open=["rest/resources/1040"])
    assert rows_in(opened) == [*range(40), *range(1040, 1100)]
    assert folds_in(opened) == {"rest/resources": False, "rest/resources/540": False, "rest/resources/1040": True}


def test_one_long_fold_is_open_at_a_time(page_of):
    html = page_of(1100, open=["rest/resources", "rest/resources/540"])
    assert list(folds_in(html).values()).count(True) == 1
    assert len(rows_in(html)) == 540


def test_a_row_that_a_value_breaks_is_sent(page_of):
    html = page_of(1100, **{"param-size": "-1"})
    assert rows_in(html) == [*range(40), *range(1040, 1100)]
    assert folds_in(html)["rest/resources/1040"]


@pytest.fixture
def wrong(client_of, alice, make_design):
    """The address of a form with 520 values, each of which is refused if it is above nine."""
    constraints = "constraints: [{range: {max: 9}}]"
    numbers = "".join(f"  p{number}: {{type: number, default: 1, {constraints}}}\n" for number in range(520))
    design = make_design(f"heat_template_version: 2021-04-16\nparameters:\n{numbers}", visibility=Visibility.PUBLIC)
    values = {f"param-p{number}": "77" for number in range(520)}

    def ask(page="", **fields):
        address = reverse("fill", args=[design.slug]) + page
        return client_of(alice).post(address, values | fields).content.decode()

    return ask


def test_of_many_values_to_fix_the_first_are_listed(wrong):
    html = wrong(check="1")
    summary, broken = html.split('id="summary-box"')[1].split("</div>")[0], html.split('id="broken"')[1]
    assert summary.count("<li>") == 500
    assert "520 values to fix" in summary
    assert "and 20 more" in summary
    assert broken.split("</details>")[0].count('class="broken"') == 503
    assert "and 17 more" in broken.split("</details>")[0]


def test_of_many_values_that_differ_the_first_are_compared(wrong):
    html = wrong("compare/")
    assert html.count('class="from"') == 500
    assert "520 differ" in html
    assert "and 20 more" in html
