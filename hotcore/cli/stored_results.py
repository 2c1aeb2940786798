"""The results of a template as JSON data and back, without the values of hidden parameters."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from hotcore.cli.report import shown_file
from hotcore.cli.results import CheckedTemplate, Result
from hotcore.diagnostics import Applicability, Diagnostic, Fix, Phase, Refusal, Related, Severity, file_of
from hotcore.linter import MachineFix
from hotcore.runtime import LazyModule
from hotcore.source import Source, Span

if TYPE_CHECKING:
    from hotcore import edits
else:
    edits = LazyModule("hotcore.edits")

_PLAIN = ("code", "message", "hint", "parameter")

StoredFile = str | int | None
"""A file in stored data: an environment by its number, or as diagnostics name it; None is the template."""


def stored(checked: CheckedTemplate, environments: Sequence[str]) -> dict[str, Any]:
    """The results of a template, and the masked texts that they show, as data without the names as they are typed."""
    texts: dict[str | None, str] = {}
    for result in checked.results:
        for file, (_, source) in zip(_files(result.diagnostic), _shown(result), strict=True):
            if source is not None:
                texts[file] = source.text
    return {
        "hidden": None if checked.hidden is None else sorted(checked.hidden),
        "texts": list(texts.items()),
        "results": [_result(each, environments) for each in checked.results],
    }


def _files(found: Diagnostic) -> list[str | None]:
    """The files of a diagnostic and of its related places."""
    return [found.file, *(file_of(each, found) for each in found.related)]


def _shown(result: Result) -> Iterator[tuple[str, Source | None]]:
    """The files of a result and of its related places, as they are shown."""
    yield result.file, result.source
    yield from result.related


def _result(result: Result, environments: Sequence[str]) -> dict[str, Any]:
    found = result.diagnostic

    def encoded(file: str | None) -> StoredFile:
        return environments.index(file) if file in environments else file

    return {
        **{key: getattr(found, key) for key in _PLAIN},
        "file": encoded(found.file),
        "severity": str(found.severity),
        "phase": found.phase.name,
        "span": _span(found.span),
        "caused_by": list(found.caused_by),
        "fix": [found.fix.title, str(found.fix.applicability)] if found.fix else None,
        "related": [
            {
                "message": related.message,
                "span": _span(related.span),
                "file": encoded(related.file),
                "place": encoded(file_of(related, found)),
            }
            for related in found.related
        ],
        "fixes": [
            [each.title, str(each.applicability), [[edit.start, edit.end, edit.text] for edit in each.edits]]
            for each in result.fixes
        ],
    }


def _span(span: Span | None) -> list[int] | None:
    return None if span is None else [span.start, span.end]


def restored(
    data: Mapping[str, Any], name: str, environments: Sequence[str], others: Mapping[str, str]
) -> CheckedTemplate:
    """The results of a template from its data, under its name and those of its environments as they are typed now;
    `others` are the texts of all environments.

    Raises LookupError, TypeError or ValueError for data that is none.
    """
    sources = {file: Source(text) for file, text in data["texts"]}
    places = sources | {file: Source(text) for file, text in others.items()}
    results = []
    for each in data["results"]:
        found = _diagnostic(each, places, environments)
        place, *related = ((shown_file(file, name, others), sources.get(file)) for file in _files(found))
        fixes = tuple(
            MachineFix(title, Applicability(value), tuple(edits.TextEdit(*edit) for edit in written))
            for title, value, written in each["fixes"]
        )
        results.append(Result(found, *place, tuple(related), fixes))
    hidden = None if data["hidden"] is None else frozenset(map(str, data["hidden"]))
    return CheckedTemplate(name, tuple(results), hidden)


def _diagnostic(
    data: Mapping[str, Any], places: Mapping[str | None, Source], environments: Sequence[str]
) -> Diagnostic:
    def decoded(file: StoredFile) -> str | None:
        return environments[file] if isinstance(file, int) else file

    def span(offsets: list[int] | None, file: StoredFile) -> Span | None:
        return None if offsets is None else places.get(decoded(file), Source("")).span(*offsets)

    related = tuple(
        Related(each["message"], place, decoded(each["file"]))
        for each in data["related"]
        if (place := span(each["span"], each["place"])) is not None
    )
    caused_by = tuple(data["caused_by"])
    return Diagnostic(
        **{key: data[key] for key in _PLAIN},
        span=span(data["span"], data["file"]),
        severity=Severity(data["severity"]),
        file=decoded(data["file"]),
        related=related,
        phase=Phase[data["phase"]],
        fix=Fix(data["fix"][0], "", {}, Applicability(data["fix"][1])) if data["fix"] else None,
        refusals=(Refusal("", (), None, "", caused_by),) if caused_by else (),
    )
