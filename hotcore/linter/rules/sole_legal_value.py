"""A parameter has only one valid value.

There is nothing to choose: use the value itself where the parameter is read.

Example::

    heat_template_version: 2021-04-16
    parameters:
      size: {type: number, default: 10, constraints: [{allowed_values: [10]}]}
    resources:
      disk: {type: OS::Cinder::Volume, properties: {size: {get_param: size}}}

Instead::

    heat_template_version: 2021-04-16
    resources:
      disk: {type: OS::Cinder::Volume, properties: {size: 10}}
"""

from collections.abc import Iterator

from hotcore.diagnostics import Severity
from hotcore.linter.registry import About, Found, rule
from hotcore.linter.subject import Subject
from hotcore.parameters import is_sole_step, limits


@rule(Severity.HINT, about=About.DECLARATION)
def sole_legal_value(subject: Subject) -> Iterator[Found]:
    """Finds parameters with one allowed value, or with a range of one number or one step of `modulo`."""
    for parameter in subject.template.parameters.values():
        if parameter.type == "comma_delimited_list":
            continue  # each item has only one value, but there may be any number of items
        listed = [each.options["values"] for each in parameter.constraints if each.kind == "allowed_values"]
        low, high = limits(parameter, "range")
        if any(len(values) == 1 for values in listed) or (low is not None and low == high) or is_sole_step(parameter):
            yield Found(f"`{parameter.name}` has only one valid value.", parameter.span)
