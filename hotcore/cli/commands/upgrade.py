"""The command `hotcore upgrade`."""

import argparse
import sys

from hotcore.analysis import Document
from hotcore.cli.arguments import EXIT_CODES, add_template
from hotcore.cli.documents import document_of
from hotcore.cli.files import STANDARD_INPUT, read_file, write_text
from hotcore.cli.inputs import Inputs
from hotcore.cli.outcome import ERRORS, GOOD, Unusable
from hotcore.cli.printing import print_problems
from hotcore.diagnostics import Diagnostic, Severity
from hotcore.source import decode
from hotcore.spelling import did_you_mean
from hotcore.template import has_version
from hotcore.upgrade import rewrite
from hotcore.versions import find_version, version_names, version_of_release

DESCRIPTION = """\
Rewrite a template to an equivalent template of another version, later or earlier. Only the version
changes, and calls of functions that the other version does not have, which are replaced by
equivalent ones. What would be different is reported with its place, and nothing is written. Nested
templates keep their versions.
"""
EPILOG = f"""\
examples:
  hotcore upgrade server.yaml --to wallaby --in-place
  hotcore upgrade server.yaml --to 2018-08-31 -o server-rocky.yaml

{EXIT_CODES}"""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    add_template(command)
    version = "the version or release, which is written as given"
    command.add_argument("--to", type=str.lower, required=True, metavar="VERSION", help=version)
    target = command.add_mutually_exclusive_group()
    target.add_argument("-o", "--output", metavar="FILE", help="write to this file instead of standard output")
    target.add_argument("--in-place", action="store_true", help="overwrite the template file")


def run(options: argparse.Namespace) -> int:
    """Rewrites a template to another version."""
    _check(options.to)
    name, target = options.template, options.template if options.in_place else options.output
    if name == STANDARD_INPUT and options.in_place:
        raise Unusable("--in-place needs a template file, not standard input")
    inputs, content = Inputs(options), read_file(name)
    document = document_of(content, name, inputs.environments(name))
    if document.template is None:
        print_problems(name, document, document.diagnostics)
        return ERRORS
    result = rewrite(document, options.to, decode(content), inputs.catalogue(name))
    if result.refused:
        print_problems(name, document, result.refused)
        return ERRORS
    _report(name, result.rewritten, [file for file, text in document.files.items() if has_version(text)])
    if not result.is_compared:
        sys.stderr.write(f"{name}: not all results were compared: expressions or patterns take too long\n")
    if target is None:
        sys.stdout.write(result.text)
    else:
        write_text(target, result.text)
    remaining = _remaining_errors(document, result.document) if result.document else ()
    if remaining:
        print_problems(name, document, remaining)
    return ERRORS if remaining else GOOD


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
