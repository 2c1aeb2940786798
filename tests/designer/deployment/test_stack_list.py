"""The list of the stacks of a project that has thousands of them: read no further than a page or a search needs."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from itertools import count as count_from
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client
from django.utils import timezone

from designer.cloud import IN_SESSION
from designer.deployment.stacks import revision_match, stack_list
from designer.deployment.stacks.stacks import Match, Stack
from designer.models import CloudConnection, Revision, Run
from tests.local_service import LocalService, Responder, access_to, as_lab

pytestmark = [pytest.mark.django_db, pytest.mark.enable_socket]
ROW = re.compile(r'data-testid="stack-([^"]+)"')


class Cloud(LocalService):
    """A service in the place of Heat that lists many stacks as Heat does, and counts what it was asked for."""

    def __init__(self, number: int) -> None:
        self.stacks = [stack(at) for at in range(number)]  # the newest first
        self.counts = True
        self.listed = 0
        self.endless: Iterator[int] | None = None
        super().__init__(Handler)


class Handler(Responder):
    server: Cloud

    def answer(self) -> None:
        query = {key: values[0] for key, values in parse_qs(urlsplit(self.path).query).items()}
        if self.server.endless and query.get("sort_dir") == "asc":
            lot = [
                self.server.stacks[99],
                *(stack(next(self.server.endless)) for _each in range(int(query["limit"]) - 1)),
            ]
            self.server.listed += len(lot)
            self.respond(200, {"stacks": lot if self.server.listed < 9000 else []})  # the test ends in any case
            return
        found = [each for each in self.server.stacks if each["stack_status"].endswith(query.get("status", ""))]
        count = {"count": len(found)} if self.server.counts and "with_count" in query else {}
        found = found[::-1] if query.get("sort_dir") == "asc" else found
        ids = [each["id"] for each in found]
        found = found[ids.index(query["marker"]) + 1 if query.get("marker") in ids else 0 :][: int(query["limit"])]
        self.server.listed += len(found)
        self.respond(200, {"stacks": found, **count})


def stack(at: int) -> dict[str, object]:
    status = "CREATE_FAILED" if at % 30 == 7 else "UPDATE_IN_PROGRESS" if at == 2400 else "CREATE_COMPLETE"
    return {
        "stack_name": f"stack-{at}",
        "id": f"5f1b1f4e-6a34-4d1c-9d3e-{at:012}",
        "stack_status": status,
        "creation_time": "2026-01-01T00:00:00Z",
        "tags": ["blue"] if at in (40, 2900) else [],
    }


@pytest.fixture
def number() -> int:
    return 2995


@pytest.fixture
def cloud(settings, tmp_path, number, monkeypatch) -> Iterator[Cloud]:
    monkeypatch.setattr(revision_match, "SECONDS", -1)  # where stacks come from is told by their own tests
    with as_lab(settings, tmp_path, Cloud(number)) as found:
        yield found


@pytest.fixture
def connected(client, alice, cloud) -> Client:
    client.force_login(alice)
    ends = timezone.now() + timedelta(hours=1)
    access = access_to(cloud.address, "orchestration", ends=ends)
    made = CloudConnection.objects.create(owner=alice, cloud="lab", project_id="p", access=access, ends=ends)
    session = client.session
    session[IN_SESSION] = made.pk
    session.save()
    return client


def page(client: Client, query: str = "") -> str:
    answer = client.get(f"/stacks/{query}")
    assert answer.status_code == 200
    return answer.content.decode()


def link(text: str, words: str) -> str:
    """Return the address of a link on a page; empty without one."""
    found = re.search(rf'href="(\?[^"]*)">\s*{words}\s*</a>', text)
    return found[1].replace("&amp;", "&") if found else ""


def count(text: str, kind: str) -> str:
    """Return the words of the link to a kind."""
    found = re.search(rf'data-testid="stacks-{kind}"[^>]*>([^<]*)</a>', text)
    assert found
    return found[1].strip()


def test_a_page_reads_no_more_than_it_shows_and_older_and_newer_ones_follow(connected, cloud) -> None:
    first = page(connected)
    assert ROW.findall(first) == [f"stack-{at}" for at in range(50)]
    assert [count(first, kind) for kind in ("all", "failed", "work", "foreign")] == [
        "All 2995", "Failed 100", "At work 1", "Not from here",
    ]  # fmt: skip
    assert cloud.listed < 300
    assert not link(first, "Newer")
    second = page(connected, link(first, "Older"))
    third = page(connected, link(second, "Older"))
    assert ROW.findall(third) == [f"stack-{at}" for at in range(100, 150)]
    assert ROW.findall(page(connected, link(third, "Newer"))) == ROW.findall(second)
    assert ROW.findall(page(connected, link(second, "Newer"))) == ROW.findall(first)
    assert cloud.listed < 2000


def test_the_last_page_and_those_that_are_narrowed_end(connected, cloud) -> None:
    last = page(connected, f"?after={cloud.stacks[2979]['id']}")
    assert ROW.findall(last) == [f"stack-{at}" for at in range(2980, 2995)]
    assert not link(last, "Older")
    failed = page(connected, "?kind=failed")
    assert ROW.findall(failed) == [f"stack-{at}" for at in range(7, 1500, 30)]
    failed = page(connected, link(failed, "Older"))
    assert ROW.findall(failed) == [f"stack-{at}" for at in range(1507, 2995, 30)]
    assert not link(failed, "Older")
    assert ROW.findall(page(connected, "?kind=work")) == ["stack-2400"]
    assert cloud.listed < 1200


def test_a_restored_stack_is_not_told_to_have_been_changed() -> None:
    now = timezone.now()
    run = Run(action="restore", state="complete", ended=now)
    restored = Stack("shop", "5f1b", "RESTORE_COMPLETE", "", now, now, (), run, Match(None))
    assert restored.is_restored
    assert not replace(restored, run=Run(action="update", state="complete", ended=now)).is_restored
    assert not replace(restored, match=Match(Revision())).is_restored


def test_a_search_reads_on_and_says_where_it_has_stopped(connected, monkeypatch) -> None:
    monkeypatch.setattr(stack_list, "MOST_READ", 1000)
    found = page(connected, "?q=BLUE")
    assert ROW.findall(found) == ["stack-40"]
    assert "1000 stacks were searched" in found
    found = page(connected, link(found, "Search on"))
    assert ROW.findall(found) == []
    assert "No stack matches." not in found
    found = page(connected, link(found, "Search on"))
    assert ROW.findall(found) == ["stack-2900"]
    assert not link(found, "Search on")
    found = page(connected, "?q=stack-29&kind=failed")
    assert ROW.findall(found) == ["stack-2917", "stack-2947", "stack-2977"]
    assert 'data-testid="stacks-failed" aria-current="true"' in " ".join(found.split())
    assert "?q=stack-29&amp;kind=work" in found
    assert "No stack matches." in page(connected, "?q=stack-29&kind=work")


def test_a_heat_that_does_not_count_gets_no_numbers(connected, cloud) -> None:
    cloud.counts = False
    assert count(page(connected), "failed") == "Failed"


@pytest.mark.parametrize("number", [120])
def test_all_counts_of_a_small_project_are_known(connected, cloud) -> None:
    text = page(connected)
    assert [count(text, kind) for kind in ("all", "failed", "work")] == ["All 120", "Failed 4", "At work 0"]
    assert cloud.listed == 120
    assert ROW.findall(page(connected, link(text, "Older"))) == [f"stack-{at}" for at in range(50, 100)]
    assert ROW.findall(page(connected, "?after=nonsense&before=nonsense&kind=nonsense")) == ROW.findall(text)


def test_a_heat_that_never_comes_to_the_stack_of_the_page_is_asked_no_more_than_for_a_search(connected, cloud) -> None:
    cloud.endless = count_from(10_000)
    page(connected, f"?before={cloud.stacks[99]['id']}")
    assert cloud.listed < 2 * stack_list.MOST_READ


def test_a_heat_that_sends_more_stacks_than_asked_for_fills_one_page(connected, cloud, monkeypatch) -> None:
    monkeypatch.setattr(Handler, "answer", lambda handler: handler.respond(200, {"stacks": cloud.stacks, "count": 1}))
    assert ROW.findall(page(connected)) == [f"stack-{at}" for at in range(50)]
    assert ROW.findall(page(connected, "?q=stack-2900")) == []


def test_a_status_that_is_no_text_of_a_page_is_shown_as_far_as_it_is(connected, cloud) -> None:
    cloud.stacks[0]["stack_status"] = "CREATE_\ud800FAILED\0"
    assert "Create ?failed" in page(connected)
