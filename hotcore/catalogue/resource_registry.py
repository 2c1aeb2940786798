"""What an environment's `resource_registry` puts in place of resource types: other types and template files.

The rules are Heat's, surprises included: an entry for one resource goes before one for all, and among the entries for
all the one that sorts first wins, so that `OS::Nova::*` goes before `OS::Nova::Server`.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from functools import cached_property
from posixpath import join, normpath
from typing import Any

from hotcore.bundle_files import BundleFiles
from hotcore.source import Span

TEMPLATE_ENDINGS = (".yaml", ".template")
"""How a name ends that Heat takes for a template's file."""

REMOTE = ("http://", "https://")
RESOURCES, HOOKS, RESTRICTED_ACTIONS = "resources", "hooks", "restricted_actions"
HOOK_TYPES = ("pre-create", "pre-update", "pre-delete", "post-create", "post-update", "post-delete")
RESTRICTABLE = ("update", "replace")

_LONGEST_CHAIN = 200
_MOST_TYPES = 1000
"""Types that are looked at on the way from one; with wildcards there can be any number."""


class Stumble(Exception):
    """Heat stumbles: there is a map where the name of a type is expected."""

    def __init__(self, key: str, branch: "Branch") -> None:
        super().__init__()
        self.key, self.branch = key, branch


class Endless(Exception):
    """The entries lead from one to the next and never to a type; `entries` are those that do so, in their order."""

    def __init__(self, entries: tuple["Entry", ...]) -> None:
        super().__init__()
        self.entries = entries


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a registry: at the keys of `path` stands `value`.

    `span` is the place of the value and `key_span` that of its key in `file`; `folder` is what the names of files in
    it are relative to.
    """

    path: tuple[str, ...]
    value: Any
    span: Span | None = None
    key_span: Span | None = None
    file: str | None = None
    folder: str = ""

    @property
    def key(self) -> str:
        """The type or pattern that the entry is for."""
        return self.path[-1]

    @property
    def is_setting(self) -> bool:
        """Whether it says something about a resource (hooks, restricted actions) and maps nothing."""
        return self.key in (HOOKS, RESTRICTED_ACTIONS)

    @property
    def template_name(self) -> str | None:
        """The template's file as written, or None when the entry maps to a type; a key that is a file wins."""
        if self.key.endswith(TEMPLATE_ENDINGS):
            return self.key
        return self.value if isinstance(self.value, str) and self.value.endswith(TEMPLATE_ENDINGS) else None

    def matches(self, type_name: str) -> bool:
        """Whether it is a wildcard for the type."""
        return type_name != self.value and type_name.startswith(self.key[:-1])

    def type_for(self, type_name: str) -> str:
        """The type that takes the place of another."""
        if self.key.endswith("*") and self.value.endswith("*"):
            return str(self.value[:-1] + type_name[len(self.key) - 1 :])
        return str(self.value)


@dataclass(frozen=True, slots=True)
class Target:
    """What stands behind a resource's type: another type, or a template's file.

    `name` of a file is its path beside the main template; `written` is the name as the registry has it.  `span` is
    where the environment called `file` says so.  The check of the registry tells there of a file that is missing.
    `path` are the keys of the entry.
    """

    name: str
    is_file: bool
    written: str = ""
    span: Span | None = None
    file: str | None = None
    path: tuple[str, ...] = ()

    @property
    def is_remote(self) -> bool:
        """Whether it is an address; nothing is ever fetched."""
        return self.name.startswith(REMOTE)

    def places_in(self, files: BundleFiles) -> tuple[str, ...]:
        """Where the file may be among the files: a client looks beside the environment and nowhere else; what is just
        sent may be called as it is written."""
        return (self.name,) if files.folder is not None else (self.name, self.written)

    def key_in(self, files: BundleFiles) -> str | None:
        """The name under which the file is among the files, or None when it is not."""
        return files.key(*self.places_in(files)) if self.is_file else None


