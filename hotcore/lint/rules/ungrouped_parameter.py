"""A parameter is in no group, although there are groups.

A form shows it after all groups, away from what it belongs to. Heat shows it too, but no longer tells where.

Example::

    heat_template_version: 2021-04-16
    parameters:
      size: {type: number}
      kind: {type: string}
    parameter_groups:
    - label: Disk
      parameters: [size]
    resources:
      disk:
        type: OS::Cinder::Volume
        properties: {size: {get_param: size}, volume_type: {get_param: kind}}

Instead::

    heat_template_version: 2021-04-16
    parameters:
      size: {type: number}
      kind: {type: string}
    parameter_groups:
    - label: Disk
      parameters: [size, kind]
    resources:
      disk:
        type: OS::Cinder::Volume
        properties: {size: {get_param: size}, volume_type: {get_param: kind}}
"""

from collections.abc import Iterator, Sequence

from hotcore.diagnostics import Applicability, Severity
from hotcore.lint.registry import Found, fix, rule
from hotcore.lint.subject import Subject
from hotcore.template import ParameterGroup


@rule(Severity.HINT)
def ungrouped_parameter(subject: Subject) -> Iterator[Found]:
    """Finds parameters that no group asks for."""
    groups = subject.template.parameter_groups
    grouped = {name for group in groups for name in group.parameters}
    left = [parameter for parameter in subject.template.parameters.values() if parameter.name not in grouped]
    if not left or 2 * len(left) > len(subject.template.parameters):
        return  # these groups are not meant to have them all
    last = max(index for index, group in enumerate(groups) if group.parameters)  # an empty one may be taken out
    where = groups[last].label or ("the last group" if last == len(groups) - 1 else f"group {last + 1}")
    title = f"Put it into {where}"
    for parameter in left:
        place = fix(title, "place-parameter", name=parameter.name, group=last)
        yield Found(f"`{parameter.name}` is in no group.", parameter.span, fix=place)
