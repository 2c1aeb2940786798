"""Templates of the disk with their files and environments, and what is wrong with them."""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from hotcore.analysis import Document, load, preview
from hotcore.cli.bundle_files import files_beside
from hotcore.cli.files import STANDARD_INPUT, read_file, read_text
from hotcore.cli.outcome import Unusable
from hotcore.diagnostics import Diagnostic, Report
from hotcore.environment import Environment, read_environment
from hotcore.source import Source
from hotcore.syntax import read, to_plain


def environments_for(template: str, texts: Mapping[str, str]) -> list[Environment]:
    """The environments of a template from texts by file name, which may be in other folders than the template."""
    folder = _folder(template)
    return [read_environment(text, name, _relative_folder(folder, name)) for name, text in texts.items()]


def _folder(template: str) -> Path:
    return Path() if template == STANDARD_INPUT else Path(template).parent


def _relative_folder(folder: Path, name: str) -> str:
    """The folder of a file, relative to another folder."""
    own = Path() if name == STANDARD_INPUT else Path(name).parent
    relative = os.path.relpath(own, folder)
    return "" if relative == os.curdir else Path(relative).as_posix()


def read_document(name: str, environments: Sequence[Environment] = ()) -> Document:
    """A template with all files that it needs: those that it names, those that nested templates name, and the templates
    of registries.  Raises `Unusable` if it cannot be read."""
    return document_of(read_file(name), name, environments)


def document_of(
    content: bytes, name: str, environments: Sequence[Environment] = (), looked_for: set[Path] | None = None
) -> Document:
    """The document of a template whose content was already read; see `files_beside` for `looked_for`."""
    return with_files(load(content), name, environments, looked_for)


def with_files(
    document: Document, name: str, environments: Sequence[Environment] = (), looked_for: set[Path] | None = None
) -> Document:
    """A document of a template's text with the files that it needs; see `files_beside` for `looked_for`."""
    if document.template is None:
        return document
    registries = [environment.registry for environment in environments]
    files, known = files_beside(document.template, _folder(name), registries, looked_for), document.files
    return document if (known, known.folder) == (files, files.folder) else document.with_files(files)


def read_attributes(name: str) -> dict[str, dict[str, Any]]:
    """Attributes to use instead of a live stack's, from a JSON or YAML file: resource -> attribute -> value."""
    report = Report()
    node = read(Source(read_text(name), name), report)
    problem = next(iter(report.sorted), None)
    if node is None:
        raise Unusable(f"cannot read {name}: {problem.message if problem else 'it is empty'}")
    data = to_plain(node)
    if not isinstance(data, dict) or not all(isinstance(attributes, dict) for attributes in data.values()):
        raise Unusable(f"{name} must be a map of resources, each with a map of attributes")
    return data


def diagnostics_of(
    document: Document, environments: Sequence[Environment], types: Mapping[str, Any]
) -> tuple[Diagnostic, ...]:
    """The diagnostics of a document under environments, without values that are only missing."""
    if not environments and not types:
        return document.diagnostics
    found = preview(document, environments=environments, **types).diagnostics
    return tuple(diagnostic for diagnostic in found if diagnostic.code != "value-needed")
