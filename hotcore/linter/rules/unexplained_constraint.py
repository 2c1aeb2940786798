"""A constraint has no description.

A form shows only the plain rule, such as "2 to 8", and so does the error when a value is refused. The constraint's
`description` tells the user why, and what to enter instead. Patterns, which explain nothing by themselves, are reported
by `unexplained-pattern`.

Example::

    heat_template_version: 2021-04-16
    parameters:
      workers:
        type: number
        constraints:
        - range: {min: 2, max: 8}
    resources:
      group:
        type: OS::Heat::ResourceGroup
        properties: {count: {get_param: workers}, resource_def: {type: OS::Heat::TestResource}}

Instead::

    heat_template_version: 2021-04-16
    parameters:
      workers:
        type: number
        constraints:
        - range: {min: 2, max: 8}
          description: At least two, so that one can fail, and at most eight, as the license allows.
    resources:
      group:
        type: OS::Heat::ResourceGroup
        properties: {count: {get_param: workers}, resource_def: {type: OS::Heat::TestResource}}
"""

from collections.abc import Iterator

from hotcore.diagnostics import Severity
from hotcore.linter.registry import About, Found, rule
from hotcore.linter.subject import Subject


@rule(Severity.HINT, about=About.DECLARATION)
def unexplained_constraint(subject: Subject) -> Iterator[Found]:
    """Finds constraints without a description, except for patterns."""
    for name, parameter in subject.template.parameters.items():
        for constraint in parameter.constraints:
            if constraint.kind != "allowed_pattern" and not constraint.description:
                message = f"The `{constraint.kind}` of `{name}` has no description."
                yield Found(message, constraint.span or parameter.span)
