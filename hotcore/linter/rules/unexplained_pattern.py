"""A pattern has no description.

A user whose value is refused sees the regular expression, and has to read it. The constraint's `description` is shown
instead. Constraints of other kinds at least say what they require.

Example::

    heat_template_version: 2021-04-16
    parameters:
      host:
        type: string
        constraints:
        - allowed_pattern: '[a-z][a-z0-9-]*'
    resources:
      port: {type: OS::Neutron::Port, properties: {network: private, name: {get_param: host}}}

Instead::

    heat_template_version: 2021-04-16
    parameters:
      host:
        type: string
        constraints:
        - allowed_pattern: '[a-z][a-z0-9-]*'
          description: Lowercase letters, digits and hyphens, starting with a letter.
    resources:
      port: {type: OS::Neutron::Port, properties: {network: private, name: {get_param: host}}}
"""

from collections.abc import Iterator

from hotcore.diagnostics import Severity
from hotcore.linter.registry import About, Found, rule
from hotcore.linter.subject import Subject


@rule(Severity.HINT, about=About.DECLARATION)
def unexplained_pattern(subject: Subject) -> Iterator[Found]:
    """Finds patterns without a description."""
    for name, parameter in subject.template.parameters.items():
        for constraint in parameter.constraints:
            if constraint.kind == "allowed_pattern" and not constraint.description:
                yield Found(f"The pattern of `{name}` has no description.", constraint.span or parameter.span)
