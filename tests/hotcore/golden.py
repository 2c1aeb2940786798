"""Diagnostics in the format of golden files: a line each, with the hint and related locations below it."""

from collections.abc import Iterable

from hotcore import Diagnostic
from hotcore.diagnostics import file_of


def diagnostic_lines(diagnostics: Iterable[Diagnostic], main: str) -> str:
    """The diagnostics as lines; the template itself is called `main`."""
    lines = []
    for found in diagnostics:
        span = found.span
        place = f"{found.file or main}:{span.line}:{span.column}-{span.end_line}:{span.end_column}"
        lines.append(f"{place} {found.severity} {found.code}")
        lines.append(f"  {found.message}")
        lines.extend([f"  hint: {found.hint}"] if found.hint else [])
        for related in found.related:
            file = file_of(related, found) or main
            lines.append(f"  {related.message}: {file}:{related.span.line}:{related.span.column}")
    return "".join(f"{line}\n" for line in lines)
