"""What may be typed behind `hotcore`, and what `--help` says about it."""

import argparse
from typing import TypeAlias

from hotcore.diagram import FORMATS
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
Lint rules tell what Heat takes and is hardly meant; `hotcore rules` lists them, and their hints are told on request.
While there are errors, only those speak that are about one declaration or one value by itself.
`# hotcore: ignore[CODE]` on a line or in the head of a file silences them, and so does `ignore = [...]` below
[tool.hotcore] in the pyproject.toml of a folder.
"""
_VALIDATE_EXAMPLES = """\
examples:
  hotcore validate server.yaml
  hotcore validate server.yaml -e production.yaml
  hotcore validate templates/ --format sarif > findings.sarif
  git show HEAD:server.yaml | hotcore validate -
  hotcore validate templates/ --fix
  hotcore validate server.yaml --fix --suggested --select ungrouped-parameter

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
_RULES = """\
List the codes that findings have, each with what it stands for: first the lint rules with how much they matter, then
what is found without them. With a code, tell why it matters, with an example and what to write instead.
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
_CONDITIONS = """\
List what the conditions of a template can come to, each combination with a smallest set of values of parameters that
brings it about and with the resources and outputs that are on and off then. What is always true, or never, is named.
Conditions that share no parameter are told by themselves when there are many combinations; the JSON has both ways, all
together up to 1,024 combinations. A combination without values is one that nothing rules out, but for which none were
found. Under environments, the values are those to be given over them. Values of hidden parameters are masked.
"""
_CONDITIONS_EXAMPLES = """\
examples:
  hotcore conditions server.yaml
  hotcore conditions server.yaml -e production.yaml --format json

"""
_VERSIONS = """\
Tell which version a template has and the lowest that it needs, with the place of everything that needs one, and what
each later version would give it: what it could make use of, what came, what is gone, and whether it would come to the
same there.
"""
_UPGRADE = """\
Rewrite a template to another version, later or earlier, so that it comes to the same. All bytes stay but the version
and the calls of functions that the other version lacks, which are written in its words. What would come to something
else there is told with its place, and nothing is written. Nested templates keep their versions.
"""
_UPGRADE_EXAMPLES = """\
examples:
  hotcore upgrade server.yaml --to wallaby --in-place
  hotcore upgrade server.yaml --to 2018-08-31 -o server-rocky.yaml

"""
_DIFF = """\
Tell what it means for those who deploy it when NEW takes the place of OLD: values that are refused now, parameters
that are newly needed, conditions that turn, resources that an update deletes, makes, makes anew or changes in place,
and outputs. Without NEW, one template is compared under two sets of values. Nothing is told that Heat would not notice.
"""
_DIFF_EXAMPLES = """\
examples:
  hotcore diff old/server.yaml server.yaml
  hotcore diff old/server.yaml server.yaml -e production.yaml
  hotcore diff server.yaml --from-env test.yaml --to-env production.yaml
  hotcore diff server.yaml --to flavor=large
  git show HEAD:server.yaml | hotcore diff - server.yaml

exit codes:
  0  no difference in meaning
  1  there are differences
  2  wrong use, or a file that cannot be read
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
    _add_color(top, "auto")
    commands = top.add_subparsers(required=True, metavar="COMMAND", dest="command")
    _add_validate(commands)
    _add_preview(commands)
    schema = _add(commands, "schema", "describe the form of a template as JSON", _SCHEMA, _EXIT_CODES)
    schema.add_argument("template", metavar="TEMPLATE", help="the template's file, - for standard input")
    functions = _add(commands, "functions", "list the intrinsic functions of a template version", _FUNCTIONS)
    functions.add_argument(
        "--version",
        type=str.lower,
        default=LATEST.date,
        metavar="V",
        help=f"a version or release; else the latest, {LATEST.date}",
    )
    functions.add_argument("--long", action="store_true", help="tell the arguments and what each function does")
    rules = _add(commands, "rules", "list the codes of findings, or explain one", _RULES)
    rules.add_argument(
        "code", type=str.lower, nargs="?", metavar="CODE", help="the code to explain; without one, all are listed"
    )
    graph = _add(commands, "graph", "draw the resources of a template", _GRAPH, _GRAPH_EXAMPLES + _EXIT_CODES)
    graph.add_argument("template", metavar="TEMPLATE", help="the template's file, - for standard input")
    _add_environments(graph)
    graph.add_argument("--format", choices=FORMATS, default="svg", help="how it is written; else svg")
    summary = "list what the conditions of a template can come to"
    conditions = _add(commands, "conditions", summary, _CONDITIONS, _CONDITIONS_EXAMPLES + _EXIT_CODES)
    conditions.add_argument("template", metavar="TEMPLATE", help="the template's file, - for standard input")
    _add_environments(conditions)
    formats = "text for people, json for programs"
    conditions.add_argument("--format", choices=("text", "json"), default="text", help=formats)
    _add_versions(commands)
    _add_diff(commands)
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
    _add_lint(validate)
    _add_color(validate)


