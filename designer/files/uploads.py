"""What people bring: a template's text, or a zip with a template and the files that it names."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from posixpath import dirname, join, normpath

from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _

from designer.files.content import Content
from hotcore.bundle_files import path_from, plain_path
from hotcore.environment import SECTIONS

KIB = 1024
LARGEST_TEXT = 512 * KIB  # of a template, as Heat has it by default
LARGEST_FILE = 1024 * KIB  # of a file beside a template
LARGEST_BUNDLE = 4 * 1024 * KIB  # of all files together, and of the zip that brings them
MOST_FILES = 200
LONGEST_PATH = 200
LONGEST_KEPT_PATH = 255  # seen from the template, which may lie deeper in the zip than its files
LARGEST_RATIO = 200  # of a file in a zip to its compressed size; texts stay far below
ZIP_STARTS = (b"PK\x03\x04", b"PK\x05\x06")
TEMPLATE_KEY = re.compile(r"""(?:^|[{,])\s*["']?heat_template_version["']?\s*:""", re.MULTILINE)
TEMPLATE_SUFFIXES = frozenset((".yaml", ".yml", ".template", ".hot", ".json"))
USUAL_NAMES = ("main", "template", "stack", "index", "heat")
LITTER = frozenset(("__MACOSX", ".DS_Store", "Thumbs.db", ".git", ".svn", ".idea", "__pycache__"))
BROKEN_ZIP = (zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError, NotImplementedError, ValueError)


class RefusedUpload(ValueError):
    """What was brought cannot be kept; the words say why and what to do."""


class SeveralTemplates(RefusedUpload):
    """A zip holds several templates that no other names: a person has to say which of these `paths` is meant."""

    def __init__(self, paths: tuple[str, ...]) -> None:
        super().__init__(_("The zip holds several templates. Say which one it is about; the others come with it."))
        self.paths = paths


@dataclass(frozen=True)
class Bundle:
    """A template's text with its files by their path beside it. `others` are further templates among the files."""

    text: bytes
    name: str = ""
    files: Mapping[str, bytes] = field(default_factory=dict)
    path: str = ""
    others: tuple[str, ...] = ()


def checked_text(content: bytes) -> bytes:
    """Return a template's text, byte for byte, when it can be one: not empty, not too large, UTF-8 without NUL."""
    if not content.strip():
        raise RefusedUpload(_("There is no text in it."))
    if len(content) > LARGEST_TEXT:
        raise RefusedUpload(
            _("The template has %(size)s; Heat takes %(most)s at most.")
            % {"size": words_for_size(len(content)), "most": words_for_size(LARGEST_TEXT)}
        )
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise RefusedUpload(
            _("It is not UTF-8 text: the byte 0x%(byte)02x in line %(line)d does not belong there. Save it as UTF-8.")
            % {"byte": content[error.start], "line": line}
        ) from None
    if "\0" in text:
        raise RefusedUpload(_("It is not a text: it holds NUL characters."))
    return content


def read_upload(file_name: str, content: bytes) -> Bundle:
    """Read an uploaded file: a zip by what is in it, anything else as a template's text."""
    if content.startswith(ZIP_STARTS):
        return read_zip(file_name, content)
    return Bundle(text=checked_text(content), name=readable_name(file_name))


def read_zip(file_name: str, content: bytes, main: str = "") -> Bundle:
    """Read a zip with the template `main`; the other files are kept by their path beside the template.

    Without a choice it is the only template that no other one names; where there are several, `SeveralTemplates` is
    raised.
    """
    if len(content) > LARGEST_BUNDLE:
        raise RefusedUpload(_("The zip has more than %(most)s.") % {"most": words_for_size(LARGEST_BUNDLE)})
    try:
        files = _unpacked(content)
    except BROKEN_ZIP as error:
        if isinstance(error, RefusedUpload):
            raise
        raise RefusedUpload(_("The zip is damaged, or packed in a way that cannot be read here.")) from None
    found, unnamed = _templates(files, PurePosixPath(file_name).stem)
    if not main and unnamed != 1:
        raise SeveralTemplates(tuple(found[:unnamed] if unnamed else found))
    if main and main not in found:
        raise RefusedUpload(_("There is no template “%(path)s” in the zip.") % {"path": main[:60]})
    main = main or found[0]
    others = [path for path in found if path != main]
    folder = str(PurePosixPath(main).parent)
    beside = {relpath(path, folder): data for path, data in files.items() if path != main}
    if long := next((path for path in beside if len(path) > LONGEST_KEPT_PATH), ""):
        raise RefusedUpload(
            _("Seen from the template, a path in the zip has more than %(most)d characters: “%(path)s…”.")
            % {"most": LONGEST_KEPT_PATH, "path": long[:60]}
        )
    stem = PurePosixPath(main).stem
    name = file_name if stem.lower() in USUAL_NAMES else main
    return Bundle(checked_text(files[main]), readable_name(name), beside, main, tuple(others))


def checked_path(path: str, others: Iterable[str] = ()) -> str:
    """Return the path of a file beside a template in its plain form, when it can be one and none of `others` has it.

    `./a//b` becomes `a/b`. A path leads down from the template's folder, never out of it.
    """
    path = path.strip()
    shown = path.encode("utf-8", "replace").decode()[:60]
    if not path.strip("./"):
        raise RefusedUpload(_("Give the file a name, such as scripts/start.sh."))
    if path.startswith("/") or "\\" in path or ":" in path or ".." in path.split("/"):
        raise RefusedUpload(
            _("“%(path)s” leads out of the template's folder. Name files like scripts/start.sh.") % {"path": shown}
        )
    if not path.isprintable():
        raise RefusedUpload(_("“%(path)s” holds a character that no name of a file has.") % {"path": shown})
    if path.endswith("/"):
        raise RefusedUpload(_("“%(path)s” is the name of a folder. Add the file's name.") % {"path": shown})
    path = "/".join(part.strip() for part in path.split("/") if part.strip() not in ("", "."))
    if len(path) > LONGEST_PATH:
        raise RefusedUpload(_("A file's name has at most %(most)d characters.") % {"most": LONGEST_PATH})
    taken = set(others)
    if path in taken:
        raise RefusedUpload(_("There is a file “%(path)s” already.") % {"path": shown})
    if any(other.startswith(f"{path}/") or path.startswith(f"{other}/") for other in taken):
        raise RefusedUpload(_("“%(path)s” is a file and a folder at once.") % {"path": shown})
    return path


def checked_files(files: Mapping[str, bytes]) -> Mapping[str, bytes]:
    """Return the files beside a template, when there are not too many and they are not too large."""
    if len(files) > MOST_FILES:
        raise RefusedUpload(_("%(most)d files are the most beside a template.") % {"most": MOST_FILES})
    for path, content in files.items():
        if len(content) > LARGEST_FILE:
            raise RefusedUpload(
                _("“%(path)s” has more than %(most)s.") % {"path": path[:60], "most": words_for_size(LARGEST_FILE)}
            )
    if sum(map(len, files.values())) > LARGEST_BUNDLE:
        raise RefusedUpload(_("The files have more than %(most)s together.") % {"most": words_for_size(LARGEST_BUNDLE)})
    return files


def readable_name(path: str) -> str:
    """Return a file's name as a title: `web-service.yaml` becomes `Web service`."""
    words = re.sub(r"[\s_-]+", " ", PurePosixPath(path.replace("\\", "/")).stem).strip()
    return (words[:1].upper() + words[1:])[:120]


def uploaded_files(uploads: Sequence[UploadedFile], name: str, others: Iterable[str]) -> dict[str, bytes]:
    """Return files that were uploaded, by their paths: a single one may be given another name, of which `others` has
    none; several keep their own."""
    if len(uploads) > 1 and name.strip():
        raise RefusedUpload(_("One name was given for several files. Leave it empty, and each keeps its own."))
    files: dict[str, bytes] = {}
    for upload in uploads:
        if (upload.size or 0) > LARGEST_FILE:
            raise RefusedUpload(_("The file has more than %(most)s.") % {"most": words_for_size(LARGEST_FILE)})
        files[checked_path(name if name.strip() else upload.name or "", [*others, *files])] = upload.read()
    return files


def words_for_size(size: int) -> str:
    """Return a number of bytes as people say it."""
    if size < KIB:
        return f"{size} B"
    return f"{size / KIB:.0f} KiB" if size < KIB * KIB else f"{size / KIB / KIB:.1f} MiB"


def _unpacked(content: bytes) -> dict[str, bytes]:
    """Return the files of a zip, none of them larger than it may be, whatever the zip says about itself."""
    with zipfile.ZipFile(BytesIO(content)) as archive:
        entries = [entry for entry in archive.infolist() if not entry.is_dir() and not _is_litter(entry.filename)]
        if len(entries) > MOST_FILES:
            raise RefusedUpload(
                _("The zip holds %(count)d files; %(most)d are the most.") % {"count": len(entries), "most": MOST_FILES}
            )
        files: dict[str, bytes] = {}
        room = LARGEST_BUNDLE
        for entry in entries:
            path = _checked_path(entry)
            if path in files:
                raise RefusedUpload(_("The zip holds %(path)s twice.") % {"path": path})
            files[path] = _checked_content(archive, entry, path, room)
            room -= len(files[path])
    if not files:
        raise RefusedUpload(_("The zip is empty."))
    return files


def _is_litter(path: str) -> bool:
    """Whether a path is what operating systems and tools leave behind."""
    return any(part in LITTER or part.startswith("._") for part in path.split("/"))


def _checked_path(entry: zipfile.ZipInfo) -> str:
    """Return an entry's path when it stays within the folder that the zip is unpacked to."""
    path = entry.filename
    parts = path.split("/")
    shown = path.encode("utf-8", "replace").decode()[:LONGEST_PATH]
    outside = path.startswith("/") or "\\" in path or ":" in path or any(part in ("", ".", "..") for part in parts)
    if outside or not path.isprintable() or stat.S_ISLNK(entry.external_attr >> 16):
        raise RefusedUpload(
            _("The zip holds “%(path)s”, which points outside the zip. Nothing was taken.") % {"path": shown}
        )
    if len(path) > LONGEST_PATH:
        raise RefusedUpload(
            _("The zip holds a path with more than %(most)d characters: “%(path)s…”.")
            % {"most": LONGEST_PATH, "path": shown[:60]}
        )
    return path


def _checked_content(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, path: str, room: int) -> bytes:
    """Return what an entry holds, reading no more of it than may be kept."""
    if entry.flag_bits & 0x1:
        raise RefusedUpload(_("The zip is locked with a password."))
    with archive.open(entry) as stream:
        content = stream.read(min(LARGEST_FILE, room) + 1)
    if len(content) > LARGEST_FILE or entry.file_size > LARGEST_FILE:
        raise RefusedUpload(
            _("“%(path)s” in the zip has more than %(most)s.") % {"path": path, "most": words_for_size(LARGEST_FILE)}
        )
    if len(content) > LARGEST_RATIO * max(entry.compress_size, KIB):
        raise RefusedUpload(_("“%(path)s” in the zip unpacks to far more than its size.") % {"path": path})
    if len(content) > room:
        raise RefusedUpload(
            _("The files in the zip have more than %(most)s together.") % {"most": words_for_size(LARGEST_BUNDLE)}
        )
    return content


def _templates(files: Mapping[str, bytes], stem: str) -> tuple[list[str], int]:
    """Return the templates among the files, and how many of them, the first ones, are named by no other.

    Within both kinds the one nearest to the top comes first, then one with a usual name.
    """
    texts = {path: data.decode("utf-8", "replace") for path, data in files.items() if _may_be_template(path)}
    found = [path for path, text in texts.items() if TEMPLATE_KEY.search(text)] or list(texts)
    if not found:
        raise RefusedUpload(
            _("There is no template in the zip: no file ends in .yaml, .yml, .template, .hot or .json.")
        )
    names = (*USUAL_NAMES, stem.lower())

    named = {
        path: any(PurePosixPath(path).name in text for other, text in texts.items() if other != path) for path in found
    }

    def rank(path: str) -> tuple[bool, int, bool, str]:
        own = PurePosixPath(path)
        return named[path], len(own.parts), own.stem.lower() not in names, path

    return sorted(found, key=rank), list(named.values()).count(False)


def _may_be_template(path: str) -> bool:
    return PurePosixPath(path).suffix.lower() in TEMPLATE_SUFFIXES
