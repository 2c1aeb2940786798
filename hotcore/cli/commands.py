"""The command line, `hotcore validate` and the others."""

import argparse
import json
import os
import sys
from collections.abc import Mapping, Sequence
from io import TextIOWrapper
from pathlib import Path
from typing import Any

from hotcore.analysis import Document, preview
from hotcore.cli.arguments import parser
from hotcore.cli.catalogue_files import import_catalogue, load_catalogue
from hotcore.cli.diff import run_diff
from hotcore.cli.files import (
    STANDARD_INPUT,
    Unusable,
    check_standard_input,
    environments_for,
    is_template,
    pair,
    read_attributes,
    read_document,
    read_text,
    templates_in,
    write_text,
)
from hotcore.cli.lint_options import Linting
from hotcore.cli.render import Findings, hotcore_version, render_findings, render_functions, render_preview
from hotcore.cli.render_matrix import matrix_as_data, render_matrix
from hotcore.cli.versions import run_upgrade, run_versions
from hotcore.diagnostics import Diagnostic, Severity
from hotcore.diagram import draw, write_picture
from hotcore.environment import Environment
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
    """Runs a command; returns 0 without errors, 1 when errors were found, 2 for wrong use or an unreadable file."""
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
            # Half a surrogate pair, which JSON may hold, is written the way JSON escapes it.
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        result = commands[options.command](options)
        sys.stdout.flush()
    except Unusable as error:
        _complain(error)
        return WRONG_USE
    except BrokenPipeError:
        _print_nothing_more()
        return GOOD
    except OSError as error:
        _print_nothing_more()
        _complain(Unusable(f"cannot write the answer: {error.strerror or error}"))
        return WRONG_USE
    return result


def _print_nothing_more() -> None:
    """Lets what is not printed yet go, which Python would try once more at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _complain(error: Unusable) -> None:
    sys.stderr.write(f"hotcore: {error}\n")


def _validate(options: argparse.Namespace) -> int:
    check_standard_input(options.templates, options.environments, [options.catalogue])
    types = _types(options)
    linting = Linting(options, types.get("catalogue"))
    texts = {name: read_text(name) for name in options.environments}
    unreadable = False
    findings: Findings = []
    for name in options.templates:
        try:
            for template in _templates(name, only_templates=options.only_templates):
                environments = environments_for(template, texts)
                document = linting.mended(template, environments)
                found = _findings(document, environments, types)
                findings.append((template, document, linting.added(template, document, found)))
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
    versions = dict(pair("--api-version", "CLIENT=VERSION", given) for given in options.api_versions)
    return {"catalogue": catalogue, "api_versions": versions} if catalogue or versions else {}


def _findings(document: Document, environments: list[Environment], types: Mapping[str, Any]) -> tuple[Diagnostic, ...]:
    if not environments and not types:
        return document.diagnostics
    found = preview(document, environments=environments, **types).diagnostics
    return tuple(diagnostic for diagnostic in found if diagnostic.code != "value-needed")


def _preview(options: argparse.Namespace) -> int:
    check_standard_input([options.template], options.environments, [options.attributes], [options.catalogue])
    types = _types(options)
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
        sys.stderr.write(render_findings([(options.template, document, document.diagnostics)], "text", colour=False))
        return ERRORS
    _print_json(form_as_data(document.template))
    return GOOD


def _functions(options: argparse.Namespace) -> int:
    version = find_version(options.version)
    if version is None:
        called = options.version or "''"
        raise Unusable(f"no template version is called {called}; known are {', '.join(version_names())}")
    sys.stdout.write(render_functions(functions_of(version), long=options.long))
    return GOOD


def _rules(options: argparse.Namespace) -> int:
    if options.code is None:
        sys.stdout.write(listed_codes())
        return GOOD
    page = code_pages().get(options.code)
    if page is None:
        meant = did_you_mean(options.code, code_pages())
        raise Unusable(f"no finding has the code {options.code}. {meant or '`hotcore rules` lists them.'}")
    sys.stdout.write(page.text)
    return GOOD


def _graph(options: argparse.Namespace) -> int:
    check_standard_input([options.template], options.environments)
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


def _conditions(options: argparse.Namespace) -> int:
    check_standard_input([options.template], options.environments)
    texts = {name: read_text(name) for name in options.environments}
    environments = environments_for(options.template, texts)
    document = read_document(options.template, environments)
    if document.template is None:
        sys.stderr.write(render_findings([(options.template, document, document.diagnostics)], "text", colour=False))
        return ERRORS
    matrix = matrix_under(document, environments)
    if options.format == "json":
        _print_json(matrix_as_data(matrix))
    else:
        sys.stdout.write(render_matrix(matrix))
    in_files = (found for found in _findings(document, environments, {}) if found.file in texts)
    wrong = tuple(found for found in (*document.found, *in_files) if found.severity is Severity.ERROR)
    if wrong:
        sys.stderr.write(render_findings([(options.template, document, wrong)], "text", colour=False, others=texts))
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
