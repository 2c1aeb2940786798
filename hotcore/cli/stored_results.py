"""The results of a template as JSON data and back, without the values of hidden parameters."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from hotcore.cli.render import CheckedTemplate
from hotcore.cli.sarif import Result
from hotcore.diagnostics import Applicability, Diagnostic, Fix, Phase, Refusal, Related, Severity
from hotcore.lint import MachineFix
from hotcore.runtime import LazyModule
from hotcore.source import Source, Span

if TYPE_CHECKING:
    from hotcore import edits
else:
    edits = LazyModule("hotcore.edits")

_PLAIN = ("code", "message", "hint", "file", "parameter")


def stored(checked: CheckedTemplate) -> dict[str, Any]:
    """The results of a template, and the masked texts that they show, as data."""
    texts: dict[str, str] = {}
    for result in checked.results:
        for file, source in ((result.file, result.source), *result.related):
            if source is not None:
                texts[file] = source.text
    return {
        "name": checked.name,
        "hidden": None if checked.hidden is None else sorted(checked.hidden),
        "texts": texts,
        "results": [_result(each) for each in checked.results],
    }


def _result(result: Result) -> dict[str, Any]:
    found = result.diagnostic
    return {
        **{key: getattr(found, key) for key in _PLAIN},
        "severity": str(found.severity),
        "phase": found.phase.name,
        "span": _span(found.span),
        "caused_by": list(found.caused_by),
        "fix": [found.fix.title, str(found.fix.applicability)] if found.fix else None,
        "shown_file": result.file,
        "related": [
            {"message": related.message, "span": _span(related.span), "file": related.file, "shown_file": file}
            for related, (file, _) in zip(found.related, result.related, strict=True)
        ],
        "fixes": [
            [each.title, str(each.applicability), [[edit.start, edit.end, edit.text] for edit in each.edits]]
            for each in result.fixes
        ],
    }


def _span(span: Span | None) -> list[int] | None:
    return None if span is None else [span.start, span.end]


def restored(data: Mapping[str, Any], others: Mapping[str, str]) -> CheckedTemplate:
    """The results of a template from its data; `others` are the texts of environments.

    Raises LookupError, TypeError or ValueError for data that is none.
    """
    sources = {file: Source(text) for file, text in data["texts"].items()}
    places = sources | {file: Source(text) for file, text in others.items()}
    hidden = None if data["hidden"] is None else frozenset(map(str, data["hidden"]))
    return CheckedTemplate(data["name"], tuple(_read(each, sources, places) for each in data["results"]), hidden)


def _read(data: Mapping[str, Any], sources: Mapping[str, Source], places: Mapping[str, Source]) -> Result:
    def span(offsets: list[int] | None, file: str) -> Span | None:
        return None if offsets is None else places.get(file, Source("")).span(*offsets)

    fix = Fix(data["fix"][0], "", {}, Applicability(data["fix"][1])) if data["fix"] else None
    related = tuple(
        Related(each["message"], place, each["file"])
        for each in data["related"]
        if (place := span(each["span"], each["shown_file"])) is not None
    )
    caused_by = tuple(data["caused_by"])
    found = Diagnostic(
        **{key: data[key] for key in _PLAIN},
        span=span(data["span"], data["shown_file"]),
        severity=Severity(data["severity"]),
        related=related,
        phase=Phase[data["phase"]],
        fix=fix,
        refusals=(Refusal("", (), None, "", caused_by),) if caused_by else (),
    )
    fixes = tuple(
        MachineFix(title, Applicability(value), tuple(edits.TextEdit(*edit) for edit in written))
        for title, value, written in data["fixes"]
    )
    files = tuple((each["shown_file"], sources.get(each["shown_file"])) for each in data["related"])
    return Result(found, data["shown_file"], sources.get(data["shown_file"]), files, fixes)
