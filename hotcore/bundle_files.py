"""The files of a template's bundle, and the names that resolve to them."""

from collections.abc import Mapping
from posixpath import dirname, join, normpath, relpath

_SCHEME = "file://"


class BundleFiles(dict[str, str]):
    """The texts of the files that come with a template, by their path relative to it.

    `folder` is the template's folder in its repository, such as `stacks/web`; None when the files are not a repository
    but just what is sent.  It is used to normalise paths that lead out of that folder and back: in `web`,
    `../web/a.yaml` is `a.yaml`.
    """

    def __init__(self, files: Mapping[str, str] | None = None, folder: str | None = None) -> None:
        super().__init__(files or {})
        self.folder: str | None = files.folder if folder is None and isinstance(files, BundleFiles) else folder

    def key(self, *places: str) -> str | None:
        """The path of the first file that exists at one of the places, or None."""
        found = (path for place in places for path in dict.fromkeys((plain_path(place, self.folder), place)))
        return next((path for path in found if self.has(path)), None)

    def places(self, name: str, beside: str | None) -> tuple[str, ...]:
        """The possible paths of a file that the file `beside` (None: the template) references.

        A client looks only relative to that file; files that are just sent may also be keyed by the name as written.
        """
        bare = name.removeprefix(_SCHEME)
        place = normpath(join(dirname(beside or ""), bare)) if bare else bare
        return (place,) if self.folder is not None else tuple(dict.fromkeys((place, bare, name)))

    def name_for(self, path: str, beside: str | None) -> str:
        """The relative name under which the file `beside` (None: the template) references the file at a path."""
        home = self.folder or ""
        return path_from(join(home, dirname(beside or "")), join(home, path))

    def has(self, path: str) -> bool:
        """Whether there is a file with exactly this path."""
        return path in self


def plain_path(path: str, folder: str | None) -> str:
    """A path relative to a folder of a repository, without a detour through that folder's own name."""
    if not folder or not path.startswith("../"):
        return path
    whole = normpath(join(folder, path))
    if whole.startswith("..") or whole == ".":
        return path
    return path_from(folder, whole)


def path_from(folder: str, place: str) -> str:
    """The path of a repository's file relative to one of its folders."""
    return relpath(f"/{place}", f"/{folder}")
