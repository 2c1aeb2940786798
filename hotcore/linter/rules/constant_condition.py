"""A condition is always true or always false.

Whatever values the parameters have, within their types and constraints, its value is the same. What depends on it is
then always or never there; or a comparison is not the intended one.

Example::

    heat_template_version: 2021-04-16
    parameters:
      size: {type: string, default: small, constraints: [{allowed_values: [small, large]}]}
    conditions:
      is_small: {equals: [{get_param: size}, small]}
      is_large: {equals: [{get_param: size}, large]}
      is_both: {and: [is_small, is_large]}
    resources:
      net: {type: OS::Neutron::Net, condition: is_both}

Instead::

    heat_template_version: 2021-04-16
    parameters:
      size: {type: string, default: small, constraints: [{allowed_values: [small, large]}]}
    conditions:
      is_small: {equals: [{get_param: size}, small]}
    resources:
      net: {type: OS::Neutron::Net, condition: is_small}
"""

from collections.abc import Iterator

from hotcore.diagnostics import Severity
from hotcore.linter.comparisons import reported_conditions
from hotcore.linter.registry import Found, rule
from hotcore.linter.subject import Subject
from hotcore.syntax import Scalar


@rule(Severity.WARNING)
def constant_condition(subject: Subject) -> Iterator[Found]:
    """Finds conditions that are always true or always false, but not written as a constant."""
    if not subject.template.conditions:
        return  # to work out what they can be would take a while
    reported = reported_conditions(subject)
    for name, value in subject.reachable.constants.items():
        condition = subject.template.conditions[name]
        if not isinstance(condition.node, Scalar) and name not in reported:
            yield Found(f"The condition `{name}` is always {str(value).lower()}.", condition.span)
