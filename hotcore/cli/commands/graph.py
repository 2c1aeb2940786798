"""The command `hotcore graph`."""

import argparse
import sys

from hotcore.analysis import preview
from hotcore.cli.arguments import EXIT_CODES, add_environments, add_template
from hotcore.cli.files import check_standard_input
from hotcore.cli.inputs import Inputs
from hotcore.cli.outcome import ERRORS, GOOD, Unusable
from hotcore.cli.printing import print_problems
from hotcore.diagram import FORMATS, draw_dependencies, draw_map, write_diagram
from hotcore.runtime import paused_collector

DESCRIPTION = """\
Draw the resources of a template and their dependencies: as SVG, for Graphviz (dot), for Mermaid, or
as JSON with the position of every box and line. Resources that a condition switches off with the
values of the environments are drawn as off.
"""
EPILOG = f"""\
examples:
  hotcore graph server.yaml > server.svg
  hotcore graph server.yaml -e production.yaml --format mermaid

{EXIT_CODES}"""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    add_template(command)
    add_environments(command)
    command.add_argument("--format", choices=FORMATS, default="svg", help="the output format (default: svg)")
    views = "map: resources in the cards and networks that they belong to; dependencies (default): a box for each"
    command.add_argument("--view", choices=("map", "dependencies"), default="dependencies", help=views)
    inside = "on the map, draw what is in this resource that another template defines; can be repeated"
    command.add_argument("--open", metavar="RESOURCE", action="append", default=[], help=inside)


def run(options: argparse.Namespace) -> int:
    """Prints a drawing of the resources of a template."""
    check_standard_input([options.template], options.environments)
    inputs = Inputs(options)
    document = inputs.document(options.template)
    if document.template is None:
        print_problems(options.template, document, document.diagnostics)
        return ERRORS
    found = preview(document, environments=inputs.environments(options.template), **inputs.types(options.template))
    if options.view != "map" and options.open:
        raise Unusable("--open needs --view map")
    with paused_collector(len(document.text)):
        if options.view == "map":
            drawn = draw_map(document.template, found, unfolded=options.open)
        else:
            drawn = draw_dependencies(document.template, found)
        if closed := [name for name in options.open if name not in drawn.nested]:
            raise Unusable(f"there is no template to open for {', '.join(closed)}, or it has too many resources")
        sys.stdout.write(write_diagram(drawn, options.format))
    if drawn.note:
        sys.stderr.write(f"{options.template}: {drawn.note}\n")
    return GOOD
