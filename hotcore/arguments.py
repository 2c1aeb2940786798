"""What may be typed behind `hotcore`, and what `--help` says about it."""

import argparse
from typing import TypeAlias

from hotcore.drawing import FORMATS
from hotcore.versions import LATEST

_EXIT_CODES = """\
exit codes:
  0  no errors
  1  errors were found
  2  wrong use, or a file that cannot be read
"""
_VALIDATE = """\
Tell everything that is wrong with templates: what Heat would refuse (errors), what is probably a mistake (warnings),
and what is good to know (hints). The files that a template names are read too; nothing is fetched from the network.
"""
_VALIDATE_EXAMPLES = """\
examples:
  hotcore validate server.yaml
  hotcore validate server.yaml -e production.yaml
  hotcore validate templates/ --format sarif > findings.sarif
  git show HEAD:server.yaml | hotcore validate -

"""
_PREVIEW = """\
Tell what Heat would make of a template under the given values: parameters, conditions, resources and outputs, with
every function resolved. What only a live stack could know is shown as unknown. The values of hidden parameters are
masked.
"""
_PREVIEW_EXAMPLES = """\
examples:
  hotcore preview server.yaml -P flavor=small -P count=2
  hotcore preview server.yaml -e production.yaml --attributes live.yaml --format json

"""
_SCHEMA = """\
Describe the form of a template as JSON: its groups of parameters in the order in which they are asked for, each
parameter with type, label, default and constraints. The default of a hidden parameter is masked.
"""
_FUNCTIONS = """\
List the intrinsic functions that a template version knows, one name a line; with --long each with its arguments and
what it does.
"""
_GRAPH = """\
Draw the resources of a template and what they need: as SVG, for Graphviz (dot), for Mermaid, or as JSON with every
box and line in its place. Resources that a condition switches off are drawn so, under the values of the environments.
"""
_GRAPH_EXAMPLES = """\
examples:
  hotcore graph server.yaml > server.svg
  hotcore graph server.yaml -e production.yaml --format mermaid

"""
_CATALOGUE = """\
Make a catalogue of resource types, for --catalogue of validate and preview, and write it to a file or to standard
output. Its source is an openstack-heat that is installed in the same Python environment, or answers of Heat's
resource-type API that were saved as JSON: of GET /v1/TENANT/resource_types and /resource_types/NAME, or what
`openstack orchestration resource type show -f json` prints. Nothing is fetched from the network.
"""
_CATALOGUE_EXAMPLES = """\
examples:
  hotcore catalogue import --installed -o heat.json
  openstack orchestration resource type show OS::Nova::Server -f json | hotcore catalogue import - -o cloud.json
  hotcore catalogue import answers/ -o cloud.json
  hotcore validate server.yaml --catalogue cloud.json

"""


def parser(version: str) -> argparse.ArgumentParser:
    """The parser of the whole command line; `version` is what `--version` prints."""
    top = argparse.ArgumentParser(
        prog="hotcore",
        description="Check and preview OpenStack Heat templates (HOT) without Heat and without a cloud.",
        epilog="`hotcore COMMAND --help` tells more about a command.",
    )
    top.add_argument("--version", action="version", version=f"hotcore {version}")
    commands = top.add_subparsers(required=True, metavar="COMMAND", dest="command")
    _add_validate(commands)
    _add_preview(commands)
    schema = _add(commands, "schema", "describe the form of a template as JSON", _SCHEMA, _EXIT_CODES)
    schema.add_argument("template", metavar="TEMPLATE", help="the template's file, - for standard input")
    functions = _add(commands, "functions", "list the intrinsic functions of a template version", _FUNCTIONS)
    functions.add_argument(
        "--version", default=LATEST.date, metavar="V", help=f"a version or release; else the latest, {LATEST.date}"
    )
    functions.add_argument("--long", action="store_true", help="tell the arguments and what each function does")
    graph = _add(commands, "graph", "draw the resources of a template", _GRAPH, _GRAPH_EXAMPLES + _EXIT_CODES)
    graph.add_argument("template", metavar="TEMPLATE", help="the template's file, - for standard input")
    _add_environments(graph)
    graph.add_argument("--format", choices=FORMATS, default="svg", help="how it is written; else svg")
    _add_catalogue(commands)
    return top


Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"


