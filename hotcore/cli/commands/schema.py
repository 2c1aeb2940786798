"""The command `hotcore schema`."""

import argparse

from hotcore.cli.arguments import EXIT_CODES, add_template
from hotcore.cli.documents import read_document
from hotcore.cli.outcome import ERRORS, GOOD
from hotcore.cli.printing import print_json, print_problems
from hotcore.parameters import form_as_data

DESCRIPTION = """\
Describe the form of a template as JSON: its parameter groups in the order of the form, and each
parameter with its type, label, default and constraints. The defaults of hidden parameters are
masked.
"""
EPILOG = EXIT_CODES


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    add_template(command)


def run(options: argparse.Namespace) -> int:
    """Prints the form of a template."""
    document = read_document(options.template)
    if document.template is None:
        print_problems(options.template, document, document.diagnostics)
        return ERRORS
    print_json(form_as_data(document.template))
    return GOOD
