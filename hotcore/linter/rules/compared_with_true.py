"""A boolean parameter is compared with true or false.

A boolean parameter is a condition by itself: write `{get_param: name}`, or `{not: {get_param: name}}`.

Example::

    heat_template_version: 2021-04-16
    parameters:
      open: {type: boolean, default: true}
    conditions:
      is_open: {equals: [{get_param: open}, true]}
    resources:
      net: {type: OS::Neutron::Net, condition: is_open}

Instead::

    heat_template_version: 2021-04-16
    parameters:
      open: {type: boolean, default: true}
    conditions:
      is_open: {get_param: open}
    resources:
      net: {type: OS::Neutron::Net, condition: is_open}
"""

from collections.abc import Iterator

from hotcore.diagnostics import Applicability, Severity
from hotcore.linter.comparisons import comparisons
from hotcore.linter.registry import Found, fix, rule
from hotcore.linter.subject import Subject


@rule(Severity.HINT, fixes=Applicability.SAFE)
def compared_with_true(subject: Subject) -> Iterator[Found]:
    """Finds comparisons of boolean parameters with a boolean."""
    for one in subject.once(comparisons):
        if one.parameter.type != "boolean" or not isinstance(one.value, bool):
            continue
        other = 1 - one.path[-1]
        if one.value:
            quick_fix = fix("Use the parameter itself", "unwrap", path=list(one.call.path), inner=["equals", other])
        else:
            negated = {"not": {"get_param": one.parameter.name}}
            quick_fix = fix("Use `not`", "set", path=list(one.call.path), value=negated)
        message = f"`{one.parameter.name}` is a condition by itself."
        yield Found(message, one.call.node.key_span("equals"), fix=quick_fix)
