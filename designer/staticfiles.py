"""Static files for production: collected, compressed, and named by content hash."""

from collections.abc import Iterable

from django.contrib.staticfiles.finders import FileSystemFinder
from django.core.files.storage import Storage
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

    patterns = (*CompressedManifestStaticFilesStorage.patterns, ("js/*.js", ((_IMPORT, '%(keyword)s"%(url)s"'),)))
