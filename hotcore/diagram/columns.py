"""Columns of boxes: which box is in which column, in which order, and how long columns are split."""

from collections.abc import Iterable, Sequence

_SWEEPS = 4
_MOST_HEIGHTS, _STEP = 24, 8


def ranks(count: int, pairs: Iterable[tuple[int, int]]) -> list[int]:
    """The length of the longest path to each number; cycles are broken at the edge that closes them last."""
    users: list[list[int]] = [[] for _ in range(count)]
    for source, target in sorted(pairs):
        users[target].append(source)
    rank: list[int | None] = [None] * count
    for start in range(count):
        if rank[start] is not None:
            continue
        path, on_path = [(start, iter(users[start]))], {start}
        best = {start: 0}
        while path:
            node, left = path[-1]
            for user in left:
                known = rank[user]
                if known is not None:
                    best[node] = max(best[node], known + 1)
                elif user not in on_path:
                    path.append((user, iter(users[user])))
                    on_path.add(user)
                    best[user] = 0
                    break
            else:
                path.pop()
                on_path.discard(node)
                rank[node] = best[node]
                if path:
                    before = path[-1][0]
                    best[before] = max(best[before], best[node] + 1)
    return [each or 0 for each in rank]


def put_in_order(columns: list[list[int]], pairs: Iterable[tuple[int, int]]) -> None:
    """Orders each column by the middle of what its blocks are connected to, ties by the order in the text."""
    joined: dict[int, list[int]] = {}
    for source, target in pairs:
        joined.setdefault(source, []).append(target)
        joined.setdefault(target, []).append(source)
    column_of = {number: index for index, column in enumerate(columns) for number in column}
    position: dict[int, float] = {}

    def place(column: list[int]) -> None:
        position.update((number, (at + 0.5) / len(column)) for at, number in enumerate(column))

    def middle(number: int) -> tuple[float, int]:
        own = column_of[number]
        near = [position[one] for one in joined.get(number, ()) if column_of[one] != own]
        return (sum(near) / len(near) if near else position[number], number)

    for column in columns:
        place(column)
    for sweep in range(_SWEEPS):
        indexes = range(1, len(columns)) if sweep % 2 == 0 else range(len(columns) - 2, -1, -1)
        for index in indexes:
            columns[index].sort(key=middle)
            place(columns[index])


def limits(heights: Sequence[float], pitches: Sequence[float]) -> list[float]:
    """The heights of columns that are tried, the highest first."""
    lowest, highest = max(pitches), max(heights)
    count = min(_MOST_HEIGHTS, max(2, int((highest - lowest) / _STEP) + 1))
    spread = [lowest + (highest - lowest) * number / (count - 1) for number in range(count)]
    return sorted({lowest, highest, *spread}, reverse=True)


def split(column: Sequence[int], pitches: Sequence[float], limit: float, *, evenly: bool = False) -> list[list[int]]:
    """A column as several, none higher than a limit; `evenly` with about as many boxes in each, line by line."""
    found: list[list[int]] = []
    total = 0.0
    for number in column:
        if not found or total + pitches[number] > limit:
            found.append([])
            total = 0.0
        total += pitches[number]
        found[-1].append(number)
    lines = [list(column[at :: len(found)]) for at in range(len(found))]
    return lines if evenly and all(sum(pitches[number] for number in line) <= limit for line in lines) else found
