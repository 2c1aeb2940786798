"""The arguments of the command line, and their help texts."""

import argparse
from typing import TypeAlias

from hotcore.diagram import FORMATS
from hotcore.versions import LATEST

_EXIT_CODES = """\
exit codes:
  0  no errors
  1  errors were found
  2  invalid usage, or a file that cannot be read
"""
_VALIDATE = """\
Check templates and report all problems: what Heat would refuse (errors), what is probably a mistake
(warnings), and what is good to know (hints). Files that a template refers to are checked too;
nothing is fetched from the network.

Lint rules report what Heat accepts but is probably not intended. `hotcore rules` lists them; --hints
shows their hints too. While there are errors, only the rules about a single declaration or a single
value are checked.

To suppress warnings and hints, write `# hotcore: ignore[CODE]` on the line or at the top of the
file, or add the codes to `ignore = [...]` in the hotcore.toml of the folder or one above it, or
below [tool.hotcore] in its pyproject.toml. These files also say which environments and which
catalogue go with which templates, and which files are left out.
"""
_VALIDATE_EXAMPLES = """\
examples:
  hotcore validate server.yaml
  hotcore validate server.yaml -e production.yaml
  hotcore validate templates/ --format sarif > diagnostics.sarif
  git show HEAD:server.yaml | hotcore validate -
  hotcore validate templates/ --fix
  hotcore validate server.yaml --fix --suggested --select ungrouped-parameter

"""
_PREVIEW = """\
Show what Heat would make of a template with the given values: parameters, conditions, resources and
outputs, with every function resolved. Values that only a live stack has are shown as unknown.
Values of hidden parameters are masked.
"""
_PREVIEW_EXAMPLES = """\
examples:
  hotcore preview server.yaml -P flavor=small -P count=2
  hotcore preview server.yaml -e production.yaml --attributes live.yaml --format json

"""
_SCHEMA = """\
Describe the form of a template as JSON: its parameter groups in the order of the form, and each
parameter with its type, label, default and constraints. The defaults of hidden parameters are
masked.
"""
_FUNCTIONS = """\
List the intrinsic functions of a template version, one name per line; with --long, each with its
arguments and what it does.
"""
_RULES = """\
List the codes of all problems with their descriptions: first the lint rules with their severity,
then all others. With a code, explain why it matters, with an example and what to use instead.
"""
_GRAPH = """\
Draw the resources of a template and their dependencies: as SVG, for Graphviz (dot), for Mermaid, or
as JSON with the position of every box and line. Resources that a condition switches off with the
values of the environments are drawn as off.
"""
_GRAPH_EXAMPLES = """\
examples:
  hotcore graph server.yaml > server.svg
  hotcore graph server.yaml -e production.yaml --format mermaid

"""
_CONDITIONS = """\
List all combinations of values that the conditions of a template can have. Each is shown with a
smallest set of parameter values that leads to it, and with the resources and outputs that are on.
Conditions that are always or never true are named first.

If there are many combinations, conditions that share no parameters are listed in separate tables;
the JSON has both forms, the complete list up to 1,024 combinations. A combination without values is
one that nothing rules out, but for which no values were found. With environments, the values are to
be given in addition to them. Values of hidden parameters are masked.
"""
_CONDITIONS_EXAMPLES = """\
examples:
  hotcore conditions server.yaml
  hotcore conditions server.yaml -e production.yaml --format json

"""
_VERSIONS = """\
Show the version of a template, the lowest version that it needs, with the places that need it, and
for each later version what the template could use, what was added and removed, and whether an
upgrade would be equivalent.
"""
_UPGRADE = """\
Rewrite a template to an equivalent template of another version, later or earlier. Only the version
changes, and calls of functions that the other version does not have, which are replaced by
equivalent ones. What would be different is reported with its place, and nothing is written. Nested
templates keep their versions.
"""
_UPGRADE_EXAMPLES = """\
examples:
  hotcore upgrade server.yaml --to wallaby --in-place
  hotcore upgrade server.yaml --to 2018-08-31 -o server-rocky.yaml

"""
_DIFF = """\
Show what changes for users and stacks when NEW replaces OLD: values that are refused now,
parameters that are required now, conditions that change, outputs, and resources that an update
deletes, creates, replaces or changes in place. Without NEW, one template is compared with two sets
of values. Changes that Heat would not notice are not shown.
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
  2  invalid usage, or a file that cannot be read
"""
_CATALOGUE = """\
Make a catalogue of resource types, for --catalogue of validate and preview, and write it to a file
or to standard output. Its source is an openstack-heat that is installed in the same Python
environment, or responses of Heat's resource-type API that were saved as JSON: of GET
/v1/TENANT/resource_types and /resource_types/NAME, or the output of `openstack orchestration
resource type show -f json`. Nothing is fetched from the network.
"""
_CATALOGUE_EXAMPLES = """\
examples:
  hotcore catalogue import --installed -o heat.json
  openstack orchestration resource type show OS::Nova::Server -f json | hotcore catalogue import - -o cloud.json
  hotcore catalogue import responses/ -o cloud.json
  hotcore validate server.yaml --catalogue cloud.json

"""


