"""SARIF 2.1.0 logs (Static Analysis Results Interchange Format) of diagnostics, for code scanners."""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any
from urllib.parse import quote

from hotcore.cli.results import Result
from hotcore.diagnostics import Severity
from hotcore.linter import MachineFix, code_pages, codes
from hotcore.runtime import LazyModule
from hotcore.source import Source, Span

hashlib: Any = LazyModule("hashlib")

_ABOUT = "https://docs.openstack.org/heat/latest/template_guide/hot_spec.html"
"""The specification that the rules are about."""
_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.HINT: "note"}


def sarif_log(results: Iterable[Result], version: str) -> dict[str, Any]:
    """The log of a run of this version with all results."""
    results = list(results)
    described = codes()
    found = sorted({result.diagnostic.code for result in results})
    rules = [_rule(code, described.get(code, code)) for code in found]
    seen: Counter[str] = Counter()
    return {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": {"name": "hotcore", "version": version, "informationUri": _ABOUT, "rules": rules}},
                "columnKind": "unicodeCodePoints",
                "results": [_result(result, found.index(result.diagnostic.code), seen) for result in results],
            }
        ],
    }


def _rule(code: str, description: str) -> dict[str, Any]:
    return {
        "id": code,
        "name": "".join(word.capitalize() for word in code.split("-")),
        "shortDescription": {"text": description},
        "help": {"text": code_pages()[code].text if code in code_pages() else description},
    }


def _result(result: Result, rule: int, seen: Counter[str]) -> dict[str, Any]:
    found = result.diagnostic
    text = f"{found.message}\n{found.hint}" if found.hint else found.message
    data: dict[str, Any] = {
        "ruleId": found.code,
        "ruleIndex": rule,
        "level": _LEVELS[found.severity],
        "message": {"text": text},
        "locations": [{"physicalLocation": _place(result.file, found.span)}],
        "partialFingerprints": {"hotcore/v1": _fingerprint(result, seen)},
    }
    if found.related:
        data["relatedLocations"] = [
            {"id": number, "message": {"text": related.message}, "physicalLocation": _place(file, related.span)}
            for number, (related, (file, _)) in enumerate(zip(found.related, result.related, strict=True), 1)
        ]
    if result.fixes and result.source:
        data["fixes"] = [_fix(fix, result.file, result.source) for fix in result.fixes]
    return data


def _fix(fix: MachineFix, file: str, source: Source) -> dict[str, Any]:
    replacements = [
        {"deletedRegion": _region(source.span(edit.start, edit.end)), "insertedContent": {"text": edit.text}}
        for edit in fix.edits
    ]
    return {
        "description": {"text": fix.title},
        "artifactChanges": [{"artifactLocation": {"uri": _uri(file)}, "replacements": replacements}],
        "properties": {"applicability": str(fix.applicability)},
    }


def _fingerprint(result: Result, seen: Counter[str]) -> str:
    """The identity of a diagnostic, which stays when lines above it are added or removed."""
    found = result.diagnostic
    line = result.source.line(found.span.line).strip() if result.source and found.span else ""
    print_ = hashlib.sha256("\0".join((result.file, found.code, found.parameter or "", line)).encode(errors="replace"))
    seen[print_.hexdigest()] += 1
    return f"{print_.hexdigest()[:32]}:{seen[print_.hexdigest()]}"


def _place(file: str, span: Span | None) -> dict[str, Any]:
    place: dict[str, Any] = {"artifactLocation": {"uri": _uri(file)}}
    if span:
        place["region"] = _region(span)
    return place


def _region(span: Span) -> dict[str, int]:
    return {
        "startLine": span.line,
        "startColumn": span.column,
        "endLine": span.end_line,
        "endColumn": span.end_column,
    }


def _uri(file: str) -> str:
    """The URI of a file, relative to the current folder if it is below it."""
    if file == "-":
        return "stdin"
    if "://" in file:
        return quote(file, safe=":/?#[]@!$&'()*+,;=%")
    path = Path(file)
    if path.is_absolute():
        if not path.is_relative_to(Path.cwd()):
            return path.as_uri()
        path = path.relative_to(Path.cwd())
    return quote(path.as_posix(), errors="replace")
