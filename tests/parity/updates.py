"""Compares the semantic diff with the update preview of a real Heat service: what happens to every resource.

    python -m tests.parity.updates [--templates N] [--edits N] [--seed N] [--keep FILE]

It makes N templates, nested ones among them, has Heat know each as a stack, and asks Heat what N edits in all would do
to its resources.  Differences that follow from how Heat previews are counted by their cause; the exit status tells
whether there are others.
"""

import argparse
import json
import random
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from hotcore import Side, load, preview, semantic_diff
from hotcore.diff import Change
from tests.browser.heat_service import Heat, running_heat
from tests.parity.recorded import write_cases
from tests.parity.strategies.updates import GATE, edits_of, template_of

CASES = Path(__file__).parents[1] / "recorded" / "updates.json"
WITHOUT_CLOUD = Path(__file__).with_name("heat_service_without_cloud.py")
TEMPLATES, EDITS = 30, 200

_LEVELS = ("unchanged", "updated", "replaced")
_KINDS = {"changed": "updated", "rewritten": "updated", "replaced": "replaced", "added": "added", "removed": "deleted"}
_UNTRANSLATED = "Heat previews retired names untranslated"
_MEMBERS = re.compile(r"Members? (?P<names>`.*?): |Each member")
_SIZES = re.compile(r"members? (?:added|removed): (\d+) in total, (\d+) before")
_INSIDE = re.compile(r"In `\d+`, and similarly in (?:(?P<count>\d+) more members?|each other member): ")
_MOST_MEMBERS = 9

Case = Mapping[str, Any]
Asked = Mapping[str, Any]
"""A template, what Heat says of it unedited, and edits with what Heat says of each."""

Effects = dict[str, str]
"""What happens to resources, by their paths."""


def _path(entry: Mapping[str, Any]) -> str:
    parent = entry.get("parent_resource")
    return f"{parent}/{entry['resource_name']}" if parent else str(entry["resource_name"])


def our_effects(case: Case, edited: Case) -> tuple[Effects | None, dict[str, str]]:
    """What the semantic diff says about the resources that change, and the sentences; None if Heat refuses that."""
    found = semantic_diff(*(Side(load(*_texts(each))) for each in (case, edited)))
    effects: Effects = {}
    sentences: dict[str, str] = {}
    for change in found.changes:
        for path in _paths(change):
            worse = _worse(effects.get(path, "unchanged"), _KINDS.get(change.kind, "unchanged"))
            effects[path] = worse
            sentences[path] = f"{sentences.get(path, '')} {change.sentence}".strip()
    return (None if found.of_kind("refused") else effects), sentences


def _worse(one: str, other: str) -> str:
    return other if other not in _LEVELS or one not in _LEVELS else max(one, other, key=_LEVELS.index)


def _paths(change: Change) -> Iterator[str]:
    """The paths of the resources of a change; the members of a group are told together."""
    if change.section != "resources":
        return
    group, text = "/".join(change.path[-1:]), change.sentence
    sizes, members = _SIZES.search(text), _MEMBERS.search(text)
    if sizes:
        fewer, more = sorted(map(int, sizes.groups()))
        yield from (f"{group}/{at}" for at in range(fewer, more))
    elif members and members["names"]:
        yield from (f"{group}/{name}" for name in re.findall("`([^`]+)`", members["names"]))
    elif members:
        yield from (f"{group}/{at}" for at in range(_MOST_MEMBERS))
    elif inside := _INSIDE.search(text):
        first = int(change.path[-1])
        yield from (f"{first + at}/{change.name}" for at in range(1 + int(inside["count"] or _MOST_MEMBERS)))
    else:
        yield "/".join((*change.path, change.name)[-2:])


def _texts(case: Case) -> tuple[str, dict[str, str]]:
    """The template and its files as they are sent: what no Heat without a cloud can create waits for a resource that
    fails."""
    body = dict(case["template"])
    if not case["is_created"]:
        gate = {GATE: {"type": "OS::Heat::TestResource", "properties": {"fail": True}}}
        body["resources"] = gate | {name: _behind_gate(each) for name, each in body["resources"].items()}
    return json.dumps(body), {name: json.dumps(file) for name, file in case["files"].items()}


def _behind_gate(body: Mapping[str, Any]) -> dict[str, Any]:
    return {**body, "depends_on": [*body.get("depends_on", ()), GATE]}


