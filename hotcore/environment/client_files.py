"""The files that a client sends with a template and its environments."""

from collections.abc import Iterable, Mapping

from hotcore.diagnostics import Report
from hotcore.environment.declaration import Environment
from hotcore.source import Source
from hotcore.syntax import read
from hotcore.template import Bundle, followed_names


def named_files(text: str, files: Mapping[str, str], environments: Iterable[Environment] = ()) -> tuple[str, ...]:
    """The paths, relative to the template, of all files that the client sends, in the order of their references.

    These are the files of `get_file` and of types in the template, regardless of its conditions; everything that a
    registry maps to except types with `::`, even when a later environment overrides it; and the references of templates
    among these, relative to the referencing file.  Paths that are not in `files` are missing, so the client would
    fail.  URLs are omitted.  Paths in a repository that lead out of the template's folder and back are normalised.
    """
    registries = [environment.registry for environment in environments]
    found = followed_names(read(Source(text), Report()), Bundle(files), registries)
    return tuple(dict.fromkeys(named.path or named.place for named in found if named.is_sent))
