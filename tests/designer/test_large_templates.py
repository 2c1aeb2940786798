"""Pages about large templates are made while Python's garbage collector is paused, and it runs again afterwards."""

import gc

import pytest
from django.test.signals import template_rendered

from designer.store.designs import revision_create
from hotcore.runtime import LARGE

HEAD = "heat_template_version: 2021-04-16\nparameters: {p: {type: string, default: a}}\nresources:\n"
LINE = "  r{}: {{type: OS::Heat::None}}\n"
PAGES = [
    ("", None),
    ("conditions/", None),
    ("compare/", {"param-p": "b"}),
    ("package/?shown=1", None),
    ("history/?from=1&to=2", None),
    ("design/review/", {"based_on": "2"}),
]


@pytest.fixture
def renders(client_of, alice, make_design):
    """Whether the collector ran while the templates of a page about a text were rendered."""

    def ask(text, page, fields):
        design = make_design(text)
        revision_create(design=design, author=alice, text=f"{text}# more\n".encode(), based_on=1)
        seen = []

        def see(**_signal):
            seen.append(gc.isenabled())

        template_rendered.connect(see)
        try:
            address = f"/templates/{design.slug}/{page}"
            client = client_of(alice)
            response = client.get(address) if fields is None else client.post(address, fields | {"text": text})
        finally:
            template_rendered.disconnect(see)
        assert response.status_code == 200
        assert gc.isenabled()
        return set(seen)

    return ask


@pytest.mark.parametrize(("page", "fields"), PAGES)
def test_the_collector_waits_for_pages_about_large_templates(renders, page, fields):
    large = HEAD + "".join(map(LINE.format, range(LARGE // len(LINE) + 100)))
    assert len(large) > LARGE
    assert renders(large, page, fields) == {False}
    assert renders(HEAD + LINE.format(1), page, fields) == {True}
