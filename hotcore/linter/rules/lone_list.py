"""`get_param` has a list with a single name.

`get_param` takes the name itself; a list is for a path into the value.

Example::

    heat_template_version: 2021-04-16
    parameters:
      size: {type: number, default: 10}
    resources:
      disk: {type: OS::Cinder::Volume, properties: {size: {get_param: [size]}}}

Instead::

    heat_template_version: 2021-04-16
    parameters:
      size: {type: number, default: 10}
    resources:
      disk: {type: OS::Cinder::Volume, properties: {size: {get_param: size}}}
"""

from collections.abc import Iterator

from hotcore.diagnostics import Applicability, Severity
from hotcore.evaluation import newest_functions, readers
from hotcore.linter.registry import About, Found, fix, rule
from hotcore.linter.subject import Subject, text_of


@rule(Severity.HINT, about=About.PLACE, fixes=Applicability.SAFE)
def lone_list(subject: Subject) -> Iterator[Found]:
    """Finds lists of one name where a path may follow it."""
    for call in subject.calls_of(*readers("parameter")):
        if newest_functions()[call.name].path and len(call.items) == 1 and text_of(call.items[0]) is not None:
            quick_fix = fix("Remove the list", "unwrap", path=[*call.path, call.name], inner=[0])
            yield Found("A single name does not need a list.", call.argument.span, fix=quick_fix)
