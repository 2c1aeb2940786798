"""A number with a leading zero is read as octal.

YAML reads `010` as 8. Quotes keep the digits; if a decimal number is meant, remove the leading zero. File modes, which
are meant to be octal, are not reported.

Example::

    heat_template_version: 2021-04-16
    resources:
      office:
        type: OS::Heat::Value
        properties: {value: {area_code: 030}}

Instead::

    heat_template_version: 2021-04-16
    resources:
      office:
        type: OS::Heat::Value
        properties: {value: {area_code: "030"}}
"""

import re
from collections.abc import Iterator

from hotcore.diagnostics import Applicability, Severity
from hotcore.linter.registry import About, Found, fix, rule
from hotcore.linter.rules.rewritten_number import string_paths
from hotcore.linter.subject import Subject
from hotcore.runtime import regex

_OCTAL = regex(r"[-+]?0[0-7]+\Z")
_MODES = regex("mode|perm|mask", re.IGNORECASE)


@rule(Severity.WARNING, changes=True, about=About.PLACE, fixes=Applicability.SUGGESTED)
def octal_number(subject: Subject) -> Iterator[Found]:
    """Finds integers with a leading zero whose value differs from their digits."""
    strings = string_paths(subject)
    for path, node, text in subject.numbers:
        if path in strings or not _OCTAL.match(text) or int(text) == node.value or _MODES.search(str(path[-1])):
            continue
        quick_fix = fix("Quote it", "set", path=list(path), value=text)
        yield Found(
            f"YAML reads this as the number {subject.shown(path, node.value)}.",
            node.span,
            "Quote it, or remove the leading zero.",
            quick_fix,
        )
