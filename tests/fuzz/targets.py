"""What is fuzzed: each target takes the bytes of an input, and raises nothing."""

import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import hotcore
from designer.design.inspector.condition_output import inspect_outcome
from designer.design.inspector.parameter import asked_groups, inspect_parameter
from designer.design.inspector.resource import inspect_resource
from hotcore.assist import (
    complete,
    complete_environment,
    declaration,
    explain,
    neighbours,
    referable_resources,
)
from hotcore.catalogue import shipped_catalogue
from hotcore.cli.checked_templates import render_diagnostics
from hotcore.cli.render import render_preview
from hotcore.cli.render_diff import render_semantic_diff, semantic_diff_as_data
from hotcore.cli.render_matrix import matrix_as_data, render_matrix
from hotcore.diagnostics import Unreported
from hotcore.diagram import FORMATS, draw_dependencies, draw_map, write_diagram
from hotcore.edits import CannotEdit, Step, merge, perform_all
from hotcore.environment import write_environment
from hotcore.environment_values import matrix_under
from hotcore.linter import apply_fixes
from hotcore.resolver import preview_as_data
from hotcore.source import Source
from hotcore.syntax import read, to_plain
from hotcore.upgrade import rewrite, template_versions
from hotcore.versions import version_names

Target = Callable[[bytes], None]

TARGETS: dict[str, Target] = {}
"""The targets by name.  Texts of an input are separated by a NUL."""

MOST_INSPECTED = 12


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
    """Values and an environment for a template, which may have a file beside it."""
    text, environment, given, file = texts(data, 4)
    around = [hotcore.read_environment(environment, "environment.yaml")]
    found = data_of(given)
    found = {str(name): value for name, value in found.items()} if isinstance(found, dict) else {}
    document = hotcore.load(text, {"a.yaml": file})
    preview = hotcore.preview(document, found, environments=around)
    json.dumps(preview_as_data(preview), allow_nan=False)
    render_preview(preview, "x", document, colour=False, others={"environment.yaml": environment})
    if document.template is not None:
        write_environment(document.template, found, everything=True, hidden=True)


@target
def bundles(data: bytes) -> None:
    """A template with files beside it."""
    text, *files = texts(data, 4)
    document = hotcore.load(text, dict(zip(("a.yaml", "b.yaml", "c"), files, strict=True)))
    json.dumps(preview_as_data(hotcore.preview(document)))
    hotcore.lint(document)


@target
def fixes(data: bytes) -> None:
    """The safe fixes of a template, and all of them."""
    [text] = texts(data, 1)
    for suggested in (False, True):
        apply_fixes(text, suggested=suggested)


@target
def differences(data: bytes) -> None:
    """The difference in meaning of two templates, with an environment for each."""
    old, new, before, after = texts(data, 4)
    sides = [
        hotcore.Side(hotcore.load(text), environments=[hotcore.read_environment(environment)])
        for text, environment in ((old, before), (new, after))
    ]
    difference = hotcore.semantic_diff(*sides)
    json.dumps(semantic_diff_as_data(difference), allow_nan=False)
    render_semantic_diff(difference)


@target
def merges(data: bytes) -> None:
    """A template that two people changed."""
    merge(*texts(data, 3))


@target
def upgrades(data: bytes) -> None:
    """Other versions of a template: the one that comes after the text, or the last."""
    text, version = texts(data, 2)
    document = hotcore.load(text)
    if document.template is not None:
        template_versions(document)
        rewrite(document, version if version in version_names() else list(version_names())[-1])


@target
def matrices(data: bytes) -> None:
    """The condition matrix with an environment, and the diagrams in all formats."""
    text, environment = texts(data, 2)
    document = hotcore.load(text)
    if document.template is None:
        return
    around = [hotcore.read_environment(environment)]
    matrix = matrix_under(document, around)
    json.dumps(matrix_as_data(matrix), allow_nan=False)
    render_matrix(matrix)
    preview = hotcore.preview(document, environments=around)
    for draw in (draw_map, draw_dependencies):
        for form in FORMATS:
            write_diagram(draw(document.template, preview), form)


@target
def edits(data: bytes) -> None:
    """Gestures on a text: their names and arguments, as JSON, come after the text."""
    text, *rest = texts(data, 9)
    steps = []
    for name, given in zip(rest[::2], rest[1::2], strict=True):
        try:
            arguments = json.loads(given or "{}")
        except (ValueError, RecursionError):
            return
        if name or not steps:
            steps.append(Step(name.strip(), arguments if isinstance(arguments, dict) else {"value": arguments}))
    for here in (False, True):
        with suppress(CannotEdit):
            perform_all(text, steps, here=here, everywhere=not here and len(data) % 2 == 0)


@target
def assistance(data: bytes) -> None:
    """Completion, help and the forms of the inspector, at a place of a text and for everything in it."""
    text, place, file = texts(data, 3)
    catalogue = shipped_catalogue()
    at = min(int(place), len(text)) if place.isascii() and place.isdigit() and len(place) < 9 else len(text) // 2
    complete(text, at, catalogue, {"a.yaml": file})
    explain(text, at, catalogue, {"a.yaml": file})
    declaration(text, at)
    template = hotcore.load(text, {"a.yaml": file}).template
    complete_environment(file, min(at, len(file)), template, ["a.yaml"])
    if template is None:
        return
    asked_groups(template)
    for name in list(template.parameters)[:MOST_INSPECTED]:
        inspect_parameter(template, name)
    for name in list(template.resources)[:MOST_INSPECTED]:
        inspect_resource(template, name, catalogue)
        referable_resources(template, name, catalogue)
        for side in ("uses", "used", "holds"):
            neighbours(template, name, side, catalogue)
    for kind, names in (("conditions", template.conditions), ("outputs", template.outputs)):
        for name in list(names)[:MOST_INSPECTED]:
            inspect_outcome(template, kind, name, catalogue)