def differences(asked: Asked, edit: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Where hotcore and Heat differ about an edit: each difference in a line, with its cause, empty if it has none."""
    ours, sentences = our_effects(asked["case"], edit["case"])
    theirs = edit["effects"]
    if (theirs is None) != (ours is None):
        who = "Heat refuses the edit, hotcore does not" if theirs is None else "hotcore refuses the edit, Heat does not"
        yield who, _cause_of_refusal(asked["case"], edit["case"], " ".join(sentences.values()), by_heat=theirs is None)
    for path, said in (theirs or {}).items() if ours is not None else ():
        we, words = ours.get(path, "unchanged"), sentences.get(path, "")
        if we != said:
            cause = _cause(said, we, words, asked["unedited"].get(path))
            yield f"{path}: Heat: {said}, hotcore: {we}. {words}", cause


def _cause(said: str, we: str, words: str, unedited: str | None) -> str:
    """Why the preview of Heat says something else, if that is known."""
    if said not in _LEVELS or we not in _LEVELS:
        return ""
    if _LEVELS.index(said) > _LEVELS.index(we) and unedited == said:
        return "Heat says so without any edit"
    return _UNTRANSLATED if said == "replaced" and "is now written as" in words else ""


def _cause_of_refusal(case: Case, edited: Case, words: str, *, by_heat: bool) -> str:
    """Why only one of both refuses an edit, if that is known."""
    before, after = (preview(load(*_texts(each))).diagnostics for each in (case, edited))
    known = {found.message for found in before}
    new = {found.code for found in after if found.message not in known}
    if by_heat and "properties-group" in new:
        return "hotcore warns of what Heat refuses"
    if by_heat:
        return _UNTRANSLATED if "is now written as" in words else ""
    return "it breaks a rule of a plug-in, which this service leaves out" if "plug-in-rule" in new else ""


def answer(heat: Heat, case: Case, count: int, seed: int) -> Asked | None:
    """What Heat says of a template and of edits of it; None if it does not take the template."""
    text, files = _texts(case)
    stack, status = heat.stack(text, files) or ("", "")
    if status != ("CREATE_COMPLETE" if case["is_created"] else "CREATE_FAILED"):
        return None
    unedited = _effects(heat, stack, case)
    edits = [
        {"case": edited, "effects": _effects(heat, stack, edited)}
        for edited, _ in zip(edits_of(dict(case), seed), range(count), strict=False)
    ]
    return {"id": f"seed/{seed}", "case": case, "unedited": unedited, "edits": edits}


def _effects(heat: Heat, stack: str, case: Case) -> Effects | None:
    """What Heat says about every resource but the one that fails; None if it refuses the update."""
    changes = heat.update_preview(stack, *_texts(case))
    if changes is None:
        return None
    found = {_path(entry): said for said, entries in changes.items() for entry in entries if entry is not None}
    return {path: said for path, said in found.items() if path != GATE}


def main(arguments: list[str]) -> int:
    """Compares; 1 with differences whose cause is not known."""
    parser = argparse.ArgumentParser(prog="python -m tests.parity.updates", description=__doc__)
    parser.add_argument("--templates", type=int, default=TEMPLATES, metavar="N")
    parser.add_argument("--edits", type=int, default=EDITS, metavar="N")
    parser.add_argument("--seed", type=int, metavar="N")
    parser.add_argument("--keep", type=Path, metavar="FILE")
    options = parser.parse_args(arguments)
    seed = random.randrange(2**31) if options.seed is None else options.seed
    with tempfile.TemporaryDirectory() as folder, running_heat(Path(folder), WITHOUT_CLOUD) as heat:
        asked = list(_asked(heat, options.templates, options.edits, seed))
    if options.keep:
        write_cases(options.keep, asked)
    sys.stdout.write(f"{report(asked)}SEED={seed}\n")
    return int(any(not cause for one in asked for edit in one["edits"] for _, cause in differences(one, edit)))


def _asked(heat: Heat, templates: int, edits: int, seed: int) -> Iterator[dict[str, Any]]:
    """The first so many templates from a seed that Heat takes."""
    taken = 0
    while taken < templates:
        seed += 1
        share = edits * (taken + 1) // templates - edits * taken // templates
        if found := answer(heat, template_of(seed), share, seed):
            taken += 1
            yield dict(found)


def report(asked: Sequence[Asked]) -> str:
    """The differences without a known cause, a line each, and the counts."""
    tally: Counter[str] = Counter()
    lines = []
    for one in asked:
        for at, edit in enumerate(one["edits"]):
            tally.update((edit["effects"] or {"": "refused"}).values())
            for line, cause in differences(one, edit):
                tally[cause or "not explained"] += 1
                lines += [] if cause else [f"-- {one['id']}, edit {at}: {line}\n"]
    counts = "".join(f"{count:6} {name}\n" for name, count in tally.most_common())
    return f"{''.join(lines)}{sum(len(one['edits']) for one in asked)} edits of {len(asked)} templates\n{counts}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
