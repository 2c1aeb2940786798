"""Text diffs in hunks that are named by the template element that they are in."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from itertools import groupby, zip_longest

from designer.content.content import Content
from designer.content.line_endings import plain

CONTEXT = 3  # lines around a change
MOST_COMPARED = 3_000  # lines of either text; beyond that, everything from the first to the last change is one hunk
MOST_SHOWN = 3_000  # lines of one diff
KEY = re.compile(r"""( *)(?:"([^"\\]+)"|'([^']+)'|([\w.-]+))\s*:(?:\s|$)""")


@dataclass(frozen=True)
class Line:
    """A line with its numbers in the older and the newer text, None where it is absent."""

    old: int | None
    new: int | None
    text: str

    @property
    def kind(self) -> str:
        """`del`, `add`, or empty for a line that both texts have."""
        return "del" if self.new is None else "add" if self.old is None else ""


@dataclass(frozen=True)
class Hunk:
    """Changed lines of one element with their context."""

    element: str
    lines: Sequence[Line]

    def pairs(self) -> Iterator[tuple[Line | None, Line | None]]:
        """Yield the lines side by side, older and newer, None where one side has no line."""
        for changed, group in groupby(self.lines, key=lambda line: bool(line.kind)):
            lines = list(group)
            if not changed:
                yield from ((line, line) for line in lines)
                continue
            removed = [line for line in lines if line.kind == "del"]
            added = [line for line in lines if line.kind == "add"]
            yield from zip_longest(removed, added)


@dataclass(frozen=True)
class Difference:
    """The changes to the template, or to the file at `path`."""

    path: str
    hunks: Sequence[Hunk] = field(default=())
    binary: bool = False
    left_out: int = 0

    @property
    def is_yaml(self) -> bool:
        """Whether it is a template or another file in YAML or JSON."""
        return not self.path or self.path.endswith((".yaml", ".yml", ".json", ".template", ".hot"))

    @property
    def added(self) -> int:
        """The number of added lines."""
        return self._count("add")

    @property
    def removed(self) -> int:
        """The number of removed lines."""
        return self._count("del")

    def _count(self, kind: str) -> int:
        return sum(line.kind == kind for hunk in self.hunks for line in hunk.lines)


def differences(old: Content, new: Content) -> list[Difference]:
    """Return the changes between two revisions: the template first, then the changed files by path."""
    found = [difference("", old.text, new.text)] if old.text != new.text else []
    for path in sorted(old.files.keys() | new.files.keys()):
        before, after = old.files.get(path, b""), new.files.get(path, b"")
        if before != after or (path in old.files) != (path in new.files):
            found.append(difference(path, before, after))
    return found


def difference(path: str, before: bytes, after: bytes) -> Difference:
    """Return the changes between two versions of a file."""
    try:
        old, new = _lines(before), _lines(after)
    except UnicodeDecodeError:
        return Difference(path, binary=True)
    groups = list(_compared(old, new))
    shown = list(_shown(groups, _Names(_elements(old), _elements(new))))
    found = Difference(path, shown)
    total = sum(bool(line.kind) for group in groups for line in group)
    return Difference(path, shown, left_out=total - found.added - found.removed)


def _shown(groups: Sequence[Sequence[Line]], names: "_Names") -> Iterator[Hunk]:
    """Yield the hunks of a diff by element, up to the number of lines that a page can show."""
    room = MOST_SHOWN
    for group in groups:
        for name, run in groupby(group, key=names.of):
            lines = list(run)[:room]
            if any(line.kind for line in lines):
                room -= len(lines)
                yield Hunk(name, lines)


@dataclass(frozen=True)
class _Names:
    """The element of every line in both texts."""

    old: Sequence[str]
    new: Sequence[str]

    def of(self, line: Line) -> str:
        """Return the name of a line's element."""
        return self.new[line.new - 1] if line.new else self.old[(line.old or 1) - 1]


def _lines(text: bytes) -> list[str]:
    """Return the lines; differences in line endings alone do not count as changes."""
    return plain(text.decode("utf-8")).removesuffix("\n").split("\n") if text else []


def _compared(old: Sequence[str], new: Sequence[str]) -> Iterator[list[Line]]:
    """Yield groups of lines that differ, with their context."""
    for group in _grouped(old, new):
        lines: list[Line] = []
        for tag, old_from, old_to, new_from, new_to in group:
            if tag == "equal":
                pairs = zip(range(old_from, old_to), range(new_from, new_to), strict=True)
                lines += [Line(one + 1, two + 1, new[two]) for one, two in pairs]
            else:
                lines += [Line(number + 1, None, old[number]) for number in range(old_from, old_to)]
                lines += [Line(None, number + 1, new[number]) for number in range(new_from, new_to)]
        yield lines


def _grouped(old: Sequence[str], new: Sequence[str]) -> Iterator[Sequence[tuple[str, int, int, int, int]]]:
    """Yield grouped opcodes as `unified_diff` uses them; a single group if the texts are too long to compare."""
    if max(len(old), len(new)) <= MOST_COMPARED:
        yield from SequenceMatcher(None, old, new).get_grouped_opcodes(CONTEXT)
        return
    head = _same(old, new)
    tail = min(_same(old[::-1], new[::-1]), min(len(old), len(new)) - head)
    before, after = max(head - CONTEXT, 0), min(tail, CONTEXT)
    old_end, new_end = len(old) - tail, len(new) - tail
    yield [
        ("equal", before, head, before, head),
        ("replace", head, old_end, head, new_end),
        ("equal", old_end, old_end + after, new_end, new_end + after),
    ]


def _same(one: Sequence[str], other: Sequence[str]) -> int:
    """Return the number of leading lines that are the same."""
    return next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def _elements(lines: Sequence[str]) -> list[str]:
    """Return the name of each line's element: `resources: db`, `parameters`, or empty."""
    names, section, element, depth = [], "", "", 0
    for text in lines:
        key = KEY.match(text)
        indent, name = (len(key[1]), key[2] or key[3] or key[4]) if key else (-1, "")
        if indent == 0:
            section, element, depth = name, "", 0
        elif indent > 0 and section and (not depth or indent <= depth):
            element, depth = name, indent
        names.append(f"{section}: {element}" if element else section)
    return names


def counts(found: Sequence[Difference]) -> Mapping[str, int]:
    """Return the total numbers of added and removed lines."""
    return {"added": sum(one.added for one in found), "removed": sum(one.removed for one in found)}