class Branch(dict[str, Any]):
    """Keys and what is under them: an `Entry`, or a `Branch` again; its own key stands at `key_span` in `file`."""

    key_span: Span | None = None
    file: str | None = None

    @classmethod
    def at(cls, key_span: Span | None, file: str | None, items: Mapping[str, Any] | None = None) -> "Branch":
        """A branch with its place."""
        branch = cls(items or {})
        branch.key_span, branch.file = key_span, file
        return branch

    def like(self, items: Mapping[str, Any]) -> "Branch":
        """A branch of other items at the same place."""
        return Branch.at(self.key_span, self.file, items)


_ITSELF = Target("", is_file=False)


@dataclass(frozen=True)
class ResourceRegistry:
    """The registry of one environment, or of several merged; `written` is what stands there, keys in their order."""

    written: Branch = field(default_factory=Branch)

    def __bool__(self) -> bool:
        return bool(self.written)

    def overridden_by(self, later: "ResourceRegistry") -> "ResourceRegistry":
        """Both as one, as Heat merges them: what stands under a key of the later one replaces it as a whole."""
        if not self.written:
            return later
        given = {key: item for key, item in later.written.items() if not _is_removal(item)}
        return ResourceRegistry(Branch({**self.written, **given}))

    @cached_property
    def entries(self) -> Branch:
        """What is in force, with every removal (`null`) carried out."""
        loaded = Branch({RESOURCES: Branch()})
        _load(self.written, loaded)
        return loaded

    @cached_property
    def _found(self) -> dict[tuple[str, str | None, Callable[[str], bool] | None], Target]:
        return {}

    @cached_property
    def _wildcards(self) -> list[Entry]:
        return [
            entry
            for key, entry in self.entries.items()
            if key.endswith("*") and isinstance(entry, Entry) and entry.template_name is None
        ]

    def target(
        self, type_name: str, resource_name: str | None = None, known: Callable[[str], bool] | None = None
    ) -> Target | None:
        """What takes the place of a type, for one resource; None when the type stands for itself.

        An entry that leads to a type which is not `known` counts only when no other leads to a known one.  Where the
        entries lead nowhere, the type stands for itself as well: the check of the registry tells of it.
        """
        if not self.written:
            return None
        try:
            found = self.chain(type_name, resource_name, known)
        except (Endless, Stumble):
            return None
        return None if found is _ITSELF else found

    def chain(
        self, type_name: str, resource_name: str | None = None, known: Callable[[str], bool] | None = None
    ) -> Target:
        """The same, but a circle raises `Endless`, and a map `Stumble`; there is always a target."""
        own = resource_name if resource_name in self.entries[RESOURCES] else None
        asked = type_name, own, known
        if asked not in self._found:
            found = _Search(self, own, known).follow(type_name, {}) if known else None
            self._found[asked] = found or _Search(self, own, None).follow(type_name, {}) or _ITSELF
        return self._found[asked]

    def candidates(self, type_name: str, resource_name: str | None) -> list[Entry]:
        """The entries that speak of a type, in the order in which Heat asks them."""
        own = self.entries[RESOURCES].get(resource_name or "")
        found = [own.get(type_name) if isinstance(own, Branch) else None, self.entries.get(type_name)]
        if isinstance(found[1], Branch) and found[1]:
            raise Stumble(type_name, found[1])
        if found[1] is None and type_name.endswith(TEMPLATE_ENDINGS):
            found.append(Entry((type_name,), None))
        found.extend(entry for entry in self._wildcards if entry.matches(type_name))
        entries = [entry for entry in found if isinstance(entry, Entry) and not entry.is_setting]
        return sorted(entries, key=lambda entry: (-len(entry.path), entry.path))

    def hooks(self, resource_name: str) -> tuple[str, ...]:
        """The points at which Heat waits for somebody before or after it touches a resource."""
        return tuple(hook for hook in HOOK_TYPES if hook in self._settings(resource_name, HOOKS))

    def restricted_actions(self, resource_name: str) -> tuple[str, ...]:
        """What must not happen to a resource: `update`, `replace` or both."""
        return tuple(action for action in RESTRICTABLE if action in self._settings(resource_name, RESTRICTED_ACTIONS))

    def _settings(self, resource_name: str, key: str) -> set[str]:
        if not self.written:
            return set()
        found: set[str] = set()
        for pattern, entry in self._settings_of[key]:
            if pattern == resource_name or fnmatchcase(resource_name, pattern):
                found.update([entry.value] if isinstance(entry.value, str) else entry.value)
        return found

    @cached_property
    def _settings_of(self) -> dict[str, list[tuple[str, Entry]]]:
        branches = [(name, branch) for name, branch in self.entries[RESOURCES].items() if isinstance(branch, Branch)]
        return {
            key: [(name, entry) for name, branch in branches if isinstance(entry := branch.get(key), Entry)]
            for key in (HOOKS, RESTRICTED_ACTIONS)
        }

    def inside(self, resource_name: str, target: Target | None = None) -> "ResourceRegistry":
        """The registry that the nested stack of a resource sees: what is said about the resource's own resources, and
        without the entry that led to the nested template."""
        if not self.written:
            return self
        entries = _without(self.entries, target.path if target else ())
        of_resources = self.entries[RESOURCES]
        inner = Branch()
        for pattern in (*of_resources, resource_name):
            branch = of_resources.get(pattern)
            if isinstance(branch, Branch) and fnmatchcase(resource_name, pattern):
                inner.update(branch)
        return ResourceRegistry(Branch({**entries, RESOURCES: _moved(inner, (RESOURCES,))}))

    def walk(self) -> Iterator[Entry]:
        """Every entry that is in force, those of single resources too, in the order of the text."""
        pending = [iter(self.entries.values())]
        while pending:
            item = next(pending[-1], None)
            if item is None:
                pending.pop()
            elif isinstance(item, Entry):
                yield item
            else:
                pending.append(iter(item.values()))


