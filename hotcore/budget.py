"""How much one run of the evaluation may still take, so that no template can use up a machine.

A few short functions within each other can ask for more text than any memory holds.  Everything that grows pays
for it beforehand; the first time that this is too much is a finding, and what was not worked out is `Unknown`.
"""

from hotcore.values import MOST_SOURCES, Unknown, Value

UNITS = 2_000_000
"""Items of lists and maps that are looked at in one run, or sixteen times as many characters: about a second."""

_CHARACTERS = 4
"""So many bits of a length in characters make no unit."""


class UsedUp(Exception):
    """The budget of the run is used up."""


class Budget:
    """The budget of one run."""

    __slots__ = ("left", "told")

    def __init__(self, units: int = UNITS) -> None:
        self.left = units
        self.told = False

    def spend(self, units: int = 0, characters: int = 0) -> None:
        """Takes units, and what so many characters cost, off the budget; raises `UsedUp` when it does not suffice.

        What cannot be paid for is not begun, so that the budget stays for what is smaller.
        """
        cost = units + (characters >> _CHARACTERS)
        if cost > self.left:
            raise UsedUp
        self.left -= cost

    def weigh(self, value: Value) -> bool:
        """Pays for looking at a whole value, and tells whether nothing unknown is in it."""
        kind = type(value)
        if kind is str:
            self.spend(1, len(value))
            return True
        if kind is not dict and kind is not list:
            self.spend(1)
            return kind is not Unknown
        return self._weigh_all([value])

    def _weigh_all(self, pending: list[Value]) -> bool:
        """Pays for lists and maps and all that is in them."""
        known = True
        while pending:
            value = pending.pop()
            cost = 1 + len(value)
            if cost > self.left:  # told before anything in it is looked at
                raise UsedUp
            children = value
            if type(value) is dict:
                cost += len(value)
                children = value.values()
                for key in value:
                    if type(key) is str:
                        cost += len(key) >> _CHARACTERS
            for child in children:
                kind = type(child)
                if kind is str:
                    cost += len(child) >> _CHARACTERS
                elif kind is dict or kind is list:
                    pending.append(child)
                elif kind is Unknown:
                    cost += MOST_SOURCES
                    known = False
            if cost > self.left:
                raise UsedUp
            self.left -= cost
        return known
