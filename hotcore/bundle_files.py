"""The files that come with a template, and the names that one of them can have."""

from collections.abc import Mapping
from posixpath import dirname, join, normpath, relpath

_SCHEME = "file://"


class BundleFiles(dict[str, str]):
    """The texts of the files that come with a template, by their paths beside it.

    `folder` is where the template lies in its repository, such as `stacks/web`; None when the files are no repository,
    but just what is sent.  By it a path is known that leads out of that folder and back: `../web/a.yaml` is `a.yaml`.
    """

    def __init__(self, files: Mapping[str, str] | None = None, folder: str | None = None) -> None:
        super().__init__(files or {})
        self.folder: str | None = files.folder if folder is None and isinstance(files, BundleFiles) else folder

    def key(self, *places: str) -> str | None:
        """The path of the file at the first of the places at which there is one, None without any."""
        found = (path for place in places for path in dict.fromkeys((plain_path(place, self.folder), place)))
        return next((path for path in found if self.has(path)), None)

    def places(self, name: str, beside: str | None) -> tuple[str, ...]:
        """Where a file may be that the file `beside` (None: the template) names.

        A client looks beside that file and nowhere else; what is just sent may be called as it is written.
        """
        bare = name.removeprefix(_SCHEME)
        place = normpath(join(dirname(beside or ""), bare)) if bare else bare
        return (place,) if self.folder is not None else tuple(dict.fromkeys((place, bare, name)))

    def name_for(self, path: str, beside: str | None) -> str:
        """The name by which the file `beside` (None: the template) finds the one at a path."""
        home = self.folder or ""
        return path_from(join(home, dirname(beside or "")), join(home, path))

    def has(self, path: str) -> bool:
        """Whether there is a file of exactly this path."""
        return path in self


def plain_path(path: str, folder: str | None) -> str:
    """A path that is seen from a folder of a repository, without a detour over that folder's own name."""
    if not folder or not path.startswith("../"):
        return path
    whole = normpath(join(folder, path))
    if whole.startswith("..") or whole == ".":
        return path
    return path_from(folder, whole)


def path_from(folder: str, place: str) -> str:
    """The path of a file of a repository as seen from a folder of it."""
    return relpath(f"/{place}", f"/{folder}")
