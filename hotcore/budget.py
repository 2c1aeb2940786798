"""A budget for one evaluation, so that no template can exhaust the machine.

A few nested functions can produce more text than fits into memory.  Every operation that grows data is charged before
it runs; the first one that exceeds the budget becomes a diagnostic, and what was not evaluated is `Unknown`.
"""

from hotcore.values import MOST_SOURCES, Unknown, Value

UNITS = 2_000_000
"""Items of lists and maps that one run may visit, or sixteen times as many characters: about a second."""

_CHARACTER_SHIFT = 4
"""Right shift that turns a length in characters into units."""


class UsedUp(Exception):
    """The budget is exhausted."""


class Budget:
    """The budget of one evaluation."""

    __slots__ = ("left", "reported")

    def __init__(self, units: int = UNITS) -> None:
        self.left = units
        self.reported = False

    def spend(self, units: int = 0, characters: int = 0) -> None:
        """Charges units and characters to the budget; raises `UsedUp`, without charging anything, when it is too small.

        What is left can still be spent on smaller operations.
        """
        cost = units + (characters >> _CHARACTER_SHIFT)
        if cost > self.left:
            raise UsedUp
        self.left -= cost

    def weigh(self, value: Value) -> bool:
        """Charges for traversing a whole value, and returns whether it is free of unknowns."""
        kind = type(value)
        if kind is str:
            cost = 1 + (len(value) >> _CHARACTER_SHIFT)  # as `spend` does it: the most frequent value by far
            if cost > self.left:
                raise UsedUp
            self.left -= cost
            return True
        if kind is not dict and kind is not list:
            self.spend(1)
            return kind is not Unknown
        return self._weigh_all([value])

    def _weigh_all(self, pending: list[Value]) -> bool:
        """Charges for lists and maps with everything in them."""
        known = True
        while pending:
            value = pending.pop()
            cost = 1 + len(value)
            if cost > self.left:  # before its children are visited
                raise UsedUp
            children = value
            if type(value) is dict:
                cost += len(value)
                children = value.values()
                for key in value:
                    if type(key) is str:
                        cost += len(key) >> _CHARACTER_SHIFT
            for child in children:
                kind = type(child)
                if kind is str:
                    cost += len(child) >> _CHARACTER_SHIFT
                elif kind is dict or kind is list:
                    pending.append(child)
                elif kind is Unknown:
                    cost += MOST_SOURCES
                    known = False
            if cost > self.left:
                raise UsedUp
            self.left -= cost
        return known
