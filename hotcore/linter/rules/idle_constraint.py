"""A constraint allows every value.

No string is shorter than 0 characters, and a boolean is true or false anyway.

Example::

    heat_template_version: 2021-04-16
    parameters:
      note: {type: string, default: '', constraints: [{length: {min: 0}}, {length: {max: 80}}]}
    resources:
      net: {type: OS::Neutron::Net, properties: {name: {get_param: note}}}

Instead::

    heat_template_version: 2021-04-16
    parameters:
      note: {type: string, default: '', constraints: [{length: {max: 80}}]}
    resources:
      net: {type: OS::Neutron::Net, properties: {name: {get_param: note}}}
"""

from collections.abc import Iterator

from hotcore.constraints import Constraint
from hotcore.diagnostics import Applicability, Severity
from hotcore.linter.registry import About, Found, fix, rule
from hotcore.linter.subject import Subject

_EVERYTHING = ("[\\s\\S]*", "(?s).*")


@rule(Severity.HINT, about=About.DECLARATION, fixes=Applicability.SUGGESTED)
def idle_constraint(subject: Subject) -> Iterator[Found]:
    """Finds lengths from 0, patterns that match everything, and booleans that may be both true and false."""
    for parameter in subject.template.parameters.values():
        for constraint in parameter.constraints:
            is_idle = _is_idle(constraint) or (parameter.type == "boolean" and _is_either(constraint))
            path = subject.constraint_path(parameter, constraint) if is_idle else None
            if path is not None and constraint.span is not None:
                quick_fix = fix("Remove it", "unset", path=list(path))
                yield Found("This constraint allows every value.", constraint.span, fix=quick_fix)


def _is_idle(constraint: Constraint) -> bool:
    options = constraint.options
    if constraint.kind == "length":
        return (options.get("min") or 0) <= 0 and options.get("max") is None
    return constraint.kind == "allowed_pattern" and options.get("pattern") in _EVERYTHING


def _is_either(constraint: Constraint) -> bool:
    listed = constraint.options.get("values") if constraint.kind == "allowed_values" else None
    return isinstance(listed, list | tuple) and {True, False} <= {value for value in listed if isinstance(value, bool)}
