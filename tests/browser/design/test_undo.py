"""Undo and redo of everything: many gestures and typed words, undone and redone, across reloads."""

import random
from itertools import pairwise

from playwright.sync_api import Page, expect

import hotcore
from hotcore.edits import CannotEdit, Draft, perform
from tests.browser.design.test_every_byte import corpus
from tests.hotcore.corpus import needs_corpus

STEPS = 40
GESTURE = "async ([name, given]) => Boolean(await designer.studio.gesture(name, given))"


def gestures_of(text: str) -> list[tuple[str, dict[str, object]]]:
    """One gesture of every kind that fits a template, each at a random place; not all can be made."""
    data = Draft(text).plain()
    section = random.choice([name for name in ("parameters", "resources", "outputs") if data.get(name)])
    name, resource = random.choice(list(data[section])), random.choice(list(data["resources"]))
    other = random.choice(list(data["resources"]))
    properties = data["resources"][resource].get("properties") or {}
    path = ["resources", resource, "properties", random.choice(list(properties))] if properties else ["resources"]
    fresh = f"n{random.randrange(10**6)}"
    return [
        ("add", {"section": "resources", "name": fresh, "body": {"type": "OS::Heat::Value"}}),
        ("add", {"section": "parameters", "name": fresh, "body": {"type": "string"}, "index": 0}),
        ("add", {"section": "conditions", "name": fresh, "body": True}),
        ("add", {"section": "outputs", "name": fresh, "body": {"value": {"get_resource": resource}}}),
        ("remove", {"section": section, "name": name, "with_uses": random.random() < 0.5}),
        ("rename", {"section": section, "name": name, "new": fresh}),
        ("duplicate", {"section": section, "name": name}),
        ("move", {"path": [section, name], "index": random.randrange(len(data[section]))}),
        ("set", {"path": path, "value": random.choice(["x: y", 5, "two\nlines\n", {"a": ["b"]}, None])}),
        ("set", {"path": ["resources", resource, "metadata", "a", "b"], "value": {"get_param": "OS::stack_name"}}),
        ("insert", {"path": path, "value": "é😀"}),
        ("unset", {"path": path}),
        ("connect", {"source": resource, "target": other, "path": random.choice([None, ["metadata", "of"]])}),
        ("disconnect", {"source": resource, "target": other}),
        ("wrap", {"path": path, "around": {"list_join": [",", [{"$": "value"}, "b"]]}}),
        ("make-parameter", {"path": path, "name": fresh, "declaration": {"type": "string"}}),
        ("make-output", {"path": path, "name": fresh}),
        ("add-group", {"label": fresh}),
        ("set-version", {"version": random.choice(["2018-08-31", "2021-04-16", "rocky"])}),
    ]


def made(text: str) -> tuple[str, dict[str, object], str, str]:
    """A random gesture that can be made: its name, its arguments, its title and the text that it gives."""
    while True:
        kind = random.choice(sorted({name for name, _ in gestures_of(text)}))
        name, given = random.choice([one for one in gestures_of(text) if one[0] == kind])
        try:
            change = perform(text, name, given)
        except CannotEdit:
            continue
        if change.edits and hotcore.load(change.after).template and hotcore.load(change.after).template.resources:
            return name, given, change.title, change.after


class History:
    """The design page with its history."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def expect_text(self, text: str) -> None:
        expect(self.page.locator("textarea[name=text]")).to_have_value(text)

    def perform(self, name: str, given: dict[str, object]) -> None:
        assert self.page.evaluate(GESTURE, [name, given])

    def write(self, words: str) -> None:
        """Types at the end."""
        self.page.get_by_test_id("code-editor").focus()
        self.page.keyboard.press("Control+End")
        self.page.keyboard.insert_text(words)

    def step(self, button: str, title: str, text: str) -> None:
        """Undoes or redoes one step by a button whose tooltip names the step."""
        named = f"{button.capitalize()}: {title}"
        expect(self.page.get_by_test_id(button)).to_have_attribute("title", named)
        self.page.get_by_test_id(button).click()
        self.expect_text(text)

    def reload(self) -> None:
        self.page.reload()
        expect(self.page.locator("[data-studio].live .node").first).to_be_attached()


@needs_corpus
def test_many_steps_are_taken_back_and_made_again_by_their_names_through_reloads(alice_page: Page, make_design):
    name, source, files = random.choice([one for one in corpus() if b"\nresources:" in one[1] and b"{{" not in one[1]])
    design = make_design(source, name=name, files=files)
    alice_page.goto(f"/templates/{design.slug}/design/")
    history = History(alice_page)
    texts, titles = [alice_page.locator("textarea[name=text]").input_value()], []
    while len(titles) < STEPS:
        if len(titles) % 10 == 9:
            title, after = "typing", f"{texts[-1]} # é😀 {len(titles)}"
            history.write(after.removeprefix(texts[-1]))
        else:
            gesture, given, title, after = made(texts[-1])
            history.perform(gesture, given)
        history.expect_text(after)
        texts.append(after)
        titles.append(title)
    way = list(zip(titles, pairwise(texts), strict=True))
    for number, (title, (before, _)) in enumerate(reversed(way)):
        if number == STEPS // 2:
            history.reload()
        history.step("undo", title, before)
    assert alice_page.locator("textarea[name=text]").input_value() == texts[0]
    for number, (title, (_, after)) in enumerate(way):
        if number == STEPS // 2:
            history.reload()
        history.step("redo", title, after)
