"""A resource or an output is never created.

Its condition cannot be true, whatever values the parameters have.

Example::

    heat_template_version: 2021-04-16
    parameters:
      backup: {type: boolean, default: false}
    conditions:
      with_backup: {get_param: backup}
    resources:
      disk:
        type: OS::Cinder::Volume
        condition: {and: [with_backup, {not: with_backup}]}
        properties: {size: 20}

Instead::

    heat_template_version: 2021-04-16
    parameters:
      backup: {type: boolean, default: false}
    conditions:
      with_backup: {get_param: backup}
    resources:
      disk:
        type: OS::Cinder::Volume
        condition: with_backup
        properties: {size: 20}
"""

from collections.abc import Iterator

from hotcore.diagnostics import Severity
from hotcore.linter.registry import Found, rule
from hotcore.linter.subject import Subject
from hotcore.syntax import Node, Scalar


@rule(Severity.WARNING)
def never_created(subject: Subject) -> Iterator[Found]:
    """Finds resources and outputs with an inline condition that is always false."""
    conditions: list[tuple[str, Node | None]] = [
        *((f"The resource `{name}`", one.field("condition")) for name, one in subject.template.resources.items()),
        *((f"The output `{name}`", one.condition) for name, one in subject.template.outputs.items()),
    ]
    for who, condition in conditions:
        if condition is None or isinstance(condition, Scalar):
            continue
        if subject.reachable.possible(((condition, True),)) is False:
            yield Found(f"{who} is never created: its condition is always false.", condition.span)
