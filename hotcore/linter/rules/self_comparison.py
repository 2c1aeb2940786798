"""A value is compared with itself.

The result is always true; one of the two was probably meant to be something else.

Example::

    heat_template_version: 2021-04-16
    parameters:
      zone: {type: string, default: a}
      other_zone: {type: string, default: b}
    conditions:
      is_same: {equals: [{get_param: zone}, {get_param: zone}]}
    resources:
      net: {type: OS::Neutron::Net, condition: is_same}

Instead::

    heat_template_version: 2021-04-16
    parameters:
      zone: {type: string, default: a}
      other_zone: {type: string, default: b}
    conditions:
      is_same: {equals: [{get_param: zone}, {get_param: other_zone}]}
    resources:
      net: {type: OS::Neutron::Net, condition: is_same}
"""

from collections.abc import Iterator

from hotcore.diagnostics import Severity
from hotcore.linter.comparisons import compares_itself
from hotcore.linter.registry import About, Found, rule
from hotcore.linter.subject import Subject


@rule(Severity.WARNING, about=About.PLACE)
def self_comparison(subject: Subject) -> Iterator[Found]:
    """Finds `equals` with the same call twice."""
    for call in subject.calls_of("equals"):
        if compares_itself(subject, call):
            yield Found("Both sides of this comparison are the same.", call.node.key_span("equals"))
