"""Suppressions: comments `# hotcore: ignore`, on a line for that line, or at the top of the file for all of it.

With codes in brackets, `# hotcore: ignore[unused-parameter]`, only diagnostics with these codes are suppressed, in any
case.  Errors cannot be suppressed.
"""

import re
from collections.abc import Iterable, Iterator

from hotcore.diagnostics import Diagnostic, Severity
from hotcore.runtime import regex
from hotcore.syntax import Node, outside_values
from hotcore.template.model import Template

_MARK = regex(r"(?:^|(?<=\s))#[ \t]*hotcore:[ \t]*ignore(?:\[([^\]\n]*)\]|(?!\S))", re.MULTILINE)
_WORD = "hotcore:"
_HEAD = regex(r"(?:[ \t]*(?:[#%][^\r\n]*|---[ \t]*(?:#[^\r\n]*)?)?(?:\r\n|\r|\n|\Z))*")
_NAME = regex(r"[^,\s](?:[^,]*[^,\s])?")

Codes = frozenset[str] | None
"""The suppressed codes; None for all of them."""


class Suppressions:
    """The suppressions in the comments of a template."""

    def __init__(self, template: Template) -> None:
        self.whole_file: list[Codes] = []
        self.lines: dict[int, list[Codes]] = {}
        text = template.source.text
        if _WORD not in text:
            return
        head = _HEAD.match(text)
        for mark in marks(text, template.root):
            if head is not None and mark.start() < head.end():
                self.whole_file.append(_codes(mark))
            else:
                self.lines.setdefault(template.source.position(mark.start())[0], []).append(_codes(mark))

    def covers(self, diagnostic: Diagnostic) -> bool:
        """Whether a diagnostic is suppressed."""
        if diagnostic.severity is Severity.ERROR or diagnostic.file is not None:
            return False
        here = self.lines.get(diagnostic.span.line, []) if diagnostic.span and self.lines else []
        return any(codes is None or diagnostic.code in codes for codes in (*self.whole_file, *here))


def unsuppressed(template: Template | None, diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """The diagnostics that no comment of the template suppresses."""
    if template is None:
        return tuple(diagnostics)
    suppressions = Suppressions(template)
    return tuple(diagnostic for diagnostic in diagnostics if not suppressions.covers(diagnostic))


def named_codes(template: Template) -> Iterator[tuple[str, int, int]]:
    """The codes in suppressions of the template, each with its start and end; empty for empty brackets."""
    text = template.source.text
    for mark in marks(text, template.root) if _WORD in text else ():
        if mark.group(1) is None:
            continue
        names = _names(mark)
        yield from ((name.group(), *name.span()) for name in names)
        if not names:
            yield "", mark.start(1) - 1, mark.end(1) + 1


def marks(text: str, root: Node) -> Iterator[re.Match[str]]:
    """The suppression comments; the first group of a match has the codes in brackets."""
    return outside_values(_MARK.finditer(text), text, root)


def _codes(mark: re.Match[str]) -> Codes:
    return None if mark.group(1) is None else frozenset(name.group().lower() for name in _names(mark))


def _names(mark: re.Match[str]) -> list[re.Match[str]]:
    """The names between the commas in the brackets of a comment."""
    return list(_NAME.finditer(mark.string, *mark.span(1)))
