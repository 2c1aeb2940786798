"""The readiness check for load balancers."""

import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from django.contrib.sessions.models import Session
from django.contrib.staticfiles.storage import staticfiles_storage
from django.db import DatabaseError, connection, transaction
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from designer.operation.applied_migrations import missing_migrations

PROBE = 64 * 1024
"""Characters of a write that is only tried: more than a database has room for in the pages that it has."""


@require_safe
def readyz(_request: HttpRequest) -> HttpResponse:
    """Return 200 if this node can serve pages, else 503 with the reasons."""
    missing = list(reasons())
    return HttpResponse(
        "\n".join(missing or ["ok"]) + "\n", status=503 if missing else 200, content_type="text/plain; charset=utf-8"
    )


def reasons() -> Iterator[str]:
    """Yield what this node lacks."""
    try:
        missing = missing_migrations(connection)
    except DatabaseError:
        yield "the database does not respond"
    else:
        if missing:
            yield "migrations are missing: run migrate"
        elif not takes_writes():
            yield "the database takes no writes: its disk may be full"
    if not getattr(staticfiles_storage, "hashed_files", True):
        yield "static files are missing: run collectstatic"


def takes_writes() -> bool:
    """Whether the database takes a write, which is rolled back."""
    try:
        with writing_at_once(), transaction.atomic():
            data = secrets.token_hex(PROBE // 2)  # nothing that could be compressed
            Session.objects.create(session_key=secrets.token_hex(16), session_data=data, expire_date=timezone.now())
            transaction.set_rollback(True)
    except DatabaseError as error:
        return is_busy(error)
    return True


def is_busy(error: DatabaseError) -> bool:
    """Whether SQLite has refused a write only because another one is not done yet."""
    primary = getattr(error.__cause__, "sqlite_errorcode", 0) & 0xFF  # an extended code has more bits
    return primary == sqlite3.SQLITE_BUSY


@contextmanager
def writing_at_once() -> Iterator[None]:
    """Let SQLite write to its file what it would keep in memory until the end of a transaction, and wait for nobody."""
    if connection.vendor != "sqlite":
        yield
        return
    with connection.cursor() as cursor:
        before = {}
        for name, value in (("cache_size", 1), ("busy_timeout", 0)):
            cursor.execute(f"PRAGMA {name}")
            (before[name],) = cursor.fetchone()
            cursor.execute(f"PRAGMA {name} = {value}")
        try:
            yield
        finally:
            for name, value in before.items():
                cursor.execute(f"PRAGMA {name} = {value}")
