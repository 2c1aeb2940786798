"""A condition is never used.

It was probably meant for a resource, an output or an `if` that does not name it.

Example::

    heat_template_version: 2021-04-16
    parameters:
      big: {type: boolean, default: false}
    conditions:
      is_big: {get_param: big}
    resources:
      extra: {type: OS::Heat::None}

Instead::

    heat_template_version: 2021-04-16
    parameters:
      big: {type: boolean, default: false}
    conditions:
      is_big: {get_param: big}
    resources:
      extra: {type: OS::Heat::None, condition: is_big}
"""

from collections.abc import Iterator

from hotcore.diagnostics import Applicability, Severity
from hotcore.linter.registry import Found, fix, rule
from hotcore.linter.subject import Subject
from hotcore.syntax import Mapping


@rule(Severity.WARNING, fixes=Applicability.SUGGESTED)
def unused_condition(subject: Subject) -> Iterator[Found]:
    """Finds conditions that nothing refers to."""
    if any(call.items and isinstance(call.items[0], Mapping) for call in subject.calls_of("if")):
        return  # the condition may evaluate to a name
    for condition in subject.template.conditions.values():
        if not subject.uses("conditions", condition.name):
            remove = fix(f"Remove {condition.name}", "remove", section="conditions", name=condition.name)
            yield Found(f"The condition `{condition.name}` is never used.", condition.span, fix=remove)
