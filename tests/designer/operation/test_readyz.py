"""The readiness check."""

import pytest
from django.contrib.sessions.models import Session
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management import call_command
from django.db import OperationalError, connection
from django.db.migrations.recorder import MigrationRecorder

from tests.designer.store.test_unavailable_database import unwritable
from tests.designer.test_settings import TEAM, start

pytestmark = pytest.mark.both


def test_a_node_that_can_serve_is_ready_whatever_it_is_called(client, db, settings):
    settings.ALLOWED_HOSTS, settings.SECURE_SSL_REDIRECT = ["designer.example.org"], True
    response = client.get("/readyz", headers={"host": "10.0.0.7:8000"})
    assert (response.status_code, response.text) == (200, "ok\n")


def test_it_says_so_when_the_database_does_not_respond(client, db):
    def refuse(execute, sql, params, many, context):
        raise OperationalError("connection lost")

    with connection.execute_wrapper(refuse):
        response = client.get("/readyz")
    assert (response.status_code, response.text) == (503, "the database does not respond\n")


FULL = "the database takes no writes: its disk may be full\n"


def test_a_node_that_cannot_write_is_not_ready(transactional_db, client):
    with unwritable():
        response = client.get("/readyz")
        assert client.get("/healthz").status_code == 200
    assert (response.status_code, response.text) == (503, FULL)
    assert client.get("/readyz").status_code == 200
    assert not Session.objects.exists()


def asked_on_sqlite(folder, script):
    """Run a script in a process with an SQLite database of its own."""
    local = {"DESIGNER_LOCAL": "1", "DESIGNER_DEBUG": "1", "DATABASE_URL": f"sqlite:///{folder / 'other.sqlite3'}"}
    assert start(folder, "migrate", "-v0", **local).returncode == 0
    return start(folder, "shell", "-v0", "-c", script, **local)


@pytest.mark.long
def test_a_full_disk_of_a_sqlite_database_is_noticed(tmp_path):
    """A limit of the size of files stands for a disk; with room in the database, SQLite alone would notice nothing."""
    ask = (
        "import signal\n"
        "from resource import RLIM_INFINITY, RLIMIT_FSIZE, setrlimit\n"
        "from django.test import Client\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "for most in (RLIM_INFINITY, 4096, RLIM_INFINITY):\n"
        "    setrlimit(RLIMIT_FSIZE, (most, RLIM_INFINITY))\n"
        "    print(Client().get('/readyz', headers={'host': 'localhost'}).text, end='')\n"
    )
    result = asked_on_sqlite(tmp_path, ask)
    assert result.stdout == f"ok\n{FULL}ok\n", result.stderr


@pytest.mark.long
def test_a_node_is_ready_while_another_process_writes(tmp_path):
    """Restoring a backup is one transaction of minutes."""
    ask = (
        "import sqlite3\n"
        "from django.db import connection\n"
        "from django.test import Client\n"
        "other = sqlite3.connect(connection.settings_dict['NAME'], isolation_level=None)\n"
        "other.execute('BEGIN IMMEDIATE')\n"
        "connection.settings_dict['OPTIONS']['timeout'] = 600\n"
        "print(Client().get('/readyz', headers={'host': 'localhost'}).text, end='')\n"
        "with connection.cursor() as cursor:\n"
        "    print(cursor.execute('PRAGMA busy_timeout').fetchone())\n"
    )
    result = asked_on_sqlite(tmp_path, ask)
    assert result.stdout == "ok\n(600000,)\n", result.stderr


@pytest.mark.django_db(transaction=True)
def test_a_node_without_its_migrations_is_not_ready(client):
    call_command("migrate", "designer", "zero", verbosity=0)
    try:
        response = client.get("/readyz")
    finally:
        call_command("migrate", verbosity=0)
    assert (response.status_code, response.text) == (503, "migrations are missing: run migrate\n")
    assert client.get("/readyz").status_code == 200


@pytest.mark.parametrize(
    ("lacking", "status"), [(["0001_initial"], 200), (["0001_initial", "0031_erase_access_of_inactive"], 503)]
)
def test_a_node_on_a_database_of_before_the_first_release_is_ready_if_that_has_its_last_state(
    client, db, lacking, status
):
    for name in lacking:
        MigrationRecorder(connection).record_unapplied("designer", name)
    assert client.get("/readyz").status_code == status


def test_a_node_without_static_files_is_not_ready(client, db, monkeypatch):
    monkeypatch.setattr(staticfiles_storage, "hashed_files", {}, raising=False)
    response = client.get("/readyz")
    assert (response.status_code, response.text) == (503, "static files are missing: run collectstatic\n")


@pytest.mark.long
def test_a_team_s_node_tells_what_it_lacks(tmp_path):
    ask = (
        "from django.test import Client\n"
        "print(Client().get('/readyz', headers={'host': 'designer.example.org'}).text)\n"
    )
    lacks = "migrations are missing: run migrate\nstatic files are missing: run collectstatic\n"
    assert start(tmp_path, "shell", "-v0", "-c", ask, **TEAM).stdout.strip() == lacks.strip()
    for command in (["migrate", "-v0"], ["collectstatic", "--noinput", "-v0"]):
        assert start(tmp_path, *command, **TEAM).returncode == 0
    assert start(tmp_path, "shell", "-v0", "-c", ask, **TEAM).stdout.strip() == "ok"
