"""The page of a plan and of a run, without a cloud that answers: its map, and the decision in narrower windows."""

import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Locator, Page, expect

from designer.models import Run, RunAction, RunEvent, RunState
from tests.browser.administration.test_administration import SIDEWAYS
from tests.browser.network import until
from tests.local_service import listed_clouds

TEMPLATE = """\
heat_template_version: 2021-04-16
resources:
  network: {type: OS::Neutron::Net}
  subnet:
    type: OS::Neutron::Subnet
    properties: {network: {get_resource: network}, cidr: 10.93.0.0/24}
  first: {type: OS::Heat::RandomString}
  second: {type: OS::Heat::RandomString, properties: {salt: {get_attr: [first, value]}}}
  third: {type: OS::Heat::RandomString, properties: {salt: {get_attr: [second, value]}}}
  fourth: {type: OS::Heat::RandomString, properties: {salt: {get_attr: [third, value]}}}
"""
NAMES = ("network", "subnet", "first", "second", "third", "fourth")
Store = Callable[..., Run]


@pytest.fixture
def stored(settings, tmp_path, make_design) -> Iterator[Store]:
    """Stores a run of Alice's, and says what becomes of its resources; `address` is that of its page."""
    design = make_design(TEMPLATE, name="Small")

    def store(state: str, **actions: str) -> Run:
        rows = [{"name": name, "type": "", "action": actions.get(name, "unchanged")} for name in NAMES]
        return Run.objects.create(
            design=design,
            revision=design.newest,
            owner=design.owner,
            cloud="lab",
            project="shop",
            stack_name="shop-staging",
            action=RunAction.UPDATE,
            state=state,
            plan={"made": "", "resources": rows},
            started=None if state == RunState.PLANNED else timezone.now() - timedelta(minutes=1),
        )

    with listed_clouds(settings, tmp_path, {"lab": "http://127.0.0.1:9"}):
        yield store


def address(run: Run) -> str:
    return f"/templates/{run.design.slug}/runs/{run.pk}/"


def tell(run: Run, resource: str, status: str) -> None:
    """Store an event."""
    RunEvent.objects.create(
        run=run, event_id=f"{resource} {status}", at=timezone.now(), resource=resource, status=status
    )


def card(page: Page, name: str) -> Locator:
    return page.locator(f"#run-map [data-name={name}]")


def percent(page: Page) -> int:
    return int(re.sub(r"\D", "", page.locator("[data-zoom]").inner_text()))


def place(page: Page, name: str) -> dict[str, Any]:
    box = card(page, name).bounding_box()
    assert box is not None
    return dict(box)


def is_in_view(page: Page, name: str) -> bool:
    """Whether all of a card is in the part of the window that the map has."""
    inner, outer = place(page, name), page.locator("#run-map").bounding_box()
    assert outer is not None
    return all(
        outer[at] <= inner[at] and inner[at] + inner[size] <= outer[at] + outer[size]
        for at, size in (("x", "width"), ("y", "height"))
    )


def test_the_decision_is_a_sheet_that_the_bar_at_the_foot_opens(alice_page: Page, stored, expect_accessible) -> None:
    page = alice_page
    run = stored(RunState.PLANNED, subnet="replace", first="update")
    page.set_viewport_size({"width": 1024, "height": 800})
    page.goto(address(run))
    opener, decision = page.get_by_test_id("run-foot"), page.get_by_role("complementary", name="Decision")
    expect(opener).to_have_text("Replace 1, update shop-staging")
    expect(decision).to_be_hidden()
    assert page.locator("#run-list").bounding_box()["width"] == 360
    opener.press("Enter")
    name = page.get_by_role("textbox", name="Type shop-staging to confirm.")
    expect(name).to_be_focused()
    expect(opener).to_have_attribute("aria-expanded", "true")
    expect_accessible(page)
    assert page.evaluate(SIDEWAYS) == []
    page.keyboard.press("Escape")
    expect(decision).to_be_hidden()
    expect(opener).to_be_focused()
    expect(opener).to_have_attribute("aria-expanded", "false")
    opener.click()
    page.get_by_role("button", name="Close").click()
    expect(decision).to_be_hidden()
    expect(opener).to_be_focused()

    page.set_viewport_size({"width": 1280, "height": 800})
    expect(opener).to_be_hidden()
    expect(decision).to_be_visible()
    page.set_viewport_size({"width": 390, "height": 800})
    expect(opener).to_be_visible()
    assert page.evaluate(SIDEWAYS) == []
    assert opener.evaluate("each => each.scrollHeight <= each.clientHeight")  # all of its words
    opener.press("Enter")
    expect(name).to_be_focused()
    expect(page.locator("[data-shows=decision]")).to_have_attribute("aria-pressed", "true")
    expect(opener).to_be_hidden()


def test_without_scripts_the_bar_leads_to_the_decision(plain_page, alice_page: Page, stored, base_url) -> None:
    run = stored(RunState.PLANNED)
    page = plain_page(java_script_enabled=False, storage_state=alice_page.context.storage_state(), base_url=base_url)
    page.set_viewport_size({"width": 1024, "height": 800})
    page.goto(address(run))
    page.get_by_test_id("run-foot").press("Enter")
    expect(page).to_have_url(re.compile("#run-decision$"))
    expect(page.get_by_label("Time limit in minutes")).to_be_in_viewport()


