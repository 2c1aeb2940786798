"""The files that a client sends along with a template and its environments."""

from collections.abc import Iterable, Mapping

from hotcore.diagnostics import Report
from hotcore.environment.declaration import Environment
from hotcore.source import Source
from hotcore.syntax import read
from hotcore.template import Bundle, followed_names


def named_files(text: str, files: Mapping[str, str], environments: Iterable[Environment] = ()) -> tuple[str, ...]:
    """The paths beside the template of all files that the client takes along, in the order in which they are named.

    These are the files of `get_file` and of types in the template, whatever its conditions say; everything that a
    registry maps to but types with `::`, also what a later environment overrides; and what templates among these name
    in turn, seen from the file that has the name.  Paths that are not among `files` are missing: the client would fail
    there.  Addresses are left out.  Of a repository's files those that lead out of the template's folder and back are
    named without that detour.
    """
    registries = [environment.registry for environment in environments]
    found = followed_names(read(Source(text), Report()), Bundle(files), registries)
    return tuple(dict.fromkeys(named.path or named.place for named in found if named.is_sent))
