"""Two conditions have the same definition.

Only their names differ, and a change of one has to be repeated in the other.

Example::

    heat_template_version: 2021-04-16
    parameters:
      zone: {type: string, default: a}
    conditions:
      in_a: {equals: [{get_param: zone}, a]}
      is_first: {equals: [{get_param: zone}, a]}
    resources:
      one: {type: OS::Neutron::Net, condition: in_a}
      two: {type: OS::Neutron::Net, condition: is_first}

Instead::

    heat_template_version: 2021-04-16
    parameters:
      zone: {type: string, default: a}
    conditions:
      in_a: {equals: [{get_param: zone}, a]}
    resources:
      one: {type: OS::Neutron::Net, condition: in_a}
      two: {type: OS::Neutron::Net, condition: in_a}
"""

from collections.abc import Iterator

from hotcore.diagnostics import Related, Severity
from hotcore.linter.registry import Found, rule
from hotcore.linter.subject import Subject
from hotcore.syntax import Scalar, to_plain


@rule(Severity.HINT)
def twin_conditions(subject: Subject) -> Iterator[Found]:
    """Finds conditions with the same definition."""
    first: dict[str, str] = {}
    for name, condition in subject.template.conditions.items():
        if isinstance(condition.node, Scalar):
            continue
        twin = first.setdefault(repr(to_plain(condition.node)), name)
        if twin != name:
            related = (Related("the other condition", subject.template.conditions[twin].span),)
            yield Found(f"The condition `{name}` is the same as `{twin}`.", condition.span, related=related)
