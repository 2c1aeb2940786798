"""Backups of the whole database as one file, which a database of another kind can be restored from.

A backup is gzipped JSON, one value per line: a head with the format and the applied migrations; for each table its
name and columns, then its rows; at last the number of rows and two hashes. `sha256` is that of all bytes before it and
shows that the file is whole. `digest` is that of the rows, whatever their order and that of keys in JSON columns; a
restore computes it again from the database that it has filled.
"""

import base64
import gzip
import hashlib
import json
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from typing import IO, Any

from django.apps import apps
from django.contrib.sessions.models import Session
from django.core.management.color import no_style
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connection, connections, models, transaction

from designer.models import Act, CloudCatalogue, CloudConnection, CloudList, CloudQuota, RunToken
from designer.operation.applied_migrations import applied_migrations, squashed
from designer.operation.audit import record

FORMAT = "hot-designer backup 1"
OF_SESSIONS: set[type[models.Model]] = {
    Session,
    CloudConnection,
    CloudList,
    CloudQuota,
    CloudCatalogue,
    RunToken,
}
"""What ends with a session or a run, and is in no backup."""
AT_ONCE = 20  # rows that are read together: one file of a template has up to 1 MiB

Row = list[Any]


class BadBackup(Exception):
    """A file cannot be restored; the message says why. Nothing was changed."""


@dataclass
class Digest:
    """The number of rows, and a hash of them that does not depend on the order in which a database sorts them."""

    rows: int = 0
    total: int = 0

    def add(self, table: str, row: Row) -> None:
        """Count a row."""
        self.rows += 1
        hashed = hashlib.sha256(json.dumps([table, row], sort_keys=True).encode())
        self.total = (self.total + int.from_bytes(hashed.digest())) % 2**256

    def __str__(self) -> str:
        return f"{self.total:064x}"


# -- backup --------------------------------------------------------------------


def write_backup(file: IO[bytes]) -> Digest:
    """Write all tables, except sessions, as they are at one moment. Saves go on meanwhile."""
    digest, whole = Digest(), hashlib.sha256()
    with gzip.GzipFile(fileobj=file, mode="wb", mtime=0) as packed:
        for value in _contents(digest):
            line = json.dumps(value).encode() + b"\n"
            whole.update(line)
            packed.write(line)
        end = {"rows": digest.rows, "digest": str(digest), "sha256": whole.hexdigest()}
        packed.write(json.dumps(end).encode() + b"\n")
    return digest


def _contents(digest: Digest) -> Iterator[Any]:
    """Yield the lines of a backup except for the last."""
    with _one_moment():
        yield {"format": FORMAT, "migrations": sorted(applied_migrations(connection))}
        for model in _tables():
            yield {"table": model._meta.label_lower, "columns": _columns(model)}
            for row in _rows(model):
                digest.add(model._meta.label_lower, row)
                yield row


@contextmanager
def _one_moment() -> Iterator[None]:
    """Show the database as it is at the first query, and keep nobody from writing."""
    database: Any = connections[DEFAULT_DB_ALIAS]
    if database.vendor != "sqlite":
        with transaction.atomic(), database.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield
        return
    database.ensure_connection()
    before, database.transaction_mode = database.transaction_mode, "DEFERRED"
    try:
        with transaction.atomic():
            yield
    finally:
        database.transaction_mode = before


def _tables() -> list[type[models.Model]]:
    """Return the models whose rows are in a backup, by name."""
    found = {model for model in apps.get_models(include_auto_created=True) if model._meta.managed}
    return sorted(found - OF_SESSIONS, key=lambda model: model._meta.label_lower)


def _columns(model: type[models.Model]) -> list[str]:
    return [each.attname for each in model._meta.concrete_fields]


def _rows(model: type[models.Model]) -> Iterator[Row]:
    found = model._base_manager.order_by("pk").values_list(*_columns(model))
    for row in found.iterator(chunk_size=AT_ONCE):
        yield [_encoded(value) for value in row]


