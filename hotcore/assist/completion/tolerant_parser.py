"""Tolerant parser for a text that is being typed: it skips lines that are not valid YAML."""

from hotcore.diagnostics import Report
from hotcore.source import Source
from hotcore.syntax import Mapping, read

_MOST_LINES = 4
"""The maximum number of skipped lines; each takes another parse."""


def read_as_typed(text: str) -> Mapping | None:
    """The template without the lines that cannot be parsed, which are blanked so that all positions stay."""
    for _ in range(_MOST_LINES):
        report = Report()
        source = Source(text)
        root = read(source, report)
        if isinstance(root, Mapping):
            return root
        wrong = next((found for found in report if found.severity == "error" and found.span), None)
        if wrong is None or wrong.span is None:
            return None
        # a bracket or quote that is never closed is wrong where it begins
        begins = min(wrong.span.start, *(place.span.start for place in wrong.related), wrong.span.start)
        begin = text.rfind("\n", 0, begins) + 1
        end = text.find("\n", begin)
        end = len(text) if end < 0 else end
        if not text[begin:end].strip():
            return None
        text = text[:begin] + " " * (end - begin) + text[end:]
    return None
