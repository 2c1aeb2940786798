"""Static files for production: collected, compressed, and named by content hash."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from fcntl import LOCK_EX, LOCK_NB, LOCK_SH, flock
from hashlib import sha256
from pathlib import Path
from typing import IO

from django.conf import settings
from django.contrib.staticfiles.finders import FileSystemFinder, get_finders
from django.core.files.storage import Storage
from django.core.management import call_command
from whitenoise.storage import CompressedManifestStaticFilesStorage


class SourceFinder(FileSystemFinder):
    """Finds the files to serve, without the tools that build the editor and check the scripts.

    Scripts come from the first folder alone: where there are bundles, nobody asks for the modules in them.
    """

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterable[tuple[str, Storage]]:
        """Return the files, each with its storage."""
        scripts = self.storages[self.locations[0][1]]
        for name, storage in super().list([*(ignore_patterns or ()), "node_modules", "*.d.ts"]):
            if storage is scripts or not name.startswith("js/"):
                yield name, storage


# Imports of modules, and of bundles, which have no spaces. Django's own pattern also matches imports in comments.
_IMPORT = r"""(?P<matched>\b(?P<keyword>from|import)(?: (?="[^"]+";))?"(?P<url>\.[^"]+)")"""


class ManifestStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc] # published without type hints
    """Names files by content hash, and rewrites the imports between modules."""

    max_post_process_passes = 100
    """At least as many as an import leads on: in a bad order of files, each pass names one more of them for good."""
    patterns = (*CompressedManifestStaticFilesStorage.patterns, ("js/*.js", ((_IMPORT, '%(keyword)s"%(url)s"'),)))


@contextmanager
def collected_files() -> Iterator[None]:
    """Collect the static files into their folder, unless it holds what comes of the present ones, and keep them.

    Files of former releases are removed while nobody else keeps the folder. Otherwise they stay, because a running
    designer serves them; names that carry hashes never meet.
    """
    folder = Path(settings.STATIC_ROOT)
    folder.parent.mkdir(parents=True, exist_ok=True)
    with folder.with_suffix(".lock").open("w", encoding="ascii") as lock:
        _collect_if_changed(folder, is_alone=_is_alone(lock))
        flock(lock, LOCK_SH)
        yield


def _collect_if_changed(folder: Path, *, is_alone: bool) -> None:
    record = folder / "digest"
    if record.exists() and record.read_text(encoding="ascii") == _digest(folder):
        return
    (folder / ManifestStorage.manifest_name).unlink(missing_ok=True)  # a damaged one would not be replaced
    call_command("collectstatic", clear=is_alone, interactive=False, verbosity=0)
    record.write_text(_digest(folder), encoding="ascii")


def _is_alone(lock: IO[str]) -> bool:
    """Return whether nobody else keeps the folder; wait while somebody else collects into it."""
    try:
        flock(lock, LOCK_EX | LOCK_NB)
    except BlockingIOError:
        flock(lock, LOCK_SH)
        return False
    return True


def _digest(folder: Path) -> str:
    """Return the hash of all that is found, of how it is collected, and of what the last collection has named."""
    manifest = folder / ManifestStorage.manifest_name
    found = sha256(Path(__file__).read_bytes() + settings.STORAGES["staticfiles"]["BACKEND"].encode())
    found.update(manifest.read_bytes() if manifest.exists() else b"")
    for name, path in sorted((name, storage.path(name)) for each in get_finders() for name, storage in each.list(None)):
        content = Path(path).read_bytes()
        found.update(f"{name} {len(content)}\n".encode() + content)
    return found.hexdigest()
