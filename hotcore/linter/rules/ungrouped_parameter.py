"""A parameter is not in any group, although there are groups.

The form shows it after all groups, away from related parameters; Heat lists it too, but without its position. The group
of the parameter before it may be the right one, unless it is for deprecated parameters.

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
from hotcore.linter.registry import Found, fix, rule
from hotcore.linter.subject import Subject
from hotcore.template import ParameterGroup


@rule(Severity.HINT, fixes=Applicability.SUGGESTED)
def ungrouped_parameter(subject: Subject) -> Iterator[Found]:
    """Finds parameters that are not in any group."""
    groups = subject.template.parameter_groups
    grouped = {name for group in groups for name in group.parameters}
    left = [name for name in subject.template.parameters if name not in grouped]
    if not left or 2 * len(left) > len(subject.template.parameters):
        return  # the groups are not meant to be complete
    nearest = _nearest_groups(subject)
    for name in left:
        at = nearest.get(name)
        place = None if at is None else fix(_title(groups, at), "place-parameter", name=name, group=at)
        yield Found(f"`{name}` is not in any group.", subject.template.parameters[name].span, fix=place)


def _nearest_groups(subject: Subject) -> dict[str, int]:
    """The group of the parameter before each, or of the first one that has a group; deprecated groups do not count."""
    groups = subject.template.parameter_groups
    own: dict[str, int] = {}
    for index, group in enumerate(groups):
        for name in group.parameters if not group.is_deprecated else ():
            own.setdefault(name, index)
    names = list(subject.template.parameters)
    first = next((own[name] for name in names if name in own), None)
    found, at = {}, first
    for name in names:
        at = own.get(name, at)
        if at is not None:
            found[name] = at
    return found


def _title(groups: Sequence[ParameterGroup], at: int) -> str:
    last = at == len(groups) - 1
    return f"Add it to {groups[at].label or ('the last group' if last else f'group {at + 1}')}"
