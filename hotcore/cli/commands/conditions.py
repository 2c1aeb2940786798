"""The command `hotcore conditions`."""

import argparse
import sys

from hotcore.cli.arguments import EXIT_CODES, add_environments, add_template
from hotcore.cli.documents import diagnostics_of
from hotcore.cli.files import check_standard_input
from hotcore.cli.inputs import Inputs
from hotcore.cli.outcome import ERRORS, GOOD
from hotcore.cli.printing import print_json, print_problems
from hotcore.cli.render_matrix import matrix_as_data, render_matrix
from hotcore.diagnostics import Severity
from hotcore.environment_values import matrix_under

DESCRIPTION = """\
List all combinations of values that the conditions of a template can have. Each is shown with a
smallest set of parameter values that leads to it, and with the resources and outputs that are on.
Conditions that are always or never true are named first.

If there are many combinations, conditions that share no parameters are listed in separate tables;
the JSON has both forms, the complete list up to 1,024 combinations. A combination without values is
one that nothing rules out, but for which no values were found. With environments, the values are to
be given in addition to them. Values of hidden parameters are masked, unless they were made up to
reach a combination.
"""
EPILOG = f"""\
examples:
  hotcore conditions server.yaml
  hotcore conditions server.yaml -e production.yaml --format json

{EXIT_CODES}"""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    add_template(command)
    add_environments(command)
    formats = "text for people, json for programs"
    command.add_argument("--format", choices=("text", "json"), default="text", help=formats)


def run(options: argparse.Namespace) -> int:
    """Prints the combinations of values of a template's conditions."""
    check_standard_input([options.template], options.environments)
    inputs = Inputs(options)
    document, environments = inputs.document(options.template), inputs.environments(options.template)
    if document.template is None:
        print_problems(options.template, document, document.diagnostics)
        return ERRORS
    matrix = matrix_under(document, environments)
    if options.format == "json":
        print_json(matrix_as_data(matrix))
    else:
        sys.stdout.write(render_matrix(matrix))
    problems = diagnostics_of(document, environments, inputs.types(options.template))
    in_files = (found for found in problems if found.file in inputs.texts)
    wrong = tuple(found for found in (*document.found, *in_files) if found.severity is Severity.ERROR)
    if wrong:
        print_problems(options.template, document, wrong, inputs.texts)
    return ERRORS if wrong else GOOD
