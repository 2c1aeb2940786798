"""A database of before the first release, upgraded: what it holds, and what people then see.

`python -m tests.designer.upgraded` fills the empty database that DATABASE_URL names, and prints that as JSON.
"""

import json
import sys
from hashlib import sha256
from html import unescape
from pathlib import Path
from typing import Any

import django
from django.apps import apps
from django.core.management import call_command
from django.db import connection

DUMPS = Path(__file__).parent / "before_first_release"
FIRST = b"heat_template_version: 2018-08-31\r\nparameters: {size: {type: number, default: 2}}  # \xc3\xa9\n"
SECOND = FIRST.replace(b"2}", b"3}")
DRAFTED = SECOND.replace(b"3}", b"4}")
SCRIPT = b"\x00\xff not text"
VIEW, FILL, REVOKED, UPLOAD = "an-old-link-to-view", "an-old-link-to-fill", "a-revoked-link", "an-old-upload"


def load() -> None:
    """Fill the database as the last state before the first release left it."""
    dump = (DUMPS / f"{connection.vendor}.sql").read_text(encoding="utf-8")
    with connection.cursor() as cursor:
        run: Any = cursor.executescript if connection.vendor == "sqlite" else cursor.execute
        run(dump)
    connection.close()


def rows() -> dict[str, list[dict[str, str]]]:
    """Return the rows of each table, as the database has them."""
    found = {}
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT * FROM {table}")
            columns = [column[0] for column in cursor.description]
            found[table] = [dict(zip(columns, map(text_of, row), strict=True)) for row in cursor.fetchall()]
    return found


def text_of(value: object) -> str:
    """Return a column's value as text, whatever its type is."""
    return bytes(value).hex() if isinstance(value, bytes | memoryview) else str(value)


def read_by_models() -> dict[str, int]:
    """Return how many rows of each table the models read."""
    models = apps.get_models(include_auto_created=True)
    return {model._meta.db_table: len([*model._base_manager.all()]) for model in models}


def schema() -> dict[str, list[str]]:
    """Return the columns and constraints of each table; what a database named by itself has no name here."""
    inspect = connection.introspection
    with connection.cursor() as cursor:
        return {
            table: sorted(
                [repr(tuple(each)) for each in inspect.get_table_description(cursor, table)]
                + [repr(sorted(each.items())) for each in inspect.get_constraints(cursor, table).values()]
            )
            for table in inspect.table_names(cursor)
        }


def seen_by(name: str, *paths: str) -> dict[str, Any]:
    """Return what somebody gets at some addresses: a text, the hash of bytes that are none, or the status."""
    from django.contrib.auth.models import User
    from django.test import Client

    client = Client()
    if name:
        client.force_login(User.objects.get(username=name))
    return {path: content_of(client.get(path)) for path in paths}


def content_of(response: Any) -> str | int:
    """Return the page, the hash of a file, or the status of anything else than success."""
    if response.status_code != 200:
        return int(response.status_code)
    is_page = response["Content-Type"].startswith("text/html")
    return unescape(response.content.decode()) if is_page else sha256(response.content).hexdigest()


def saved_again() -> str:
    """Save what is saved already, then the draft as a further revision, and return the history."""
    from django.contrib.auth.models import User
    from django.test import Client

    client = Client()
    client.force_login(User.objects.get(username="alice"))
    for text, counter in ((SECOND, "1700000000000"), (DRAFTED, "0")):
        client.post("/templates/web/design/", {"text": text.decode(), "based_on": "2", "counter": counter})
    return client.get("/templates/web/history/").content.decode()


def pages() -> dict[str, Any]:
    """Return what people see."""
    own = [f"/templates/web/{part}" for part in ("", "history/", "design/", "?set=production")]
    raw = [f"/templates/web/raw/{part}" for part in ("", "1/", "2/", "1/bin/start")]
    everybody = ("/", "/templates/web/", "/templates/open/", "/templates/fork/")
    links = [f"/s/{token}/{part}" for token in (VIEW, FILL, REVOKED) for part in ("", "raw/1/")]
    return {
        "alice": seen_by("alice", *everybody, *own, *raw, f"/templates/new/upload/{UPLOAD}/"),
        "bob": seen_by("bob", *everybody, "/templates/open/design/", f"/templates/new/upload/{UPLOAD}/"),
        "": seen_by("", *everybody, *links),
        "history": saved_again(),
    }


def main() -> None:
    """Fill the database, upgrade it, and print what it holds and what people see."""
    django.setup()
    load()
    before = rows()
    call_command("migrate", verbosity=0)
    held = {"before": before, "after": rows(), "by models": read_by_models(), "schema": schema()}
    json.dump({**held, "pages": pages()}, sys.stdout)


if __name__ == "__main__":
    main()
