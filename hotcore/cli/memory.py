"""Results of templates that are remembered in the folder of their project, and hold while no file changes."""

import json
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import hotcore
from hotcore.cli.files import write_text
from hotcore.cli.outcome import Unusable
from hotcore.cli.render import CheckedTemplate
from hotcore.cli.stored_results import restored, stored
from hotcore.runtime import LazyModule

hashlib: Any = LazyModule("hashlib")

FOLDER = ".hotcore_cache"


class Memory:
    """The remembered results in a folder.  Where it cannot be written or read, nothing is remembered."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / FOLDER

    def recall(self, name: str, key: str, others: Mapping[str, str]) -> CheckedTemplate | None:
        """The results of a template under a key, which stands for everything but the contents of files; None if there
        are none, or if a file is not what it was."""
        try:
            data = json.loads(self._place(name, key).read_text(encoding="utf-8"))
            if any(digest_of_file(Path(path)) != digest for path, digest in data["files"].items()):
                return None
            return restored(data["checked"], others)
        except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
            return None

    def remember(self, name: str, key: str, files: Iterable[Path], checked: CheckedTemplate) -> None:
        """Remembers the results of a template that depend on files, which may be missing."""
        digests = {str(path): digest_of_file(path) for path in files}
        text = json.dumps({"files": digests, "checked": stored(checked)}, ensure_ascii=True, default=str)
        with suppress(OSError, Unusable):
            self.folder.mkdir(exist_ok=True)
            ignored = self.folder / ".gitignore"
            if not ignored.exists():
                ignored.write_text("*\n", encoding="utf-8")
            write_text(str(self._place(name, key)), text)

    def _place(self, name: str, key: str) -> Path:
        return self.folder / f"{digest([name, key])[:32]}.json"


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
    place = Path(hotcore.__file__).parent
    files = sorted(path for path in place.rglob("*") if path.suffix in (".py", ".json", ".yaml"))
    return digest((str(path), (found := path.stat()).st_size, found.st_mtime_ns) for path in files)
