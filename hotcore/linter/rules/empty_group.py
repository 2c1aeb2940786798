"""A parameter group is empty.

The form shows its heading with nothing below it.

Example::

    heat_template_version: 2021-04-16
    parameter_groups:
    - label: Network
      parameters: []
    - label: Storage
      parameters: [size]
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

from hotcore.diagnostics import Applicability, Severity
from hotcore.linter.registry import Found, fix, rule
from hotcore.linter.subject import Subject
from hotcore.syntax import Sequence, at_path


@rule(Severity.HINT, fixes=Applicability.SUGGESTED)
def empty_group(subject: Subject) -> Iterator[Found]:
    """Finds groups whose list of parameters is empty."""
    groups = at_path(subject.template.root, ("parameter_groups",))
    for index, group in enumerate(groups.items if isinstance(groups, Sequence) else ()):
        names = at_path(group, ("parameters",))
        if isinstance(names, Sequence) and not names.items:
            yield Found("This group has no parameters.", names.span, fix=fix("Remove it", "remove-group", index=index))
