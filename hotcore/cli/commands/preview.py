"""The command `hotcore preview`."""

import argparse
import sys

from hotcore.analysis import preview
from hotcore.cli.arguments import EXIT_CODES, add_color, add_environments, add_template, add_types, is_coloured
from hotcore.cli.documents import read_attributes
from hotcore.cli.files import check_standard_input, pair
from hotcore.cli.inputs import Inputs
from hotcore.cli.outcome import ERRORS, GOOD
from hotcore.cli.printing import print_json
from hotcore.cli.render import render_preview
from hotcore.resolver import preview_as_data
from hotcore.syntax import write_yaml

DESCRIPTION = """\
Show what Heat would make of a template with the given values: parameters, conditions, resources and
outputs, with every function resolved. Values that only a live stack has are shown as unknown.
Values of hidden parameters are masked.
"""
EPILOG = f"""\
examples:
  hotcore preview server.yaml -P flavor=small -P count=2
  hotcore preview server.yaml -e production.yaml --attributes live.yaml --format json

{EXIT_CODES}"""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    add_template(command)
    add_environments(command)
    add_types(command)
    value = "a parameter value, which overrides environments; can be repeated"
    command.add_argument("-P", dest="values", action="append", default=[], metavar="NAME=VALUE", help=value)
    attributes = "attributes to use instead of a live stack's: JSON or YAML, resource -> attribute -> value"
    command.add_argument("--attributes", metavar="FILE", help=attributes)
    formats = "text for people, json or yaml for programs"
    command.add_argument("--format", choices=("text", "json", "yaml"), default="text", help=formats)
    add_color(command)


def run(options: argparse.Namespace) -> int:
    """Prints what Heat would make of a template."""
    check_standard_input([options.template], options.environments, [options.attributes], [options.catalogue])
    inputs = Inputs(options)
    values = dict(pair("-P", "NAME=VALUE", given) for given in options.values)
    attributes = read_attributes(options.attributes) if options.attributes else {}
    document, environments = inputs.document(options.template), inputs.environments(options.template)
    types = inputs.types(options.template)
    result = preview(document, values, environments=environments, attributes=attributes, **types)
    if options.format == "json":
        print_json(preview_as_data(result))
    elif options.format == "yaml":
        sys.stdout.write(write_yaml(preview_as_data(result)))
    else:
        colour, texts = is_coloured(options), inputs.texts
        sys.stdout.write(render_preview(result, options.template, document, colour=colour, others=texts))
    return GOOD if result.ok else ERRORS
