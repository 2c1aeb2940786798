"""The content of a revision: a template's text and the files that come with it, byte for byte."""

import hashlib
from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass, field
from functools import cached_property
from posixpath import basename, dirname, join, normpath
from threading import Lock

from hotcore.bundle_files import BundleFiles, path_from, plain_path


@dataclass(frozen=True)
class Content:
    """A template's text and the files beside it by path.

    Two contents with the same bytes are equal, and equal ones have the same `hash_value`.
    """

    text: bytes = field(repr=False, compare=False)
    files: Mapping[str, bytes] = field(repr=False, compare=False, default_factory=dict)
    hash_value: str = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "hash_value", content_hash(self.text, self.files))

    @cached_property
    def file_texts(self) -> dict[str, str]:
        """The files as text; bytes that are not UTF-8 become replacement characters."""
        return {path: content.decode("utf-8", "replace") for path, content in self.files.items()}


def content_hash(text: bytes, files: Mapping[str, bytes]) -> str:
    """Return the SHA-256 of a text and its files, in hexadecimal; the order of the files does not matter."""
    digest = hashlib.sha256()
    for part in (text, *(part for path in sorted(files) for part in (path.encode(), files[path]))):
        digest.update(b"%d:" % len(part))
        digest.update(part)
    return digest.hexdigest()
