"""A list of one string is joined.

There is nothing to put the delimiter between; the result is the string itself.

Example::

    heat_template_version: 2021-04-16
    outputs:
      greeting: {value: {list_join: ['-', [hello]]}}

Instead::

    heat_template_version: 2021-04-16
    outputs:
      greeting: {value: hello}
"""

from collections.abc import Iterator

from hotcore.diagnostics import Applicability, Severity
from hotcore.linter.registry import About, Found, fix, rule
from hotcore.linter.subject import Subject, text_of
from hotcore.syntax import Sequence


@rule(Severity.HINT, about=About.PLACE, fixes=Applicability.SAFE)
def useless_join(subject: Subject) -> Iterator[Found]:
    """Finds `list_join` of a single list with a single string."""
    for call in subject.calls_of("list_join"):
        if len(call.items) != 2 or not isinstance(call.items[1], Sequence) or len(call.items[1].items) != 1:
            continue
        if text_of(call.items[1].items[0]) is not None:
            quick_fix = fix("Use the string itself", "unwrap", path=list(call.path), inner=["list_join", 1, 0])
            yield Found("There is only one string to join.", call.node.key_span("list_join"), fix=quick_fix)
