"""Parts of layout algorithms: the layer of each box, horizontal placement, the number of crossings."""

from collections.abc import Mapping, Sequence

from hotcore.template import first_cycle

GAP = 28.0
"""Horizontal gap between boxes."""
LAYER_GAP = 42.0
"""Vertical gap between rows of boxes."""

Pair = tuple[str, str]


def levels(members: Sequence[str], pairs: Sequence[Pair]) -> dict[str, int]:
    """The layer of each box, from the top: as near to its users as its dependencies allow."""
    needs: dict[str, list[str]] = {name: [] for name in members}
    users: dict[str, list[str]] = {name: [] for name in members}
    for a, b in pairs:
        needs[a].append(b)
        users[b].append(a)
    order = downwards(members, needs, users)
    level: dict[str, int] = {}
    for name in order:
        level[name] = max((level[user] + 1 for user in users[name] if user in level), default=0)
    for name in reversed(order):  # a box with fewer users than dependencies moves down to these
        if len(needs[name]) > len(users[name]):
            level[name] = max(level[name], min(level[need] for need in needs[name]) - 1)
    lowest = min(level.values())
    return {name: value - lowest for name, value in level.items()}


def downwards(members: Sequence[str], needs: Mapping[str, list[str]], users: Mapping[str, list[str]]) -> list[str]:
    """The names, users first; the first one of a cycle counts as used by none."""
    waiting = {name: len(users[name]) for name in members}
    ready = [name for name in members if not waiting[name]][::-1]
    order: dict[str, None] = {}
    while len(order) < len(members):
        if not ready:
            ready = [first_cycle(users, (name for name in members if name not in order))[0]]
        name = ready.pop()
        if name in order:
            continue
        order[name] = None
        for need in needs[name]:
            waiting[need] -= 1
            if not waiting[need] and need not in order:
                ready.append(need)
    return list(order)


def spread(widths: Sequence[float], wanted: Sequence[float], gap: float) -> list[float]:
    """The positions nearest to the desired ones that the widths allow (the pool-adjacent-violators algorithm)."""
    offsets, offset = [], 0.0
    for index, width in enumerate(widths):
        if index:
            offset += widths[index - 1] / 2 + gap + width / 2
        offsets.append(offset)
    pools: list[tuple[float, int]] = []  # the sum of the desired positions, and their number
    for index, place in enumerate(wanted):
        total, count = place - offsets[index], 1
        while pools and pools[-1][0] / pools[-1][1] > total / count:
            before, members = pools.pop()
            total, count = total + before, count + members
        pools.append((total, count))
    starts = [total / count for total, count in pools for _ in range(count)]
    return [start + offset for start, offset in zip(starts, offsets, strict=True)]


def inversions(places: list[int]) -> int:
    """The number of inversions: pairs of numbers in the wrong order."""
    tree = [0] * (max(places, default=0) + 2)
    count = 0
    for seen, place in enumerate(places):
        index, smaller = place + 1, 0
        while index:
            smaller += tree[index]
            index &= index - 1
        count += seen - smaller
        index = place + 1
        while index < len(tree):
            tree[index] += 1
            index += index & -index
    return count
