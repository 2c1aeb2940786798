"""The command `hotcore validate`."""

import argparse

from hotcore.cli.arguments import EXIT_CODES, add_color, add_environments, add_types, is_coloured
from hotcore.cli.outcome import ERRORS, GOOD, WRONG_USE, complain
from hotcore.cli.validate import run_validate

DESCRIPTION = """\
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
EPILOG = f"""\
examples:
  hotcore validate server.yaml
  hotcore validate server.yaml -e production.yaml
  hotcore validate templates/ --format sarif > diagnostics.sarif
  git show HEAD:server.yaml | hotcore validate -
  hotcore validate templates/ --fix
  hotcore validate server.yaml --fix --suggested --select ungrouped-parameter

{EXIT_CODES}"""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    command.add_argument(
        "templates",
        nargs="+",
        metavar="TEMPLATE",
        help="a template file, a folder with templates at any depth, or - for standard input",
    )
    only = "skip files without heat_template_version, such as environments"
    command.add_argument("--only-templates", action="store_true", help=only)
    add_environments(command)
    add_types(command)
    formats = "text for people, json for programs, sarif for code scanners"
    command.add_argument("--format", choices=("text", "json", "sarif"), default="text", help=formats)
    jobs = "the number of processes for many templates (default: one per core)"
    command.add_argument("-j", "--jobs", type=_number, metavar="N", help=jobs)
    cache = "do not use or write the results that a project remembers in .hotcore_cache"
    command.add_argument("--no-cache", action="store_true", help=cache)
    _add_lint(command)
    add_color(command)


def _number(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ValueError(text)
    return number


def _add_lint(command: argparse.ArgumentParser) -> None:
    command.add_argument("--no-lint", action="store_true", help="do not run the lint rules")
    command.add_argument(
        "--hints", action="store_true", help="show the hints of lint rules too, not only their warnings"
    )
    for option, words in (
        ("--select", "run only these lint rules"),
        ("--ignore", "suppress these codes, except for errors"),
    ):
        help_ = f"{words}; codes can be separated by commas, and the option repeated"
        command.add_argument(option, action="append", default=[], metavar="CODE", help=help_)
    fix = "apply the safe fixes to the files"
    command.add_argument("--fix", action="store_true", help=fix)
    suggested = "with --fix: apply suggested fixes too, which may not be what you mean"
    command.add_argument("--suggested", action="store_true", help=suggested)


def run(options: argparse.Namespace) -> int:
    """Checks templates and prints their problems."""
    result = run_validate(options, colour=is_coloured(options))
    for error in result.unusable:
        complain(error)
    return WRONG_USE if result.unusable else ERRORS if result.has_errors else GOOD
