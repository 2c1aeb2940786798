"""A parameter has no description.

Users who fill in the form see only its name, and have to guess what it is for.

Example::

    heat_template_version: 2021-04-16
    parameters:
      size: {type: number}
    resources:
      disk:
        type: OS::Cinder::Volume
        properties: {size: {get_param: size}}

Instead::

    heat_template_version: 2021-04-16
    parameters:
      size: {type: number, description: Size of the disk in GiB}
    resources:
      disk:
        type: OS::Cinder::Volume
        properties: {size: {get_param: size}}
"""

from collections.abc import Iterator

from hotcore.diagnostics import Severity
from hotcore.linter.registry import About, Found, rule
from hotcore.linter.subject import Subject


@rule(Severity.HINT, about=About.DECLARATION)
def missing_description(subject: Subject) -> Iterator[Found]:
    """Finds parameters without a description."""
    for parameter in subject.template.parameters.values():
        if not parameter.description:
            yield Found(f"`{parameter.name}` has no description.", parameter.span)
