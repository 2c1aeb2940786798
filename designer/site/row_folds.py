"""The folds with those rows of a list in the preview that are not shown at first."""

from collections.abc import Container, Sequence
from dataclasses import dataclass, replace

FIRST = 40  # rows before the folds
MOST_ROWS = 500  # in one fold


@dataclass(frozen=True)
class RowFold:
    """A fold with the rows after the first `start` ones.

    Of several folds, only an open one has its rows in the response; the page requests those of another when it is
    opened.
    """

    name: str
    start: int
    rows: Sequence[object]
    is_only: bool
    is_open: bool = False

    @property
    def is_sent(self) -> bool:
        """Whether its rows are in the response."""
        return self.is_only or self.is_open

    @property
    def is_broken(self) -> bool:
        """Whether one of its rows is a resource with an error caused by values."""
        return any(getattr(row, "is_broken", False) for row in self.rows)

    @property
    def first(self) -> int:
        """The number of its first row, from 1."""
        return self.start + 1

    @property
    def last(self) -> int:
        """The number of its last row, from 1."""
        return self.start + len(self.rows)


def row_folds(rows: Sequence[object], name: str, opened: Container[str]) -> list[RowFold]:
    """Return the folds of a list, of which at most one is open: one that the user has `opened`, else a broken one."""
    starts = range(FIRST, len(rows), MOST_ROWS)
    names = {start: f"{name}/{start}" if start > FIRST else name for start in starts}
    folds = [
        RowFold(names[start], start, rows[start : start + MOST_ROWS], is_only=len(starts) == 1) for start in starts
    ]
    wanted = next((fold for fold in folds if fold.name in opened), None)
    wanted = wanted or next((fold for fold in folds if fold.is_broken), None)
    return [replace(fold, is_open=True) if fold is wanted else fold for fold in folds]
