"""What the lint rules find in a template that was read, and all findings about it together."""

from collections import defaultdict
from collections.abc import Collection, Iterable

import hotcore.lint.rules  # noqa: F401  importing them makes them known
from hotcore.analysis import Document
from hotcore.catalogue import Catalogue, shipped_catalogue
from hotcore.diagnostics import Diagnostic, Report, Severity
from hotcore.gc_pause import collector_at_rest
from hotcore.lint.code_titles import codes as known_codes
from hotcore.lint.error_regions import Faulty
from hotcore.lint.registry import RULES, About
from hotcore.lint.subject import Subject
from hotcore.sandbox import shared_time
from hotcore.template import unsilenced

LINT_SECONDS = 2.0
"""What the patterns and expressions that rules try may take together."""


def lint(
    document: Document,
    *,
    catalogue: Catalogue | None = None,
    select: Collection[str] | None = None,
    found: Iterable[Diagnostic] = (),
) -> tuple[Diagnostic, ...]:
    """What the rules have to say, or those whose codes are selected, by place; comments of the template silence it.

    While there are errors, those of reading it and those among what was `found` elsewhere, only rules about a single
    declaration or place speak, and not of one that has an error itself: that is told already.
    """
    template = document.template
    if template is None:
        return ()
    errors = [each for each in (*document.found, *found) if each.severity is Severity.ERROR]
    faulty = Faulty(template, errors)
    subject = Subject(template, catalogue or shipped_catalogue(), document.files, known_codes())
    report = Report()
    with collector_at_rest(len(document.text)), shared_time(LINT_SECONDS):
        for code, rule in RULES.items():
            if select is not None and code not in select:
                continue
            if not errors:
                report.extend(rule.diagnostics(subject))
            elif rule.about is not About.TEMPLATE:
                report.extend(each for each in rule.diagnostics(subject) if _is_sure(each, rule.about, faulty))
    return unsilenced(template, report.sorted)


def _is_sure(found: Diagnostic, about: About, faulty: Faulty) -> bool:
    """Whether what a rule has found beside errors has nothing to do with them."""
    if found.span is None:
        return False
    is_faulty = faulty.is_in_declaration_at if about is About.DECLARATION else faulty.is_at
    return not is_faulty(found.span)


_SAID_BY = {
    "optional-resource-reference": ("disabled-resource",),
    "constant-condition": ("unused-condition",),
    "missing-label": ("unused-parameter",),
    "missing-description": ("unused-parameter",),
    "ungrouped-parameter": ("unused-parameter",),
    "sole-legal-value": ("unused-parameter",),
    "octal-number": ("impossible-comparison",),
}
"""Codes that have nothing to add where one of the others speaks of the same place."""


def told_together(document: Document, found: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Findings of Heat and of rules by place, each mistake once; comments of the template silence all but errors."""
    counting = unsilenced(document.template, found)
    codes = defaultdict(set)
    for each in counting:
        codes[each.file, each.span].add(each.code)
    told = (each for each in counting if codes[each.file, each.span].isdisjoint(_SAID_BY.get(each.code, ())))
    return tuple(sorted(told, key=lambda each: each.sort_key))
