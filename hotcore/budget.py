"""How much one run of the evaluation may still take, so that no template can use up a machine.

A few short functions within each other can ask for more text than any memory holds.  Everything that grows pays
for it beforehand; a run that has used up its budget says so once, and what it did not work out is `Unknown`.
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
        """Takes units, and what so many characters cost, off the budget; raises `UsedUp` when it does not suffice."""
        self.left -= units + (characters >> _CHARACTERS)
        if self.left < 0:
            raise UsedUp

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
        known = True
        while pending:
            value = pending.pop()
            kind = type(value)
            if kind is dict:
                self.spend(1 + 2 * len(value))
                pending.extend(value)
                pending.extend(value.values())
            elif kind is list:
                self.spend(1 + len(value))
                pending.extend(value)
            elif kind is str:
                self.left -= len(value) >> _CHARACTERS
            elif kind is Unknown:
                self.left -= MOST_SOURCES
                known = False
        self.spend()
        return known
