"""Topological order of declarations that need each other."""

from collections.abc import Callable, Iterable


def topological_order(names: Iterable[str], needs: Callable[[str], Iterable[str]]) -> dict[str, None]:
    """The names in topological order, each after those it depends on; cycles are broken at some name."""
    done: dict[str, None] = {}
    for name in names:
        pending = [(name, iter(needs(name)))]
        entered = {name}
        while pending:
            current, left = pending[-1]
            needed = next((need for need in left if need not in done and need not in entered), None)
            if needed is None:
                pending.pop()
                done.setdefault(current)
            else:
                entered.add(needed)
                pending.append((needed, iter(needs(needed))))
    return done
