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

from hotcore.code_pages import code_pages
from hotcore.diagnostics import Severity
from hotcore.linting import About, Found, rule
from hotcore.names import did_you_mean
from hotcore.silencing import named_codes
from hotcore.subject import Subject

_MOST = 200


@rule(Severity.WARNING, about=About.PLACE)
def unknown_code(subject: Subject) -> Iterator[Found]:
    """Finds codes in comments that no finding has."""
    known = code_pages()
    source = subject.template.source
    for code, start, end in islice(named_codes(subject.template), _MOST):
        if not code:
            hint = "Without brackets, the comment silences everything but errors."
            yield Found("The brackets name no code.", source.span(start, end), hint)
        elif code.lower() not in known:
            hint = did_you_mean(code.lower(), known) or "The help page of each problem has its code."
            yield Found(f"No problem has the code `{code}`.", source.span(start, end), hint)