class _Search:
    """Follows the entries from a type on, for one resource; each type that comes up is looked at once."""

    def __init__(
        self, registry: ResourceRegistry, resource_name: str | None, known: Callable[[str], bool] | None
    ) -> None:
        self.registry = registry
        self.resource_name = resource_name
        self.known = known
        self.found: dict[str, Target | None] = {}

    def follow(self, type_name: str, way: dict[str, Entry]) -> Target | None:
        """What a type leads to, or None when that is not known; `way` are the types and entries that led here."""
        if type_name in way:
            raise Endless(tuple(way.values())[list(way).index(type_name) :])
        if type_name not in self.found:
            if len(way) > _LONGEST_CHAIN or len(self.found) > _MOST_TYPES:
                raise Endless(tuple(way.values())[-1:])
            self.found[type_name] = self._first(type_name, way)
        return self.found[type_name]

    def _first(self, type_name: str, way: dict[str, Entry]) -> Target | None:
        for entry in self.registry.candidates(type_name, self.resource_name):
            if entry.template_name is not None:
                return _ITSELF if entry.value is None else _file_target(entry)
            name = entry.type_for(type_name)
            found = self.follow(name, {**way, type_name: entry})
            if found is not None:
                return Target(name, False, name, entry.span, entry.file, entry.path) if found is _ITSELF else found
        return _ITSELF if self.known is None or self.known(type_name) else None


EMPTY = ResourceRegistry()
"""The registry that maps nothing."""


def path_beside(folder: str, name: str) -> str:
    """The path beside the main template of a file that is named in a folder; addresses stay as they are."""
    if "://" in name:
        return name.removeprefix("file://")
    return normpath(join(folder, name))


def _file_target(entry: Entry) -> Target:
    name = entry.template_name or ""
    folder = "" if name == entry.key else entry.folder
    return Target(path_beside(folder, name), True, name, entry.span, entry.file, entry.path)


def _is_removal(item: Any) -> bool:
    return isinstance(item, Entry) and item.value is None


def _load(branch: Branch, loaded: Branch) -> None:
    for key, item in branch.items():
        if isinstance(item, Branch):
            _load(item, loaded.setdefault(key, item.like({})))
        elif item.value is not None:
            loaded[key] = item
        elif key.endswith("*"):
            for name in [name for name, old in loaded.items() if isinstance(old, Entry) and name.startswith(key[:-1])]:
                del loaded[name]
        else:
            loaded.pop(key, None)


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
