"""The commands of the command line, such as `hotcore validate`."""

import argparse
import json
import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from typing import Any

from hotcore.analysis import preview
from hotcore.cli.arguments import parser
from hotcore.cli.catalogue_files import import_catalogue
from hotcore.cli.diff import run_diff
from hotcore.cli.files import (
    Unusable,
    check_standard_input,
    environments_for,
    pair,
    read_attributes,
    read_document,
    read_text,
    write_text,
)
from hotcore.cli.render import hotcore_version, render_diagnostics, render_functions, render_preview
from hotcore.cli.render_matrix import matrix_as_data, render_matrix
from hotcore.cli.validate import diagnostics_of, run_validate, types_of
from hotcore.cli.versions import run_upgrade, run_versions
from hotcore.diagnostics import Severity
from hotcore.diagram import draw_dependencies, draw_map, write_diagram
from hotcore.environment_values import matrix_under
from hotcore.evaluation import functions_of
from hotcore.lint import code_pages, listed_codes
from hotcore.parameters import form_as_data
from hotcore.preview import preview_as_data
from hotcore.spelling import did_you_mean
from hotcore.syntax import write_yaml
from hotcore.versions import find_version, version_names

GOOD, ERRORS, WRONG_USE = 0, 1, 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command; returns 0 without errors, 1 if errors were found, 2 for invalid usage or an unreadable file."""
    commands = {
        "validate": _validate,
        "preview": _preview,
        "schema": _schema,
        "functions": _functions,
        "rules": _rules,
        "graph": _graph,
        "conditions": _conditions,
        "diff": _diff,
        "catalogue": _catalogue,
        "versions": _versions,
        "upgrade": _upgrade,
    }
    options = parser(hotcore_version()).parse_args(arguments)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # Lone surrogates, which JSON can contain, are written as JSON escapes them.
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        result = commands[options.command](options)
        sys.stdout.flush()
    except Unusable as error:
        _complain(error)
        return WRONG_USE
    except BrokenPipeError:
        _discard_output()
        return GOOD
    except OSError as error:
        _discard_output()
        _complain(Unusable(f"cannot write the output: {error.strerror or error}"))
        return WRONG_USE
    return result


def _discard_output() -> None:
    """Discards buffered output, which Python would otherwise try to flush again at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _complain(error: Unusable) -> None:
    sys.stderr.write(f"hotcore: {error}\n")


def _validate(options: argparse.Namespace) -> int:
    result = run_validate(options, colour=_colour(options))
    for error in result.unusable:
        _complain(error)
    return WRONG_USE if result.unusable else ERRORS if result.has_errors else GOOD


def _preview(options: argparse.Namespace) -> int:
    check_standard_input([options.template], options.environments, [options.attributes], [options.catalogue])
    types = types_of(options)
    values = dict(pair("-P", "NAME=VALUE", given) for given in options.values)
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
        sys.stderr.write(render_diagnostics([(options.template, document, document.diagnostics)], "text", colour=False))
        return ERRORS
    _print_json(form_as_data(document.template))
    return GOOD


def _functions(options: argparse.Namespace) -> int:
    version = find_version(options.version)
    if version is None:
        called = options.version or "''"
        raise Unusable(f"there is no template version {called}; known versions are {', '.join(version_names())}")
    sys.stdout.write(render_functions(functions_of(version), long=options.long))
    return GOOD


def _rules(options: argparse.Namespace) -> int:
    if options.code is None:
        sys.stdout.write(listed_codes())
        return GOOD
    page = code_pages().get(options.code)
    if page is None:
        hint = did_you_mean(options.code, code_pages())
        raise Unusable(f"there is no code {options.code}. {hint or '`hotcore rules` lists them.'}")
    sys.stdout.write(page.text)
    return GOOD


def _graph(options: argparse.Namespace) -> int:
    check_standard_input([options.template], options.environments)
    texts = {name: read_text(name) for name in options.environments}
    environments = environments_for(options.template, texts)
    document = read_document(options.template, environments)
    if document.template is None:
        sys.stderr.write(render_diagnostics([(options.template, document, document.diagnostics)], "text", colour=False))
        return ERRORS
    found = preview(document, environments=environments)
    draw = draw_map if options.view == "map" else draw_dependencies
    sys.stdout.write(write_diagram(draw(document.template, found), options.format))
    return GOOD


def _conditions(options: argparse.Namespace) -> int:
    check_standard_input([options.template], options.environments)
    texts = {name: read_text(name) for name in options.environments}
    environments = environments_for(options.template, texts)
    document = read_document(options.template, environments)
    if document.template is None:
        sys.stderr.write(render_diagnostics([(options.template, document, document.diagnostics)], "text", colour=False))
        return ERRORS
    matrix = matrix_under(document, environments)
    if options.format == "json":
        _print_json(matrix_as_data(matrix))
    else:
        sys.stdout.write(render_matrix(matrix))
    in_files = (found for found in diagnostics_of(document, environments, {}) if found.file in texts)
    wrong = tuple(found for found in (*document.found, *in_files) if found.severity is Severity.ERROR)
    if wrong:
        sys.stderr.write(render_diagnostics([(options.template, document, wrong)], "text", colour=False, others=texts))
    return ERRORS if wrong else GOOD


def _versions(options: argparse.Namespace) -> int:
    return GOOD if run_versions(options) else ERRORS


def _upgrade(options: argparse.Namespace) -> int:
    return GOOD if run_upgrade(options) else ERRORS


def _diff(options: argparse.Namespace) -> int:
    return ERRORS if run_diff(options) else GOOD


def _catalogue(options: argparse.Namespace) -> int:
    check_standard_input(options.sources)
    text = import_catalogue(options.sources, installed=options.installed)
    if options.output is None:
        sys.stdout.write(text)
    else:
        write_text(options.output, text)
    return GOOD


def _colour(options: argparse.Namespace) -> bool:
    """Whether to print in colour: by the option, else by the environment, else on a terminal."""
    if options.color != "auto":
        return bool(options.color == "always")
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR", "0") not in ("", "0"):
        return True
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def _print_json(data: Any) -> None:
    sys.stdout.write(json.dumps(data, indent=2, ensure_ascii=False, default=str) + "\n")
