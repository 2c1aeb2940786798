"""A branch of an `if` is never taken.

Whenever the `if` is evaluated, its condition has the same value, because of the condition of the resource or output, or
of an `if` around it.

Example::

    heat_template_version: 2021-04-16
    parameters:
      backup: {type: boolean, default: false}
    conditions:
      with_backup: {get_param: backup}
    resources:
      disk:
        type: OS::Cinder::Volume
        condition: with_backup
        properties:
          size: {if: [with_backup, 20, 10]}

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
        properties:
          size: 20
"""

from collections.abc import Iterator

from hotcore.diagnostics import Applicability, Severity
from hotcore.linter.registry import Found, fix, rule
from hotcore.linter.subject import CallAt, Subject
from hotcore.syntax import Scalar


@rule(Severity.WARNING, fixes=Applicability.SUGGESTED)
def unreachable_branch(subject: Subject) -> Iterator[Found]:
    """Finds branches that the conditions around them rule out."""
    for call in subject.calls_of("if"):
        if len(call.items) not in (2, 3) or _is_constant(subject, call):
            continue
        around, test = subject.context(call.path), call.items[0]
        if subject.reachable.possible(around) is not True:
            continue
        for taken, never in ((2, 1), (1, 2)):
            if never < len(call.items) and subject.reachable.possible((*around, (test, never == 1))) is False:
                inner = ["if", taken]
                quick_fix = fix("Keep the other branch", "unwrap", path=list(call.path), inner=inner)
                can = taken < len(call.items)
                yield Found("This branch is never taken.", call.items[never].span, fix=quick_fix if can else None)


def _is_constant(subject: Subject, call: CallAt) -> bool:
    """Whether the condition itself is constant, which is reported at its definition, or intended."""
    test = call.items[0]
    return isinstance(test, Scalar) and (not isinstance(test.value, str) or test.value in subject.reachable.constants)
