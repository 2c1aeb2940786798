"""The command `hotcore diff`."""

import argparse
import sys
from collections.abc import Mapping
from typing import Any

from hotcore.cli.arguments import add_environments
from hotcore.cli.documents import environments_for, read_document
from hotcore.cli.files import check_standard_input, pair
from hotcore.cli.inputs import Inputs
from hotcore.cli.outcome import ERRORS, GOOD, Unusable
from hotcore.cli.printing import print_json
from hotcore.cli.render_diff import render_semantic_diff, semantic_diff_as_data
from hotcore.diff import Side, semantic_diff
from hotcore.spelling import did_you_mean

DESCRIPTION = """\
Show what changes for users and stacks when NEW replaces OLD: values that are refused now,
parameters that are required now, conditions that change, outputs, and resources that an update
deletes, creates, replaces or changes in place. Without NEW, one template is compared with two sets
of values. Changes that Heat would not notice are not shown.
"""
EPILOG = """\
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


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    command.add_argument("old", metavar="OLD", help="the old template file, or - for standard input")
    command.add_argument("new", metavar="NEW", nargs="?", help="the new template file (default: OLD with other values)")
    add_environments(command)
    value = "a parameter value for both sides; can be repeated"
    command.add_argument("-P", dest="values", action="append", default=[], metavar="NAME=VALUE", help=value)
    for side, words in (("from", "old"), ("to", "new")):
        environment, given = (
            f"an environment file for the {words} side only",
            f"a parameter value for the {words} side only",
        )
        command.add_argument(f"--{side}-env", action="append", default=[], metavar="ENV", help=environment)
        command.add_argument(f"--{side}", action="append", default=[], metavar="NAME=VALUE", help=given)
    formats = "text for people, json for programs"
    command.add_argument("--format", choices=("text", "json"), default="text", help=formats)


def run(options: argparse.Namespace) -> int:
    """Prints what a change of a template or of its values means."""
    given = vars(options)
    if options.new is None and not any(given[key] for key in ("from", "to", "from_env", "to_env")):
        raise Unusable("diff needs NEW, or other values for OLD: --to NAME=VALUE or --to-env ENV")
    check_standard_input([options.old, options.new], options.environments, options.from_env, options.to_env)
    sides = _Sides(options)
    old, new = sides.side(options.old, "from"), sides.side(options.new or options.old, "to")
    _check_readable(options.old, old)
    _check_readable(options.new or options.old, new)
    _check_given(old, new)
    found = semantic_diff(old, new)
    if options.format == "json":
        print_json(semantic_diff_as_data(found))
    else:
        sys.stdout.write(render_semantic_diff(found))
    return ERRORS if found.changes else GOOD


class _Sides:
    """The sides of a comparison. The environments and the catalogue that go with the newer template apply to both."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options: Mapping[str, Any] = vars(options)
        self.newest = options.new or options.old
        self.inputs = Inputs(options, more=(*options.from_env, *options.to_env))
        self.catalogue = self.inputs.catalogue(self.newest)
        both = self.inputs.environment_texts(self.newest)
        every = environments_for(options.old, {**both, **self.inputs.texts})
        self._only = read_document(options.old, every) if options.new is None else None

    def side(self, name: str, side: str) -> Side:
        """One side; if both have the same template, it is read only once."""
        values = dict(pair("-P", "NAME=VALUE", each) for each in self.options["values"])
        values |= dict(pair(f"--{side}", "NAME=VALUE", each) for each in self.options[side])
        both = self.inputs.environment_texts(self.newest)
        own = {each: self.inputs.texts[each] for each in self.options[f"{side}_env"] if each not in both}
        environments = environments_for(name, {**both, **own})
        return Side(self._only or read_document(name, environments), values, environments, self.catalogue)


def _check_readable(name: str, side: Side) -> None:
    """Refuses a text that is not a template: there is nothing to compare."""
    if side.document.template is None:
        found = next(iter(side.document.found), None)
        where = f":{found.span.line}:{found.span.column}" if found and found.span else ""
        raise Unusable(f"cannot compare {name}{where}: {found.message if found else 'it is empty'}")


def _check_given(*sides: Side) -> None:
    """Refuses a value for a parameter that neither template has."""
    known = {name for side in sides if side.document.template for name in side.document.template.parameters}
    for name in (name for side in sides for name in side.values if name not in known):
        hint = did_you_mean(name, known) or "see `hotcore schema`"
        raise Unusable(f"neither template has a parameter {name}; {hint}")
