"""The help pages of problems."""

import re

import pytest
from django.urls import reverse

from designer.help.problems import problem_page
from hotcore.linter.help_pages import code_pages


def page(client, code="", status=200, **query):
    answer = client.get(reverse("help_problem", args=[code]) if code else reverse("help_problems"), query)
    assert answer.status_code == status
    return answer.content.decode()


def test_every_code_is_listed_with_a_sentence_and_its_page(client):
    html = page(client)
    for code in code_pages():
        assert f'id="{code}"' in html
        assert f'href="/help/problems/{code}/"' in html


def test_rules_come_first(client):
    headings = re.findall(r'<h2 id="kind-\d">([^<]*)<', page(client))
    assert headings[0] == "Rules: probably a mistake"
    assert headings[-1].startswith("Errors reported by Heat")


@pytest.mark.parametrize("search", ["double-neg", "DOUBLE neg", "negated twice", "`not`"])
def test_words_of_code_or_title_find_a_problem(client, search):
    html = page(client, q=search)
    assert "/help/problems/double-negation/" in html
    assert "/help/problems/unused-parameter/" not in html


def test_a_search_without_a_match_says_so(client):
    assert "No matching problems" in page(client, q="nothing-like-this")


def test_htmx_gets_the_results_alone(client):
    answer = client.get(reverse("help_problems"), {"q": "hidden"}, headers={"HX-Request": "true"}).content.decode()
    assert "<h1" not in answer
    assert "/help/problems/hidden-in-output/" in answer


@pytest.mark.parametrize("code", code_pages())
def test_every_code_has_a_page(client, code):
    html = page(client, code)
    found = code_pages()[code]
    assert f">{code}<" in html
    assert ("Example</h2>" in html) == bool(found.example)
    if found.example:
        assert 'class="found is-' in html, "the example is marked where it is wrong"
    assert (f"# hotcore: ignore[{code}]" in html) == bool(found.severity)


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("double-negation", "this fix is safe"),
        ("ungrouped-parameter", "this fix is only suggested"),
        ("missing-description", "There is no quick fix"),
    ],
)
def test_a_rule_tells_whether_its_fix_may_be_made_unasked(client, code, words):
    html = page(client, code)
    assert words in html
    assert ("--fix --suggested" in html) is ("suggested" in words)


def test_the_example_is_marked_at_its_line(client):
    html = page(client, "double-negation")
    ((severity, line, text),) = re.findall(
        r'<tr class="found is-(\w+)" data-line="(\d+)">.*?<td class="text">(.*?)</td>', html
    )
    assert (severity, line) == ("hint", "5")
    assert "is_open" in text
    assert "Remove both" in html


def test_one_without_a_fix_says_so(client):
    assert problem_page("optional-resource-reference").fixes == ()
    assert "Edit the text by hand" in page(client, "optional-resource-reference")


def test_an_unknown_code_leads_to_those_like_it(client):
    html = page(client, "unused-parametr", status=404)
    assert "unused-parametr" in html
    assert 'Did you mean <a class="mono" href="/help/problems/unused-parameter/">' in html


@pytest.mark.parametrize("code", ["x" * 2000, "<b>", "%00", "é", "nothing like it at all"])
def test_a_hostile_code_is_an_unknown_one(client, code):
    assert "<b>" not in page(client, code, status=404)


def test_a_problem_leads_to_its_page(client, alice, make_design):
    design = make_design("heat_template_version: 2021-04-16\noutputs:\n  o: {value: {get_param: x}}\n")
    client.force_login(alice)
    for name in ("design", "fill"):
        html = client.get(reverse(name, args=[design.slug])).content.decode()
        assert 'href="/help/problems/unknown-parameter/"' in html
