"""Pages about templates that were made to cost much; the commands have tests of the same texts."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.hotcore.cli.test_budget import INPUTS
from tests.pace import within
from tests.sampling import crossed

pytestmark = pytest.mark.long

SECONDS = 8
"""On an ordinary machine each takes less than two; a hang takes minutes."""

PAGES = ("fill", "conditions", "design", "diagram", "package", "history")
POSTED = ("diagram", "review", "fix_all")
NOT_THERE = {("aliases", "diagram"), ("aliases", "package")}  # as the text is refused before it is read whole


@pytest.fixture
def costly(request, client: Client, alice, make_design):
    """The texts of a template of Alice's, who is signed in."""
    texts = dict(INPUTS[request.param])
    main = texts.pop("t0.yaml")
    design = make_design(main, files={name: text.encode() for name, text in texts.items()})
    client.force_login(alice)
    return design, main


@pytest.mark.parametrize(("costly", "page"), crossed(INPUTS, PAGES), indirect=["costly"])
def test_a_page_comes_soon(request, client, costly, page):
    with within(SECONDS):
        answer = client.get(reverse(page, args=[costly[0].slug]))
    is_there = (request.node.callspec.params["costly"], page) not in NOT_THERE
    assert answer.status_code == (200 if is_there else 404)


@pytest.mark.parametrize(("costly", "page"), crossed(INPUTS, POSTED), indirect=["costly"])
def test_so_does_the_answer_about_a_changed_text(client, costly, page):
    design, text = costly
    sent = {"text": f"{text}# changed\n"}
    kind = {"content_type": "application/json"}
    if page != "fix_all":
        sent, kind = {**sent, "file": "", "based_on": "1", "counter": "0"}, {}
    with within(SECONDS):
        answer = client.post(reverse(page, args=[design.slug]), sent, headers={"X-Part": "review"}, **kind)
    assert answer.status_code == 200 or answer.json()["refused"]  # as nothing can be fixed
