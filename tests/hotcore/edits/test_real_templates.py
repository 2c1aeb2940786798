"""Six real templates, each edited by ten gestures: every byte outside of what a gesture says it changes stays."""

import pytest

import hotcore
from hotcore.edits import Change, apply_edits, perform
from tests.hotcore.corpus import corpus_texts, needs_corpus

WANTED = 6


def chosen() -> list[tuple[str, str]]:
    """The six templates of the corpus with the most resources."""
    counted = [(text.count("\n    type: "), name, text) for name, text in corpus_texts()]
    readable = [
        (name, text)
        for count, name, text in sorted(counted, reverse=True)
        if (template := hotcore.load(text).template) and len(template.resources) > 2
    ]
    return readable[:WANTED]


def gestures(names: list[str]) -> list[tuple[str, dict]]:
    """Ten gestures on a template with these resources."""
    first, second, last = names[0], names[1], names[-1]
    return [
        ("add", {"section": "resources", "name": "fresh", "body": {"type": "OS::Cinder::Volume"}}),
        ("set", {"path": ["resources", "fresh", "properties", "size"], "value": 10}),
        ("rename", {"section": "resources", "name": "fresh", "new": "fresh_disk"}),
        ("connect", {"source": "fresh_disk", "target": first, "path": None}),
        ("duplicate-all", {"names": [first, second]}),
        ("pattern", {"name": "network", "names": []}),
        ("repeat", {"name": "fresh_disk", "into": "OS::Heat::ResourceGroup"}),
        ("disconnect", {"source": "fresh_disk", "target": first}),
        ("add", {"section": "outputs", "name": "fresh_output", "body": {"value": {"get_resource": last}}}),
        ("remove-all", {"section": "resources", "names": ["fresh_disk"], "with_uses": True}),
    ]


def expect_bytes_kept(before: str, change: Change, after: str) -> None:
    """Outside of its edits a change keeps the text, and its edits contain no line that stays as it was."""
    at = back = 0
    for edit in sorted(change.edits, key=lambda one: one.start):
        kept = before[at : edit.start]
        assert after[back : back + len(kept)] == kept
        at, back = edit.end, back + len(kept) + len(edit.text)
    assert after[back:] == before[at:]
    removed = [line for edit in change.edits for line in before[edit.start : edit.end].splitlines() if line.strip()]
    assert len(removed) <= 12, removed


@needs_corpus
@pytest.mark.parametrize(("name", "text"), chosen())
def test_ten_gestures_keep_every_other_byte(name, text):
    lines = text.splitlines()
    names = [*hotcore.load(text).template.resources]
    for gesture, arguments in gestures(names):
        change = perform(text, gesture, arguments)
        after = apply_edits(text, change.edits)
        expect_bytes_kept(text, change, after)
        text = after
    assert hotcore.load(text).template is not None
    left = iter(text.splitlines())
    assert [line for line in lines if line not in left] == []  # in their order
