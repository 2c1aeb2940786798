"""The search for what a type leads to through the entries of a registry."""

from collections.abc import Callable

from hotcore.budget import Budget
from hotcore.catalogue.registry_entries import Branch, Entry, Target, path_beside

MAX_CHAIN_LENGTH = 200
_MAX_TYPES = 1000
"""Types that are visited from a single one; with wildcards there can be any number."""

_VISIT = 20
"""Units of the budget for each type that is visited; its name is looked up by its beginnings, too."""

ITSELF = Target("", is_file=False)
"""The target of a type that no entry maps."""


class UnexpectedMap(Exception):
    """Heat fails, because there is a map where the name of a type is expected."""

    def __init__(self, key: str, branch: Branch) -> None:
        super().__init__()
        self.key, self.branch = key, branch


class Endless(Exception):
    """The entries never lead to a type."""


class CircularMapping(Endless):
    """The entries form a cycle; `entries` are those of the cycle, in order."""

    def __init__(self, entries: tuple[Entry, ...]) -> None:
        super().__init__()
        self.entries = entries


class LongChain(Endless):
    """The entries lead on and on, last to `entry`: more often than anybody follows."""

    def __init__(self, entry: Entry) -> None:
        super().__init__()
        self.entry = entry


class Search:
    """A search of one kind, for any number of types: what one leads to is found once.

    `candidates` are the entries that match a type, in Heat's order of precedence, and `known` tells whether a type
    exists; without it each does.
    """

    def __init__(
        self, candidates: Callable[[str], list[Entry]], known: Callable[[str], bool] | None, budget: Budget
    ) -> None:
        self.candidates = candidates
        self.known = known
        self.budget = budget
        self._found: dict[str, Target | None] = {}
        self._cycles: dict[str, tuple[Entry, ...]] = {}
        self._visits = 0

    def target(self, type_name: str) -> Target | None:
        """The target of a type, or None when it is not known.

        Raises `CircularMapping`, `LongChain` or `UnexpectedMap`, and `UsedUp` when the budget is exhausted.
        """
        self._visits = 0
        return self._follow(type_name, {})

    def _follow(self, type_name: str, way: dict[str, Entry]) -> Target | None:
        """The same; `way` are the types and entries that led here."""
        if type_name in way:
            self._cycles[type_name] = tuple(way.values())[list(way).index(type_name) :]
        if type_name in self._cycles:
            cycle = self._cycles[type_name]
            self._cycles.update(dict.fromkeys(way, cycle))
            raise CircularMapping(cycle)
        if type_name not in self._found:
            if len(way) > MAX_CHAIN_LENGTH or self._visits > _MAX_TYPES:
                raise LongChain(list(way.values())[-1])
            self._visits += 1
            self.budget.spend(_VISIT + (len(type_name) >> 2))
            self._found[type_name] = self._first(type_name, way)
        return self._found[type_name]

    def _first(self, type_name: str, way: dict[str, Entry]) -> Target | None:
        entries = self.candidates(type_name)
        self.budget.spend(len(entries))
        for entry in entries:
            if entry.template_name is not None:
                return ITSELF if entry.value is None else _file_target(entry)
            name = entry.type_for(type_name)
            way[type_name] = entry
            found = self._follow(name, way)
            del way[type_name]
            if found is not None:
                return Target(name, False, name, entry.span, entry.file, entry.path) if found is ITSELF else found
        return ITSELF if self.known is None or self.known(type_name) else None


def _file_target(entry: Entry) -> Target:
    name = entry.template_name or ""
    folder = "" if name == entry.key else entry.folder
    return Target(path_beside(folder, name), True, name, entry.span, entry.file, entry.path)
