"""Reader for zips of repositories that trusts nothing a zip says about itself."""

import stat
import zipfile
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import PurePosixPath

from django.utils.translation import gettext as _

from designer.content.uploads import (
    KIB,
    LARGEST_BUNDLE,
    LARGEST_FILE,
    LONGEST_PATH,
    MOST_FILES,
    NAMING_SUFFIXES,
    Bundle,
    RefusedUpload,
    bundle_of,
    checked_text,
    names_files,
    readable_name,
    words_for_size,
    words_of,
)

MOST_ENTRIES = 20_000  # in a zip, most of which are left out
LARGEST_RATIO = 200  # of a file's size to its compressed size; text files stay far below
STARTS = (b"PK\x03\x04", b"PK\x05\x06")
ENTRY = b"PK\x01\x02"  # the signature of an entry in a zip's central directory
LITTER = frozenset(
    (
        *("__MACOSX", ".DS_Store", "Thumbs.db", ".git", ".hg", ".svn", ".idea", ".vscode"),
        *("__pycache__", ".tox", ".venv", "node_modules"),
    )
)
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # the others are unpacked whole, however little is read of them
BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError, NotImplementedError, ValueError)


def read_upload(file_name: str, content: bytes, main: str = "") -> Bundle:
    """Return an uploaded file as a bundle: a zip with `main` as its template, anything else as a template's text."""
    if content.startswith(STARTS):
        return read_zip(file_name, content, main)
    return Bundle(text=checked_text(content), name=readable_name(file_name))


def read_zip(file_name: str, content: bytes, main: str = "") -> Bundle:
    """Return the files of a zip as a bundle; see `bundle_of`."""
    files, left_out = unpacked(content)
    return bundle_of(files, file_name, main, left_out)


def unpacked(content: bytes) -> tuple[dict[str, bytes], tuple[str, ...]]:
    """Return the files of a zip by path, and the paths that were left out."""
    if len(content) > LARGEST_BUNDLE:
        raise RefusedUpload(_("The zip is larger than %(most)s.") % {"most": words_for_size(LARGEST_BUNDLE)})
    if content.count(ENTRY) > MOST_ENTRIES:
        raise RefusedUpload(_("The zip contains more than %(most)d files.") % {"most": MOST_ENTRIES})
    try:
        with zipfile.ZipFile(BytesIO(content)) as archive:
            taken = _Taken(archive)
            left_out = taken.take(_entries(archive))
    except BROKEN as error:
        if isinstance(error, RefusedUpload):
            raise
        raise RefusedUpload(_("The zip is damaged or uses an unsupported compression method.")) from None
    return taken.files, left_out


def _entries(archive: zipfile.ZipFile) -> dict[str, zipfile.ZipInfo]:
    """Return the entries of a zip by path; no path leads out of the folder that the zip is unpacked to."""
    found: dict[str, zipfile.ZipInfo] = {}
    for entry in archive.infolist():
        if entry.filename.endswith("/") or _is_litter(entry.filename):
            continue
        path = _checked_path(entry)
        if path in found:
            raise RefusedUpload(_("The zip contains %(path)s twice.") % {"path": path})
        found[path] = entry
    if not found:
        raise RefusedUpload(_("The zip is empty."))
    folders = {"/".join(path.split("/")[:depth]) for path in found for depth in range(1, path.count("/") + 1)}
    if both := next((path for path in found if path in folders), None):
        raise RefusedUpload(_("The zip contains “%(path)s” both as a file and as a folder.") % {"path": both})
    return found


