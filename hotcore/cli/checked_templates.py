"""The results of checked templates, with the texts in which they are shown."""

from collections.abc import Collection, Mapping, Sequence

from hotcore.analysis import Document
from hotcore.cli.masked_sources import ShownTexts
from hotcore.cli.report import DiagnosticsReport, shown_file
from hotcore.cli.results import CheckedTemplate, Result
from hotcore.diagnostics import Diagnostic, file_of
from hotcore.linter import machine_fixes

CheckedTemplates = list[tuple[str, Document, tuple[Diagnostic, ...]]]

_NONE: Mapping[str, str] = {}


def render_diagnostics(
    diagnostics: CheckedTemplates, form: str, *, colour: bool, others: Mapping[str, str] = _NONE
) -> str:
    """The diagnostics of several templates as `text`, `json` or `sarif`.

    `others` are the texts of files that belong to all of them, such as environments, by the names that they were given
    by; problems of such a file are reported once.
    """
    checked = [checked_template(*each, others, with_fixes=form != "text") for each in diagnostics]
    report = DiagnosticsReport(form, others, colour=colour)
    return "".join([*map(report.add, checked), report.end()])


def checked_template(
    name: str, document: Document, found: Sequence[Diagnostic], others: Collection[str], *, with_fixes: bool
) -> CheckedTemplate:
    """The diagnostics of a template with their files, whose texts are masked; those of `others` are left open."""
    texts = ShownTexts(document, others)
    fixes = machine_fixes(document.text, found) if with_fixes else [()] * len(found)
    results = []
    for diagnostic, offered in zip(found, fixes, strict=True):
        files = [diagnostic.file, *(file_of(related, diagnostic) for related in diagnostic.related)]
        place, *related = ((shown_file(file, name, others), texts.source(file)) for file in files)
        shown = tuple(fix for fix in offered if texts.shows(diagnostic.file, fix.edits))
        results.append(Result(diagnostic, *place, tuple(related), shown))
    return CheckedTemplate(name, tuple(results), document.hidden_names if document.template else None)
