"""Both branches of an `if` are the same.

The condition has no effect; one of the branches was probably meant to be different.

Example::

    heat_template_version: 2021-04-16
    parameters:
      big: {type: boolean, default: false}
    conditions:
      is_big: {get_param: big}
    outputs:
      size:
        value: {if: [is_big, small, small]}

Instead::

    heat_template_version: 2021-04-16
    parameters:
      big: {type: boolean, default: false}
    conditions:
      is_big: {get_param: big}
    outputs:
      size:
        value: {if: [is_big, large, small]}
"""

from collections.abc import Iterator

from hotcore.diagnostics import Severity
from hotcore.linter.registry import About, Found, rule
from hotcore.linter.subject import Subject, alike


@rule(Severity.WARNING, about=About.PLACE)
def same_branches(subject: Subject) -> Iterator[Found]:
    """Finds `if` with two equal branches."""
    for call in subject.calls_of("if"):
        if len(call.items) == 3 and alike(call.items[1], call.items[2]):
            yield Found("Both branches of this `if` are the same.", call.node.key_span("if"))
