"""Data of each kind as the releases stored it that introduced the kind, upgraded, and what people then see.

`python -m tests.designer.first_releases` fills the empty database that DATABASE_URL names, and prints that as JSON.
"""

import json
import sys
from collections.abc import Callable
from hashlib import sha256
from html import unescape
from typing import Any

import django
from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader

FIRST = b"heat_template_version: 2018-08-31\r\nparameters: {size: {type: number, default: 2}}  # \xc3\xa9\n"
SECOND = FIRST.replace(b"2}", b"3}")
DRAFTED = SECOND.replace(b"3}", b"4}")
SCRIPT = b"\x00\xff not text"
HASHES = (
    "34d8edfe4827a02ca5cf5649b51236d1da003c044ce73dc6b3c7dcaaf3d58fa1",
    "6f1abb09e02d50c0bfdd4dfe8f18cc4df5d7edd9c2f54354afe5b398e8aa93d7",
)
"""Of the two revisions, as the first release computed them."""
VIEW, FILL, REVOKED, UPLOAD = "an-old-link-to-view", "an-old-link-to-fill", "a-revoked-link", "an-old-upload"

Model = Callable[[str], Any]


def migrated(name: str) -> Model:
    """Migrate to a migration, and return what gives a model as it was then."""
    call_command("migrate", "designer", name, verbosity=0)
    apps = MigrationLoader(connection).project_state([("designer", name)]).apps
    return lambda label: apps.get_model(label if "." in label else f"designer.{label}").objects


def fill_templates(model: Model) -> None:
    """Store two people, templates with revisions, values and links."""
    alice, bob = (model("auth.User").create(username=name, password="!") for name in ("alice", "bob"))
    for slug, visibility in (("web", "private"), ("open", "public")):
        design = model("Design").create(owner=alice, slug=slug, name=slug.title(), visibility=visibility)
        model("Tag").create(design=design, name="old")
        for number, text in enumerate((FIRST, SECOND), 1):
            design.head = model("Revision").create(
                design=design, number=number, text=text, message=f"message {number}", author=alice,
                content_hash=HASHES[number - 1],
            )  # fmt: skip
            model("RevisionFile").create(revision=design.head, path="bin/start", content=SCRIPT)
        design.save()
    web, shared = model("Design").get(slug="web"), model("Design").get(slug="open")
    fork = model("Design").create(owner=bob, slug="fork", name="Fork", forked_from=shared)
    fork.head = model("Revision").create(design=fork, number=1, text=SECOND, author=bob, content_hash="fork")
    fork.save()
    model("ValueSet").create(design=web, owner=alice, name="production", values={"size": 17})
    for token, may in ((VIEW, "view"), (FILL, "fill"), (REVOKED, "view")):
        revoked = web.created if token == REVOKED else None
        model("ShareLink").create(design=web, token=token, may=may, created_by=alice, revoked_at=revoked)


def fill_draft(model: Model) -> None:
    """Store a draft, and positions on the design page."""
    web, alice = model("Design").get(slug="web"), model("auth.User").get(username="alice")
    draft = model("Draft").create(design=web, owner=alice, base=web.head, counter=1_700_000_000_000)
    model("DraftFile").create(draft=draft, path="", content=DRAFTED)
    model("Positions").create(design=web, owner=alice, path="", places={"size": [1, 2]})


def fill_form(model: Model) -> None:
    """Store a half-filled form."""
    shared, bob = model("Design").get(slug="open"), model("auth.User").get(username="bob")
    model("FormDraft").create(design=shared, owner=bob, state={"values": {"size": 23}, "environments": []})


def fill_upload(model: Model) -> None:
    """Store an upload that was not imported yet."""
    alice = model("auth.User").get(username="alice")
    model("Upload").create(owner=alice, token=UPLOAD, file_name="net.yaml", content=FIRST)


STAGES = {
    "0001_designs_and_revisions": fill_templates,
    "0003_positions": fill_draft,
    "0007_environments_and_form_drafts": fill_form,
    "0010_upload": fill_upload,
}


def upgrade() -> None:
    """Migrate step by step to the newest schema, and store each kind of data when there is room for it."""
    for name, fill in STAGES.items():
        fill(migrated(name))
    call_command("migrate", verbosity=0)


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


def stored() -> str:
    """Return all rows of share links."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM designer_sharelink")
        return str(cursor.fetchall())


def main() -> None:
    """Upgrade, and print what people see."""
    django.setup()
    upgrade()
    own = [f"/templates/web/{part}" for part in ("", "history/", "design/", "?set=production")]
    raw = [f"/templates/web/raw/{part}" for part in ("", "1/", "2/", "1/bin/start")]
    everybody = ("/", "/templates/web/", "/templates/open/", "/templates/fork/")
    links = [f"/s/{token}/{part}" for token in (VIEW, FILL, REVOKED) for part in ("", "raw/1/")]
    seen = {
        "alice": seen_by("alice", *everybody, *own, *raw, f"/templates/new/upload/{UPLOAD}/"),
        "bob": seen_by("bob", *everybody, "/templates/open/design/", f"/templates/new/upload/{UPLOAD}/"),
        "": seen_by("", *everybody, *links),
        "links": stored(),
        "history": saved_again(),
    }
    json.dump(seen, sys.stdout)


if __name__ == "__main__":
    main()
