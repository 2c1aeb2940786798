"""What is fuzzed: each target takes the bytes of an input, and raises nothing."""

import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import hotcore
from hotcore.cli.render import render_diagnostics, render_preview
from hotcore.diagnostics import Unreported
from hotcore.diagram import draw_dependencies, draw_map, write_diagram
from hotcore.edits import CannotEdit, perform
from hotcore.environment_values import matrix_under
from hotcore.lint import apply_fixes
from hotcore.preview import preview_as_data
from hotcore.source import Source
from hotcore.syntax import read, to_plain
from hotcore.upgrade import rewrite, template_versions
from hotcore.versions import version_names

Target = Callable[[bytes], None]

TARGETS: dict[str, Target] = {}
"""The targets by name.  Texts of an input are separated by a NUL."""


def target(function: Target) -> Target:
    """Adds a function to the targets, by its name."""
    TARGETS[function.__name__] = function
    return function


def texts(data: bytes, count: int) -> list[str]:
    """So many texts of an input; empty where it has fewer."""
    parts = [part.decode("utf-8", "replace") for part in data.split(b"\0", count - 1)]
    return parts + [""] * (count - len(parts))


def data_of(text: str) -> Any:
    """The data of a YAML text; None if it cannot be read."""
    root = read(Source(text), Unreported())
    return None if root is None else to_plain(root)


@target
def reading(data: bytes) -> None:
    """A template, its problems in all formats, its form and its preview."""
    document = hotcore.load(data)
    preview = hotcore.preview(document)
    json.dumps(preview_as_data(preview), allow_nan=False)
    for form in ("text", "json", "sarif"):
        render_diagnostics([("x", document, (*document.diagnostics, *hotcore.lint(document)))], form, colour=True)
    render_preview(preview, "x", document, colour=False)
    if document.template is not None:
        hotcore.form_schema(document.template)


@target
def values(data: bytes) -> None:
    """Values and an environment for a template."""
    text, environment, given = texts(data, 3)
    around = [hotcore.read_environment(environment, "environment.yaml")]
    found = data_of(given)
    found = {str(name): value for name, value in found.items()} if isinstance(found, dict) else {}
    json.dumps(preview_as_data(hotcore.preview(hotcore.load(text), found, environments=around)))


@target
def bundles(data: bytes) -> None:
    """A template with files beside it."""
    text, *files = texts(data, 4)
    document = hotcore.load(text, dict(zip(("a.yaml", "b.yaml", "c"), files, strict=True)))
    json.dumps(preview_as_data(hotcore.preview(document)))
    hotcore.lint(document)


@target
def fixes(data: bytes) -> None:
    """All fixes of a template."""
    [text] = texts(data, 1)
    apply_fixes(text, suggested=True)


@target
def differences(data: bytes) -> None:
    """The difference in meaning of two templates."""
    old, new = (hotcore.Side(hotcore.load(text)) for text in texts(data, 2))
    hotcore.semantic_diff(old, new)


@target
def upgrades(data: bytes) -> None:
    """Other versions of a template."""
    [text] = texts(data, 1)
    document = hotcore.load(text)
    if document.template is not None:
        template_versions(document)
        rewrite(document, list(version_names())[-1])


@target
def matrices(data: bytes) -> None:
    """The condition matrix, and the diagrams."""
    document = hotcore.load(data)
    if document.template is None:
        return
    matrix_under(document, [])
    preview = hotcore.preview(document)
    for draw in (draw_map, draw_dependencies):
        write_diagram(draw(document.template, preview), "svg")


@target
def edits(data: bytes) -> None:
    """A gesture on a text: its name and its arguments, as JSON, come after the text."""
    text, name, given = texts(data, 3)
    try:
        arguments = json.loads(given or "{}")
    except (ValueError, RecursionError):
        return
    with suppress(CannotEdit):
        perform(text, name.strip(), arguments if isinstance(arguments, dict) else {"value": arguments})
