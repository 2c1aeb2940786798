"""A parameter has no label.

The form shows the name instead, which is written for programs.

Example::

    heat_template_version: 2021-04-16
    parameters:
      disk_gib: {type: number, default: 10, description: Size of the disk}
    resources:
      disk:
        type: OS::Cinder::Volume
        properties: {size: {get_param: disk_gib}}

Instead::

    heat_template_version: 2021-04-16
    parameters:
      disk_gib: {type: number, default: 10, label: Disk in GiB, description: Size of the disk}
    resources:
      disk:
        type: OS::Cinder::Volume
        properties: {size: {get_param: disk_gib}}
"""

from collections.abc import Iterator

from hotcore.diagnostics import Severity
from hotcore.linter.registry import About, Found, rule
from hotcore.linter.subject import Subject


@rule(Severity.HINT, about=About.DECLARATION)
def missing_label(subject: Subject) -> Iterator[Found]:
    """Finds parameters without a label; if none has one, this is reported once."""
    parameters = subject.template.parameters.values()
    bare = [parameter for parameter in parameters if not parameter.declared.get("label")]
    if len(bare) == len(parameters) > 1:
        yield Found("No parameter has a label.", subject.template.root.key_span("parameters"))
        return
    for parameter in bare:
        yield Found(f"`{parameter.name}` has no label.", parameter.span)
