"""Numbers with colons between them are read as one number in base 60.

YAML reads `22:30` as 1350, which nobody means: it is neither a time nor a pair of ports.

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
from hotcore.linter.registry import About, Found, fix, rule
from hotcore.linter.rules.rewritten_number import string_paths
from hotcore.linter.subject import Subject


@rule(Severity.WARNING, changes=True, about=About.PLACE, fixes=Applicability.SUGGESTED)
def sexagesimal_number(subject: Subject) -> Iterator[Found]:
    """Finds numbers with colons."""
    strings = string_paths(subject)
    for path, node, text in subject.numbers:
        if ":" in text and path not in strings:
            quick_fix = fix("Quote it", "set", path=list(path), value=text)
            yield Found(
                f"YAML reads this as the number {subject.shown(path, node.value)}.", node.span, "Quote it.", quick_fix
            )
