"""The content of a revision: a template's text and its files, byte for byte."""

import hashlib
from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass, field
from posixpath import basename, dirname, join, normpath
from threading import Lock

from hotcore.bundle_files import BundleFiles, path_from, plain_path
from hotcore.runtime import cached_property

UNNAMED = "template"  # the name of a template that was uploaded without one


@dataclass(frozen=True)
class Content:
    """A template's text and its files by path, relative to the template.

    `path` is the template's path in the repository that it was imported from, such as `stacks/web.yaml`; empty for a
    template on its own. Contents with the same bytes and path are equal and have the same `hash_value`.
    """

    text: bytes = field(repr=False, compare=False)
    files: Mapping[str, bytes] = field(repr=False, compare=False, default_factory=dict)
    path: str = field(compare=False, default="")
    hash_value: str = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "hash_value", content_hash(self.text, self.files, self.path))

    @cached_property
    def file_texts(self) -> BundleFiles:
        """The files as text; bytes that are not UTF-8 become replacement characters."""
        texts = {path: content.decode("utf-8", "replace") for path, content in self.files.items()}
        return BundleFiles(texts, self.folder)

    @cached_property
    def place(self) -> str:
        """The template's path in the repository; if unknown, a made-up one that leaves room for files above it."""
        if self.path:
            return self.path
        above = max((path.count("../") for path in self.files if path.startswith("../")), default=0)
        numbers = (f"{UNNAMED}{number or ''}.yaml" for number in range(len(self.files) + 1))
        return join(*[UNNAMED] * above, next(name for name in numbers if name not in self.files))

    @property
    def folder(self) -> str:
        """The template's folder in the repository; empty at the top."""
        return dirname(self.place)

    @property
    def taken(self) -> Set[str]:
        """The paths that a new file cannot have: those of the files, and the template's own name if it has one."""
        return self.files.keys() | ({basename(self.path)} if self.path else set())

    def place_of(self, path: str) -> str:
        """Return the path of one of the files in the repository."""
        return normpath(join(self.folder, path))

    def path_of(self, path: str) -> str:
        """Return a path normalized like the keys of `files`: without a detour out of the template's folder and back."""
        return plain_path(normpath(path), self.folder)

    def about(self, path: str) -> "Content":
        """Return the same files with another one as the template, by paths relative to that one."""
        place = self.place_of(path)
        folder = dirname(place)
        places = {self.place_of(other): data for other, data in self.files.items() if other != path}
        files = {self.place: self.text, **places}
        return Content(self.files[path], {path_from(folder, other): data for other, data in files.items()}, place)


class Contents:
    """An LRU cache of contents by hash."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._kept: dict[str, Content] = {}
        self._lock = Lock()

    def get(self, hash_value: str, read: Callable[[], Content]) -> Content:
        """Return the content of a hash, calling `read` on a miss; nothing is cached without a hash."""
        if not hash_value:
            return read()
        with self._lock:
            content = self._kept.pop(hash_value, None)
            if content is not None:
                self._kept[hash_value] = content
                return content
        content = read()
        with self._lock:
            self._kept[hash_value] = content
            if len(self._kept) > self.most:
                del self._kept[next(iter(self._kept))]
        return content


def content_hash(text: bytes, files: Mapping[str, bytes], path: str = "") -> str:
    """Return the SHA-256 of a text, its files and its path, in hexadecimal; the order of the files does not matter."""
    digest = hashlib.sha256()
    parts = [text, *(part for name in sorted(files) for part in (name.encode(), files[name]))]
    for part in [*parts, path.encode()] if path else parts:
        digest.update(b"%d:" % len(part))
        digest.update(part)
    return digest.hexdigest()
