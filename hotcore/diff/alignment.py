"""Alignment of two sequences: the stretches in which they differ, found within a limit of work."""

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from difflib import SequenceMatcher

MOST_WORK = 2_000_000
"""The maximum work of all alignments of one diff; sequences beyond it differ as a whole."""

_SHARE = 8

Stretch = tuple[range, range]
"""The indexes in both sequences of what differs."""


class Alignment:
    """Aligns sequences; `left` is the work that is still allowed."""

    def __init__(self) -> None:
        self.left = MOST_WORK

    def stretches(self, one: Sequence[Hashable], other: Sequence[Hashable]) -> Iterator[Stretch]:
        """The stretches that differ, in order."""
        head = same_start(one, other)
        tail = min(same_start(one[::-1], other[::-1]), min(len(one), len(other)) - head)
        old, new = range(head, len(one) - tail), range(head, len(other) - tail)
        before, after = one[head : old.stop], other[head : new.stop]
        if not old or not new or not self._may_align(before, after):
            if old or new:
                yield old, new
            return
        for tag, *ends in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
            if tag != "equal":
                yield old[ends[0] : ends[1]], new[ends[2] : ends[3]]

    def _may_align(self, one: Sequence[Hashable], other: Sequence[Hashable]) -> bool:
        """Charges for an alignment, by the pairs of equal items that it looks at; false without charging if that is
        too much."""
        counts = Counter(other)
        pairs = sum(counts[item] for item in one)
        work = len(one) + len(other) + pairs * min(len(one), len(other)) // _SHARE
        if work > self.left:
            return False
        self.left -= work
        return True


def same_start(one: Sequence[object], other: Sequence[object]) -> int:
    """The number of items with which both begin."""
    return next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
