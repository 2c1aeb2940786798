"""What people bring: a template's text, or the files of a repository, one of which is the template."""

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
LARGEST_BUNDLE = 12 * 1024 * KIB  # of all files together, and of the zip that brings them
MOST_FILES = 1500
LONGEST_PATH = 200
LONGEST_KEPT_PATH = 255  # seen from the template, which may lie deeper in the zip than its files
TEMPLATE_KEY = re.compile(r"""(?:^|[{,])\s*["']?heat_template_version["']?\s*:""", re.MULTILINE)
ENVIRONMENT_KEY = re.compile(rf"""^\s*[{{]?\s*["']?(?:{"|".join(SECTIONS)})["']?\s*:""", re.MULTILINE)
WORD = re.compile(r"""[^\s"'\[\]{}(),:;=<>|`/]+""")
TEMPLATE_SUFFIXES = frozenset((".yaml", ".yml", ".template", ".hot", ".json"))
NAMING_SUFFIXES = TEMPLATE_SUFFIXES | {".env"}
USUAL_NAMES = ("main", "template", "stack", "index", "heat", "overcloud")


class RefusedUpload(ValueError):
    """What was brought cannot be kept; the words say why and what to do."""


class SeveralTemplates(RefusedUpload):
    """There are several templates that no other names: a person has to say which of these `paths` is meant.

    `others` are those that are named by others, which may be meant all the same.
    """

    def __init__(self, paths: tuple[str, ...], others: tuple[str, ...] = ()) -> None:
        super().__init__(_("The zip holds several templates. Say which one it is about; the others come with it."))
        self.paths = paths
        self.others = others


@dataclass(frozen=True)
class Bundle:
    """A template's text with its files by their path beside it. `others` are further templates among the files, by
    their path where `path` is the template's, and `left_out` are files that nothing names and that did not fit."""

    text: bytes
    name: str = ""
    files: Mapping[str, bytes] = field(default_factory=dict)
    path: str = ""
    others: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()

    @property
    def content(self) -> Content:
        """What a revision keeps of it."""
        return Content(self.text, self.files, self.path)


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


def bundle_of(files: Mapping[str, bytes], file_name: str, main: str = "", left_out: Sequence[str] = ()) -> Bundle:
    """Return the files of a repository with one of its templates; the others are kept by their path beside it.

    Without a choice it is the only template that no other one names; where there are several, `SeveralTemplates` is
    raised.
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
            _("Seen from the template, a path in the zip has more than %(most)d characters: “%(path)s…”.")
            % {"most": LONGEST_KEPT_PATH, "path": long[:60]}
        )
    name = file_name if PurePosixPath(main).stem.lower() in USUAL_NAMES else main
    others = tuple(path for path in found if path != main)
    return Bundle(checked_text(files[main]), readable_name(name), beside, main, others, tuple(left_out))


def checked_path(path: str, others: Iterable[str] = (), folder: str = "") -> str:
    """Return the path of a file beside a template in its plain form, when it can be one and none of `others` has it.

    `./a//b` becomes `a/b`. A path leads down from the template's folder, or up as far as the repository goes, in which
    the template lies in a `folder`.
    """
    path = path.strip()
    shown = path.encode("utf-8", "replace").decode()[:60]
    if not path.strip("./"):
        raise RefusedUpload(_("Give the file a name, such as scripts/start.sh."))
    if path.startswith("/") or "\\" in path or ":" in path or _leads_out(path, folder):
        raise RefusedUpload(
            _("“%(path)s” leads out of the template's folder. Name files like scripts/start.sh.") % {"path": shown}
        )
    if not path.isprintable():
        raise RefusedUpload(_("“%(path)s” holds a character that no name of a file has.") % {"path": shown})
    if path.endswith("/"):
        raise RefusedUpload(_("“%(path)s” is the name of a folder. Add the file's name.") % {"path": shown})
    path = "/".join(part.strip() for part in path.split("/") if part.strip() not in ("", "."))
    path = plain_path(normpath(path), folder)
    if len(path) > LONGEST_PATH:
        raise RefusedUpload(_("A file's name has at most %(most)d characters.") % {"most": LONGEST_PATH})
    taken = set(others)
    if path in taken:
        raise RefusedUpload(_("There is a file “%(path)s” already.") % {"path": shown})
    if any(other.startswith(f"{path}/") or path.startswith(f"{other}/") for other in taken):
        raise RefusedUpload(_("“%(path)s” is a file and a folder at once.") % {"path": shown})
    return path


def _leads_out(path: str, folder: str) -> bool:
    """Whether a path leads out of the repository, of which only the folders above the template are known."""
    parts = [part.strip() for part in path.split("/")]
    return ".." in parts and (not folder or normpath(join(folder, *parts)).split("/")[0] in ("..", "."))


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


def uploaded_files(uploads: Sequence[UploadedFile], name: str, content: Content) -> dict[str, bytes]:
    """Return files that were uploaded beside a template, by their paths: a single one may be given another name, which
    none of the others has; several keep their own."""
    if len(uploads) > 1 and name.strip():
        raise RefusedUpload(_("One name was given for several files. Leave it empty, and each keeps its own."))
    files: dict[str, bytes] = {}
    for upload in uploads:
        if (upload.size or 0) > LARGEST_FILE:
            raise RefusedUpload(_("The file has more than %(most)s.") % {"most": words_for_size(LARGEST_FILE)})
        path = checked_path(name if name.strip() else upload.name or "", [*content.taken, *files], content.folder)
        files[path] = upload.read()
    return files


def words_for_size(size: int) -> str:
    """Return a number of bytes as people say it."""
    if size < KIB:
        return f"{size} B"
    return f"{size / KIB:.0f} KiB" if size < KIB * KIB else f"{size / KIB / KIB:.1f} MiB"


def names_files(path: str, data: bytes) -> bool:
    """Whether a file may name others: a template or an environment, by its name and text."""
    if PurePosixPath(path).suffix.lower() not in NAMING_SUFFIXES:
        return False
    text = data.decode("utf-8", "replace")
    return bool(TEMPLATE_KEY.search(text) or ENVIRONMENT_KEY.search(text))


def words_of(data: bytes) -> frozenset[str]:
    """Return everything in a text that may be the name of a file, without its folders."""
    return frozenset(WORD.findall(data.decode("utf-8", "replace")))


def _templates(files: Mapping[str, bytes], stem: str) -> tuple[list[str], int]:
    """Return the templates among the files, and how many of them, the first ones, are named by no other file.

    Within both kinds the one nearest to the top comes first, then one with a usual name.
    """
    texts = {path: data for path, data in files.items() if _may_be_template(path)}
    found = [path for path, data in texts.items() if is_template(path, data)] or list(texts)
    if not found:
        raise RefusedUpload(
            _("There is no template in the zip: no file ends in .yaml, .yml, .template, .hot or .json.")
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
    """Whether a file is a template, by its name and text."""
    return _may_be_template(path) and bool(TEMPLATE_KEY.search(data.decode("utf-8", "replace")))


def _may_be_template(path: str) -> bool:
    return PurePosixPath(path).suffix.lower() in TEMPLATE_SUFFIXES
