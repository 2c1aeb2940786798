"""What goes with a template besides its files: environments, catalogue and API versions, as the command line and the
project of the template give them."""

import argparse
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from hotcore.cli.files import pair, read_text
from hotcore.cli.project import Projects
from hotcore.runtime import LazyModule

if TYPE_CHECKING:
    from hotcore.analysis import Document
    from hotcore.catalogue import Catalogue
    from hotcore.cli import catalogue_files, documents
    from hotcore.environment import Environment
else:
    catalogue_files, documents = LazyModule("hotcore.cli.catalogue_files"), LazyModule("hotcore.cli.documents")


class Inputs:
    """The inputs for one template after another.  `texts` has the environments by their names.

    What the command line gives comes before what projects say: its environments after theirs, its catalogue instead.
    """

    def __init__(self, options: argparse.Namespace, *, more: Iterable[str] = ()) -> None:
        given = vars(options)
        self.projects = Projects()
        self.given = list(given.get("environments", ()))
        self.texts = {name: read_text(name) for name in (*self.given, *more)}
        self.api_versions = dict(
            pair("--api-version", "CLIENT=VERSION", each) for each in given.get("api_versions", ())
        )
        self._catalogue = given.get("catalogue")
        self._catalogues: dict[str, Catalogue] = {}
        self._latest: tuple[str, list[Environment]] | None = None
        if self._catalogue is not None:
            self._load(self._catalogue)

    def document(self, name: str) -> "Document":
        """A template with its files."""
        return documents.read_document(name, self.environments(name))

    def environments(self, name: str) -> "list[Environment]":
        """The environments for a template; those of the last one are kept."""
        if self._latest is None or self._latest[0] != name:
            self._latest = name, documents.environments_for(name, self.environment_texts(name))
        return self._latest[1]

    def environment_texts(self, name: str) -> Mapping[str, str]:
        """The texts of the environments for a template: those of its project, then those that are given."""
        names = dict.fromkeys([*self.projects.around(name).environments_of(name), *self.given])
        for each in names:
            if each not in self.texts:
                self.texts[each] = read_text(each)
        return {each: self.texts[each] for each in names}

    def catalogue(self, name: str) -> "Catalogue | None":
        """The catalogue for a template; None for the shipped one."""
        file = self.catalogue_file(name)
        return None if file is None else self._load(file)

    def catalogue_file(self, name: str) -> str | None:
        """The file with the catalogue for a template: the one given, else that of its project."""
        return self._catalogue if self._catalogue is not None else self.projects.around(name).catalogue

    def types(self, name: str) -> dict[str, Any]:
        """The catalogue and the API versions for a preview of a template, if they are not the usual ones."""
        catalogue = self.catalogue(name)
        return {"catalogue": catalogue, "api_versions": self.api_versions} if catalogue or self.api_versions else {}

    def _load(self, file: str) -> "Catalogue":
        if file not in self._catalogues:
            self._catalogues[file] = catalogue_files.load_catalogue(file)
        return self._catalogues[file]
