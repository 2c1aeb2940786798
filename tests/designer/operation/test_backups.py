"""Backups: everything comes back, byte for byte, on the same and on another kind of database."""

import gzip
import json
import random
from collections import Counter
from contextlib import closing
from datetime import date
from hashlib import sha256

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from designer.models import Act, AuditEntry, Design, PolicyViolation, Revision, ShareLink, Tag
from designer.operation.audit import record
from designer.operation.backups import write_backup
from designer.store.designs import design_update, revision_create
from designer.store.drafts.design_drafts import Window, draft_write
from designer.store.share_links import share_link_create
from designer.store.value_sets import value_set_save
from tests.conftest import MINIMAL, PASSWORD
from tests.designer.test_migrations import REPLACED
from tests.designer.test_settings import start

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both, pytest.mark.long]

DAY = date(2026, 11, 28)
FILES = {"run.sh": b"echo\r\n", "logo.png": bytes(range(256))}


@pytest.fixture
def kept(make_design, alice, bob):
    """A design with all that belongs to one, forked by somebody else."""
    design = make_design(MINIMAL, files=FILES, name="Wäb", tags=["a", "b"])
    revision_create(design=design, author=alice, text=MINIMAL + b"# 2\r\n", based_on=1, message="zwei")
    design_update(design=design, visibility="public")
    make_design(name="Fork", owner=bob, forked_from=design)
    value_set_save(
        design=design, owner=bob, name="big", values={"size": 1e20}, environments=[{"name": "e", "on": True}]
    )
    share_link_create(design=design, created_by=alice, may="fill")
    window = Window(counter=0, based_on=2, name="w")
    draft_write(design=design, owner=alice, window=window, changes={"": MINIMAL + b"# 3\n"})
    PolicyViolation.objects.create(day=DAY, directive="img-src")
    return design


@pytest.fixture
def file(kept, tmp_path):
    """A backup of it."""
    call_command("backup", tmp_path / "backup", verbosity=0)
    return tmp_path / "backup"


def everything():
    """What pages show of designs, and when they were made."""
    return [
        (
            (
                each.slug,
                each.name,
                each.owner.username,
                each.owner.check_password(PASSWORD),
                each.created,
                each.changed,
            ),
            [(one.number, one.content.text, dict(one.content.files), one.message) for one in each.revisions.all()],
            [*each.value_sets.values_list("name", "values", "environments", "changed")],
            [*each.drafts.values_list("counter", "changed")],
        )
        for each in Design.objects.select_related("head", "owner").order_by("slug")
    ]


def test_all_comes_back(file, alice):
    before, token = everything(), ShareLink.objects.get().token
    Design.objects.all().delete()
    alice.delete()
    call_command("restore", file, replace=True, verbosity=0)
    assert everything() == before
    assert ShareLink.objects.get().token == token
    assert PolicyViolation.objects.get().day == DAY
    design = Design.objects.get(slug="wab")
    assert revision_create(design=design, author=design.owner, text=MINIMAL + b"# 4\n", based_on=2).number == 3


def test_the_log_says_that_it_is_that_of_a_backup(file):
    log = AuditEntry.objects.order_by("pk").values_list("actor", "act", "subject")
    before = list(log)
    record(Act.ADMINISTRATOR_MADE, "mallory")
    call_command("restore", file, replace=True, verbosity=0)
    assert list(log.all()) == [*before, ("", "instance-restored", end_of(file)["digest"])]


def test_only_its_owner_can_read_the_file_and_nothing_is_overwritten(file):
    assert file.stat().st_mode & 0o077 == 0
    with pytest.raises(CommandError, match="exists"):
        call_command("backup", file)
    assert [path.name for path in file.parent.iterdir()] == ["backup"]


def test_people_who_are_there_are_not_replaced_by_mistake(file):
    with pytest.raises(CommandError, match=r"it has 2 users\. --replace"):
        call_command("restore", file)


def lines_of(file):
    return gzip.decompress(file.read_bytes()).splitlines(keepends=True)


def end_of(file):
    """The last line of a backup, with its hashes."""
    return json.loads(lines_of(file)[-1])


def changed(file, change):
    """A backup with other lines."""
    lines = lines_of(file)
    file.write_bytes(gzip.compress(b"".join(change(lines))))


