"""Checks of uploads: a template's text, or the files of a repository, one of which is the template."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from posixpath import dirname, join, normpath

from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _

from designer.content.content import Content
from hotcore.bundle_files import path_from, plain_path
from hotcore.environment import SECTIONS

KIB = 1024
LARGEST_TEXT = settings.LARGEST_TEMPLATE
LARGEST_FILE = 2 * LARGEST_TEXT  # of any other file
LARGEST_BUNDLE = settings.LARGEST_REQUEST - 1024 * KIB  # of all files together, and of an uploaded zip; fields go along
MOST_FILES = 1500
LONGEST_PATH = 200
LONGEST_KEPT_PATH = 255  # relative to the template, which may be deeper in the zip than its files
# Only blanks follow the start of a line: line breaks there would be searched through again from each line.
TEMPLATE_KEY = re.compile(r"""(?:^[ \t]*|[{,]\s*)["']?heat_template_version["']?\s*:""", re.MULTILINE)
ENVIRONMENT_KEY = re.compile(rf"""^[ \t]*(?:{{\s*)?["']?(?:{"|".join(SECTIONS)})["']?\s*:""", re.MULTILINE)
WORD = re.compile(r"""[^\s"'\[\]{}(),:;=<>|`/]+""")
TEMPLATE_SUFFIXES = frozenset((".yaml", ".yml", ".template", ".hot", ".json"))
NAMING_SUFFIXES = TEMPLATE_SUFFIXES | {".env"}
USUAL_NAMES = ("main", "template", "stack", "index", "heat", "overcloud")


class RefusedUpload(ValueError):
    """An upload cannot be accepted; the message says why and what to do."""


class SeveralTemplates(RefusedUpload):
    """A zip has several templates that no other file references: the user has to choose one of these `paths`.

    `others` are templates that other files reference, which can be chosen as well.
    """

    def __init__(self, paths: tuple[str, ...], others: tuple[str, ...] = ()) -> None:
        super().__init__(_("The zip contains several templates. Choose the main one; the others are imported with it."))
        self.paths = paths
        self.others = others


@dataclass(frozen=True)
class Bundle:
    """A template's text with its files by path relative to it.

    `others` are further templates among the files, by path in the same repository as `path`; `left_out` are files that
    nothing references and that did not fit.
    """

    text: bytes
    name: str = ""
    files: Mapping[str, bytes] = field(default_factory=dict)
    path: str = ""
    others: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()

    @property
    def content(self) -> Content:
        """The content that a revision stores."""
        return Content(self.text, self.files, self.path)


def checked_text(content: bytes) -> bytes:
    """Return a template's text unchanged if it is valid: not empty, not too large, UTF-8 without NUL."""
    if not content.strip():
        raise RefusedUpload(_("The text is empty."))
    if len(content) > LARGEST_TEXT:
        raise RefusedUpload(
            _("The template is %(size)s large; it may have at most %(most)s.")
            % {"size": words_for_size(len(content)), "most": words_for_size(LARGEST_TEXT)}
        )
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise RefusedUpload(
            _("The text is not valid UTF-8: unexpected byte 0x%(byte)02x on line %(line)d. Save it as UTF-8.")
            % {"byte": content[error.start], "line": line}
        ) from None
    if "\0" in text:
        raise RefusedUpload(_("This is not a text file: it contains NUL characters."))
    return content


def bundle_of(files: Mapping[str, bytes], file_name: str, main: str = "", left_out: Sequence[str] = ()) -> Bundle:
    """Return the files of a repository with one of its templates; the others are kept as files.

    Without a choice, `main`, it is the only template that no other file references; if there are several,
    `SeveralTemplates` is raised.
    """
    found, unnamed = _templates(files, PurePosixPath(file_name).stem)
    if not main and unnamed != 1:
        raise SeveralTemplates(tuple(found[:unnamed] or found), tuple(found[unnamed:] if unnamed else ()))
    if main and main not in found:
        raise RefusedUpload(_("There is no template “%(path)s” in the zip.") % {"path": main[:60]})
    main = main or found[0]
    beside = {path_from(dirname(main), path): data for path, data in files.items() if path != main}
    if long := next((path for path in beside if len(path) > LONGEST_KEPT_PATH), ""):
        raise RefusedUpload(
            _("Relative to the template, a path in the zip is longer than %(most)d characters: “%(path)s…”.")
            % {"most": LONGEST_KEPT_PATH, "path": long[:60]}
        )
    name = file_name if PurePosixPath(main).stem.lower() in USUAL_NAMES else main
    others = tuple(path for path in found if path != main)
    return Bundle(checked_text(files[main]), readable_name(name), beside, main, others, tuple(left_out))


def checked_path(path: str, others: Iterable[str] = (), folder: str = "") -> str:
    """Return the normalized path of a file of a template, if it is valid and none of `others` has it.

    `./a//b` becomes `a/b`. The path is relative to the template, which is in `folder` of the repository; it may lead
    up, but not out of the repository.
    """
    path = path.strip()
    shown = path.encode("utf-8", "replace").decode()[:60]
    if not path.strip("./"):
        raise RefusedUpload(_("Enter a file name, such as scripts/start.sh."))
    if path.startswith("/") or "\\" in path or ":" in path or _leads_out(path, folder):
        raise RefusedUpload(
            _("“%(path)s” is outside the template's folder. Use a name like scripts/start.sh.") % {"path": shown}
        )
    if not path.isprintable():
        raise RefusedUpload(_("“%(path)s” contains a character that is not allowed in file names.") % {"path": shown})
    if path.endswith("/"):
        raise RefusedUpload(_("“%(path)s” is a folder. Add a file name.") % {"path": shown})
    path = "/".join(part.strip() for part in path.split("/") if part.strip() not in ("", "."))
    path = plain_path(normpath(path), folder)
    if len(path) > LONGEST_PATH:
        raise RefusedUpload(_("A file name can have at most %(most)d characters.") % {"most": LONGEST_PATH})
    taken = set(others)
    if path in taken:
        raise RefusedUpload(_("There is already a file “%(path)s”.") % {"path": shown})
    if any(other.startswith(f"{path}/") or path.startswith(f"{other}/") for other in taken):
        raise RefusedUpload(_("“%(path)s” would be both a file and a folder.") % {"path": shown})
    return path


def _leads_out(path: str, folder: str) -> bool:
    """Whether a path leads out of the repository, as far as the folders above the template are known."""
    parts = [part.strip() for part in path.split("/")]
    return ".." in parts and (not folder or normpath(join(folder, *parts)).split("/")[0] in ("..", "."))


def checked_files(files: Mapping[str, bytes]) -> Mapping[str, bytes]:
    """Return a template's files if there are not too many and they are not too large."""
    if len(files) > MOST_FILES:
        raise RefusedUpload(_("A template can have at most %(most)d files.") % {"most": MOST_FILES})
    for path, content in files.items():
        if len(content) > LARGEST_FILE:
            raise RefusedUpload(
                _("“%(path)s” is larger than %(most)s.") % {"path": path[:60], "most": words_for_size(LARGEST_FILE)}
            )
    if sum(map(len, files.values())) > LARGEST_BUNDLE:
        raise RefusedUpload(
            _("The files are larger than %(most)s in total.") % {"most": words_for_size(LARGEST_BUNDLE)}
        )
    return files


def readable_name(path: str) -> str:
    """Return a file's name as a title: `web-service.yaml` becomes `Web service`."""
    words = re.sub(r"[\s_-]+", " ", PurePosixPath(path.replace("\\", "/")).stem).strip()
    return (words[:1].upper() + words[1:])[:120]


def uploaded_files(uploads: Sequence[UploadedFile], name: str, content: Content) -> dict[str, bytes]:
    """Return uploaded files for a template by path; a single one may be given a new name, several keep their own."""
    if len(uploads) > 1 and name.strip():
        raise RefusedUpload(_("Several files cannot share one name. Leave the name empty to keep their own names."))
    files: dict[str, bytes] = {}
    for upload in uploads:
        if (upload.size or 0) > LARGEST_FILE:
            raise RefusedUpload(_("The file is larger than %(most)s.") % {"most": words_for_size(LARGEST_FILE)})
        path = checked_path(name if name.strip() else upload.name or "", [*content.taken, *files], content.folder)
        files[path] = upload.read()
    return files


def words_for_size(size: int) -> str:
    """Return a number of bytes in a readable unit."""
    if size < KIB:
        return f"{size} B"
    return f"{size / KIB:.0f} KiB" if size < KIB * KIB else f"{size / KIB / KIB:.1f} MiB"


def names_files(path: str, data: bytes) -> bool:
    """Whether a file may reference others: whether its name and text are those of a template or an environment."""
    if PurePosixPath(path).suffix.lower() not in NAMING_SUFFIXES:
        return False
    text = data.decode("utf-8", "replace")
    return bool(TEMPLATE_KEY.search(text) or ENVIRONMENT_KEY.search(text))


def words_of(data: bytes) -> frozenset[str]:
    """Return all words in a text that may be a file name without folders."""
    return frozenset(WORD.findall(data.decode("utf-8", "replace")))


def _templates(files: Mapping[str, bytes], stem: str) -> tuple[list[str], int]:
    """Return the templates among the files, and how many of them, which come first, no other file references.

    Within both groups those nearest to the top come first, then those with a usual name.
    """
    texts = {path: data for path, data in files.items() if _may_be_template(path)}
    found = [path for path, data in texts.items() if is_template(path, data)] or list(texts)
    if not found:
        raise RefusedUpload(
            _("The zip contains no template: no file name ends in .yaml, .yml, .template, .hot or .json.")
        )
    words = {path: words_of(data) for path, data in texts.items()}
    mentions = Counter(word for each in words.values() for word in each)
    names = (*USUAL_NAMES, stem.lower())

    def is_named(path: str) -> bool:
        name = PurePosixPath(path).name
        return mentions[name] > (name in words[path])

    def rank(path: str) -> tuple[bool, int, bool, str]:
        own = PurePosixPath(path)
        return is_named(path), len(own.parts), own.stem.lower() not in names, path

    return sorted(found, key=rank), sum(not is_named(path) for path in found)


def is_template(path: str, data: bytes) -> bool:
    """Whether a file is a template, judging by its name and text."""
    return _may_be_template(path) and bool(TEMPLATE_KEY.search(data.decode("utf-8", "replace")))


def _may_be_template(path: str) -> bool:
    return PurePosixPath(path).suffix.lower() in TEMPLATE_SUFFIXES
