"""Results of templates that are remembered in the folder of their project, and hold while no file changes."""

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import hotcore
from hotcore.cli.files import STANDARD_INPUT, write_text
from hotcore.cli.outcome import Unusable
from hotcore.cli.results import CheckedTemplate
from hotcore.cli.stored_results import restored, stored
from hotcore.runtime import LazyModule

hashlib: Any = LazyModule("hashlib")

FOLDER = ".hotcore_cache"
_PROGRAM = (".py", ".json", ".yaml")


class Memory:
    """The remembered results in the folder of a project.  Where it cannot be written or read, nothing is remembered.

    What is stored names files by their paths within that folder, so that it does not matter how they are typed.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder / FOLDER
        self._root = _real(folder.absolute())

    def path(self, name: str) -> str | None:
        """The path of a file within the folder, however it is typed; None for standard input."""
        if name == STANDARD_INPUT:
            return None
        path = Path(name).absolute()
        return os.path.relpath(_real(path.parent) / path.name, self._root)

    def recall(
        self, name: str, key: str, environments: Mapping[str, str], others: Mapping[str, str]
    ) -> CheckedTemplate | None:
        """The results of a template with its environments under a key, which stands for everything but the contents of
        files; None if there are none, or if a file is not what it was.  `others` are the texts of all environments."""
        try:
            data = json.loads(self._place(name, key).read_text(encoding="utf-8"))
            if any(digest_of_file(self._root / path) != digest for path, digest in data["files"].items()):
                return None
            return restored(data["checked"], name, list(environments), others)
        except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
            return None

    def remember(self, key: str, files: Iterable[Path], environments: Iterable[str], checked: CheckedTemplate) -> None:
        """Remembers the results of a template that depend on files, which may be missing."""
        with suppress(OSError, ValueError, Unusable):
            digests = {self.path(str(path)): digest_of_file(path) for path in files}
            data = {"files": digests, "checked": stored(checked, list(environments))}
            text = json.dumps(data, ensure_ascii=True, default=str)
            self.folder.mkdir(exist_ok=True)
            ignored = self.folder / ".gitignore"
            if not ignored.exists():
                ignored.write_text("*\n", encoding="utf-8")
            write_text(str(self._place(checked.name, key)), text)

    def _place(self, name: str, key: str) -> Path:
        return self.folder / f"{digest([self.path(name), key])[:32]}.json"


@cache
def _real(folder: Path) -> Path:
    """A folder without symbolic links, and without `..`, which mean something else behind these."""
    return Path(os.path.realpath(folder))


def digest(parts: Iterable[Any]) -> str:
    """The digest of values that JSON can hold."""
    return str(hashlib.sha256(json.dumps(list(parts), sort_keys=True, default=str).encode()).hexdigest())


def digest_of_file(path: Path) -> str | None:
    """The digest of the content of a file; None if it cannot be read."""
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else None
    except (OSError, ValueError):
        return None


@cache
def program() -> str:
    """The digest of what hotcore itself is made of: its files with their sizes and times."""
    files = sorted(_files(Path(hotcore.__file__).parent))
    return digest((path, found.st_size, found.st_mtime_ns) for path, found in files)


def _files(folder: Path) -> Iterator[tuple[str, os.stat_result]]:
    """The files of a program below a folder."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir():
                yield from _files(Path(entry))
            elif entry.name.endswith(_PROGRAM):
                yield entry.path, entry.stat()
