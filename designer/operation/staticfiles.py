"""Static files for production: collected, compressed, and named by content hash."""

from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path

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


def collect_if_changed() -> None:
    """Collect the static files into their folder, unless it holds what comes of the present ones."""
    digest = found_digest()
    record = Path(settings.STATIC_ROOT) / "digest"
    if not record.exists() or record.read_text(encoding="ascii") != digest:
        call_command("collectstatic", clear=True, interactive=False, verbosity=0)
        record.write_text(digest, encoding="ascii")


def found_digest() -> str:
    """Return the hash of all that is found, and of how it is collected."""
    found = sha256(Path(__file__).read_bytes())
    for name, path in sorted((name, storage.path(name)) for each in get_finders() for name, storage in each.list(None)):
        content = Path(path).read_bytes()
        found.update(f"{name} {len(content)}\n".encode() + content)
    return found.hexdigest()
