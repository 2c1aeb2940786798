"""A number with a leading zero is read as an octal one.

`010` is 8 for YAML. Quotes keep the digits; where a number was meant, leave the 0 out. Nothing is said of
the modes of files, where that is meant.

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
from hotcore.lint.registry import About, Found, fix, rule
from hotcore.lint.rules.rewritten_number import text_places
from hotcore.lint.subject import Subject

_OCTAL = re.compile(r"[-+]?0[0-7]+\Z")
_MODES = re.compile("mode|perm|mask", re.IGNORECASE)


@rule(Severity.WARNING, changes=True, about=About.PLACE, fixes=Applicability.SUGGESTED)
def octal_number(subject: Subject) -> Iterator[Found]:
    """Finds whole numbers with a leading zero that come to another number than their digits."""
    texts = text_places(subject)
    for path, node, text in subject.numbers:
        if path in texts or not _OCTAL.match(text) or int(text) == node.value or _MODES.search(str(path[-1])):
            continue
        mend = fix("Put it in quotes", "set", path=list(path), value=text)
        yield Found(
            f"This is the number {subject.said(path, node.value)}.",
            node.span,
            "Put it in quotes, or leave the 0 out.",
            mend,
        )
