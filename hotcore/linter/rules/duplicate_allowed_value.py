"""An allowed value is listed twice.

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
from hotcore.linter.registry import About, Found, fix, rule
from hotcore.linter.subject import Subject
from hotcore.syntax import Scalar, Sequence, at_path


@rule(Severity.WARNING, about=About.DECLARATION, fixes=Applicability.SUGGESTED)
def duplicate_allowed_value(subject: Subject) -> Iterator[Found]:
    """Finds values that occur twice in a list of allowed values."""
    for parameter in subject.template.parameters.values():
        for constraint in parameter.constraints:
            path = subject.constraint_path(parameter, constraint) if constraint.kind == "allowed_values" else None
            where = (*(path or ()), "allowed_values")
            values = at_path(subject.template.root, where)
            seen: set[object] = set()
            for index, item in enumerate(values.items if path and isinstance(values, Sequence) else ()):
                value = item.value if isinstance(item, Scalar) else None
                key = (type(value), value) if isinstance(value, str | int | float) else index
                if key in seen:
                    quick_fix = fix("Remove it", "unset", path=[*where, index])
                    yield Found("This value is already allowed.", item.span, fix=quick_fix)
                seen.add(key)
