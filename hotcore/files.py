"""Templates, and what lies beside them, from the disk: for the command line, the only part of hotcore that reads it."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hotcore.analysis import Document, load
from hotcore.diagnostics import Report
from hotcore.nodes import to_plain
from hotcore.reader import decode, read
from hotcore.references import references
from hotcore.sections import VERSION_KEY
from hotcore.source import Source

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


def read_document(name: str) -> Document:
    """A template with the files that it names by `get_file`.  Raises `Unusable` when it cannot be read."""
    content = read_file(name)
    document = load(content)
    return load(content, _files(document, Path(name).parent)) if document.template else document


def _files(document: Document, folder: Path) -> dict[str, str]:
    """The files that the template names by `get_file`, as far as they are there; nothing is fetched."""
    assert document.template
    found = {}
    for _, _, node in document.template.values():
        for reference in references(node):
            content = _content(folder, reference.name) if reference.kind == "file" else None
            if content is not None:
                found[reference.name] = content
    return found


def _content(folder: Path, name: str) -> str | None:
    """The content of a file that a template names, or None when there is none that can be read."""
    try:
        path = folder / name.removeprefix("file://")
        return path.read_bytes().decode("utf-8", "replace") if path.is_file() else None
    except (OSError, ValueError):
        return None


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
