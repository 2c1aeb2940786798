"""The write operations on designs, and their results."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection, transaction

from designer.content.index import INDEX
from designer.models import Design, FormDraft, May, Revision, Run, ShareLink, UnchangeableError, ValueSet, Visibility
from designer.store import index_columns
from designer.store.designs import (
    Conflict,
    design_create,
    design_fork,
    design_purge,
    design_update,
    revision_create,
    revision_restore,
)
from designer.store.index_columns import indexes_refresh
from designer.store.share_links import share_link_create, share_link_revoke
from designer.store.value_sets import value_set_delete, value_set_save

pytestmark = pytest.mark.both

ODD_BYTES = b"heat_template_version: 2021-04-16\r\n# \xc3\xa9 \xff no newline at the end\t"

WITH_SECRET = b"""\
heat_template_version: 2021-04-16
parameters:
  user: {type: string}
  password: {type: string, hidden: true}
"""


def reread(design):
    return Design.objects.select_related("head").get(pk=design.pk)


def test_a_text_is_kept_byte_for_byte_with_its_files(make_design):
    files = {"boot.sh": b"#!/bin/sh\r\n", "nested/a.yaml": b"\x00\xff"}
    content = reread(make_design(ODD_BYTES, files=files)).newest.content
    assert content.text == ODD_BYTES
    assert content.files == files


def test_a_template_with_errors_is_kept_with_their_number(make_design):
    design = reread(make_design("heat_template_version: 2021-04-16\nresources: [oops"))
    assert design.error_count >= 1
    assert design.newest.number == 1


def test_a_template_may_say_what_no_database_takes(make_design):
    text = b'heat_template_version: 2021-04-16\ndescription: "odd\\0 words"\nresources: {}\n'
    design = reread(make_design(text, description="odd\0 words"))
    assert bytes(design.newest.text) == text
    assert design.description == "odd words"
    assert "odd words" in design.search_text


def test_the_library_columns_follow_the_newest_revision(make_design, alice):
    design = make_design()
    assert (reread(design).version, reread(design).resource_count, reread(design).parameter_count) == (
        "2021-04-16",
        1,
        1,
    )
    revision_create(design=design, author=alice, text=b"heat_template_version: wallaby\n", based_on=1)
    assert (reread(design).version, reread(design).resource_count) == ("2021-04-16", 0)


def described(text):
    return f"heat_template_version: 2021-04-16\ndescription: {text}\n".encode()


def test_the_description_follows_the_template_until_somebody_writes_another(make_design, alice):
    design = make_design(described("One net"), description="One net")
    revision_create(design=design, author=alice, text=described(">\n  Two\n  nets"), based_on=1)
    assert reread(design).description == "Two nets"
    assert "two nets" in reread(design).search_text
    revision_create(design=design, author=alice, text=b"a: [", based_on=2)
    assert reread(design).description == "Two nets"
    revision_restore(design=design, author=alice, number=1)
    assert reread(design).description == "One net"
    revision_create(design=design, author=alice, text=b"heat_template_version: 2021-04-16\n", based_on=4)
    assert reread(design).description == ""
    revision_create(design=design, author=alice, text=described("Three nets"), based_on=5)
    assert reread(design).description == "Three nets"
    design_update(design=design, description="Mine")
    revision_create(design=design, author=alice, text=described("Four nets"), based_on=6)
    assert reread(design).description == "Mine"


def test_the_address_comes_from_the_name_and_is_nobody_elses(make_design, bob):
    assert make_design(name="Three tiers").slug == "three-tiers"
    assert make_design(name="Three tiers", owner=bob).slug == "three-tiers-2"
    assert make_design(name="new").slug == "new-2"
    assert make_design(name="日本").slug == "template"
    assert len(make_design(name="x" * 120).slug) <= 80


def test_each_save_is_a_revision_with_its_own_number_author_and_message(make_design, alice, bob):
    design = make_design(message="First")
    revision_create(design=design, author=bob, text=b"b: 1\n", message="Second", based_on=1)
    assert list(design.revisions.values_list("number", "author__username", "message")) == [
        (2, "bob", "Second"),
        (1, "alice", "First"),
    ]
    assert reread(design).newest.number == 2


def test_saving_keeps_the_files_unless_others_are_given(make_design, alice):
    design = make_design(files={"boot.sh": b"1"})
    assert revision_create(design=design, author=alice, text=b"b: 1\n", based_on=1).content.files == {"boot.sh": b"1"}
    second = revision_create(design=design, author=alice, text=b"b: 1\n", files={}, based_on=2)
    assert (second.number, second.content.files) == (3, {})


def test_saving_what_is_already_there_makes_no_revision(make_design, alice):
    design = make_design(b"a: 1\n")
    assert revision_create(design=design, author=alice, text=b"a: 1\n", based_on=1).number == 1
    assert design.revisions.count() == 1


def test_saving_over_somebody_elses_revision_is_a_conflict_and_writes_nothing(make_design, alice, bob):
    design = make_design(b"a: 1\n")
    stale = reread(design)
    revision_create(design=design, author=bob, text=b"a: 2\n", based_on=1)
    with pytest.raises(Conflict) as conflict:
        revision_create(design=stale, author=alice, text=b"a: 3\n", based_on=1)
    assert conflict.value.head.content.text == b"a: 2\n"
    assert conflict.value.head.author == bob
    assert design.revisions.count() == 2


def test_restoring_adds_a_revision_and_keeps_the_others(make_design, alice):
    design = make_design(b"a: 1\n", files={"f": b"1"})
    revision_create(design=design, author=alice, text=b"a: 2\n", files={}, based_on=1)
    restored = revision_restore(design=design, author=alice, number=1, message="Back")
    assert (restored.number, restored.content.text, restored.content.files) == (3, b"a: 1\n", {"f": b"1"})
    assert list(design.revisions.values_list("number", flat=True)) == [3, 2, 1]


@pytest.mark.parametrize(
    "attempt",
    [
        lambda revision: revision.save(),
        lambda revision: revision.delete(),
        lambda revision: Revision.objects.filter(pk=revision.pk).update(message="other"),
        lambda revision: Revision.objects.filter(pk=revision.pk).delete(),
        lambda revision: revision.files.get().save(),
        lambda revision: revision.files.all().delete(),
    ],
)
def test_a_revision_can_be_neither_changed_nor_deleted(make_design, attempt):
    revision = make_design(files={"f": b"1"}, message="kept").newest
    with pytest.raises(UnchangeableError):
        attempt(revision)
    again = Revision.objects.get(pk=revision.pk)
    assert (again.message, again.content.files) == ("kept", {"f": b"1"})


def test_deleting_a_design_takes_everything_of_it_and_leaves_its_forks(make_design, alice, bob):
    design = make_design(files={"f": b"1"}, tags=["web"])
    share_link_create(design=design, created_by=alice, may=May.VIEW)
    value_set_save(design=design, owner=alice, name="small", values={"size": "1"})
    fork = design_fork(owner=bob, design=design)
    design_purge(design=reread(design))
    assert list(Design.objects.all()) == [fork]
    assert reread(fork).forked_from is None
    assert (Revision.objects.count(), ShareLink.objects.count(), ValueSet.objects.count()) == (1, 0, 0)


def test_a_fork_is_ones_own_private_copy(make_design, bob):
    design = make_design(files={"f": b"1"}, visibility=Visibility.PUBLIC, tags=["web"], description="Serves.")
    fork = design_fork(owner=bob, design=design)
    assert (fork.owner, fork.visibility, fork.forked_from) == (bob, Visibility.PRIVATE, design)
    assert fork.slug != design.slug
    assert fork.newest.content == design.newest.content
    assert fork.newest.content.files == {"f": b"1"}
    assert [tag.name for tag in fork.tags.all()] == ["web"]


def test_changing_the_name_keeps_the_address(make_design):
    design = make_design(name="Web", tags=["old"])
    design_update(design=design, name="Shop", tags=["  New  Tag ", "new tag", ""], visibility=Visibility.PUBLIC)
    again = reread(design)
    assert (again.name, again.slug, again.is_public) == ("Shop", "web", True)
    assert [tag.name for tag in again.tags.all()] == ["new tag"]
    assert "shop" in again.search_text
    assert "new tag" in again.search_text


def test_a_revoked_link_stays_revoked(make_design, alice):
    link = share_link_create(design=make_design(), created_by=alice, may=May.FILL)
    share_link_revoke(link=link)
    first = ShareLink.objects.get().revoked_at
    share_link_revoke(link=link)
    assert first is not None
    assert ShareLink.objects.get().revoked_at == first


def test_saved_values_replace_those_of_the_same_name(make_design, alice):
    design = make_design()
    value_set_save(design=design, owner=alice, name="small", values={"size": "1"})
    saved = value_set_save(design=design, owner=alice, name="small", values={"size": "2"})
    assert ValueSet.objects.get().values == {"size": "2"}
    value_set_delete(value_set=saved)
    assert not ValueSet.objects.exists()


def test_hidden_and_unknown_values_are_never_saved(make_design, alice):
    design = make_design(WITH_SECRET)
    value_set_save(
        design=design, owner=alice, name="all", values={"user": "u", "password": "s3cret", "other": "s3cret"}
    )
    assert ValueSet.objects.get().values == {"user": "u"}


def test_values_are_forgotten_when_their_parameter_becomes_hidden(make_design, alice):
    design = make_design(WITH_SECRET.replace(b", hidden: true", b""))
    value_set_save(design=design, owner=alice, name="all", values={"user": "u", "password": "s3cret"})
    revision_create(design=design, author=alice, text=WITH_SECRET, based_on=1)
    assert ValueSet.objects.get().values == {"user": "u"}


def test_they_are_forgotten_in_drafts_files_links_and_runs_too(make_design, alice):
    design = make_design(WITH_SECRET.replace(b", hidden: true", b""))
    files = [{"name": "mine.yaml", "on": True, "text": "parameters: {user: u, password: s3cret}\n"}]
    state = {"values": {"user": "u", "password": "s3cret"}, "environments": files, "set": ""}
    former = {"state": state, "kind": "defaults", "count": 1, "earlier": [{"state": state, "kind": "undo"}]}
    draft = FormDraft.objects.create(design=design, owner=alice, state=state, former=former, counter=7)
    value_set_save(design=design, owner=alice, name="all", values={"user": "u"}, environments=files)
    share_link_create(design=design, created_by=alice, may=May.FILL, environments=files)
    Run.objects.create(design=design, revision=design.newest, owner=alice, form=state)
    revision_create(design=design, author=alice, text=WITH_SECRET, based_on=1)
    stored = [FormDraft, ValueSet, ShareLink, Run]
    left = repr([list(model.objects.values()) for model in stored])
    assert "s3cret" not in left
    assert left.count("user: u") == 6
    draft.refresh_from_db()
    assert (draft.state["values"], draft.counter) == ({"user": "u"}, 7)
    assert draft.former["earlier"][0]["state"]["values"] == {"user": "u"}


def test_a_failed_creation_leaves_nothing_behind(alice):
    with pytest.raises(TypeError):
        design_create(owner=alice, name="Web", text=b"a: 1\n", files={"f": "text instead of bytes"})
    assert not Design.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_of_two_saves_at_the_same_time_one_wins_and_the_other_is_reported(make_design, alice):
    design = make_design(b"first: 1\n")

    def save(number):
        return revision_create(design=design, author=alice, text=b"a: %d\n" % number, based_on=1).number

    outcomes = together(save, 4)
    assert sorted(map(str, outcomes)) == sorted(["2", *["Revision 2 of web was saved in the meantime."] * 3])
    assert design.revisions.count() == 2


@pytest.mark.django_db(transaction=True)
def test_two_designs_of_one_name_at_the_same_time_get_different_addresses(alice):
    outcomes = together(lambda number: design_create(owner=alice, name="Web", text=b"a: %d\n" % number).slug, 4)
    assert sorted(outcomes) == ["web", "web-2", "web-3", "web-4"]


def together(work, count):
    """Run work in threads that start at the same moment; return what each returned or raised."""
    start = threading.Barrier(count)

    def run(number):
        try:
            start.wait(timeout=60)
            return work(number)
        except Conflict as conflict:
            return conflict
        finally:
            connection.close()

    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(run, range(count)))


WITH_WARNING = "heat_template_version: 2021-04-16\nparameters: {a: {type: boolean}}\nconditions: {c: {get_param: a}}\n"


def test_warnings_of_rules_count_and_hints_do_not(make_design):
    assert (make_design(WITH_WARNING).error_count, make_design(WITH_WARNING).warning_count) == (0, 1)
    silent = WITH_WARNING.replace("}}\n", "}}  # hotcore: ignore\n").replace("{c", "\n  c").replace("a}}", "a}")
    assert make_design(silent).warning_count == 0
    beside = f"{WITH_WARNING}no_section: 1\n".replace(
        "parameters: {", "parameters: {k: {type: number, default: 1:30}, "
    )
    assert (make_design(beside).error_count, make_design(beside).warning_count) == (1, 1)  # and not that c is unused


def test_what_an_older_way_of_counting_wrote_is_written_anew(make_design, alice):
    stale, fresh = make_design(WITH_WARNING, name="Stale"), make_design(WITH_WARNING, name="Fresh")
    Design.objects.filter(pk=stale.pk).update(indexed_by=0, warning_count=0, search_text="")
    Design.objects.filter(pk=fresh.pk).update(warning_count=7)
    before = reread(stale)
    indexes_refresh(designs=Design.objects.all())
    assert (reread(stale).warning_count, reread(fresh).warning_count) == (1, 7)
    assert "stale" in reread(stale).search_text
    assert (reread(stale).changed, reread(stale).head) == (before.changed, before.head)


@pytest.mark.django_db(transaction=True)
def test_what_is_being_saved_meanwhile_is_written_anew_after_that(make_design, alice):
    design = make_design(WITH_WARNING)
    Design.objects.update(indexed_by=0)

    def refresh():
        try:
            indexes_refresh(designs=Design.objects.all())
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            revision_create(design=design, author=alice, text=b"heat_template_version: 2021-04-16\n", based_on=1)
            refreshed = pool.submit(refresh)
            while connection.vendor == "postgresql" and not (refreshed.done() or somebody_waits()):
                pass  # SQLite has one lock, whose order does not matter here
        refreshed.result()
    assert (reread(design).warning_count, reread(design).indexed_by) == (0, INDEX)


def somebody_waits():
    """Whether somebody waits for a lock in this database of PostgreSQL."""
    here = "SELECT pid FROM pg_locks JOIN pg_database ON pg_database.oid = database WHERE datname = current_database()"
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT count(*) FROM pg_locks WHERE NOT granted AND pid IN ({here})")
        return cursor.fetchone()[0] > 0


def test_what_is_not_written_anew_in_time_is_left_for_the_next(make_design, monkeypatch):
    for number in range(3):
        make_design(WITH_WARNING, name=f"Stale {number}")
    Design.objects.update(indexed_by=0)
    monkeypatch.setattr(index_columns, "RENEWING_SECONDS", -1)
    indexes_refresh(designs=Design.objects.all())
    assert Design.objects.filter(indexed_by=0).count() == 2
