"""The command `hotcore diff`."""

import argparse
import json
import sys
from collections.abc import Mapping
from typing import Any

from hotcore.analysis import Document
from hotcore.cli.files import Unusable, check_standard_input, environments_for, pair, read_document, read_text
from hotcore.cli.render_diff import render_semantic_diff, semantic_diff_as_data
from hotcore.diff import Side, semantic_diff
from hotcore.spelling import did_you_mean


def run_diff(options: argparse.Namespace) -> bool:
    """Prints what a change of a template or of its values means; returns whether anything changes."""
    given = vars(options)
    if options.new is None and not any(given[key] for key in ("from", "to", "from_env", "to_env")):
        raise Unusable("diff needs NEW, or other values for OLD: --to NAME=VALUE or --to-env ENV")
    check_standard_input([options.old, options.new], options.environments, options.from_env, options.to_env)
    texts = {name: read_text(name) for name in (*options.environments, *options.from_env, *options.to_env)}
    again = read_document(options.old, environments_for(options.old, texts)) if options.new is None else None
    old = _side(options.old, given, "from", texts, again)
    new = _side(options.new or options.old, given, "to", texts, again)
    _check_readable(options.old, old)
    _check_readable(options.new or options.old, new)
    _check_given(old, new)
    found = semantic_diff(old, new)
    if options.format == "json":
        sys.stdout.write(json.dumps(semantic_diff_as_data(found), indent=2, ensure_ascii=False) + "\n")
    else:
        sys.stdout.write(render_semantic_diff(found))
    return bool(found.changes)


def _side(name: str, given: Mapping[str, Any], side: str, texts: Mapping[str, str], document: Document | None) -> Side:
    """One side of a comparison; `document` is its template if it was already read."""
    values = dict(pair("-P", "NAME=VALUE", each) for each in given["values"])
    values |= dict(pair(f"--{side}", "NAME=VALUE", each) for each in given[side])
    names = dict.fromkeys([*given["environments"], *given[f"{side}_env"]])
    environments = environments_for(name, {each: texts[each] for each in names})
    return Side(document or read_document(name, environments), values, environments)


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
