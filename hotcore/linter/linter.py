"""The linter: runs the lint rules on a template, and combines their diagnostics with those of Heat."""

from collections import defaultdict
from collections.abc import Collection, Iterable

from hotcore.analysis import Document
from hotcore.catalogue import Catalogue, catalogue_in_use
from hotcore.diagnostics import Diagnostic, Report, Severity
from hotcore.linter.code_titles import code_names
from hotcore.linter.error_regions import ErrorRegions
from hotcore.linter.fix_attributes import with_successors
from hotcore.linter.fix_missing import with_missing_properties
from hotcore.linter.fix_spelling import with_free_names
from hotcore.linter.fix_undeclared import with_declarations
from hotcore.linter.registry import RULES, About
from hotcore.linter.subject import Subject
from hotcore.linter.unknown_to_heat import unknown_to_heat
from hotcore.runtime import paused_collector
from hotcore.sandbox import shared_time
from hotcore.template import unsuppressed

LINT_SECONDS = 2.0
"""The total time for the patterns and expressions that rules evaluate."""


def lint(
    document: Document,
    *,
    catalogue: Catalogue | None = None,
    select: Collection[str] | None = None,
    found: Iterable[Diagnostic] = (),
    shared_parameters: Collection[str] = (),
) -> tuple[Diagnostic, ...]:
    """The diagnostics of all rules, or of the selected ones, by place, without those that comments suppress.

    While there are errors, in the document or among those `found` elsewhere, only rules about a single declaration or
    place report anything, and nothing in a place that has an error itself.  `shared_parameters` are those that sibling
    templates declare alike.
    """
    template = document.template
    if template is None:
        return ()
    errors = [each for each in (*document.found, *found) if each.severity is Severity.ERROR]
    regions = ErrorRegions(template, errors)
    subject = Subject(template, catalogue or catalogue_in_use(), document.files, code_names, shared_parameters)
    report = Report()
    if select is None:
        report.extend(unknown_to_heat(subject))
    with paused_collector(len(document.text)), shared_time(LINT_SECONDS):
        for rule in [RULES[code] for code in RULES if select is None or code in select]:
            diagnostics = rule.diagnostics(subject)
            if errors and rule.about is About.TEMPLATE:
                continue
            if errors:
                diagnostics = (each for each in diagnostics if _is_unaffected(each, rule.about, regions))
            report.fill(rule.code, diagnostics)
    return unsuppressed(template, report.sorted)


def _is_unaffected(found: Diagnostic, about: About, regions: ErrorRegions) -> bool:
    """Whether a diagnostic of a rule has nothing to do with the errors of the template."""
    if found.span is None:
        return False
    has_error = regions.is_in_declaration_at if about is About.DECLARATION else regions.is_at
    return not has_error(found.span)


_IMPLIED_BY = {
    "optional-resource-reference": ("disabled-resource",),
    "constant-condition": ("unused-condition",),
    "missing-label": ("unused-parameter",),
    "missing-description": ("unused-parameter",),
    "ungrouped-parameter": ("unused-parameter",),
    "sole-legal-value": ("unused-parameter",),
    "octal-number": ("impossible-comparison",),
}
"""Codes that add nothing where one of the other codes is reported at the same place."""


def combined_diagnostics(
    document: Document, found: Iterable[Diagnostic], catalogue: Catalogue | None = None
) -> tuple[Diagnostic, ...]:
    """The diagnostics of Heat and of rules by place, each mistake once; comments suppress all but errors.

    Those of parameters that are not declared get a fix that declares them, those of missing properties one that reads
    them from parameters, those of deprecated attributes one that reads their successors.  No suggestion is a name that
    is there already.
    """
    counting = unsuppressed(document.template, found)
    codes = defaultdict(set)
    for each in counting:
        codes[each.file, each.span].add(each.code)
    distinct = (each for each in counting if codes[each.file, each.span].isdisjoint(_IMPLIED_BY.get(each.code, ())))
    sorted_ones = sorted(distinct, key=lambda each: each.sort_key)
    declared = with_declarations(document.template, sorted_ones, catalogue)
    completed = with_missing_properties(document.template, declared, catalogue)
    return with_free_names(document.template, with_successors(document.template, completed, catalogue))
