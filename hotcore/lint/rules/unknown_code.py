"""A comment silences a code that there is not.

A misspelt code silences nothing, and empty brackets do not either.

Example::

    heat_template_version: 2021-04-16
    outputs:
      greeting: {value: {list_join: ['-', [hello]]}}  # hotcore: ignore[useles-join]

Instead::

    heat_template_version: 2021-04-16
    outputs:
      greeting: {value: {list_join: ['-', [hello]]}}  # hotcore: ignore[useless-join]
"""

from collections.abc import Iterator
from itertools import islice

from hotcore.diagnostics import Severity
from hotcore.lint.registry import About, Found, rule
from hotcore.lint.subject import Subject
from hotcore.spelling import did_you_mean
from hotcore.template import named_codes

_MOST = 200


@rule(Severity.WARNING, about=About.PLACE)
def unknown_code(subject: Subject) -> Iterator[Found]:
    """Finds codes in comments that no finding has."""
    known = subject.known_codes
    source = subject.template.source
    for code, start, end in islice(named_codes(subject.template), _MOST):
        if not code:
            hint = "Without brackets, the comment silences everything but errors."
            yield Found("The brackets name no code.", source.span(start, end), hint)
        elif code.lower() not in known:
            hint = did_you_mean(code.lower(), known) or "The help page of each problem has its code."
            yield Found(f"No problem has the code `{code}`.", source.span(start, end), hint)
