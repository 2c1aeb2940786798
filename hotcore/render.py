"""Findings and previews as a terminal, a program or a code scanner wants them."""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from hotcore.analysis import Document
from hotcore.diagnostics import Diagnostic, Severity
from hotcore.preview import Preview, diagnostic_as_data
from hotcore.source import Source
from hotcore.values import Unknown, to_json

Findings = list[tuple[str, Document, tuple[Diagnostic, ...]]]

_WIDEST_NAME = 40

_COLOURS = {Severity.ERROR: "31", Severity.WARNING: "33", Severity.HINT: "36"}


def render_findings(findings: Findings, form: str, *, colour: bool) -> str:
    """The findings of several templates as `text`, `json` or `sarif`."""
    if form == "json":
        rows = [
            {**diagnostic_as_data(diagnostic), "file": diagnostic.file or name}
            for name, _, found in findings
            for diagnostic in found
        ]
        return json.dumps(rows, indent=2, ensure_ascii=False) + "\n"
    if form == "sarif":
        return json.dumps(_sarif(findings), indent=2, ensure_ascii=False) + "\n"
    blocks = [block for name, document, found in findings for block in _blocks(name, document, found, colour)]
    return "".join(f"{block}\n" for block in blocks) + _summary(findings)


def _blocks(name: str, document: Document, found: Iterable[Diagnostic], colour: bool) -> Iterator[str]:
    sources = {file: Source(text) for file, text in ((None, document.text), *document.files.items())}
    for diagnostic in found:
        yield "\n".join(_block(name, sources.get(diagnostic.file), diagnostic, colour))


def _block(name: str, source: Source | None, diagnostic: Diagnostic, colour: bool) -> Iterator[str]:
    span = diagnostic.span
    place = diagnostic.file or name
    if span:
        place += f":{span.line}:{span.column}"
    label = f"{diagnostic.severity}[{diagnostic.code}]"
    if colour:
        label = f"\033[1;{_COLOURS[diagnostic.severity]}m{label}\033[0m"
    yield f"{_printable(place)}: {label}: {_printable(diagnostic.message)}"
    if span and source is not None:
        line = source.line(span.line)
        width = (span.end_column if span.end_line == span.line else len(line) + 1) - span.column
        shown, start = _window(line, span.column)
        yield f"{span.line:>6} | {shown}"
        yield f"{'':>6} | {' ' * start}{'^' * max(1, min(width, len(shown) - start or 1))}"
    if diagnostic.hint:
        yield f"{'':>6} = {_printable(diagnostic.hint)}"
    for related in diagnostic.related:
        place = related.file or diagnostic.file or name
        yield f"{'':>6} = {related.message}: {place}:{related.span.line}:{related.span.column}"


def _window(line: str, column: int, width: int = 110) -> tuple[str, int]:
    """The part of a long line around a column, and where the column is in it, from 0."""
    first = max(0, column - 1 - width // 2) if len(line) > width else 0
    return _printable(line[first : first + width]), column - 1 - first


def _printable(text: str) -> str:
    """The text with blanks in place of what would move a terminal's cursor or change its colours."""
    return "".join(character if character.isprintable() else " " for character in text)


def _summary(findings: Findings) -> str:
    counts = dict.fromkeys(Severity, 0)
    for _, _, found in findings:
        for diagnostic in found:
            counts[diagnostic.severity] += 1
    told = [f"{count} {severity}{'s' if count != 1 else ''}" for severity, count in counts.items() if count]
    files = f"{len(findings)} template{'s' if len(findings) != 1 else ''}"
    return f"{', '.join(told) or 'no problems'} in {files}\n"


def _sarif(findings: Findings) -> dict[str, Any]:
    levels = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.HINT: "note"}
    results = []
    for name, _, found in findings:
        for diagnostic in found:
            location: dict[str, Any] = {"artifactLocation": {"uri": diagnostic.file or name}}
            if span := diagnostic.span:
                location["region"] = {
                    "startLine": span.line,
                    "startColumn": span.column,
                    "endLine": span.end_line,
                    "endColumn": span.end_column,
                }
            results.append(
                {
                    "ruleId": diagnostic.code,
                    "level": levels[diagnostic.severity],
                    "message": {"text": diagnostic.message},
                    "locations": [{"physicalLocation": location}],
                }
            )
    codes = {diagnostic.code for _, _, found in findings for diagnostic in found}
    driver = {"name": "hotcore", "rules": [{"id": code} for code in sorted(codes)]}
    return {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{"columnKind": "unicodeCodePoints", "tool": {"driver": driver}, "results": results}],
    }


def render_preview(result: Preview, name: str, document: Document, *, colour: bool) -> str:
    """A preview for people to read."""
    parts = [
        _table("Parameters", ((key, _shown(state.value), state.source) for key, state in result.parameters.items())),
        _table("Conditions", ((key, _shown(state.value), "") for key, state in result.conditions.items())),
        _table("Resources", ((key, _state(state.enabled), state.type) for key, state in result.resources.items())),
        _table("Outputs", ((key, _shown(state.value), "") for key, state in result.outputs.items())),
    ]
    findings = render_findings([(name, document, result.diagnostics)], "text", colour=colour)
    return "\n".join([*(part for part in parts if part), findings])


def _table(title: str, rows: Iterable[tuple[str, str, str]]) -> str:
    lines = list(rows)
    if not lines:
        return ""
    width = min(max(len(row[0]) for row in lines), _WIDEST_NAME)
    shown = (_printable(f"  {key:<{width}}  {value}  {note}").rstrip() for key, value, note in lines)
    return f"{title}\n" + "".join(f"{line}\n" for line in shown)


def _shown(value: Any) -> str:
    return json.dumps(to_json(value), ensure_ascii=False)


def _state(enabled: Any) -> str:
    if isinstance(enabled, Unknown):
        return "unknown"
    return "on " if enabled else "off"
