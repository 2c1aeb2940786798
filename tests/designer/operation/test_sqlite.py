"""The SQLite database, which holds sessions and private templates, is readable only by its owner."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from tests.designer.test_settings import ROOT, TEAM

pytestmark = pytest.mark.long

WRITES = """
from pathlib import Path
from django.db import connection
connection.cursor().execute("CREATE TABLE IF NOT EXISTS t (a)")
connection.cursor().execute("INSERT INTO t VALUES (1)")
database = connection.cursor().execute("PRAGMA database_list").fetchone()[2]
for file in sorted(Path(database).parent.iterdir()):
    print(file.name, oct(file.stat().st_mode & 0o777))
"""
BY_MANAGE = ["manage.py", "shell", "-v0", "-c", WRITES]
BY_WSGI = ["-c", f"import designer.wsgi\n{WRITES}"]
ALL_PRIVATE = {f"designer.sqlite3{ending}": "0o600" for ending in ("", "-wal", "-shm")}


def run(arguments: list[str], data: Path, **environment: str) -> dict[str, str]:
    """Return the modes of the database's side files while a process has it open."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    result = subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env={**kept, "DESIGNER_DATA": str(data), **environment},
        umask=0o022,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    return dict(line.split() for line in result.stdout.splitlines())


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.parametrize("arguments", [BY_MANAGE, BY_WSGI], ids=["manage.py", "gunicorn"])
@pytest.mark.parametrize("start", [{"DESIGNER_LOCAL": "1"}, TEAM], ids=["local", "team"])
def test_only_the_owner_reads_the_database(tmp_path, arguments, start):
    files = run(arguments, tmp_path / "data", **start)
    assert files.items() >= ALL_PRIVATE.items()
    assert set(files.values()) == {"0o600"}
    assert mode(tmp_path / "data") == 0o700


def test_what_everybody_could_read_is_closed(tmp_path):
    for name in ALL_PRIVATE:
        (tmp_path / name).touch(0o644)
    tmp_path.chmod(0o755)
    files = run(BY_WSGI, tmp_path, **TEAM)
    assert files.items() >= ALL_PRIVATE.items()
    assert mode(tmp_path) == 0o700


@pytest.mark.parametrize("address", ["sqlite:///{}/other.sqlite3", "sqlite:///file:{}/other.sqlite3"])
def test_a_database_in_a_folder_of_others_is_private_and_the_folder_stays_as_it_is(tmp_path, address):
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(0o777)
    run(BY_MANAGE, tmp_path / "data", DESIGNER_LOCAL="1", DATABASE_URL=address.format(shared))
    assert mode(shared / "other.sqlite3") == 0o600
    assert mode(shared) == 0o777


def test_a_folder_like_tmp_stays_open_also_as_data_folder(tmp_path):
    tmp_path.chmod(0o1777)
    assert run(BY_WSGI, tmp_path, **TEAM).items() >= ALL_PRIVATE.items()
    assert mode(tmp_path) == 0o1777


def test_a_folder_that_is_not_there_is_named_by_sqlite(tmp_path):
    with pytest.raises(AssertionError, match="unable to open database file"):  # and no folder of that name is made
        run(BY_WSGI, tmp_path, **TEAM, DATABASE_URL=f"sqlite:///{tmp_path}/none/other.sqlite3")
    assert not (tmp_path / "none").exists()