def parser(version: str) -> argparse.ArgumentParser:
    """The parser of the whole command line; `version` is what `--version` prints."""
    top = argparse.ArgumentParser(
        prog="hotcore",
        description="Check and preview OpenStack Heat templates (HOT) without Heat and without a cloud.",
        epilog="Run `hotcore COMMAND --help` for more about a command.",
    )
    top.add_argument("--version", action="version", version=f"hotcore {version}")
    _add_color(top, "auto")
    commands = top.add_subparsers(required=True, metavar="COMMAND", dest="command")
    _add_validate(commands)
    _add_preview(commands)
    _add_schema(commands)
    _add_functions(commands)
    _add_rules(commands)
    _add_graph(commands)
    _add_conditions(commands)
    _add_versions(commands)
    _add_diff(commands)
    _add_catalogue(commands)
    return top


Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"


def _add(commands: Commands, name: str, summary: str, description: str, epilog: str = "") -> argparse.ArgumentParser:
    raw = argparse.RawDescriptionHelpFormatter
    return commands.add_parser(name, help=summary, description=description, epilog=epilog, formatter_class=raw)


def _add_validate(commands: Commands) -> None:
    summary = "check templates and report all problems"
    validate = _add(commands, "validate", summary, _VALIDATE, _VALIDATE_EXAMPLES + _EXIT_CODES)
    validate.add_argument(
        "templates",
        nargs="+",
        metavar="TEMPLATE",
        help="a template file, a folder with templates at any depth, or - for standard input",
    )
    only = "skip files without heat_template_version, such as environments"
    validate.add_argument("--only-templates", action="store_true", help=only)
    _add_environments(validate)
    _add_types(validate)
    formats = "text for people, json for programs, sarif for code scanners"
    validate.add_argument("--format", choices=("text", "json", "sarif"), default="text", help=formats)
    jobs = "the number of processes for many templates (default: one per core)"
    validate.add_argument("-j", "--jobs", type=_number, metavar="N", help=jobs)
    cache = "do not use or write the results that a project remembers in .hotcore_cache"
    validate.add_argument("--no-cache", action="store_true", help=cache)
    _add_lint(validate)
    _add_color(validate)


