"""The command `hotcore versions`."""

import argparse
import sys

from hotcore.cli.arguments import EXIT_CODES, add_template
from hotcore.cli.inputs import Inputs
from hotcore.cli.outcome import ERRORS, GOOD
from hotcore.cli.printing import print_json, print_problems
from hotcore.cli.render_versions import render_versions
from hotcore.upgrade import template_versions, versions_as_data

DESCRIPTION = """\
Show the version of a template, the lowest version that it needs, with the places that need it, and
for each later version what the template could use, what was added and removed, and whether an
upgrade would be equivalent.
"""
EPILOG = EXIT_CODES


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    add_template(command)
    formats = "text for people, json for programs"
    command.add_argument("--format", choices=("text", "json"), default="text", help=formats)


def run(options: argparse.Namespace) -> int:
    """Prints which version a template needs and what later ones offer."""
    inputs = Inputs(options)
    document = inputs.document(options.template)
    found = template_versions(document, inputs.catalogue(options.template))
    if found is None:
        print_problems(options.template, document, document.diagnostics)
        return ERRORS
    if options.format == "json":
        print_json(versions_as_data(found))
    else:
        sys.stdout.write(render_versions(found))
    return GOOD
