"""The `resource_registry` of environments, which maps resource types to other types and template files.

The rules are Heat's, quirks included: an entry for one resource takes precedence over one for all, and among the
entries for all, the first in sort order wins, so that `OS::Nova::*` takes precedence over `OS::Nova::Server`.
"""

from collections.abc import Callable, Iterator
from dataclasses import field, replace
from functools import partial
from typing import Any, TypeAlias

from hotcore.budget import Budget, UsedUp
from hotcore.catalogue.name_patterns import NamePatterns, PrefixMap
from hotcore.catalogue.registry_entries import (
    HOOK_TYPES,
    HOOKS,
    RESOURCES,
    RESTRICTABLE,
    RESTRICTED_ACTIONS,
    TEMPLATE_ENDINGS,
    Branch,
    Entry,
    Target,
)
from hotcore.catalogue.registry_search import ITSELF, Endless, Search, UnexpectedMap
from hotcore.runtime import cached_property, dataclass

UNITS = 1_000_000
"""The budget for everything that is looked up in a registry and in those of its nested stacks: about a second."""

Known: TypeAlias = Callable[[str], bool]
"""Whether a type with a name exists."""


@dataclass(frozen=True)
class ResourceRegistry:
    """The registry of one environment, or of several merged."""

    written: Branch = field(default_factory=Branch)
    """The entries as written, in order."""
    is_effective: bool = False
    """Whether no removal is among the entries."""
    budget: Budget = field(default_factory=partial(Budget, UNITS), compare=False, repr=False)
    """What lookups may cost, shared with the registries of nested stacks. What is not looked up before it is exhausted
    counts as not mapped; the check of the registry reports that."""

    def __bool__(self) -> bool:
        return bool(self.written)

    def overridden_by(self, later: "ResourceRegistry") -> "ResourceRegistry":
        """Both registries merged as in Heat: a top-level key of the later one replaces that of this one as a whole."""
        if not self.written:
            return later
        given = {key: item for key, item in later.written.items() if not _is_removal(item)}
        return ResourceRegistry(Branch({**self.written, **given}))

    def with_new_budget(self) -> "ResourceRegistry":
        """The same registry for another evaluation, which no earlier one has left short of budget."""
        return replace(self, budget=Budget(UNITS))

    @cached_property
    def entries(self) -> Branch:
        """The effective entries, with every removal (`null`) applied."""
        return self.written if self.is_effective else Branch({RESOURCES: Branch(), **_effective(self.written)})

    @cached_property
    def _searches(self) -> dict[tuple[str | None, Known | None], Search]:
        return {}

    @cached_property
    def _wildcards(self) -> PrefixMap[Entry]:
        found: PrefixMap[Entry] = PrefixMap()
        for key, entry in self.entries.items():
            if key.endswith("*") and isinstance(entry, Entry) and entry.template_name is None:
                found.add(key[:-1], entry)
        return found

    @cached_property
    def _patterns(self) -> NamePatterns:
        return NamePatterns(self.entries[RESOURCES])

    @property
    def is_exhausted(self) -> bool:
        """Whether something was not looked up, because the budget did not suffice."""
        return self.budget.left == 0

    def _give_up(self) -> None:
        self.budget.left = 0

    def target(self, type_name: str, resource_name: str | None = None, known: Known | None = None) -> Target | None:
        """The target of a type, for one resource; None when the type is not mapped.

        An entry that leads to a type that is not `known` is used only when no other entry leads to a known one.  When
        the entries form a cycle, the type counts as not mapped; the check of the registry reports that.
        """
        if not self.written:
            return None
        try:
            found = self.chain(type_name, resource_name, known)
        except (Endless, UnexpectedMap, UsedUp):
            return None
        return None if found is ITSELF else found

    def chain(self, type_name: str, resource_name: str | None = None, known: Known | None = None) -> Target:
        """The same, but raises `CircularMapping`, `LongChain`, `UnexpectedMap` or `UsedUp`, and always returns a
        target."""
        own = resource_name if resource_name in self.entries[RESOURCES] else None
        try:
            found = self._search(own, known).target(type_name) if known else None
            return found or self._search(own, None).target(type_name) or ITSELF
        except UsedUp:
            self._give_up()
            raise

    def _search(self, resource_name: str | None, known: Known | None) -> Search:
        key = resource_name, known
        if key not in self._searches:
            candidates = partial(self.candidates, resource_name=resource_name)
            self._searches[key] = Search(candidates, known, self.budget)
        return self._searches[key]

    def candidates(self, type_name: str, resource_name: str | None) -> list[Entry]:
        """The entries that match a type, in Heat's order of precedence."""
        own = self.entries[RESOURCES].get(resource_name or "")
        found = [own.get(type_name) if isinstance(own, Branch) else None, self.entries.get(type_name)]
        if isinstance(found[1], Branch) and found[1]:
            raise UnexpectedMap(type_name, found[1])
        if found[1] is None and type_name.endswith(TEMPLATE_ENDINGS):
            found.append(Entry((type_name,), None))
        found.extend(entry for entry in self._wildcards.of(type_name) if entry.value != type_name)
        entries = [entry for entry in found if isinstance(entry, Entry) and not entry.is_setting]
        return sorted(entries, key=lambda entry: (-len(entry.path), entry.path))

    def hooks(self, resource_name: str) -> tuple[str, ...]:
        """The hooks at which Heat pauses before or after an operation on a resource."""
        found = self._settings(resource_name, HOOKS)
        return tuple(hook for hook in HOOK_TYPES if hook in found)

    def restricted_actions(self, resource_name: str) -> tuple[str, ...]:
        """The restricted actions of a resource: `update`, `replace` or both."""
        found = self._settings(resource_name, RESTRICTED_ACTIONS)
        return tuple(action for action in RESTRICTABLE if action in found)

    def _settings(self, resource_name: str, key: str) -> set[str]:
        if not self.written:
            return set()
        found: set[str] = set()
        for pattern in {*self.patterns_of(resource_name), resource_name}:
            branch = self.entries[RESOURCES].get(pattern)
            entry = branch.get(key) if isinstance(branch, Branch) else None
            if isinstance(entry, Entry):
                found.update([entry.value] if isinstance(entry.value, str) else entry.value)
        return found

    def patterns_of(self, resource_name: str) -> list[str]:
        """The names and patterns of the section `resources` that match the name of a resource, in their order."""
        try:
            return self._patterns.matching(resource_name, self.budget)
        except UsedUp:
            self._give_up()
            return []

    def inside(self, resource_name: str, target: Target | None = None) -> "ResourceRegistry":
        """The registry of the nested stack of a resource: with the entries for the resource's own resources, and
        without the entry that mapped it to the nested template."""
        if not self.written:
            return self
        patterns = [*self.patterns_of(resource_name)]
        if resource_name in patterns:
            patterns.append(resource_name)  # what is said for the one resource counts last
        key = tuple(patterns), target.path if target else ()
        if key not in self._inner:
            self._inner[key] = self._inside(*key)
        return self._inner[key]

    @cached_property
    def _inner(self) -> dict[tuple[tuple[str, ...], tuple[str, ...]], "ResourceRegistry"]:
        return {}

    def _inside(self, patterns: tuple[str, ...], path: tuple[str, ...]) -> "ResourceRegistry":
        of_resources = self.entries[RESOURCES]
        branches = [branch for pattern in patterns if isinstance(branch := of_resources[pattern], Branch)]
        try:
            self.budget.spend(sum(map(_size, branches)), len(self.entries))
        except UsedUp:
            self._give_up()
            return self
        inner = Branch()
        for branch in branches:
            inner.update(branch)
        entries = {**_without(self.entries, path), RESOURCES: _moved(inner, (RESOURCES,))}
        return ResourceRegistry(Branch(entries), is_effective=True, budget=self.budget)

    def walk(self) -> Iterator[Entry]:
        """Every effective entry, including those of single resources, in the order of the text."""
        pending = [iter(self.entries.values())]
        while pending:
            item = next(pending[-1], None)
            if item is None:
                pending.pop()
            elif isinstance(item, Entry):
                yield item
            else:
                pending.append(iter(item.values()))


