"""An allowed value violates another constraint.

It is offered, but refused when it is chosen.

Example::

    heat_template_version: 2021-04-16
    parameters:
      count:
        type: number
        constraints:
        - allowed_values: [1, 2, 40]
        - range: {max: 10}
    resources:
      disk: {type: OS::Cinder::Volume, properties: {size: {get_param: count}}}

Instead::

    heat_template_version: 2021-04-16
    parameters:
      count:
        type: number
        constraints:
        - allowed_values: [1, 2]
        - range: {max: 10}
    resources:
      disk: {type: OS::Cinder::Volume, properties: {size: {get_param: count}}}
"""

from collections.abc import Iterator

from hotcore.constraints import Constraint
from hotcore.diagnostics import Applicability, Severity
from hotcore.linter.registry import About, Found, fix, rule
from hotcore.linter.subject import Subject
from hotcore.symbolic import converted, refuses
from hotcore.syntax import Node, Scalar, Sequence, at_path
from hotcore.template import Parameter

_MOST = 200
_MOST_ASKED = 20


@rule(Severity.WARNING, about=About.DECLARATION, fixes=Applicability.SUGGESTED)
def refused_allowed_value(subject: Subject) -> Iterator[Found]:
    """Finds allowed values that violate another constraint, unless all of them do."""
    for parameter in subject.template.parameters.values():
        listed = [each for each in parameter.constraints if each.kind == "allowed_values"]
        path = subject.constraint_path(parameter, listed[0]) if listed and len(parameter.constraints) > 1 else None
        values = at_path(subject.template.root, (*(path or ()), "allowed_values"))
        items = values.items if path and isinstance(values, Sequence) and len(values.items) <= _MOST else []
        found = [(index, item, _refusing(parameter, item)) for index, item in enumerate(items)]
        if all(constraint for _, _, constraint in found):
            continue  # reported by nothing-legal
        for index, item, constraint in found:
            if constraint:
                quick_fix = fix("Remove it", "unset", path=[*(path or ()), "allowed_values", index])
                yield Found(f"The constraint `{constraint.kind}` refuses this value.", item.span, fix=quick_fix)


def _refusing(parameter: Parameter, item: Node) -> Constraint | None:
    if not isinstance(item, Scalar):
        return None
    value = converted(parameter, item.value)
    return next((each for each in parameter.constraints[:_MOST_ASKED] if refuses(parameter, each, value)), None)
