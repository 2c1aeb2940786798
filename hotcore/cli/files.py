"""Templates, and what lies beside them, from the disk and back: for the command line, the only part of hotcore
that knows it."""

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from errno import EACCES
from pathlib import Path
from secrets import token_hex
from stat import S_IMODE
from typing import Any

from hotcore.analysis import Document, load
from hotcore.cli.bundle_files import files_beside
from hotcore.diagnostics import Report
from hotcore.environment import Environment, read_environment
from hotcore.source import Source
from hotcore.syntax import decode, read, to_plain
from hotcore.template import VERSION_KEY

STANDARD_INPUT = "-"
ENDINGS = (".yaml", ".yml", ".json", ".hot", ".template")
"""What the names of templates end in, where a whole folder is asked for."""


class Unusable(Exception):
    """A file that cannot be read or an argument that makes no sense; the text is for whoever typed it."""


def templates_in(folder: Path) -> list[str]:
    """The names of all templates in a folder and those below it, in alphabetical order.

    Files whose name does not end like that of a template are left out, and what begins with a dot.
    """
    found = sorted(path for path in _files_below(folder) if is_template(path))
    if not found:
        raise Unusable(f"there is no template in the folder {folder}")
    return [str(path) for path in found]


def _files_below(folder: Path) -> Iterator[Path]:
    for at, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        yield from (Path(at, name) for name in names if name.endswith(ENDINGS) and not name.startswith("."))


def is_template(path: Path) -> bool:
    """Whether a file has a line that begins with `heat_template_version`, or the word in quotes, as JSON has it."""
    try:
        if not path.is_file():  # a named pipe would be waited for without end
            return False
        content = path.read_bytes()
    except OSError:
        return False
    key = VERSION_KEY.encode()
    return content.startswith(key) or b"\n" + key in content or b'"' + key + b'"' in content


def read_file(name: str) -> bytes:
    """The content of a file, or of standard input.  Raises `Unusable` when there is none."""
    try:
        return sys.stdin.buffer.read() if name == STANDARD_INPUT else Path(name).read_bytes()
    except (OSError, ValueError) as error:
        raise Unusable(f"cannot read {name}: {getattr(error, 'strerror', None) or error}") from None


def read_text(name: str) -> str:
    """The text of a file.  Raises `Unusable` when there is none."""
    try:
        return decode(read_file(name))
    except ValueError as error:
        raise Unusable(f"cannot read {name}: {error}") from None


def environments_for(template: str, texts: Mapping[str, str]) -> list[Environment]:
    """Environment files, texts by name, as they go with a template, which may lie in another folder."""
    folder = _folder(template)
    return [read_environment(text, name, _way(folder, name)) for name, text in texts.items()]


def _folder(template: str) -> Path:
    return Path() if template == STANDARD_INPUT else Path(template).parent


def _way(folder: Path, name: str) -> str:
    """The folder of a file, seen from another."""
    own = Path() if name == STANDARD_INPUT else Path(name).parent
    way = os.path.relpath(own, folder)
    return "" if way == os.curdir else Path(way).as_posix()


def write_text(name: str, text: str) -> None:
    """Writes a file, all of it or nothing: what was there stays when it cannot be written to its end.

    The file keeps its permissions, and a link still leads to it.  Raises `Unusable` when it cannot be written.
    """
    content = text.encode("utf-8", "backslashreplace")
    try:
        place = Path(name)
        if place.exists() and not place.is_file():  # a pipe or a terminal keeps nothing
            place.write_bytes(content)
        else:
            _put_in_place(Path(os.path.realpath(place)), content)
    except (OSError, ValueError) as error:
        raise Unusable(f"cannot write {name}: {getattr(error, 'strerror', None) or error}") from None


def _put_in_place(place: Path, content: bytes) -> None:
    """Writes a file beside the one that is meant, and lets it take that one's place."""
    before = place.stat() if place.exists() else None
    if before is not None and not os.access(place, os.W_OK):
        raise PermissionError(EACCES, os.strerror(EACCES))
    new = place.with_name(f".hotcore-{token_hex(8)}")
    try:
        with new.open("xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if before is not None:
            with suppress(OSError):  # only some may give a file away
                os.chown(new, before.st_uid, before.st_gid)
            new.chmod(S_IMODE(before.st_mode))
        new.replace(place)
    finally:
        new.unlink(missing_ok=True)


def read_document(name: str, environments: Sequence[Environment] = ()) -> Document:
    """A template with all files that belong to it: those that it names, those that nested templates name, and the
    templates of registries.  Raises `Unusable` when it cannot be read."""
    return document_of(read_file(name), name, environments)


def document_of(content: bytes, name: str, environments: Sequence[Environment] = ()) -> Document:
    """The same of a template that was read already."""
    document = load(content)
    if document.template is None:
        return document
    registries = [environment.registry for environment in environments]
    return load(content, files_beside(document.template, _folder(name), registries))


def read_attributes(name: str) -> dict[str, dict[str, Any]]:
    """Attributes that stand in for a live stack, from a JSON or YAML file: resource -> attribute -> value."""
    report = Report()
    node = read(Source(read_text(name), name), report)
    problem = next(iter(report.sorted), None)
    if node is None:
        raise Unusable(f"cannot read {name}: {problem.message if problem else 'it is empty'}")
    data = to_plain(node)
    if not isinstance(data, dict) or not all(isinstance(attributes, dict) for attributes in data.values()):
        raise Unusable(f"{name} has to be a map of resources, each with a map of attributes")
    return data


def check_standard_input(*names: Sequence[str | None]) -> None:
    """Refuses what would read standard input twice: the second time there is nothing left."""
    if sum(name == STANDARD_INPUT for given in names for name in given) > 1:
        raise Unusable(f"standard input ({STANDARD_INPUT}) can be read only once")


def pair(option: str, form: str, given: str) -> tuple[str, str]:
    """The name and the value of an argument.  Raises `Unusable` when it has another form."""
    name, equals, value = given.partition("=")
    if not equals or not name:
        raise Unusable(f"{option} takes {form}, not {given!r}")
    return name, value
