"""A key is read as a boolean.

Without quotes, YAML reads the keys `on`, `off`, `yes` and `no` as true or false too.

Example::

    heat_template_version: 2021-04-16
    resources:
      setup:
        type: OS::Heat::CloudConfig
        properties: {cloud_config: {power: {on: now}}}

Instead::

    heat_template_version: 2021-04-16
    resources:
      setup:
        type: OS::Heat::CloudConfig
        properties: {cloud_config: {power: {'on': now}}}
"""

from collections.abc import Iterator

from hotcore.diagnostics import Applicability, Severity
from hotcore.linter.registry import About, Found, fix, rule
from hotcore.linter.subject import Subject
from hotcore.syntax import Scalar


@rule(Severity.WARNING, changes=True, about=About.PLACE, fixes=Applicability.SUGGESTED)
def boolean_key(subject: Subject) -> Iterator[Found]:
    """Finds keys that are true or false."""
    for path, node in subject.boolean_keys():
        if isinstance(node, Scalar):
            text = node.source.text[node.start : node.end]
            if text.lower() in ("true", "false"):
                continue  # it looks like a boolean as well
            quick_fix = fix("Quote it", "respell", path=list(path), key=text)
            message = f"This key is the boolean {str(node.value).lower()}."
            yield Found(message, node.span, "Quote it.", quick_fix)
