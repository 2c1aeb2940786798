"""The command line: `hotcore validate`, `preview`, `schema`, `functions`.  It alone reads files and prints."""

import argparse
import json
import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from pathlib import Path
from typing import Any

from hotcore.analysis import Document, load, preview
from hotcore.diagnostics import Diagnostic, Report, Severity
from hotcore.environment import Environment, read_environment
from hotcore.form import form_as_data
from hotcore.nodes import to_plain
from hotcore.preview import preview_as_data
from hotcore.reader import decode, read
from hotcore.references import references
from hotcore.registry import function_names
from hotcore.render import render_findings, render_preview
from hotcore.source import Source
from hotcore.versions import LATEST, find_version, version_names
from hotcore.yaml_writer import write_yaml

GOOD, ERRORS, WRONG_USE = 0, 1, 2


class Unusable(Exception):
    """A file that cannot be read or an argument that makes no sense; the text is for whoever typed it."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command; returns 0 without errors, 1 when errors were found, 2 for wrong use or an unreadable file."""
    parser = _parser()
    options = parser.parse_args(arguments)
    if isinstance(sys.stdout, TextIOWrapper):
        # Half a surrogate pair, which JSON may hold, is written the way JSON escapes it.
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        result: int = options.command(options)
        sys.stdout.flush()
    except Unusable as error:
        sys.stderr.write(f"hotcore: {error}\n")
        return WRONG_USE
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return GOOD
    return result


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="hotcore", description="Check and preview OpenStack Heat templates (HOT) without Heat and without a cloud."
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    validate = commands.add_parser("validate", help="tell everything that is wrong with templates")
    validate.add_argument("templates", nargs="+", metavar="TEMPLATE", help="a template's file, - for standard input")
    _add_environments(validate)
    validate.add_argument("--format", choices=("text", "json", "sarif"), default="text")
    validate.set_defaults(command=_validate)

    show = commands.add_parser("preview", help="tell what Heat would make of a template")
    show.add_argument("template", metavar="TEMPLATE", help="the template's file, - for standard input")
    _add_environments(show)
    show.add_argument(
        "-P", dest="values", action="append", default=[], metavar="NAME=VALUE", help="a parameter's value"
    )
    show.add_argument("--attributes", metavar="FILE", help="attributes that stand in for a live stack")
    show.add_argument("--format", choices=("text", "json", "yaml"), default="text")
    show.set_defaults(command=_preview)

    schema = commands.add_parser("schema", help="describe the form of a template as JSON")
    schema.add_argument("template", metavar="TEMPLATE", help="the template's file, - for standard input")
    schema.set_defaults(command=_schema)

    functions = commands.add_parser("functions", help="list the intrinsic functions of a template version")
    functions.add_argument("--version", default=LATEST.date, metavar="V", help="a version or release; else the latest")
    functions.set_defaults(command=_functions)
    return parser


def _add_environments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "-e",
        dest="environments",
        action="append",
        default=[],
        metavar="ENV",
        help="an environment file; several may be given, later ones win",
    )


def _validate(options: argparse.Namespace) -> int:
    environments = _environments(options.environments)
    findings = []
    for name in options.templates:
        document = _document(name)
        found = _findings(document, environments)
        findings.append((name, document, found))
    sys.stdout.write(render_findings(findings, options.format, colour=sys.stdout.isatty()))
    wrong = any(diagnostic.severity is Severity.ERROR for _, _, found in findings for diagnostic in found)
    return ERRORS if wrong else GOOD


def _findings(document: Document, environments: list[Environment]) -> tuple[Diagnostic, ...]:
    if not environments:
        return document.diagnostics
    found = preview(document, environments=environments).diagnostics
    return tuple(diagnostic for diagnostic in found if diagnostic.code != "value-needed")


def _preview(options: argparse.Namespace) -> int:
    document = _document(options.template)
    values = dict(map(_value, options.values))
    attributes = _attributes(options.attributes) if options.attributes else {}
    result = preview(document, values, environments=_environments(options.environments), attributes=attributes)
    if options.format == "json":
        _print_json(preview_as_data(result))
    elif options.format == "yaml":
        sys.stdout.write(write_yaml(preview_as_data(result)))
    else:
        sys.stdout.write(render_preview(result, options.template, document, colour=sys.stdout.isatty()))
    return GOOD if result.ok else ERRORS


def _schema(options: argparse.Namespace) -> int:
    document = _document(options.template)
    if document.template is None:
        sys.stderr.write(render_findings([(options.template, document, document.diagnostics)], "text", colour=False))
        return ERRORS
    _print_json(form_as_data(document.template))
    return GOOD


def _functions(options: argparse.Namespace) -> int:
    version = find_version(options.version)
    if version is None:
        raise Unusable(f"no template version is called {options.version}; known are {', '.join(version_names())}")
    sys.stdout.write("".join(f"{name}\n" for name in function_names(version)))
    return GOOD


def _print_json(data: Any) -> None:
    sys.stdout.write(json.dumps(data, indent=2, ensure_ascii=False, default=str) + "\n")


def _value(given: str) -> tuple[str, str]:
    name, equals, value = given.partition("=")
    if not equals or not name:
        raise Unusable(f"-P takes NAME=VALUE, not {given!r}")
    return name, value


def _read(name: str) -> bytes:
    try:
        return sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except (OSError, ValueError) as error:
        raise Unusable(f"cannot read {name}: {getattr(error, 'strerror', None) or error}") from None


def _text(name: str) -> str:
    try:
        return decode(_read(name))
    except ValueError as error:
        raise Unusable(f"cannot read {name}: {error}") from None


def _document(name: str) -> Document:
    content = _read(name)
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


def _environments(names: list[str]) -> list[Environment]:
    return [read_environment(_text(name), name) for name in names]


def _attributes(name: str) -> dict[str, dict[str, Any]]:
    report = Report()
    node = read(Source(_text(name), name), report)
    problem = next(iter(report.sorted), None)
    if node is None:
        raise Unusable(f"cannot read {name}: {problem.message if problem else 'it is empty'}")
    data = to_plain(node)
    if not isinstance(data, dict) or not all(isinstance(attributes, dict) for attributes in data.values()):
        raise Unusable(f"{name} has to be a map of resources, each with a map of attributes")
    return data
