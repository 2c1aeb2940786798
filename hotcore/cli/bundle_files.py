"""Reading of the files that a template needs from the disk."""

from collections.abc import Iterable
from itertools import islice
from os.path import realpath
from pathlib import Path

from hotcore.bundle_files import BundleFiles
from hotcore.catalogue import ResourceRegistry
from hotcore.cli.files import LARGEST_FILE
from hotcore.template import Bundle, Template, needed_files

MOST_FILES = 1000
"""The maximum number of files that are read."""

LARGEST_BUNDLE = 32 * 1024 * 1024
"""The total size of the files that are read, in bytes; those beyond it count as missing."""


def files_beside(
    template: Template, folder: Path, registries: Iterable[ResourceRegistry] = (), looked_for: set[Path] | None = None
) -> BundleFiles:
    """The existing files that a template in a folder of the disk needs, by their paths relative to it.

    All paths at which one was looked for are added to `looked_for`.
    """
    found = _FilesOnDisk(folder, looked_for if looked_for is not None else set())
    for _ in islice(needed_files(template, Bundle(found), registries), MOST_FILES):
        pass
    return BundleFiles(dict(islice(found.items(), MOST_FILES)), found.folder)


class _FilesOnDisk(BundleFiles):
    """The files around a folder of the disk, each read on demand."""

    def __init__(self, folder: Path, looked_for: set[Path]) -> None:
        super().__init__(folder=realpath(folder).lstrip("/"))
        self._place = folder
        self._looked_for = looked_for
        self._left = LARGEST_BUNDLE

    def has(self, path: str) -> bool:
        self._looked_for.add(self._place / path)
        content = None if path in self else _content(self._place, path, min(LARGEST_FILE, self._left))
        if content is not None:
            self._left -= len(content)
            self[path] = content
        return path in self


def _content(folder: Path, name: str, most: int) -> str | None:
    """The text of a file of at most so many bytes."""
    try:
        path = folder / name
        if not path.is_file() or path.stat().st_size > most:
            return None
        return path.read_bytes().decode("utf-8", "replace")
    except (OSError, ValueError, RuntimeError):
        return None
