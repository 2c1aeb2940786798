"""Static files as they are served to teams: collected, compressed, and named by their content."""

from collections.abc import Iterable

from django.contrib.staticfiles.finders import FileSystemFinder
from django.core.files.storage import Storage
from whitenoise.storage import CompressedManifestStaticFilesStorage


class SourceFinder(FileSystemFinder):
    """Finds what is served in `static/`, and leaves out what builds the editor and checks scripts."""

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterable[tuple[str, Storage]]:
        """List the files with the storage of each."""
        return super().list([*(ignore_patterns or ()), "node_modules", "*.d.ts"])


# Only in our own scripts: Django's switch for modules also reads the comments of other packages' as imports.
_IMPORT = r"""(?P<matched>\b(?P<keyword>from|import) "(?P<url>\.[^"]+)";)"""


class ManifestStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc] # published without type hints
    """Names files by their content, also where one module imports another."""

    patterns = (*CompressedManifestStaticFilesStorage.patterns, ("js/*.js", ((_IMPORT, '%(keyword)s "%(url)s";'),)))