def test_the_map_is_zoomed_and_panned_as_on_the_design_page(alice_page: Page, stored) -> None:
    page = alice_page
    page.set_viewport_size({"width": 1900, "height": 900})
    page.goto(address(stored(RunState.PLANNED, subnet="replace")))
    until(page, lambda: all(is_in_view(page, name) for name in NAMES))  # it is fitted when it is first drawn
    fitting, map_ = percent(page), page.get_by_role("region", name="Map")
    page.get_by_role("button", name="Zoom in").press("Enter")
    assert percent(page) == pytest.approx(fitting * 1.2, abs=1)
    page.get_by_role("button", name="Zoom out").press("Enter")
    page.get_by_role("button", name="Zoom out").press("Enter")
    assert percent(page) == pytest.approx(fitting / 1.2, abs=1)
    page.get_by_role("button", name="Fit").press("Enter")
    assert percent(page) == fitting

    map_.focus()
    page.keyboard.press("0")
    expect(page.locator("[data-zoom]")).to_have_text("100 %")
    page.keyboard.press("-")
    expect(page.locator("[data-zoom]")).to_have_text("83 %")
    page.keyboard.press("1")
    expect(page.locator("[data-zoom]")).to_have_text(f"{fitting} %")

    before = place(page, "first")
    x, y = before["x"] + before["width"] / 2, before["y"] + 20
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 60, y - 30, steps=3)
    page.mouse.up()
    after = place(page, "first")
    assert (round(after["x"] - before["x"]), round(after["y"] - before["y"])) == (60, -30)
    expect(page.locator("#run-map .chosen")).to_have_count(0)  # it was dragged, not chosen
    page.mouse.wheel(0, 40)
    until(page, lambda: round(place(page, "first")["y"] - after["y"]) == -40)
    page.keyboard.down("Control")
    page.mouse.wheel(0, -50)
    page.keyboard.up("Control")
    expect(page.locator("[data-zoom]")).not_to_have_text(f"{fitting} %")
    for _turn in range(20):
        page.mouse.wheel(400, 0)
    until(page, lambda: not is_in_view(page, "subnet"))
    page.get_by_test_id("plan-subnet").focus()
    page.keyboard.press("Home")
    expect(page.locator("#run-map .chosen")).to_have_attribute("data-name", "subnet")
    assert is_in_view(page, "subnet")
    page.keyboard.press("l")
    expect(page.locator("#run-map")).to_be_hidden()
    page.keyboard.press("l")
    expect(card(page, "subnet")).to_be_visible()


def test_the_map_follows_what_is_at_work_once_that_is_chosen(alice_page: Page, stored) -> None:
    page = alice_page
    run = stored(RunState.RUNNING, **dict.fromkeys(NAMES, "update"))
    page.goto(address(run))
    until(page, lambda: is_in_view(page, "network"))
    for _step in range(6):
        page.get_by_role("button", name="Zoom in").press("Enter")  # so that not all of it is in view
    page.emulate_media(reduced_motion="reduce")  # the view moves at once
    names = [name for name in ("first", "second", "third", "fourth") if not is_in_view(page, name)]
    assert len(names) >= 2, names
    follow = page.get_by_role("button", name="Follow what is at work")
    expect(follow).to_have_attribute("aria-pressed", "false")
    tell(run, names[0], "UPDATE_IN_PROGRESS")
    expect(card(page, names[0])).to_have_attribute("data-run", "work")
    assert not is_in_view(page, names[0])
    follow.press("Enter")
    until(page, lambda: is_in_view(page, names[0]))

    # not while the person pans
    box = page.locator("#run-map").bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    tell(run, names[0], "UPDATE_COMPLETE")
    tell(run, names[-1], "UPDATE_IN_PROGRESS")
    before = place(page, "network")
    expect(card(page, names[-1])).to_have_attribute("data-run", "work")
    assert place(page, "network") == before
    page.mouse.up()
    tell(run, "network", "UPDATE_COMPLETE")
    expect(card(page, "network")).to_have_attribute("data-run", "done")
    until(page, lambda: is_in_view(page, names[-1]))
    Run.objects.filter(pk=run.pk).update(state=RunState.COMPLETE, ended=timezone.now())
    expect(follow).to_be_hidden()


def test_the_map_says_in_the_end_what_has_become_of_the_plan(alice_page: Page, stored) -> None:
    page = alice_page
    run = stored(RunState.RUNNING, network="update", subnet="update")
    page.goto(address(run))
    tell(run, "network", "UPDATE_IN_PROGRESS")
    tell(run, "network", "UPDATE_COMPLETE")
    tell(run, "first", "CREATE_COMPLETE")
    expect(card(page, "network")).to_have_attribute("data-run", "done")
    expect(card(page, "subnet")).to_have_attribute("data-run", "wait")
    Run.objects.filter(pk=run.pk).update(state=RunState.COMPLETE, ended=timezone.now())
    expect(card(page, "network").locator(".word.tab")).to_contain_text(["Changed in place, as planned"])
    expect(card(page, "first").locator(".word.tab")).to_contain_text(["Replaced, not as planned"])
    expect(card(page, "subnet").locator(".word")).to_have_count(0)  # it waits for nothing


def test_nothing_begins_behind_a_window_of_the_page(alice_page: Page, stored) -> None:
    page = alice_page
    run = stored(RunState.PLANNED, first="update")
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(address(run))
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.method))
    page.evaluate("document.querySelector('[data-go]').disabled = false")  # as for somebody who is connected
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Control+Enter")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    assert "POST" not in sent
