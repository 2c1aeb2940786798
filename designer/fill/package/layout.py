"""The paths of a package's files in the zip, chosen so that references between files stay valid."""

from collections.abc import Sequence
from dataclasses import dataclass
from posixpath import join

from designer.content.content import Content
from designer.content.uploads import RefusedUpload, checked_path
from designer.fill.values.environment_list import free_name

UNNAMED = "environment.yaml"


@dataclass(frozen=True)
class Layout:
    """The paths of a template and its files in the zip; a template without a path is called `name`."""

    content: Content
    name: str

    @property
    def template(self) -> str:
        """The path of the template."""
        return self.content.path or free_name(join(self.content.folder, self.name), self.of_files)

    @property
    def of_files(self) -> Sequence[str]:
        """The paths of the template's files."""
        return [self.of(path) for path in self.content.files]

    def of(self, path: str) -> str:
        """Return the path in the zip of a file by its path relative to the template."""
        return self.content.place_of(path)

    def of_upload(self, name: str) -> str:
        """Return the path in the zip of an uploaded file, whose name is taken as relative to the template."""
        try:
            return self.of(checked_path(name))
        except RefusedUpload:
            return self.of(UNNAMED)
