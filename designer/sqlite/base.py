"""The connection to SQLite, which makes its file private before it opens it."""

import logging
import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from sqlite3 import Connection
from typing import Any
from urllib.parse import unquote, urlsplit

from django.conf import settings
from django.db.backends.sqlite3 import base

BESIDE = ("-wal", "-shm", "-journal")
"""What SQLite adds to the name of a database for the files that it keeps beside it."""

logger = logging.getLogger(__name__)


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's own, for which the database is made private first."""

    def get_new_connection(self, conn_params: dict[str, Any]) -> Connection:
        """Open the database."""
        if not self.is_in_memory_db():
            make_private(database_file(str(conn_params["database"])))
        connection: Connection = super().get_new_connection(conn_params)
        return connection


def database_file(name: str) -> Path:
    """Return the file that a database's name stands for, which may be a `file:` address."""
    return Path(unquote(urlsplit(name).path) if name.startswith("file:") else name)


def make_private(database: Path) -> None:
    """Let only their owner read a database and what SQLite keeps beside it, also what was there before.

    A database that is not there yet is made, because SQLite would let everybody read it; what comes beside it later
    gets its mode from it. Of the folders only our own is closed: another one may be there for others too, and so is
    one like `/tmp`, whoever names it as ours.
    """
    folder = database.parent
    if folder.resolve() == settings.DATA.resolve():
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not folder.stat().st_mode & stat.S_ISVTX:
            close_to_others(folder, 0o700)
    with suppress(OSError):  # it is there, or SQLite is going to say why it cannot be made
        os.close(os.open(database, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    for file in files_of(database):
        close_to_others(file, 0o600)


def files_of(database: Path) -> Iterator[Path]:
    """Yield the files of a database that are there."""
    names = (database, *(database.with_name(database.name + ending) for ending in BESIDE))
    return (file for file in names if file.exists())


def close_to_others(path: Path, mode: int) -> None:
    """Give a file or folder the mode, unless others have no right to it anyway."""
    try:
        if path.stat().st_mode & 0o077:
            path.chmod(mode)
    except FileNotFoundError:
        pass  # another process closed the database just now
    except OSError as error:
        warn_of_readers(path, error.strerror)


@lru_cache
def warn_of_readers(path: Path, why: str | None) -> None:
    """Log, once, that others on this machine may read a file."""
    logger.warning("Others on this machine may read %s, and that cannot be changed: %s.", path, why)
