"""A value is allowed twice.

One of the two was probably meant to be another value.

Example::

    heat_template_version: 2021-04-16
    parameters:
      size: {type: string, default: small, constraints: [{allowed_values: [small, large, small]}]}
    resources:
      net: {type: OS::Neutron::Net, properties: {name: {get_param: size}}}

Instead::

    heat_template_version: 2021-04-16
    parameters:
      size: {type: string, default: small, constraints: [{allowed_values: [small, large]}]}
    resources:
      net: {type: OS::Neutron::Net, properties: {name: {get_param: size}}}
"""

from collections.abc import Iterator

from hotcore.diagnostics import Applicability, Severity
from hotcore.lint.registry import About, Found, fix, rule
from hotcore.lint.subject import Subject
from hotcore.syntax import Scalar, Sequence, at_path


@rule(Severity.WARNING, about=About.DECLARATION, fixes=Applicability.SUGGESTED)
def duplicate_allowed_value(subject: Subject) -> Iterator[Found]:
    """Finds values that a list of allowed values has twice."""
    for parameter in subject.template.parameters.values():
        for constraint in parameter.constraints:
            path = subject.constraint_path(parameter, constraint) if constraint.kind == "allowed_values" else None
            where = (*(path or ()), "allowed_values")
            values = at_path(subject.template.root, where)
            seen: set[object] = set()
            for index, item in enumerate(values.items if path and isinstance(values, Sequence) else ()):
                value = item.value if isinstance(item, Scalar) else None
                told = (type(value), value) if isinstance(value, str | int | float) else index
                if told in seen:
                    mend = fix("Take it out", "unset", path=[*where, index])
                    yield Found("This value is allowed already.", item.span, fix=mend)
                seen.add(told)
