"""Where the files of a package lie in the zip, so that all names which lead from one to another stay right."""

from collections.abc import Sequence
from dataclasses import dataclass
from posixpath import join

from designer.files.content import Content
from designer.files.uploads import RefusedUpload, checked_path
from designer.forms.environment_list import free_name

UNNAMED = "environment.yaml"


@dataclass(frozen=True)
class Layout:
    """The places of a template and of the files that came with it; it is called `name` where it came without one."""

    content: Content
    name: str

    @property
    def template(self) -> str:
        """The place of the template."""
        return self.content.path or free_name(join(self.content.folder, self.name), self.of_files)

    @property
    def of_files(self) -> Sequence[str]:
        """The places of the files beside the template."""
        return [self.of(path) for path in self.content.files]

    def of(self, path: str) -> str:
        """Return the place of a file by its path beside the template."""
        return self.content.place_of(path)

    def of_upload(self, name: str) -> str:
        """Return the place of an uploaded file, which counts as one beside the template."""
        try:
            return self.of(checked_path(name))
        except RefusedUpload:
            return self.of(UNNAMED)
