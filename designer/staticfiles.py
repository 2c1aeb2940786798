"""Static files for production: collected, compressed, and named by content hash."""

from collections.abc import Iterable

from django.contrib.staticfiles.finders import FileSystemFinder
from django.core.files.storage import Storage
from whitenoise.storage import CompressedManifestStaticFilesStorage


class SourceFinder(FileSystemFinder):
    """Finds the files to serve in `static/`, without the tools that build the editor and check the scripts."""

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterable[tuple[str, Storage]]:
        """Return the files, each with its storage."""
        return super().list([*(ignore_patterns or ()), "node_modules", "*.d.ts"])


# Only in our own scripts: Django's option for modules also matches imports in comments of other packages.
_IMPORT = r"""(?P<matched>\b(?P<keyword>from|import) "(?P<url>\.[^"]+)";)"""


class ManifestStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc] # published without type hints
    """Names files by content hash, and rewrites the imports between modules."""

    patterns = (*CompressedManifestStaticFilesStorage.patterns, ("js/*.js", ((_IMPORT, '%(keyword)s "%(url)s";'),)))
