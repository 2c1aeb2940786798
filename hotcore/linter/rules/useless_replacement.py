"""`str_replace` has nothing to replace.

Without `params`, the result is the template itself.

Example::

    heat_template_version: 2021-04-16
    outputs:
      greeting: {value: {str_replace: {template: hello, params: {}}}}

Instead::

    heat_template_version: 2021-04-16
    outputs:
      greeting: {value: hello}
"""

from collections.abc import Iterator

from hotcore.diagnostics import Applicability, Severity
from hotcore.evaluation import variants
from hotcore.linter.registry import About, Found, fix, rule
from hotcore.linter.subject import Subject, text_of


@rule(Severity.HINT, about=About.PLACE, fixes=Applicability.SAFE)
def useless_replacement(subject: Subject) -> Iterator[Found]:
    """Finds `str_replace` whose map of replacements is empty."""
    for call in subject.calls_of(*variants("str_replace")):
        params = subject.written_map(call.member("params"))
        if params is not None and not params.members and text_of(call.member("template")) is not None:
            quick_fix = fix("Use the template itself", "unwrap", path=list(call.path), inner=[call.name, "template"])
            yield Found("This `str_replace` replaces nothing.", call.node.key_span(call.name), fix=quick_fix)
