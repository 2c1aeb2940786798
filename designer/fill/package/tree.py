"""The files of a package as a tree of folders."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.utils.translation import ngettext

from designer.fill.package.package import NESTED, PackedFile


@dataclass(frozen=True)
class Row:
    """A line of the tree: a file, or a folder followed by its files."""

    name: str
    role: str
    is_folder: bool = False
    is_inside: bool = False
    is_made: bool = False


def rows(files: Sequence[PackedFile]) -> Iterator[Row]:
    """Yield the lines of the tree in file order, with the files of a folder grouped at the first one's position."""
    first: dict[str, int] = {}
    together = sorted(
        enumerate(files), key=lambda each: first.setdefault(each[1].folder, each[0]) if each[1].folder else each[0]
    )
    for folder, grouped in groupby((file for _, file in together), key=lambda file: file.folder):
        inside = list(grouped)
        if folder:
            yield Row(f"{folder}/", folder_role(inside), is_folder=True)
        for file in inside:
            yield Row(file.name, file.role, is_inside=bool(folder), is_made=file.is_made)


def folder_role(files: Sequence[PackedFile]) -> str:
    """Return the number of nested templates in a folder, in words; empty if it contains anything else."""
    if any(file.kind != NESTED for file in files):
        return ""
    count = len(files)
    return ngettext("%(count)d nested template", "%(count)d nested templates", count) % {"count": count}
