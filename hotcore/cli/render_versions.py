"""Rendering of version reports of templates."""

from collections.abc import Iterable, Iterator

from hotcore.cli.code_frames import printable
from hotcore.source import Span
from hotcore.upgrade import LaterVersion, TemplateVersions
from hotcore.versions import Version

_MOST_LINES = 8


def render_versions(found: TemplateVersions) -> str:
    """The version report of a template as text."""
    head = [
        f"Version  {_named(found.present)}",
        f"Needs    {_named(found.lowest)}{'' if found.needs else ', the oldest version'}",
    ]
    needs = [
        f"  {need.since}  {need.span.line}:{need.span.column}  {'perhaps: ' if need.perhaps else ''}{need.message}"
        for need in found.needs
    ]
    blocks = ["\n".join([*head, *needs]), *(_later(each) for each in found.later)]
    return "".join(f"{printable(line).rstrip()}\n" for line in "\n\n".join(blocks).split("\n"))


def _named(version: Version) -> str:
    return f"{version.date} ({version.release})" if version.release else version.date


def _later(later: LaterVersion) -> str:
    return "\n".join([_named(later.version), *(f"  {kind:<9} {words}" for kind, words in _rows(later))])


def _rows(later: LaterVersion) -> Iterator[tuple[str, str]]:
    gained = later.gains
    for one in later.offers:
        yield "for you", f"{_lines(one.spans)}: {one.message}"
    if gained.functions:
        yield "functions", ", ".join(gained.functions)
    if gained.condition_functions:
        yield "", f"in conditions: {', '.join(gained.condition_functions)}"
    for feature in gained.features:
        yield "new", feature
    if gained.lost:
        yield "removed", ", ".join(each.name for each in gained.lost)
    if not (gained.functions or gained.condition_functions or gained.features or gained.lost):
        yield "new", "Nothing for templates."
    if not later.plan.refused:
        changes = len(later.plan.rewritten)
        calls = f", {changes} call{'s' if changes != 1 else ''} rewritten" if changes else ""
        yield "upgrade", f"possible, with the same result{calls}"
    for refused in later.plan.refused:
        yield "upgrade", f"not possible, {_lines([refused.span])}: {refused.message}"


def _lines(spans: Iterable[Span | None]) -> str:
    lines = list(dict.fromkeys(span.line for span in spans if span is not None))
    shown = ", ".join(map(str, lines[:_MOST_LINES])) + (", …" if len(lines) > _MOST_LINES else "")
    return f"line{'s' if len(lines) != 1 else ''} {shown}"