def _add_lint(validate: argparse.ArgumentParser) -> None:
    validate.add_argument("--no-lint", action="store_true", help="tell only what is found without the lint rules")
    validate.add_argument("--hints", action="store_true", help="tell the hints of lint rules too, not only warnings")
    for option, words in (("--select", "only these lint rules"), ("--ignore", "nothing of these codes but errors")):
        help_ = f"{words}, by code; several are given one by one or with commas"
        validate.add_argument(option, action="append", default=[], metavar="CODE", help=help_)
    fix = "mend in files without errors what lint rules can mend safely"
    validate.add_argument("--fix", action="store_true", help=fix)
    suggested = "with --fix: make the fixes that are only suggested too, which may not be what was meant"
    validate.add_argument("--suggested", action="store_true", help=suggested)


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


def _add_versions(commands: Commands) -> None:
    summary = "tell which version a template needs, and what later ones give"
    versions = _add(commands, "versions", summary, _VERSIONS, _EXIT_CODES)
    upgrade = _add(
        commands, "upgrade", "rewrite a template to another version", _UPGRADE, _UPGRADE_EXAMPLES + _EXIT_CODES
    )
    for command in (versions, upgrade):
        command.add_argument("template", metavar="TEMPLATE", help="the template's file, - for standard input")
    formats = "text for people, json for programs"
    versions.add_argument("--format", choices=("text", "json"), default="text", help=formats)
    upgrade.add_argument(
        "--to", type=str.lower, required=True, metavar="VERSION", help="a version or release, written as given"
    )
    target = upgrade.add_mutually_exclusive_group()
    target.add_argument("-o", "--output", metavar="FILE", help="write to this file and not to standard output")
    target.add_argument("--in-place", action="store_true", help="write over the template's file")


def _add_diff(commands: Commands) -> None:
    summary = "tell what the difference of two templates, or of two sets of values, means"
    diff = _add(commands, "diff", summary, _DIFF, _DIFF_EXAMPLES)
    diff.add_argument("old", metavar="OLD", help="the older template's file, - for standard input")
    diff.add_argument("new", metavar="NEW", nargs="?", help="the newer one; else OLD under other values")
    _add_environments(diff)
    value = "a parameter's value on both sides; several may be given"
    diff.add_argument("-P", dest="values", action="append", default=[], metavar="NAME=VALUE", help=value)
    for side, words in (("from", "older"), ("to", "newer")):
        environment, given = f"an environment file of the {words} side alone", f"a value on the {words} side alone"
        diff.add_argument(f"--{side}-env", action="append", default=[], metavar="ENV", help=environment)
        diff.add_argument(f"--{side}", action="append", default=[], metavar="NAME=VALUE", help=given)
    diff.add_argument("--format", choices=("text", "json"), default="text", help="text for people, json for programs")


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


def _add_color(command: argparse.ArgumentParser, default: str = argparse.SUPPRESS) -> None:
    """Adds the option: once before all commands, with its default, and once behind those that print in colour."""
    command.add_argument(
        "--color",
        choices=("auto", "always", "never"),
        default=default,
        help="print text in colour; auto (the default): on a terminal, unless NO_COLOR or FORCE_COLOR is set",
    )
