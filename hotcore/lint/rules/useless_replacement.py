"""Nothing is replaced in a text.

`str_replace` without `params` comes to its template.

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
from hotcore.lint.registry import About, Found, fix, rule
from hotcore.lint.subject import Subject, text_of


@rule(Severity.HINT, about=About.PLACE, fixes=Applicability.SAFE)
def useless_replacement(subject: Subject) -> Iterator[Found]:
    """Finds `str_replace` whose map of replacements is empty."""
    for call in subject.calls_of(*variants("str_replace")):
        params = subject.written_map(call.member("params"))
        if params is not None and not params.members and text_of(call.member("template")) is not None:
            mend = fix("Take the text alone", "unwrap", path=list(call.path), inner=[call.name, "template"])
            yield Found("Nothing is replaced here.", call.node.key_span(call.name), fix=mend)
