"""The command `hotcore catalogue`."""

import argparse
import sys

from hotcore.cli.arguments import EXIT_CODES
from hotcore.cli.catalogue_files import import_catalogue
from hotcore.cli.files import check_standard_input, write_text
from hotcore.cli.outcome import GOOD

DESCRIPTION = """\
Make a catalogue of resource types, for --catalogue of validate and preview, and write it to a file
or to standard output. Its source is an openstack-heat that is installed in the same Python
environment, or responses of Heat's resource-type API that were saved as JSON: of GET
/v1/TENANT/resource_types and /resource_types/NAME, or the output of `openstack orchestration
resource type show -f json`. Nothing is fetched from the network.
"""
EPILOG = """\
examples:
  hotcore catalogue import --installed -o heat.json
  openstack orchestration resource type show OS::Nova::Server -f json | hotcore catalogue import - -o cloud.json
  hotcore catalogue import responses/ -o cloud.json
  hotcore validate server.yaml --catalogue cloud.json

"""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    actions = command.add_subparsers(
        required=True, metavar="ACTION", dest="action", parser_class=argparse.ArgumentParser
    )
    bring = actions.add_parser(
        "import",
        help="make one from an installed Heat or from saved responses of its API",
        description=DESCRIPTION,
        epilog=EPILOG + EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    source = "a file with responses or with a catalogue, a folder with .json files, or - for standard input"
    bring.add_argument("sources", nargs="*", metavar="FILE", help=source)
    bring.add_argument("--installed", action="store_true", help="read the types of the installed openstack-heat")
    bring.add_argument("-o", "--output", metavar="FILE", help="write to this file instead of standard output")


def run(options: argparse.Namespace) -> int:
    """Writes a catalogue."""
    check_standard_input(options.sources)
    text = import_catalogue(options.sources, installed=options.installed)
    if options.output is None:
        sys.stdout.write(text)
    else:
        write_text(options.output, text)
    return GOOD
