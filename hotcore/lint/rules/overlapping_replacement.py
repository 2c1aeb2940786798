"""A key of `str_replace` is a part of another.

Heat replaces the longest keys first, so this works; whoever reads it has to know that, and a text that has the longer
key by chance is changed where the shorter one was meant. Keys with an end of their own, such as `<name>`, cannot be
mistaken.

Example::

    heat_template_version: 2021-04-16
    outputs:
      greeting:
        value:
          str_replace:
            template: $name lives at $name_of_host
            params: {$name: Ada, $name_of_host: web}

Instead::

    heat_template_version: 2021-04-16
    outputs:
      greeting:
        value:
          str_replace:
            template: <name> lives at <name_of_host>
            params: {<name>: Ada, <name_of_host>: web}
"""

from collections.abc import Iterator

from hotcore.diagnostics import Severity
from hotcore.evaluation import variants
from hotcore.lint.registry import About, Found, rule
from hotcore.lint.subject import Subject

_MOST = 200


@rule(Severity.HINT, about=About.PLACE)
def overlapping_replacement(subject: Subject) -> Iterator[Found]:
    """Finds keys of replacements that others hold."""
    for call in subject.calls_of(*variants("str_replace")):
        params = subject.written_map(call.member("params"))
        keys = [key for key in params.members if isinstance(key, str) and key] if params is not None else []
        for key in keys[:_MOST]:
            longer = next((other for other in keys[:_MOST] if key in other and key != other), None)
            if longer is not None:
                yield Found(f"`{key}` is a part of `{longer}`.", params.key_span(key))  # type: ignore[union-attr]
