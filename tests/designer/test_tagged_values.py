"""No page breaks when a value of a template has a tag of YAML, wherever that is."""

import pytest

from tests.tagged import SAMPLES, tagged

pytestmark = pytest.mark.long

TAGS = ("binary", "timestamp", "set", "omap")  # those whose values have types of their own
PAGES = ("", "conditions/", "environment/", "history/", "design/", "design/diagram/")
SENT = ("design/parameters/", "design/versions/", "design/review/", "design/diagram/", "design/draft/")


@pytest.mark.parametrize("tag", TAGS)
@pytest.mark.parametrize("sample", SAMPLES)
def test_a_tag_anywhere_is_answered_by_every_page(sample, tag, client_of, alice, make_design):
    client, here = client_of(alice), f"/templates/{make_design(SAMPLES[sample]).slug}/"
    for text in tagged(sample, tag):
        fields = {"text": text, "counter": "1", "base": "1", "based_on": "1", "window": "a"}
        for page in SENT:
            assert client.post(here + page, fields).status_code < 500, (page, text)
        for at in ("0", str(text.index("!!"))):
            asked = {**fields, "what": "complete", "at": at}
            assert client.post(f"{here}design/assist/", asked).status_code < 500, text


@pytest.mark.parametrize("tag", TAGS)
@pytest.mark.parametrize("sample", SAMPLES)
def test_a_template_with_a_tag_anywhere_is_shown_on_every_page(sample, tag, client_of, alice):
    client = client_of(alice)
    for number, text in enumerate(tagged(sample, tag)):
        made = client.post("/templates/new", {"name": f"n{number}", "text": text})
        assert made.status_code < 500, text
        for page in PAGES if made.status_code == 302 else ():
            assert client.get(f"{made['Location'].split('design/')[0]}{page}").status_code < 500, (page, text)
