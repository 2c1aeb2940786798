"""Rendering of diagnostics and previews for terminals, programs and code scanners."""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import PurePath
from posixpath import normpath
from textwrap import indent
from typing import Any

from hotcore.analysis import Document
from hotcore.cli.code_frames import Mark, Paint, printable, snippet
from hotcore.cli.masked_sources import ShownTexts, masked_environment, shows_all
from hotcore.cli.render_relevance import not_used_now
from hotcore.cli.sarif import Result, sarif_log
from hotcore.cli.version import VERSION
from hotcore.diagnostics import Diagnostic, Severity, file_of
from hotcore.evaluation import Function, Known
from hotcore.lint import MachineFix, machine_fixes
from hotcore.preview import LeftOut, Preview, ResourceState, diagnostic_as_data
from hotcore.runtime import dataclass
from hotcore.source import Source, Span
from hotcore.values import Unknown, to_json

CheckedTemplates = list[tuple[str, Document, tuple[Diagnostic, ...]]]

_EDIT = ("line", "column", "end_line", "end_column", "text")
_WIDEST_NAME = 40
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


@dataclass(frozen=True, slots=True)
class CheckedTemplate:
    """The results of a template, and the names of its hidden parameters; None if it cannot be read."""

    name: str
    results: tuple[Result, ...]
    hidden: frozenset[str] | None


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
            return json.dumps(sarif_log(results, VERSION), indent=2, ensure_ascii=False) + "\n"
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
        texts = {name: masked_environment(name, text, self._hidden) for name, text in self.others.items()}
        return [
            replace(
                result,
                source=texts.get(result.file, result.source),
                related=tuple((file, texts.get(file, source)) for file, source in result.related),
                fixes=tuple(
                    fix
                    for fix in result.fixes
                    if result.file not in texts or shows_all(self.others[result.file], texts[result.file], fix.edits)
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


def render_preview(
    result: Preview, name: str, document: Document, *, colour: bool, others: Mapping[str, str] = _NONE
) -> str:
    """A preview for people to read."""
    parts = [
        _table("Parameters", _parameter_rows(result)),
        _table("Conditions", ((key, _shown(state.value), "") for key, state in result.conditions.items())),
        _table("Resources", _resource_rows(result.resources, "")),
        _table("Outputs", ((key, _shown(state.value), "") for key, state in result.outputs.items())),
    ]
    diagnostics = render_diagnostics([(name, document, result.diagnostics)], "text", colour=colour, others=others)
    return "\n".join([*(part for part in parts if part), diagnostics])


def _parameter_rows(result: Preview) -> Iterator[tuple[str, str, str]]:
    for name, state in result.parameters.items():
        readers = result.irrelevant.get(name)
        unused = [] if readers is None else [not_used_now(readers)]
        source = f"{state.source} ({state.file})" if state.file else state.source
        yield name, _shown(state.value), ", ".join([source, *unused])


def _resource_rows(resources: Mapping[str, ResourceState], indent: str) -> Iterator[tuple[str, str, str]]:
    """The resources, with those of nested stacks indented below them."""
    for name, state in resources.items():
        yield (
            indent + name,
            _state(state.enabled),
            ", ".join([state.type, *_nested_notes(state), *_registry_notes(state)]),
        )
        if state.nested is not None:
            yield from _resource_rows(state.nested.resources, indent + "  ")


def _registry_notes(state: ResourceState) -> Iterator[str]:
    """What environments define for a resource, other than the file that it is made from."""
    if state.mapped_to is not None and (state.nested is None or state.nested.file is None):
        yield f"as {state.mapped_to}"
    if state.hooks:
        yield f"hooks: {' '.join(state.hooks)}"
    if state.restricted_actions:
        yield f"restricted: {' '.join(state.restricted_actions)}"


def _nested_notes(state: ResourceState) -> Iterator[str]:
    """Notes about the nested stack of a resource."""
    stack = state.nested
    if stack is None:
        return
    if stack.file is not None and stack.file != state.type:
        yield stack.file
    if isinstance(stack.members, Unknown):
        yield "members: not known yet"
    elif stack.members is not None:
        yield f"{stack.members} member{'' if stack.members == 1 else 's'}"
        if stack.alike and stack.members > 1:
            yield "all alike"
        elif len(stack.resources) < stack.members and not stack.left_out:
            yield f"the first {len(stack.resources)} shown"
    if stack.left_out:
        yield _LEFT_OUT[stack.left_out]


_LEFT_OUT: dict[LeftOut, str] = {
    "missing": "the file is missing",
    "unreadable": "not a template that Heat can read",
    "foreign": "a CloudFormation template, which is not expanded",
    "too-deep": "nested too deeply",
    "too-many": "left out, because there are too many",
    "unknown": "whether the nesting ends is not known",
}


def _table(title: str, rows: Iterable[tuple[str, str, str]]) -> str:
    lines = list(rows)
    if not lines:
        return ""
    width = min(max(len(row[0]) for row in lines), _WIDEST_NAME)
    shown = (printable(f"  {key:<{width}}  {value}  {note}").rstrip() for key, value, note in lines)
    return f"{title}\n" + "".join(f"{line}\n" for line in shown)


def _shown(value: Any) -> str:
    return json.dumps(to_json(value), ensure_ascii=False)


def _state(enabled: Any) -> str:
    if isinstance(enabled, Unknown):
        return "unknown"
    return "on " if enabled else "off"


def render_functions(known: Mapping[str, Known], *, long: bool) -> str:
    """The functions by name, one per line; in the long form with their arguments and help."""
    found = {name: entry for name, entry in sorted(known.items()) if isinstance(entry, Function)}
    if not long:
        return "".join(f"{name}\n" for name in found)
    return "\n".join(f"{function.usage}\n{indent(function.help, '    ')}\n" for function in found.values())
