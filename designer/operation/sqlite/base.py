"""SQLite connections that make the database file private before opening it."""

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
"""The suffixes of the files that SQLite creates next to a database."""

logger = logging.getLogger(__name__)


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's SQLite wrapper, which first makes the database private."""

    def get_new_connection(self, conn_params: dict[str, Any]) -> Connection:
        """Make the database private and open it."""
        if not self.is_in_memory_db():
            make_private(database_file(str(conn_params["database"])))
        connection: Connection = super().get_new_connection(conn_params)
        return connection


def database_file(name: str) -> Path:
    """Return the path of a database, whose name may be a `file:` URL."""
    return Path(unquote(urlsplit(name).path) if name.startswith("file:") else name)


def make_private(database: Path) -> None:
    """Make a database and its side files readable only by their owner, including existing ones.

    A missing database is created, because SQLite would make it world-readable; later side files inherit its mode. Only
    our own data folder is closed: other folders may be shared, and so may one like `/tmp`, even if it is configured as
    the data folder.
    """
    folder = database.parent
    if folder.resolve() == settings.DATA.resolve():
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not folder.stat().st_mode & stat.S_ISVTX:
            close_to_others(folder, 0o700)
    with suppress(OSError):  # it exists, or SQLite will report why it cannot be created
        os.close(os.open(database, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    for file in files_of(database):
        close_to_others(file, 0o600)


def files_of(database: Path) -> Iterator[Path]:
    """Yield the existing files of a database."""
    names = (database, *(database.with_name(database.name + ending) for ending in BESIDE))
    return (file for file in names if file.exists())


def close_to_others(path: Path, mode: int) -> None:
    """Set the mode of a file or folder, unless others have no access anyway."""
    try:
        if path.stat().st_mode & 0o077:
            path.chmod(mode)
    except FileNotFoundError:
        pass  # another process has just closed the database
    except OSError as error:
        warn_of_readers(path, error.strerror)


@lru_cache
def warn_of_readers(path: Path, why: str | None) -> None:
    """Log once that other users of this machine may read a file."""
    logger.warning("Other users of this machine may be able to read %s; its mode cannot be changed: %s.", path, why)