EMPTY = ResourceRegistry()
"""The registry that maps nothing."""


def _is_removal(item: Any) -> bool:
    return isinstance(item, Entry) and item.value is None


def _effective(branch: Branch) -> Branch:
    """A branch without removals and the entries that they remove: those before with the key, or what it begins."""
    removed: PrefixMap[bool] = PrefixMap()
    left: dict[str, Any] = {}
    for key, item in reversed(branch.items()):
        if isinstance(item, Branch):
            left[key] = _effective(item)
        elif item.value is not None:
            if not any(removed.of(key)):
                left[key] = item
        elif key.endswith("*"):
            removed.add(key[:-1], True)
    return branch.like(dict(reversed(left.items())))


def _size(branch: Branch) -> int:
    """The number of entries in a branch."""
    return sum(_size(item) if isinstance(item, Branch) else 1 for item in branch.values())


def _without(branch: Branch, path: tuple[str, ...]) -> Branch:
    """A copy of a branch without one of its entries."""
    left = branch.like(branch)
    if len(path) == 1:
        left.pop(path[0], None)
    elif path and isinstance(left.get(path[0]), Branch):
        left[path[0]] = _without(left[path[0]], path[1:])
    return left


def _moved(branch: Branch, path: tuple[str, ...]) -> Branch:
    """A branch at other keys."""
    return branch.like(
        {
            key: _moved(item, (*path, key)) if isinstance(item, Branch) else replace(item, path=(*path, key))
            for key, item in branch.items()
        }
    )
