"""The files that a template names, and those that these name, from the disk; nothing is fetched."""

from collections.abc import Iterable
from itertools import islice
from os.path import realpath
from pathlib import Path

from hotcore.bundle_files import BundleFiles
from hotcore.catalogue import ResourceRegistry
from hotcore.template import Bundle, Template, needed_files

LARGEST_FILE = 16 * 1024 * 1024
"""Bytes of a file that is taken along; what is larger counts as missing."""

MOST_FILES = 1000
"""Files that are taken along."""


def files_beside(template: Template, folder: Path, registries: Iterable[ResourceRegistry] = ()) -> dict[str, str]:
    """The files that a template in a folder needs, by their paths beside it, as far as they are there.

    These are the files of `get_file` and of types, in the template, in the registries and in nested templates.
    """
    files: dict[str, str] = {}
    bundle = Bundle(files)
    pending = [(paths(name, None), is_template) for name, is_template in _named(template)]
    pending.extend(((name,), True) for registry in registries for name in _registered(registry))
    seen: set[tuple[str, ...]] = set()
    while pending and len(files) < MOST_FILES:
        places, is_template = pending.pop(0)
        if places in seen:
            continue
        seen.add(places)
        path = _taken(places, folder, files)
        nested = bundle.template(path).template if path is not None and is_template else None
        if nested is not None:
            pending.extend((paths(name, path), inner) for name, inner in _named(nested))
    return files


def _taken(places: tuple[str, ...], folder: Path, files: dict[str, str]) -> str | None:
    """The first of the places at which there is a file; its content is put among the files."""
    for path in places:
        if path in files:
            return path
        content = _content(folder, path)
        if content is not None:
            files[path] = content
            return path
    return None


def _content(folder: Path, name: str) -> str | None:
    try:
        path = folder / name
        if not path.is_file() or path.stat().st_size > LARGEST_FILE:
            return None
        return path.read_bytes().decode("utf-8", "replace")
    except (OSError, ValueError, RuntimeError):
        return None


def _named(template: Template) -> Iterator[tuple[str, bool]]:
    """The names of files in a template, and whether they are templates themselves."""
    for section, _, node in template.values():
        for reference in references(node):
            if reference.kind == "file" and not reference.name.startswith(REMOTE):
                yield reference.name, False
        if section == "resources":
            assert isinstance(node, MappingNode)
            yield from ((name, True) for name in _types(node) if _is_file(name))


def _types(resource: MappingNode) -> Iterator[str]:
    """The types that a resource names: its own, and those of the members of a group."""
    for node in walk(resource):
        if not isinstance(node, MappingNode):
            continue
        chain = node.get("resources")
        named = [node.get("type"), *(chain.items if isinstance(chain, Sequence) else ())]
        yield from (item.value for item in named if isinstance(item, Scalar) and isinstance(item.value, str))


def _registered(registry: ResourceRegistry) -> Iterator[str]:
    for entry in registry.walk():
        name = entry.template_name
        if name is not None and _is_file(name):
            yield path_beside("" if name == entry.key else entry.folder, name)


def _is_file(name: str) -> bool:
    return name.endswith(TEMPLATE_ENDINGS) and not name.startswith(REMOTE)
