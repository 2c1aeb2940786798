"""Upgrades of a database with data."""

import json
import re
from hashlib import sha256

import pytest
from django.db import connection

from tests.designer.first_releases import DRAFTED, FILL, FIRST, REVOKED, SCRIPT, SECOND, UPLOAD, VIEW
from tests.processes import database_url, start_python

UPGRADE = "from tests.designer import first_releases; first_releases.main()"


@pytest.fixture
def empty_database(transactional_db, tmp_path):
    """The address of an empty database of the kind that the tests run on."""
    if connection.vendor == "sqlite":
        yield f"sqlite:///{tmp_path / 'old.sqlite3'}"
        return
    with connection.cursor() as cursor:
        name = f"{connection.settings_dict['NAME']}_old"
        cursor.execute(f"CREATE DATABASE {name}")
        yield f"{database_url()}_old"
        cursor.execute(f"DROP DATABASE {name} WITH (FORCE)")


def names_in(library):
    return {name for name in ("Web", "Open", "Fork") if re.search(rf">\s*{name}\s*<", library)}


@pytest.mark.long
def test_everything_from_the_first_releases_is_there_after_an_upgrade(empty_database):
    process = start_python(UPGRADE, DATABASE_URL=empty_database)
    output, _errors = process.communicate(timeout=300)
    assert process.returncode == 0
    seen = json.loads(output)
    alice, bob, stranger = seen["alice"], seen["bob"], seen[""]

    texts = {"": SECOND, "1/": FIRST, "2/": SECOND, "1/bin/start": SCRIPT}
    assert {part: alice[f"/templates/web/raw/{part}"] for part in texts} == {
        part: sha256(text).hexdigest() for part, text in texts.items()
    }
    assert all(message in alice["/templates/web/history/"] for message in ("message 1", "message 2"))
    assert DRAFTED.decode().replace("\r", "") in alice["/templates/web/design/"]
    assert 'value="17"' in alice["/templates/web/?set=production"]
    assert "net.yaml" in alice[f"/templates/new/upload/{UPLOAD}/"]
    assert "production" in alice["/templates/web/"]

    assert [names_in(each["/"]) for each in (alice, bob, stranger)] == [{"Web", "Open"}, {"Open", "Fork"}, {"Open"}]
    assert alice["/templates/fork/"] == bob["/templates/web/"] == bob[f"/templates/new/upload/{UPLOAD}/"] == 404
    assert stranger["/templates/web/"] == stranger["/templates/fork/"] == 404
    assert 'Fork of <a href="/templates/open/">Open</a>' in bob["/templates/fork/"]
    assert 'value="23"' in bob["/templates/open/"]
    assert DRAFTED.decode().replace("\r", "") not in bob["/templates/open/design/"]

    assert "Web" in stranger[f"/s/{VIEW}/"]
    assert stranger[f"/s/{VIEW}/raw/1/"] == sha256(FIRST).hexdigest()
    assert "Web" in stranger[f"/s/{FILL}/"]
    assert [stranger[f"/s/{token}/{part}"] for token, part in ((FILL, "raw/1/"), (REVOKED, ""))] == [404, 404]
    assert not [token for token in (VIEW, FILL, REVOKED) if token in seen["links"]]

    assert [f'data-testid="revision-{number}"' in seen["history"] for number in (1, 2, 3, 4)] == [True] * 3 + [False]
