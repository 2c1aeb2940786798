"""YAML's own complaints in words for people who did not write a parser."""

import re

import yaml

from hotcore.diagnostics import Diagnostic, Related
from hotcore.source import Source

_PROBLEMS = {
    "mapping values are not allowed in this context": "A `:` cannot stand here.",
    "did not find expected ',' or ']'": "A list in brackets needs `,` between its items and `]` at its end.",
    "did not find expected ',' or '}'": "A map in braces needs `,` between its keys and `}` at its end.",
    "did not find expected key": "A key was expected here, as deep as the keys above it.",
    "could not find expected ':'": "The line above is neither a key with `:` behind it nor part of a text.",
    "did not find expected '-' indicator": "An item that starts with `-` was expected here.",
    "found a tab character that violates indentation": "A tab stands where blanks indent.",
    "did not find expected node content": "A value was expected here.",
    "did not find expected alphabetic or numeric character": "A `*` or `&` in front of a text makes it an alias.",
}


def syntax_error(error: yaml.MarkedYAMLError, source: Source) -> Diagnostic:
    """The finding for a text that is not YAML, at the place where the parser noticed."""
    mark = error.problem_mark or error.context_mark
    offset = min(mark.index, len(source.text)) if mark else 0
    message, hint = _message(error, source, offset)
    related: tuple[Related, ...] = ()
    if error.context_mark and error.context_mark.index < offset:
        start = error.context_mark.index
        related = (Related("it started here", source.span(start, start)),)
    return Diagnostic(
        "invalid-yaml",
        message,
        source.span(offset, min(offset + 1, len(source.text))),
        hint=hint,
        file=None if source.name == "template" else source.name,
        related=related,
    )


def _message(error: yaml.MarkedYAMLError, source: Source, offset: int) -> tuple[str, str | None]:
    """What is wrong in a sentence, and what may help."""
    found = source.text[offset : offset + 1]
    line, column = source.position(offset)
    before = source.line(line)[: column - 1]
    if found == "\t" or "\t" in before[: len(before) - len(before.lstrip())]:
        return "A tab stands where blanks indent.", "YAML does not take a tab for indentation; use blanks."
    if error.problem == "found unexpected end of stream" and "quoted" in str(error.context):
        return "A text in quotes does not end.", 'A quote inside of it has to be written twice, or as `\\"`.'
    if error.problem == "found character that cannot start any token":
        return f"A text cannot start with `{found}`.", _QUOTES
    if error.problem == "mapping values are not allowed in this context":
        if re.search(r":\s", before):
            return "A second `:` cannot stand in one line.", _QUOTES
        return _PROBLEMS[error.problem], "Is the line as deep as the one above it should be?"
    if error.problem in _PROBLEMS:
        return _PROBLEMS[error.problem], None
    context = f" {error.context.strip()}" if error.context else ""
    return f"The text is not YAML: {error.problem or 'it cannot be read'}{context and f' ({context.strip()})'}.", None


_QUOTES = "If it is a text, put it in quotes."
