"""Every fix that is offered on real templates, the samples and the test cases does what its title says, and nothing
else."""

import re
from collections import Counter
from pathlib import Path

from hotcore.analysis import load, preview
from hotcore.cli.documents import read_document
from hotcore.edits import perform
from hotcore.linter.linter import lint
from hotcore.linter.registry import RULES
from hotcore.resolver.build import preview_as_data
from hotcore.syntax.nodes import Mapping
from tests.hotcore.corpus import FILES, corpus_texts

ROOT = Path(__file__).parents[3]
TEMPLATES = [
    *(FILES / name for name, _ in corpus_texts()),
    *sorted((ROOT / "designer" / "samples").glob("*/template.yaml")),
    *sorted((ROOT / "tests" / "cases").rglob("*.yaml")),
]


def offered():
    """One diagnostic per kind of fix and template: more of the same kind would test nothing new."""
    for path in TEMPLATES:
        document = read_document(str(path))
        kinds = {}
        for found in lint(document) if document.ok else ():
            if found.fix is not None:
                kinds.setdefault((found.code, found.fix.gesture), found)
        for (code, gesture), found in kinds.items():
            yield f"{path.stem}-{code}-{gesture}", document, found


def declarations(document):
    """The text of every declaration by its section and name."""
    return {
        (section, name): node.source.text[node.start : node.end]
        for section, members in document.template.root.members.items()
        if isinstance(members, Mapping)
        for name, node in members.members.items()
    }


def other_lines(document, keys):
    """The lines outside of the given declarations, without blank lines, comments and the keys of sections, which are
    removed together with their last declaration."""
    lines = document.text.split("\n")
    for section, name in keys:
        node = document.template.root.members[section]
        key, value = node.key_nodes[name].span, node.members[name].span
        lines[key.line - 1 : value.end_line] = [""] * (value.end_line - key.line + 1)
    return [line for line in lines if line.strip() and not re.match(r" *#|(parameters|conditions):$", line)]


def results(document):
    data = preview_as_data(preview(document, mask=False))
    return {key: data[key] for key in ("resources", "outputs")}


def test_a_fix_solves_its_problem_and_changes_nothing_else(subtests):
    fixes = list(offered())
    assert len(fixes) > 40
    for name, document, found in fixes:
        with subtests.test(name):
            assert_solves_and_changes_nothing_else(document, found)


def assert_solves_and_changes_nothing_else(document, found):
    text = perform(document.text, found.fix.gesture, found.fix.arguments).after
    after = load(text, document.files)
    assert after.ok
    counts = [Counter(each.code for each in lint(one, select=[found.code]))[found.code] for one in (document, after)]
    assert counts[1] == counts[0] - 1
    old, new = declarations(document), declarations(after)
    changed = {key for key in old | new if old.get(key) != new.get(key)}
    assert len(changed) <= 1
    if "parameter_groups" not in document.template.root.members:  # names are removed from these, or added to them
        assert other_lines(document, changed & old.keys()) == other_lines(after, changed & new.keys())
    if not RULES[found.code].changes:
        assert repr(results(after)) == repr(results(document))
