"""The section `resource_registry`: nodes to entries."""

from dataclasses import dataclass
from typing import Any

from hotcore.nodes import Mapping, Node, to_plain
from hotcore.resource_registry import Entry, ResourceRegistry


@dataclass(frozen=True, slots=True)
class RegistryReader:
    """Reads the registry of the environment file called `file`; names of files in it are relative to `folder`."""

    file: str
    folder: str

    def registry(self, node: Mapping) -> ResourceRegistry:
        """The registry as written."""
        return ResourceRegistry(self.branch(node, (), self.folder))

    def branch(self, node: Mapping, path: tuple[str, ...], folder: str) -> dict[str, Any]:
        """What stands under the keys of a map."""
        return {
            key: self.item(node, key, item, (*path, key), folder)
            for key, item in node.members.items()
            if isinstance(key, str)
        }

    def item(self, parent: Mapping, key: str, node: Node, path: tuple[str, ...], folder: str) -> Any:
        """An entry, or a branch of them."""
        if isinstance(node, Mapping):
            return self.branch(node, path, folder)
        return Entry(path, to_plain(node), node.span, parent.key_span(key), self.file, folder)