@dataclass
class _Taken:
    """The files extracted from a zip, within the size limits whatever the zip claims."""

    archive: zipfile.ZipFile
    files: dict[str, bytes] = field(default_factory=dict)
    room: int = LARGEST_BUNDLE

    def take(self, entries: dict[str, zipfile.ZipInfo]) -> tuple[str, ...]:
        """Extract all files, or if they do not fit, those that reference others or are referenced; return the rest."""
        if _fit(entries.values()):
            self._read(entries, entries)
            return ()
        small = [path for path, entry in entries.items() if entry.file_size <= LARGEST_FILE]
        self._read(entries, [path for path in small if PurePosixPath(path).suffix.lower() in NAMING_SUFFIXES])
        naming = {path: data for path, data in self.files.items() if names_files(path, data)}
        words = frozenset[str]().union(*map(words_of, naming.values()))
        named = [path for path in entries if path not in naming and PurePosixPath(path).name in words]
        self.room += sum(len(data) for path, data in self.files.items() if path not in naming)
        self.files = naming
        self._check_count(len(naming) + len(named))
        self._read(entries, named)
        return tuple(path for path in entries if path not in self.files)

    def _check_count(self, count: int) -> None:
        if count > MOST_FILES:
            raise RefusedUpload(
                _("The zip contains %(count)d templates, environments and files that they need; the limit is %(most)d.")
                % {"count": count, "most": MOST_FILES}
            )

    def _read(self, entries: dict[str, zipfile.ZipInfo], paths: Iterable[str]) -> None:
        for path in paths:
            self.files[path] = _checked_content(self.archive, entries[path], path, self.room)
            self.room -= len(self.files[path])


def _fit(entries: Iterable[zipfile.ZipInfo]) -> bool:
    """Whether all files of a zip fit, according to the sizes that it claims."""
    sizes: Sequence[int] = [entry.file_size for entry in entries]
    return len(sizes) <= MOST_FILES and max(sizes) <= LARGEST_FILE and sum(sizes) <= LARGEST_BUNDLE


def _is_litter(path: str) -> bool:
    """Whether a path belongs to the clutter of operating systems and tools."""
    return any(part in LITTER or part.startswith("._") for part in path.split("/"))


def _checked_path(entry: zipfile.ZipInfo) -> str:
    """Return an entry's path, without `./`, if it stays within the folder that the zip is unpacked to."""
    path = entry.filename
    shown = path.encode("utf-8", "replace").decode()[:LONGEST_PATH]
    if not path.isprintable():
        raise RefusedUpload(
            _("The zip contains the file name %(path)s, with a character that is not allowed. Nothing was imported.")
            % {"path": ascii(shown)}
        )
    outside = path.startswith("/") or "\\" in path or ":" in path or ".." in path.split("/")
    path = "/".join(part for part in path.split("/") if part not in ("", "."))
    if outside or not path or stat.S_ISLNK(entry.external_attr >> 16):
        raise RefusedUpload(
            _("The zip contains “%(path)s”, which points outside the zip. Nothing was imported.") % {"path": shown}
        )
    if len(path) > LONGEST_PATH:
        raise RefusedUpload(
            _("The zip contains a path that is longer than %(most)d characters: “%(path)s…”.")
            % {"most": LONGEST_PATH, "path": shown[:60]}
        )
    return path


def _checked_content(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, path: str, room: int) -> bytes:
    """Return the content of an entry, reading no more than the limits allow."""
    if entry.flag_bits & 0x1:
        raise RefusedUpload(_("The zip is protected with a password. Upload one without a password."))
    if entry.compress_type not in METHODS:
        raise zipfile.BadZipFile
    with archive.open(entry) as stream:
        content = stream.read(min(LARGEST_FILE, room) + 1)
    if len(content) > LARGEST_FILE or entry.file_size > LARGEST_FILE:
        raise RefusedUpload(
            _("“%(path)s” in the zip is larger than %(most)s.") % {"path": path, "most": words_for_size(LARGEST_FILE)}
        )
    if len(content) > LARGEST_RATIO * max(entry.compress_size, KIB):
        raise RefusedUpload(_("“%(path)s” in the zip has a suspicious compression ratio.") % {"path": path})
    if len(content) > room:
        raise RefusedUpload(
            _("The files in the zip are larger than %(most)s in total.") % {"most": words_for_size(LARGEST_BUNDLE)}
        )
    return content
