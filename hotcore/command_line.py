"""The command line: `hotcore validate`, `preview`, `schema`, `functions`.  It alone prints."""

import argparse
import json
import os
import sys
from collections.abc import Mapping, Sequence
from io import TextIOWrapper
from pathlib import Path
from typing import Any

from hotcore.analysis import Document, preview
from hotcore.arguments import parser
from hotcore.catalogue_files import import_catalogue, load_catalogue
from hotcore.diagnostics import Diagnostic, Severity
from hotcore.drawing import write_picture
from hotcore.environment import Environment
from hotcore.files import (
    STANDARD_INPUT,
    Unusable,
    environments_for,
    is_template,
    read_attributes,
    read_document,
    read_text,
    templates_in,
    write_text,
)
from hotcore.form import form_as_data
from hotcore.picture import draw
from hotcore.preview import preview_as_data
from hotcore.registry import functions_of
from hotcore.render import Findings, hotcore_version, render_findings, render_functions, render_preview
from hotcore.versions import find_version, version_names
from hotcore.yaml_writer import write_yaml

GOOD, ERRORS, WRONG_USE = 0, 1, 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command; returns 0 without errors, 1 when errors were found, 2 for wrong use or an unreadable file."""
    commands = {
        "validate": _validate,
        "preview": _preview,
        "schema": _schema,
        "functions": _functions,
        "graph": _graph,
        "catalogue": _catalogue,
    }
    options = parser(hotcore_version()).parse_args(arguments)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # Half a surrogate pair, which JSON may hold, is written the way JSON escapes it.
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        result = commands[options.command](options)
        sys.stdout.flush()
    except Unusable as error:
        _complain(error)
        return WRONG_USE
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return GOOD
    return result


def _complain(error: Unusable) -> None:
    sys.stderr.write(f"hotcore: {error}\n")


def _validate(options: argparse.Namespace) -> int:
    _check_standard_input(options.templates, options.environments, [options.catalogue])
    types = _types(options)
    texts = {name: read_text(name) for name in options.environments}
    unreadable = False
    findings: Findings = []
    for name in options.templates:
        try:
            for template in _templates(name, only_templates=options.only_templates):
                environments = environments_for(template, texts)
                document = read_document(template, environments)
                findings.append((template, document, _findings(document, environments, types)))
        except Unusable as error:
            unreadable = True
            _complain(error)
    if findings or not unreadable:
        sys.stdout.write(render_findings(findings, options.format, colour=_colour(options), others=texts))
    wrong = any(diagnostic.severity is Severity.ERROR for _, _, found in findings for diagnostic in found)
    return WRONG_USE if unreadable else ERRORS if wrong else GOOD


def _templates(name: str, *, only_templates: bool) -> list[str]:
    """The templates that a name stands for: a file, or all in a folder."""
    if name == STANDARD_INPUT or not name or "\0" in name:
        return [name]
    if Path(name).is_dir():
        return templates_in(Path(name))
    return [name] if not only_templates or not Path(name).is_file() or is_template(Path(name)) else []


def _types(options: argparse.Namespace) -> dict[str, Any]:
    """What was said of resource types: the catalogue and API versions that a preview takes."""
    catalogue = load_catalogue(options.catalogue) if options.catalogue is not None else None
    versions = dict(_pair("--api-version", "CLIENT=VERSION", given) for given in options.api_versions)
    return {"catalogue": catalogue, "api_versions": versions} if catalogue or versions else {}


def _findings(document: Document, environments: list[Environment], types: Mapping[str, Any]) -> tuple[Diagnostic, ...]:
    if not environments and not types:
        return document.diagnostics
    found = preview(document, environments=environments, **types).diagnostics
    return tuple(diagnostic for diagnostic in found if diagnostic.code != "value-needed")


def _preview(options: argparse.Namespace) -> int:
    _check_standard_input([options.template], options.environments, [options.attributes], [options.catalogue])
    types = _types(options)
    values = dict(_pair("-P", "NAME=VALUE", given) for given in options.values)
    attributes = read_attributes(options.attributes) if options.attributes else {}
    texts = {name: read_text(name) for name in options.environments}
    environments = environments_for(options.template, texts)
    document = read_document(options.template, environments)
    result = preview(document, values, environments=environments, attributes=attributes, **types)
    if options.format == "json":
        _print_json(preview_as_data(result))
    elif options.format == "yaml":
        sys.stdout.write(write_yaml(preview_as_data(result)))
    else:
        sys.stdout.write(render_preview(result, options.template, document, colour=_colour(options), others=texts))
    return GOOD if result.ok else ERRORS


def _schema(options: argparse.Namespace) -> int:
    document = read_document(options.template)
    if document.template is None:
        sys.stderr.write(render_findings([(options.template, document, document.diagnostics)], "text", colour=False))
        return ERRORS
    _print_json(form_as_data(document.template))
    return GOOD


def _functions(options: argparse.Namespace) -> int:
    version = find_version(options.version)
    if version is None:
        raise Unusable(f"no template version is called {options.version}; known are {', '.join(version_names())}")
    sys.stdout.write(render_functions(functions_of(version), long=options.long))
    return GOOD


def _graph(options: argparse.Namespace) -> int:
    _check_standard_input([options.template], options.environments)
    texts = {name: read_text(name) for name in options.environments}
    environments = environments_for(options.template, texts)
    document = read_document(options.template, environments)
    if document.template is None:
        sys.stderr.write(render_findings([(options.template, document, document.diagnostics)], "text", colour=False))
        return ERRORS
    sys.stdout.write(
        write_picture(draw(document.template, preview(document, environments=environments)), options.format)
    )
    return GOOD


def _catalogue(options: argparse.Namespace) -> int:
    _check_standard_input(options.sources)
    text = import_catalogue(options.sources, installed=options.installed)
    if options.output is None:
        sys.stdout.write(text)
    else:
        write_text(options.output, text)
    return GOOD


def _check_standard_input(*names: Sequence[str | None]) -> None:
    """Refuses what would read standard input twice: the second time there is nothing left."""
    if sum(name == STANDARD_INPUT for given in names for name in given) > 1:
        raise Unusable(f"standard input ({STANDARD_INPUT}) can be read only once")


def _colour(options: argparse.Namespace) -> bool:
    """Whether to print in colour: as asked for, else as the environment says, else on a terminal."""
    if options.color != "auto":
        return bool(options.color == "always")
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR", "0") not in ("", "0"):
        return True
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def _print_json(data: Any) -> None:
    sys.stdout.write(json.dumps(data, indent=2, ensure_ascii=False, default=str) + "\n")


def _pair(option: str, form: str, given: str) -> tuple[str, str]:
    name, equals, value = given.partition("=")
    if not equals or not name:
        raise Unusable(f"{option} takes {form}, not {given!r}")
    return name, value
