"""A constraint has no description.

A form shows only the plain rule, "2 to 8", and who is refused reads no more. What its author knows, why it is so and
what to give instead, is shown only from the constraint's `description`, to whoever is refused. Of patterns, which say
nothing by themselves, `unexplained-pattern` tells.

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
          description: At least two, so that one can fail, and eight at most, as the licence says.
    resources:
      group:
        type: OS::Heat::ResourceGroup
        properties: {count: {get_param: workers}, resource_def: {type: OS::Heat::TestResource}}
"""

from collections.abc import Iterator

from hotcore.diagnostics import Severity
from hotcore.lint.registry import About, Found, rule
from hotcore.lint.subject import Subject


@rule(Severity.HINT, about=About.DECLARATION)
def unexplained_constraint(subject: Subject) -> Iterator[Found]:
    """Finds constraints without a description, but for patterns."""
    for name, parameter in subject.template.parameters.items():
        for constraint in parameter.constraints:
            if constraint.kind != "allowed_pattern" and not constraint.description:
                message = f"The `{constraint.kind}` of `{name}` has no description."
                yield Found(message, constraint.span or parameter.span)
