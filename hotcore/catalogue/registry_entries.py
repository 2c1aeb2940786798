"""The entries of a `resource_registry`, and what they lead to."""

from collections.abc import Mapping
from posixpath import join, normpath
from typing import Any

from hotcore.bundle_files import BundleFiles
from hotcore.runtime import dataclass
from hotcore.source import Span

TEMPLATE_ENDINGS = (".yaml", ".template")
"""The endings of names that Heat treats as template files."""

REMOTE = ("http://", "https://")
RESOURCES, HOOKS, RESTRICTED_ACTIONS = "resources", "hooks", "restricted_actions"
HOOK_TYPES = ("pre-create", "pre-update", "pre-delete", "post-create", "post-update", "post-delete")
RESTRICTABLE = ("update", "replace")


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a registry."""

    path: tuple[str, ...]
    """Its keys, from `resource_registry` downwards."""
    value: Any
    """What is at these keys."""
    span: Span | None = None
    """The place of the value in the file."""
    key_span: Span | None = None
    """The place of the last key in the file."""
    file: str | None = None
    """The environment file; None for an entry that no file has."""
    folder: str = ""
    """The folder that file names in it are relative to."""

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

    def type_for(self, type_name: str) -> str:
        """The type that the entry maps a type to."""
        if self.key.endswith("*") and self.value.endswith("*"):
            return str(self.value[:-1] + type_name[len(self.key) - 1 :])
        return str(self.value)


@dataclass(frozen=True, slots=True)
class Target:
    """The target of a resource type: another type, or a template file."""

    name: str
    """The name of the type, or the path of the file relative to the main template."""
    is_file: bool
    """Whether it is a template file."""
    written: str = ""
    """The name as written in the registry."""
    span: Span | None = None
    """The place of the entry in the environment file, where a missing file is reported."""
    file: str | None = None
    """The environment file."""
    path: tuple[str, ...] = ()
    """The keys of the entry."""

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
    """A map of keys to entries and nested branches."""

    key_span: Span | None = None
    """The place of its own key in the file."""
    file: str | None = None
    """The environment file; None for a branch that no file has."""

    @classmethod
    def at(cls, key_span: Span | None, file: str | None, items: Mapping[str, Any] | None = None) -> "Branch":
        """A branch with its location."""
        branch = cls(items or {})
        branch.key_span, branch.file = key_span, file
        return branch

    def like(self, items: Mapping[str, Any]) -> "Branch":
        """A branch with other items at the same location."""
        return Branch.at(self.key_span, self.file, items)


def path_beside(folder: str, name: str) -> str:
    """The path, relative to the main template, of a file referenced from a folder; URLs are unchanged."""
    if "://" in name:
        return name.removeprefix("file://")
    return normpath(join(folder, name))