def of_before_the_first_release(lines):
    """The lines of a backup as they were before the migrations became one."""
    head, end = json.loads(lines[0]), json.loads(lines[-1])
    kept = [name for name in head["migrations"] if name != "designer.0001_initial"]
    assert len(kept) == len(head["migrations"]) - 1
    head["migrations"] = kept + [".".join(name) for name in REPLACED]
    rest = [json.dumps(head).encode() + b"\n", *lines[1:-1]]
    end["sha256"] = sha256(b"".join(rest)).hexdigest()
    return [*rest, json.dumps(end).encode() + b"\n"]


def test_a_backup_of_before_the_first_release_is_restored(file):
    before = everything()
    changed(file, of_before_the_first_release)
    Design.objects.all().delete()
    call_command("restore", file, replace=True, verbosity=0)
    assert everything() == before


DAMAGES = {
    "cut": lambda lines: lines[:-1],
    "one row less": lambda lines: [*lines[:-3], *lines[-2:]],
    "another value": lambda lines: [line.replace(b"zwei", b"drei") for line in lines],
    "no JSON": lambda lines: [*lines[:2], b"{\n", *lines[2:]],
    "another release": lambda lines: [lines[0].replace(b"designer.0001", b"designer.9001"), *lines[1:]],
    "another format": lambda lines: [b"{}\n", *lines[1:]],
    "empty": lambda lines: [],
}


@pytest.mark.parametrize("change", DAMAGES.values(), ids=DAMAGES)
def test_a_file_that_is_damaged_changes_nothing(file, change):
    before = everything()
    changed(file, change)
    with pytest.raises(CommandError, match=r"damaged|incomplete|another release|no backup"):
        call_command("restore", file, replace=True)
    assert everything() == before


@pytest.mark.parametrize("content", [b"", b"PK", gzip.compress(b"[1]\n")[:-4]], ids=["empty", "zip", "cut"])
def test_a_file_that_is_no_backup_is_refused(kept, tmp_path, content):
    (tmp_path / "other").write_bytes(content)
    with pytest.raises(CommandError, match=r"damaged|incomplete|no backup"):
        call_command("restore", tmp_path / "other", replace=True)


def test_what_the_database_does_not_return_as_it_was_is_not_kept(file, monkeypatch):
    """As a column would be that a database cuts off."""
    before = everything()
    lossy = Revision._meta.get_field("message")
    with monkeypatch.context() as patched:
        patched.setattr(lossy, "to_python", lambda value: value[:1])
        with pytest.raises(CommandError, match="differs from the backup"):
            call_command("restore", file, replace=True)
    assert everything() == before


class Saving:
    """A file; while its larger parts are written, somebody else saves."""

    def __init__(self, save):
        self.save = save
        self.written = b""
        self.saves = 0

    def write(self, data):
        if len(data) > 1000:
            self.save()
            self.saves += 1
        self.written += data
        return len(data)

    def flush(self):
        pass


def test_a_backup_shows_one_moment_and_keeps_nobody_from_saving(make_design):
    make_design(files={"noise": random.randbytes(500_000)}, tags=["before"])

    def save():
        with closing(connection.copy()) as other, other.cursor() as cursor:
            cursor.execute("UPDATE designer_tag SET name = 'after'")

    into = Saving(save)
    write_backup(into)
    assert into.saves
    assert Tag.objects.get().name == "after"
    rows = [json.loads(line) for line in gzip.decompress(into.written).splitlines()]
    assert any("before" in row for row in rows)
    assert not any("after" in row for row in rows)


def test_from_one_kind_of_database_to_the_other_and_back(file, tmp_path):
    """SQLite to PostgreSQL and back, where the tests run on PostgreSQL; else from one SQLite to another."""
    before = everything()
    there = {"DESIGNER_LOCAL": "1", "DATABASE_URL": f"sqlite:///{tmp_path / 'other.sqlite3'}"}
    said = []
    for command in (["migrate", "-v0"], ["restore", str(file)], ["backup", str(tmp_path / "back")]):
        result = start(tmp_path, *command, **there)
        assert result.returncode == 0, result.stderr
        said.append(result.stdout)
    assert [end_of(file)["digest"] in said[1], end_of(tmp_path / "back")["digest"] in said[2]] == [True, True]
    new = Counter(lines_of(tmp_path / "back")[:-1]) - Counter(lines_of(file)[:-1])
    assert [json.loads(line)[2] for line in new] == [Act.INSTANCE_RESTORED]
    Design.objects.all().delete()
    call_command("restore", tmp_path / "back", replace=True, verbosity=0)
    assert everything() == before
