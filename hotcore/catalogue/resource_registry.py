"""The `resource_registry` of environments, which maps resource types to other types and template files.

The rules are Heat's, quirks included: an entry for one resource takes precedence over one for all, and among the
entries for all, the first in sort order wins, so that `OS::Nova::*` takes precedence over `OS::Nova::Server`.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import field, replace
from fnmatch import fnmatchcase
from posixpath import join, normpath
from typing import Any

from hotcore.bundle_files import BundleFiles
from hotcore.runtime import cached_property, dataclass
from hotcore.source import Span

TEMPLATE_ENDINGS = (".yaml", ".template")
"""The endings of names that Heat treats as template files."""

REMOTE = ("http://", "https://")
RESOURCES, HOOKS, RESTRICTED_ACTIONS = "resources", "hooks", "restricted_actions"
HOOK_TYPES = ("pre-create", "pre-update", "pre-delete", "post-create", "post-update", "post-delete")
RESTRICTABLE = ("update", "replace")

_MAX_CHAIN_LENGTH = 200
_MAX_TYPES = 1000
"""Types that are visited from a single one; with wildcards there can be any number."""


class UnexpectedMap(Exception):
    """Heat fails, because there is a map where the name of a type is expected."""

    def __init__(self, key: str, branch: "Branch") -> None:
        super().__init__()
        self.key, self.branch = key, branch


class CircularMapping(Exception):
    """The entries form a cycle and never lead to a type; `entries` are those of the cycle, in order."""

    def __init__(self, entries: tuple["Entry", ...]) -> None:
        super().__init__()
        self.entries = entries


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a registry: the `value` at the keys of `path`.

    `span` is the location of the value and `key_span` that of its key in `file`; file names in it are relative to
    `folder`.
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
        """Whether it is a setting of a resource (hooks, restricted actions), not a mapping."""
        return self.key in (HOOKS, RESTRICTED_ACTIONS)

    @property
    def template_name(self) -> str | None:
        """The template file as written, or None when the entry maps to a type; a key that is a file wins."""
        if self.key.endswith(TEMPLATE_ENDINGS):
            return self.key
        return self.value if isinstance(self.value, str) and self.value.endswith(TEMPLATE_ENDINGS) else None

    def matches(self, type_name: str) -> bool:
        """Whether it is a wildcard that matches the type."""
        return type_name != self.value and type_name.startswith(self.key[:-1])

    def type_for(self, type_name: str) -> str:
        """The type that the entry maps a type to."""
        if self.key.endswith("*") and self.value.endswith("*"):
            return str(self.value[:-1] + type_name[len(self.key) - 1 :])
        return str(self.value)


@dataclass(frozen=True, slots=True)
class Target:
    """The target of a resource type: another type, or a template file.

    For a file, `name` is its path relative to the main template; `written` is the name as written in the registry.
    `span` is the location of the entry in the environment `file`, where a missing file is reported.  `path` are the
    keys of the entry.
    """

    name: str
    is_file: bool
    written: str = ""
    span: Span | None = None
    file: str | None = None
    path: tuple[str, ...] = ()

    @property
    def is_remote(self) -> bool:
        """Whether it is a URL; nothing is ever fetched."""
        return self.name.startswith(REMOTE)

    def places_in(self, files: BundleFiles) -> tuple[str, ...]:
        """The possible paths of the file in the bundle: a client looks only relative to the environment; files that are
        just sent may also be keyed by the name as written."""
        return (self.name,) if files.folder is not None else (self.name, self.written)

    def key_in(self, files: BundleFiles) -> str | None:
        """The path of the file in the bundle, or None when it is missing."""
        return files.key(*self.places_in(files)) if self.is_file else None


class Branch(dict[str, Any]):
    """A map of keys to entries and nested branches; its own key is at `key_span` in `file`."""

    key_span: Span | None = None
    file: str | None = None

    @classmethod
    def at(cls, key_span: Span | None, file: str | None, items: Mapping[str, Any] | None = None) -> "Branch":
        """A branch with its location."""
        branch = cls(items or {})
        branch.key_span, branch.file = key_span, file
        return branch

    def like(self, items: Mapping[str, Any]) -> "Branch":
        """A branch with other items at the same location."""
        return Branch.at(self.key_span, self.file, items)


_ITSELF = Target("", is_file=False)


@dataclass(frozen=True)
class ResourceRegistry:
    """The registry of one environment, or of several merged; `written` are the entries as written, in order."""

    written: Branch = field(default_factory=Branch)

    def __bool__(self) -> bool:
        return bool(self.written)

    def overridden_by(self, later: "ResourceRegistry") -> "ResourceRegistry":
        """Both registries merged as in Heat: a top-level key of the later one replaces that of this one as a whole."""
        if not self.written:
            return later
        given = {key: item for key, item in later.written.items() if not _is_removal(item)}
        return ResourceRegistry(Branch({**self.written, **given}))

    @cached_property
    def entries(self) -> Branch:
        """The effective entries, with every removal (`null`) applied."""
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
        """The target of a type, for one resource; None when the type is not mapped.

        An entry that leads to a type that is not `known` is used only when no other entry leads to a known one.  When
        the entries form a cycle, the type counts as not mapped; the check of the registry reports that.
        """
        if not self.written:
            return None
        try:
            found = self.chain(type_name, resource_name, known)
        except (CircularMapping, UnexpectedMap):
            return None
        return None if found is _ITSELF else found

    def chain(
        self, type_name: str, resource_name: str | None = None, known: Callable[[str], bool] | None = None
    ) -> Target:
        """The same, but raises `CircularMapping` or `UnexpectedMap`, and always returns a target."""
        own = resource_name if resource_name in self.entries[RESOURCES] else None
        key = type_name, own, known
        if key not in self._found:
            found = _Search(self, own, known).follow(type_name, {}) if known else None
            self._found[key] = found or _Search(self, own, None).follow(type_name, {}) or _ITSELF
        return self._found[key]

    def candidates(self, type_name: str, resource_name: str | None) -> list[Entry]:
        """The entries that match a type, in Heat's order of precedence."""
        own = self.entries[RESOURCES].get(resource_name or "")
        found = [own.get(type_name) if isinstance(own, Branch) else None, self.entries.get(type_name)]
        if isinstance(found[1], Branch) and found[1]:
            raise UnexpectedMap(type_name, found[1])
        if found[1] is None and type_name.endswith(TEMPLATE_ENDINGS):
            found.append(Entry((type_name,), None))
        found.extend(entry for entry in self._wildcards if entry.matches(type_name))
        entries = [entry for entry in found if isinstance(entry, Entry) and not entry.is_setting]
        return sorted(entries, key=lambda entry: (-len(entry.path), entry.path))

    def hooks(self, resource_name: str) -> tuple[str, ...]:
        """The hooks at which Heat pauses before or after an operation on a resource."""
        return tuple(hook for hook in HOOK_TYPES if hook in self._settings(resource_name, HOOKS))

    def restricted_actions(self, resource_name: str) -> tuple[str, ...]:
        """The restricted actions of a resource: `update`, `replace` or both."""
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
        """The registry of the nested stack of a resource: with the entries for the resource's own resources, and
        without the entry that mapped it to the nested template."""
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


class _Search:
    """A traversal of the entries from a type, for one resource, that visits each type once."""

    def __init__(
        self, registry: ResourceRegistry, resource_name: str | None, known: Callable[[str], bool] | None
    ) -> None:
        self.registry = registry
        self.resource_name = resource_name
        self.known = known
        self.found: dict[str, Target | None] = {}

    def follow(self, type_name: str, way: dict[str, Entry]) -> Target | None:
        """The target of a type, or None when it is not known; `way` are the types and entries that led here."""
        if type_name in way:
            raise CircularMapping(tuple(way.values())[list(way).index(type_name) :])
        if type_name not in self.found:
            if len(way) > _MAX_CHAIN_LENGTH or len(self.found) > _MAX_TYPES:
                raise CircularMapping(tuple(way.values())[-1:])
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
    """The path, relative to the main template, of a file referenced from a folder; URLs are unchanged."""
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