def _number(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ValueError(text)
    return number


def _add_lint(validate: argparse.ArgumentParser) -> None:
    validate.add_argument("--no-lint", action="store_true", help="do not run the lint rules")
    validate.add_argument(
        "--hints", action="store_true", help="show the hints of lint rules too, not only their warnings"
    )
    for option, words in (
        ("--select", "run only these lint rules"),
        ("--ignore", "suppress these codes, except for errors"),
    ):
        help_ = f"{words}; codes can be separated by commas, and the option repeated"
        validate.add_argument(option, action="append", default=[], metavar="CODE", help=help_)
    fix = "apply the safe fixes to the files"
    validate.add_argument("--fix", action="store_true", help=fix)
    suggested = "with --fix: apply suggested fixes too, which may not be what you mean"
    validate.add_argument("--suggested", action="store_true", help=suggested)


def _add_preview(commands: Commands) -> None:
    summary = "show what Heat would make of a template"
    preview = _add(commands, "preview", summary, _PREVIEW, _PREVIEW_EXAMPLES + _EXIT_CODES)
    preview.add_argument("template", metavar="TEMPLATE", help="the template file, or - for standard input")
    _add_environments(preview)
    _add_types(preview)
    value = "a parameter value, which overrides environments; can be repeated"
    preview.add_argument("-P", dest="values", action="append", default=[], metavar="NAME=VALUE", help=value)
    attributes = "attributes to use instead of a live stack's: JSON or YAML, resource -> attribute -> value"
    preview.add_argument("--attributes", metavar="FILE", help=attributes)
    formats = "text for people, json or yaml for programs"
    preview.add_argument("--format", choices=("text", "json", "yaml"), default="text", help=formats)
    _add_color(preview)


def _add_schema(commands: Commands) -> None:
    schema = _add(commands, "schema", "describe the form of a template as JSON", _SCHEMA, _EXIT_CODES)
    schema.add_argument("template", metavar="TEMPLATE", help="the template file, or - for standard input")


def _add_functions(commands: Commands) -> None:
    functions = _add(commands, "functions", "list the intrinsic functions of a template version", _FUNCTIONS)
    functions.add_argument(
        "--version",
        type=str.lower,
        default=LATEST.date,
        metavar="V",
        help=f"a version or release (default: the latest, {LATEST.date})",
    )
    functions.add_argument("--long", action="store_true", help="show the arguments of each function, and what it does")


def _add_rules(commands: Commands) -> None:
    rules = _add(commands, "rules", "list the codes of problems, or explain one", _RULES)
    rules.add_argument(
        "code", type=str.lower, nargs="?", metavar="CODE", help="the code to explain (default: list all codes)"
    )


def _add_graph(commands: Commands) -> None:
    graph = _add(commands, "graph", "draw the resources of a template", _GRAPH, _GRAPH_EXAMPLES + _EXIT_CODES)
    graph.add_argument("template", metavar="TEMPLATE", help="the template file, or - for standard input")
    _add_environments(graph)
    graph.add_argument("--format", choices=FORMATS, default="svg", help="the output format (default: svg)")
    views = "map: resources in the cards and networks that they belong to; dependencies (default): a box for each"
    graph.add_argument("--view", choices=("map", "dependencies"), default="dependencies", help=views)


def _add_conditions(commands: Commands) -> None:
    summary = "list the combinations of a template's conditions"
    conditions = _add(commands, "conditions", summary, _CONDITIONS, _CONDITIONS_EXAMPLES + _EXIT_CODES)
    conditions.add_argument("template", metavar="TEMPLATE", help="the template file, or - for standard input")
    _add_environments(conditions)
    formats = "text for people, json for programs"
    conditions.add_argument("--format", choices=("text", "json"), default="text", help=formats)


def _add_versions(commands: Commands) -> None:
    summary = "show which version a template needs, and what later ones offer"
    versions = _add(commands, "versions", summary, _VERSIONS, _EXIT_CODES)
    upgrade = _add(
        commands, "upgrade", "rewrite a template to another version", _UPGRADE, _UPGRADE_EXAMPLES + _EXIT_CODES
    )
    for command in (versions, upgrade):
        command.add_argument("template", metavar="TEMPLATE", help="the template file, or - for standard input")
    formats = "text for people, json for programs"
    versions.add_argument("--format", choices=("text", "json"), default="text", help=formats)
    upgrade.add_argument(
        "--to",
        type=str.lower,
        required=True,
        metavar="VERSION",
        help="the version or release, which is written as given",
    )
    target = upgrade.add_mutually_exclusive_group()
    target.add_argument("-o", "--output", metavar="FILE", help="write to this file instead of standard output")
    target.add_argument("--in-place", action="store_true", help="overwrite the template file")


def _add_diff(commands: Commands) -> None:
    summary = "show what a change of a template or of its values means"
    diff = _add(commands, "diff", summary, _DIFF, _DIFF_EXAMPLES)
    diff.add_argument("old", metavar="OLD", help="the old template file, or - for standard input")
    diff.add_argument("new", metavar="NEW", nargs="?", help="the new template file (default: OLD with other values)")
    _add_environments(diff)
    value = "a parameter value for both sides; can be repeated"
    diff.add_argument("-P", dest="values", action="append", default=[], metavar="NAME=VALUE", help=value)
    for side, words in (("from", "old"), ("to", "new")):
        environment, given = (
            f"an environment file for the {words} side only",
            f"a parameter value for the {words} side only",
        )
        diff.add_argument(f"--{side}-env", action="append", default=[], metavar="ENV", help=environment)
        diff.add_argument(f"--{side}", action="append", default=[], metavar="NAME=VALUE", help=given)
    diff.add_argument("--format", choices=("text", "json"), default="text", help="text for people, json for programs")


def _add_catalogue(commands: Commands) -> None:
    catalogue = _add(commands, "catalogue", "make a catalogue of resource types", _CATALOGUE, _CATALOGUE_EXAMPLES)
    actions = catalogue.add_subparsers(required=True, metavar="ACTION", dest="action")
    summary = "make one from an installed Heat or from saved responses of its API"
    bring = _add(actions, "import", summary, _CATALOGUE, _CATALOGUE_EXAMPLES + _EXIT_CODES)
    source = "a file with responses or with a catalogue, a folder with .json files, or - for standard input"
    bring.add_argument("sources", nargs="*", metavar="FILE", help=source)
    bring.add_argument("--installed", action="store_true", help="read the types of the installed openstack-heat")
    bring.add_argument("-o", "--output", metavar="FILE", help="write to this file instead of standard output")


def _add_types(command: argparse.ArgumentParser) -> None:
    catalogue = "the resource types, written by `hotcore catalogue import` (default: those of Heat 27)"
    command.add_argument("--catalogue", metavar="FILE", help=catalogue)
    version = "the API version that a client plug-in of Heat is configured with, for relations that depend on it"
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
        help="an environment file, or - for standard input; can be repeated, later ones win",
    )


def _add_color(command: argparse.ArgumentParser, default: str = argparse.SUPPRESS) -> None:
    """Adds --color: before the commands with its default, and again after those that print in colour."""
    command.add_argument(
        "--color",
        choices=("auto", "always", "never"),
        default=default,
        help="when to print in colour; auto (the default): on a terminal, unless NO_COLOR or FORCE_COLOR is set",
    )
