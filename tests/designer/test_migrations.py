"""Upgrades of a database with data."""

import json
import re
from hashlib import sha256
from importlib import import_module

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from tests.designer.upgraded import DRAFTED, FILL, FIRST, REVOKED, SCRIPT, SECOND, UPLOAD, VIEW, schema
from tests.processes import database_url, start_python

pytestmark = [pytest.mark.django_db, pytest.mark.both]
UPGRADE = "from tests.designer import upgraded; upgraded.main()"
REPLACED = import_module("designer.migrations.0001_initial").Migration.replaces


@pytest.fixture(scope="module")
def empty_database(django_db_setup, django_db_blocker, tmp_path_factory):
    """The address of an empty database of the kind that the tests run on."""
    if connection.vendor == "sqlite":
        yield f"sqlite:///{tmp_path_factory.mktemp('old') / 'old.sqlite3'}"
        return
    with django_db_blocker.unblock(), connection.cursor() as cursor:
        name = f"{connection.settings_dict['NAME']}_old"
        cursor.execute(f"CREATE DATABASE {name}")
        yield f"{database_url()}_old"
        cursor.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(scope="module")
def upgraded(empty_database):
    """What a database of before the first release holds after its upgrade, and what people see."""
    process = start_python(UPGRADE, DATABASE_URL=empty_database)
    output, _errors = process.communicate(timeout=300)
    assert process.returncode == 0
    return json.loads(output)


def names_in(library):
    return {name for name in ("Web", "Open", "Fork", "Bin") if re.search(rf">\s*{name}\s*<", library)}


def test_an_upgrade_keeps_every_row_and_the_models_read_them(upgraded):
    before, after = upgraded["before"], upgraded["after"]
    lost = [
        (table, old)
        for table, rows in before.items()
        for old in rows
        if not any(old.items() <= new.items() for new in after[table])
    ]
    assert lost == []
    read = upgraded["by models"]
    assert read == {table: len(after[table]) for table in read}
    assert [table for table in before if not before[table]] == []
    assert before.keys() - read.keys() <= {"django_migrations", "sqlite_sequence"}


def test_an_upgraded_database_has_the_schema_of_a_new_one(upgraded):
    assert upgraded["schema"] == json.loads(json.dumps(schema()))


def test_people_see_all_from_before_the_first_release_after_an_upgrade(upgraded):
    pages = upgraded["pages"]
    alice, bob, stranger = pages["alice"], pages["bob"], pages[""]

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

    saved = [f'data-testid="revision-{number}"' in pages["history"] for number in (1, 2, 3, 4)]
    assert saved == [True] * 3 + [False]


@pytest.mark.parametrize("applied", [1, 16, len(REPLACED) - 1])
def test_a_database_of_an_earlier_state_is_left_as_it_is_with_words_about_the_way(applied):
    recorder = MigrationRecorder(connection)
    recorder.migration_qs.filter(app="designer").delete()
    for name in REPLACED[:applied]:
        recorder.record_applied(*name)
    before = recorder.applied_migrations()
    with pytest.raises(CommandError, match="Check out the commit 14d1075f of the designer, run its `migrate`"):
        call_command("migrate", verbosity=0)
    assert recorder.applied_migrations().keys() == before.keys()
