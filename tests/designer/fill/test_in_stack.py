"""The form of an update: what is changed from the stack is marked, and hidden values stay in it."""

import re

import pytest

from designer.fill.values.in_stack import FIELD, written

pytestmark = pytest.mark.django_db
TEXT = """\
heat_template_version: 2021-04-16
parameters:
  size: {type: number, default: 3}
  name: {type: string}
  tags: {type: json, default: {}}
  key: {type: string, hidden: true}
  added: {type: string, default: x}
"""
IN_STACK = written({"size": "5", "name": "web", "tags": '{"a":1}'}, ["key"])


@pytest.fixture
def post(client, alice, make_design):
    """Sends the form, and returns what follows."""
    client.force_login(alice)
    design = make_design(TEXT)

    def send(**values: str) -> str:
        data = {f"param-{name}": value for name, value in values.items()} | {"stack": "web", FIELD: IN_STACK}
        return client.post(f"/templates/{design.slug}/?stack=web", data).content.decode()

    return send


def changed(page: str) -> dict[str, str]:
    found = re.findall(r'data-testid="changed-(\w+)">(.*?)</span>', page, re.DOTALL)
    return {name: " ".join(re.sub("<[^>]+>", "", words).split()) for name, words in found}


def test_only_what_differs_from_the_stack_is_marked(post) -> None:
    assert changed(post(size="5", name="web", tags='{"a": 1}')) == {}
    page = post(name="web-2", tags='{"a": 2}', added="y")
    assert changed(page) == {
        "size": "Changed, 5 in the stack",
        "name": "Changed, web in the stack",
        "tags": "Changed, {&quot;a&quot;:1} in the stack",
    }


def test_a_hidden_value_stays_until_another_one_is_typed(post) -> None:
    page = post(size="5", name="web")
    field = page.partition('data-testid="param-key"')[2].partition('data-testid="param-')[0]
    assert "As it is in the stack" in field
    assert 'placeholder="As it is in the stack"' in field
    assert "Needed" not in field
    page = post(size="5", name="web", key="marked-3d77-typed")
    field = page.partition('data-testid="param-key"')[2].partition('data-testid="param-')[0]
    assert "<b>Typed</b>" in field
    assert "marked-3d77" not in page


def test_nonsense_about_a_stack_marks_nothing(client, alice, make_design) -> None:
    client.force_login(alice)
    address = f"/templates/{make_design(TEXT).slug}/?stack=web"
    for sent in ("[", "[]", '{"values": [], "hidden": {}}', '{"values": {"size": 5, "no": "x"}, "hidden": "key"}'):
        page = client.post(address, {"param-size": "4", FIELD: sent}).content.decode()
        assert changed(page) == {}
        assert "As it is in the stack" not in page
