"""The page about what the instance holds."""

import re

import pytest
from django.urls import reverse

from designer.store.share_links import share_link_create

pytestmark = pytest.mark.both


def test_it_counts_what_there_is(admin, make_design, alice):
    design = make_design(visibility="public")
    make_design(name="Other")
    share_link_create(design=design, created_by=alice, may="view")
    page = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", admin.get(reverse("instance")).text))
    for words in ("Templates 2 1 public", "Revisions 2", "Share links that work 1", "People 2", "Administrators 1"):
        assert words in page
    assert re.search(r"Database \d+(\.\d+)?.(KB|MB) (SQLite|PostgreSQL)", page)
