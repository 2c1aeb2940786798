"""The commands `hotcore versions` and `hotcore upgrade`."""

import argparse
import json
import sys

from hotcore.analysis import Document, load
from hotcore.cli.files import STANDARD_INPUT, Unusable, document_of, read_document, read_file, write_text
from hotcore.cli.render import render_diagnostics
from hotcore.cli.render_versions import render_versions
from hotcore.diagnostics import Diagnostic, Severity
from hotcore.spelling import did_you_mean
from hotcore.syntax import decode
from hotcore.template import has_version
from hotcore.upgrade import rewrite, template_versions, versions_as_data
from hotcore.versions import find_version, version_names, version_of_release


def run_versions(options: argparse.Namespace) -> bool:
    """Prints which version a template needs and what later ones offer; False if it is not a template."""
    document = read_document(options.template)
    found = template_versions(document)
    if found is None:
        sys.stderr.write(render_diagnostics([(options.template, document, document.diagnostics)], "text", colour=False))
        return False
    if options.format == "json":
        sys.stdout.write(json.dumps(versions_as_data(found), indent=2, ensure_ascii=False) + "\n")
    else:
        sys.stdout.write(render_versions(found))
    return True


def run_upgrade(options: argparse.Namespace) -> bool:
    """Rewrites a template to another version; False if it would not be equivalent, or cannot be read."""
    _check(options.to)
    name, target = options.template, options.template if options.in_place else options.output
    if name == STANDARD_INPUT and options.in_place:
        raise Unusable("--in-place needs a template file, not standard input")
    content = read_file(name)
    document = document_of(content, name)
    if document.template is None:
        sys.stderr.write(render_diagnostics([(name, document, document.diagnostics)], "text", colour=False))
        return False
    result = rewrite(document, options.to, decode(content))
    if result.refused:
        sys.stderr.write(render_diagnostics([(name, document, result.refused)], "text", colour=False))
        return False
    _report(name, result.rewritten, [file for file, text in document.files.items() if has_version(text)])
    if target is None:
        sys.stdout.write(result.text)
    else:
        write_text(target, result.text)
    remaining = _remaining_errors(document, load(result.text, document.files))
    if remaining:
        sys.stderr.write(render_diagnostics([(name, document, remaining)], "text", colour=False))
    return not remaining


def _remaining_errors(document: Document, rewritten: Document) -> tuple[Diagnostic, ...]:
    """The errors of a template that remain in its other version, with their places in the original text."""
    codes = {found.code for found in rewritten.found if found.severity is Severity.ERROR}
    return tuple(found for found in document.found if found.severity is Severity.ERROR and found.code in codes)


def _check(name: str) -> None:
    if find_version(name) is not None:
        return
    released = version_of_release(name.lower())
    hint = f"the version of this release is {released}" if released else did_you_mean(name, version_names())
    called = name or "''"
    raise Unusable(
        f"there is no template version {called}; {hint or 'known versions are ' + ', '.join(version_names())}".rstrip(
            "."
        )
    )


def _report(name: str, rewritten: tuple[Diagnostic, ...], nested: list[str]) -> None:
    for each in rewritten:
        sys.stderr.write(f"{name}:{each.span.line if each.span else 1}: {each.message}\n")
    for file in nested:
        sys.stderr.write(f"{name}: {file} has its own version, which is not changed.\n")
