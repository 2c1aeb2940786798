"""A parameter group has no label.

Labels are what groups are for: without one, the form can only draw a line between parameters.

Example::

    heat_template_version: 2021-04-16
    parameter_groups:
    - parameters: [size]
    parameters:
      size: {type: number, default: 10}
    resources:
      disk: {type: OS::Cinder::Volume, properties: {size: {get_param: size}}}

Instead::

    heat_template_version: 2021-04-16
    parameter_groups:
    - label: Storage
      parameters: [size]
    parameters:
      size: {type: number, default: 10}
    resources:
      disk: {type: OS::Cinder::Volume, properties: {size: {get_param: size}}}
"""

from collections.abc import Iterator

from hotcore.diagnostics import Severity
from hotcore.linter.registry import Found, rule
from hotcore.linter.subject import Subject


@rule(Severity.HINT)
def unnamed_group(subject: Subject) -> Iterator[Found]:
    """Finds groups without a label."""
    for group in subject.template.parameter_groups:
        if not group.label:
            yield Found("This parameter group has no label.", group.span)
