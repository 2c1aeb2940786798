"""Findings as the golden files beside the cases have them: a line each, the hint and related places below it."""

from collections.abc import Iterable

from hotcore import Diagnostic
from hotcore.diagnostics import file_of


def told_lines(diagnostics: Iterable[Diagnostic], main: str) -> str:
    """What is said about texts of which the template itself is called `main`."""
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
