"""A comment suppresses a code that does not exist.

A misspelled code suppresses nothing, and neither do empty brackets.

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
from hotcore.linter.registry import About, Found, rule
from hotcore.linter.subject import Subject
from hotcore.spelling import did_you_mean
from hotcore.template import named_codes

_MOST = 200


@rule(Severity.WARNING, about=About.PLACE)
def unknown_code(subject: Subject) -> Iterator[Found]:
    """Finds codes in comments that no diagnostic has."""
    source = subject.template.source
    for code, start, end in islice(named_codes(subject.template), _MOST):
        if not code:
            hint = "Without brackets, the comment suppresses everything but errors."
            yield Found("The brackets contain no code.", source.span(start, end), hint)
        elif code.lower() not in subject.known_codes():
            hint = did_you_mean(code.lower(), subject.known_codes()) or "The help page of each problem shows its code."
            yield Found(f"There is no code `{code}`.", source.span(start, end), hint)
