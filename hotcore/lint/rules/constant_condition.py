"""A condition always comes to the same.

Whatever values the parameters are given, as far as their types and constraints let them, it is true, or it is false.
What asks for it could be there always, or never; or a comparison is not the one that was meant.

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
from hotcore.lint.comparisons import told_of
from hotcore.lint.registry import Found, rule
from hotcore.lint.subject import Subject
from hotcore.syntax import Scalar


@rule(Severity.WARNING)
def constant_condition(subject: Subject) -> Iterator[Found]:
    """Finds conditions that are always true or always false, and not simply written so."""
    told = told_of(subject)
    for name, value in subject.reachable.constants.items():
        condition = subject.template.conditions[name]
        if not isinstance(condition.node, Scalar) and name not in told:
            yield Found(f"The condition `{name}` is always {str(value).lower()}.", condition.span)
