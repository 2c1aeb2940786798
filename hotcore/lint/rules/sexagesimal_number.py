"""Numbers with a colon between them are read as one number to the base of 60.

`22:30` is 1350 for YAML, which nobody means: not a time, not a pair of ports.

Example::

    heat_template_version: 2021-04-16
    resources:
      setup:
        type: OS::Heat::CloudConfig
        properties: {cloud_config: {backup_at: 22:30}}

Instead::

    heat_template_version: 2021-04-16
    resources:
      setup:
        type: OS::Heat::CloudConfig
        properties: {cloud_config: {backup_at: '22:30'}}
"""

from collections.abc import Iterator

from hotcore.diagnostics import Applicability, Severity
from hotcore.lint.registry import About, Found, fix, rule
from hotcore.lint.rules.rewritten_number import text_places
from hotcore.lint.subject import Subject


@rule(Severity.WARNING, changes=True, about=About.PLACE, fixes=Applicability.SUGGESTED)
def sexagesimal_number(subject: Subject) -> Iterator[Found]:
    """Finds numbers with colons."""
    texts = text_places(subject)
    for path, node, text in subject.numbers:
        if ":" in text and path not in texts:
            mend = fix("Put it in quotes", "set", path=list(path), value=text)
            yield Found(f"This is the number {subject.said(path, node.value)}.", node.span, "Put it in quotes.", mend)