def _add(commands: Commands, name: str, summary: str, description: str, epilog: str = "") -> argparse.ArgumentParser:
    raw = argparse.RawDescriptionHelpFormatter
    return commands.add_parser(name, help=summary, description=description, epilog=epilog, formatter_class=raw)


def _add_validate(commands: Commands) -> None:
    summary = "tell everything that is wrong with templates"
    validate = _add(commands, "validate", summary, _VALIDATE, _VALIDATE_EXAMPLES + _EXIT_CODES)
    validate.add_argument(
        "templates",
        nargs="+",
        metavar="TEMPLATE",
        help="a template's file; a folder stands for all templates in it and below; - is standard input",
    )
    only = "pass over files without heat_template_version, which may be environments or something else"
    validate.add_argument("--only-templates", action="store_true", help=only)
    _add_environments(validate)
    _add_types(validate)
    formats = "text for people, json for programs, sarif for code scanners"
    validate.add_argument("--format", choices=("text", "json", "sarif"), default="text", help=formats)
    _add_color(validate)


def _add_preview(commands: Commands) -> None:
    summary = "tell what Heat would make of a template"
    preview = _add(commands, "preview", summary, _PREVIEW, _PREVIEW_EXAMPLES + _EXIT_CODES)
    preview.add_argument("template", metavar="TEMPLATE", help="the template's file, - for standard input")
    _add_environments(preview)
    _add_types(preview)
    value = "a parameter's value, which wins over environments; several may be given"
    preview.add_argument("-P", dest="values", action="append", default=[], metavar="NAME=VALUE", help=value)
    attributes = "attributes that stand in for a live stack: JSON or YAML, resource -> attribute -> value"
    preview.add_argument("--attributes", metavar="FILE", help=attributes)
    formats = "text for people, json or yaml for programs"
    preview.add_argument("--format", choices=("text", "json", "yaml"), default="text", help=formats)
    _add_color(preview)


def _add_catalogue(commands: Commands) -> None:
    catalogue = _add(commands, "catalogue", "make a catalogue of resource types", _CATALOGUE, _CATALOGUE_EXAMPLES)
    actions = catalogue.add_subparsers(required=True, metavar="ACTION", dest="action")
    summary = "make one from an installed Heat or from saved answers of its API"
    bring = _add(actions, "import", summary, _CATALOGUE, _CATALOGUE_EXAMPLES + _EXIT_CODES)
    source = "a file with answers or with a catalogue, - for standard input; a folder stands for the .json files in it"
    bring.add_argument("sources", nargs="*", metavar="FILE", help=source)
    bring.add_argument(
        "--installed", action="store_true", help="read the types of the openstack-heat that is installed"
    )
    bring.add_argument("-o", "--output", metavar="FILE", help="write to this file and not to standard output")


def _add_types(command: argparse.ArgumentParser) -> None:
    catalogue = "the resource types, as `hotcore catalogue import` writes them; else those of Heat 27"
    command.add_argument("--catalogue", metavar="FILE", help=catalogue)
    version = "the configured API version of a client plug-in of Heat, for relations that ask for one"
    command.add_argument(
        "--api-version", dest="api_versions", action="append", default=[], metavar="CLIENT=VERSION", help=version
    )


def _add_environments(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "-e",
        dest="environments",
        action="append",
        default=[],
        metavar="ENV",
        help="an environment file, - for standard input; several may be given, later ones win",
    )


def _add_color(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--color",
        choices=("auto", "always", "never"),
        default="auto",
        help="print text in colour; auto (the default): on a terminal, unless NO_COLOR or FORCE_COLOR is set",
    )