def _encoded(value: Any) -> Any:
    """Return a column's value as JSON that is the same on every database."""
    if isinstance(value, bytes | memoryview):
        return base64.b64encode(value).decode()
    if isinstance(value, date):  # or a datetime
        return value.isoformat()
    if isinstance(value, float) and value.is_integer():
        return int(value)  # PostgreSQL's JSON does not tell 1e20 from its digits
    if isinstance(value, dict):
        return {key: _encoded(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_encoded(each) for each in value]
    return value


# -- restore -------------------------------------------------------------------


def read_backup(file: IO[bytes]) -> Digest:
    """Replace everything in the database by a backup, or raise `BadBackup`.

    The file is read twice: nothing is touched before it has proved whole. What is in the database afterwards is read
    back, and kept only if its hash is that of the backup. The audit log, too, is that of the backup, and says so.
    """
    end = _checked_end(file)
    file.seek(0)
    with transaction.atomic():
        _empty()
        _fill(_lines(file))
        connection.check_constraints()
        restored = Digest()
        for model in _tables():
            for row in _rows(model):
                restored.add(model._meta.label_lower, row)
        if str(restored) != end["digest"]:
            raise BadBackup("What this database returns differs from the backup. It was left as it was.")
        record(Act.INSTANCE_RESTORED, end["digest"])
    return restored


def _lines(file: IO[bytes]) -> Iterator[tuple[int, bytes, Any]]:
    """Yield the lines of a backup: number, bytes and value."""
    try:
        with gzip.GzipFile(fileobj=file, mode="rb") as packed:
            for number, line in enumerate(packed, 1):
                yield number, line, json.loads(line)
    except (gzip.BadGzipFile, EOFError, zlib.error, ValueError, RecursionError):
        raise BadBackup("The file is damaged, or no backup of the designer.") from None


def _checked_end(file: IO[bytes]) -> dict[str, Any]:
    """Return the last line of a backup that is whole and fits the tables of this database."""
    whole, last, value = hashlib.sha256(), b"", None
    for number, line, value in _lines(file):
        if number == 1:
            _check_head(value)
        whole.update(last)
        last = line
    if not isinstance(value, dict) or value.get("sha256") != whole.hexdigest():
        raise BadBackup("The file is incomplete or was changed: its hash does not match.")
    return value


def _check_head(head: Any) -> None:
    if not isinstance(head, dict) or head.get("format") != FORMAT:
        raise BadBackup("The file is no backup of the designer, or one of a later release.")
    there, here = squashed(set(head["migrations"])), applied_migrations(connection)
    if there != here:
        names = ", ".join(sorted(there ^ here))
        raise BadBackup(
            "The backup was made by another release; these migrations are applied in only one of the two: "
            f"{names}. Restore it with the release that made it, then upgrade."
        )


def _empty() -> None:
    """Empty all tables, sessions too: they are of people who may be others afterwards."""
    tables = connection.introspection.django_table_names(only_existing=True, include_views=False)
    connection.ops.execute_sql_flush(connection.ops.sql_flush(no_style(), tables, reset_sequences=True))


def _fill(lines: Iterable[tuple[int, bytes, Any]]) -> None:
    """Insert the rows of a backup as they are."""
    model, columns = _tables()[0], list[str]()
    for number, _line, value in lines:
        if isinstance(value, list):
            _insert(model, columns, value, number)
        elif "table" in value:
            model, columns = apps.get_model(value["table"]), value["columns"]
    for statement in connection.ops.sequence_reset_sql(no_style(), _tables()):
        with connection.cursor() as cursor:
            cursor.execute(statement)


def _insert(model: type[models.Model], columns: list[str], row: Row, number: int) -> None:
    fields = {each.attname: each for each in model._meta.concrete_fields}
    values = {name: fields[name].to_python(value) for name, value in zip(columns, row, strict=True)}
    try:
        model(**values).save_base(raw=True, force_insert=True)
    except DatabaseError as error:  # its own message repeats values
        raise BadBackup(
            f"Line {number}, a row of {model._meta.label_lower}, does not fit into this database: "
            f"{type(error).__name__}. The database was left as it was."
        ) from None
