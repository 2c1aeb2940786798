"""The report about checked templates, for terminals, programs and code scanners."""

import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from pathlib import PurePath
from posixpath import normpath
from typing import TYPE_CHECKING, Any

from hotcore.cli.code_frames import Mark, Paint, snippet
from hotcore.cli.results import CheckedTemplate, Result
from hotcore.cli.version import VERSION
from hotcore.diagnostics import Diagnostic, Severity, diagnostic_as_data
from hotcore.linter import MachineFix
from hotcore.runtime import LazyModule
from hotcore.source import Source, Span

if TYPE_CHECKING:
    from hotcore.cli import masked_sources, sarif
else:
    masked_sources, sarif = LazyModule("hotcore.cli.masked_sources"), LazyModule("hotcore.cli.sarif")

_EDIT = ("line", "column", "end_line", "end_column", "text")


class DiagnosticsReport:
    """The report about templates, which are added one after another.

    As text, the problems of a template are returned as soon as it is added, except for those that refer to one of the
    `others`: what has to be masked in these is known only at the end.
    """

    def __init__(self, form: str, others: Mapping[str, str], *, colour: bool) -> None:
        self.form = form
        self.others = others
        self.paint = Paint(colour)
        self.templates = 0
        self.counts = dict.fromkeys(Severity, 0)
        self._hidden: frozenset[str] | None = frozenset()
        self._later: list[Result] = []
        self._reported: set[Diagnostic] = set()
        self._placed: dict[tuple[str, str, Severity, Span], str] = {}

    def add(self, template: CheckedTemplate) -> str:
        """The text about a template, as far as it is known already."""
        self.templates += 1
        both = self._hidden is not None and template.hidden is not None
        self._hidden = (self._hidden or frozenset()) | (template.hidden or frozenset()) if both else None
        now = []
        for result in template.results:
            if not self._is_new(result, template.name):
                continue
            self.counts[result.diagnostic.severity] += 1
            if self.form == "text" and not self._refers_to_others(result):
                now.append(result)
            else:
                self._later.append(result)
        return self._blocks(now)

    def end(self) -> str:
        """The rest of the report."""
        results = self._completed() if any(map(self._refers_to_others, self._later)) else self._later
        if self.form == "json":
            return json.dumps([_as_data(result) for result in results], indent=2, ensure_ascii=False) + "\n"
        if self.form == "sarif":
            return json.dumps(sarif.sarif_log(results, VERSION), indent=2, ensure_ascii=False) + "\n"
        return self._blocks(results) + self._summary()

    def _is_new(self, result: Result, template: str) -> bool:
        """Whether a result is not known from another template, which uses the same file."""
        found = result.diagnostic
        if found.file in self.others and found in self._reported:
            return False
        self._reported.add(found)
        if found.span is None:
            return True
        key = (result.file, found.code, found.severity, found.span)
        return self._placed.setdefault(key, template) == template

    def _refers_to_others(self, result: Result) -> bool:
        return result.file in self.others or any(file in self.others for file, _ in result.related)

    def _completed(self) -> list[Result]:
        """The results with the texts of the others, without fixes that would show a hidden value."""
        texts = {
            name: masked_sources.masked_environment(name, text, self._hidden) for name, text in self.others.items()
        }
        return [
            replace(
                result,
                source=texts.get(result.file, result.source),
                related=tuple((file, texts.get(file, source)) for file, source in result.related),
                fixes=tuple(
                    fix
                    for fix in result.fixes
                    if result.file not in texts
                    or masked_sources.shows_all(self.others[result.file], texts[result.file], fix.edits)
                ),
            )
            for result in self._later
        ]

    def _blocks(self, results: Iterable[Result]) -> str:
        return "".join(f"{_block(result, self.paint)}\n\n" for result in results)

    def _summary(self) -> str:
        parts = [f"{n} {severity}{'s' if n != 1 else ''}" for severity, n in self.counts.items() if n]
        files = f"{self.templates} template{'s' if self.templates != 1 else ''}"
        return f"{', '.join(parts) or 'no problems'} in {files}\n"


def shown_file(file: str | None, template: str, others: Collection[str]) -> str:
    """A file as a user would type it: files of a template are relative to the current folder too."""
    if file is None:
        return template
    if file in others or "://" in file or template == "-":
        return file
    return normpath((PurePath(template).parent / file).as_posix())


def _as_data(result: Result) -> dict[str, Any]:
    best = next(iter(result.fixes), result.diagnostic.fix)
    data = diagnostic_as_data(result.diagnostic) | {
        "file": result.file,
        "fix": best.title if best else None,
        "fix_applicability": str(best.applicability) if best else None,
        "fixes": [_fix_as_data(fix, result.source) for fix in result.fixes if result.source],
    }
    for related, (file, _) in zip(data["related"], result.related, strict=True):
        related["file"] = file
    return data


def _fix_as_data(fix: MachineFix, source: Source) -> dict[str, Any]:
    edits = []
    for edit in fix.edits:
        span = source.span(edit.start, edit.end)
        start, end = (span.line, span.column), (span.end_line, span.end_column)
        edits.append(dict(zip(_EDIT, (*start, *end, edit.text), strict=True)))
    return {"title": fix.title, "applicability": str(fix.applicability), "edits": edits}


def _block(result: Result, paint: Paint) -> str:
    found = result.diagnostic
    place = Mark(result.file, result.source, found.span) if found.span else None
    related = [
        Mark(file, source, other.span, other.message)
        for other, (file, source) in zip(found.related, result.related, strict=True)
    ]
    return snippet(found, place, result.file, related, paint)
