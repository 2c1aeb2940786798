"""A key of `str_replace` is part of another key.

Heat replaces the longest keys first, so this works. But readers have to know that, and a text with the longer key in it
by chance is changed where the shorter one was meant. Keys with a delimiter at their end, such as `<name>`, are
unambiguous.

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
from hotcore.linter.registry import About, Found, rule
from hotcore.linter.subject import Subject

_MOST = 200


@rule(Severity.HINT, about=About.PLACE)
def overlapping_replacement(subject: Subject) -> Iterator[Found]:
    """Finds keys of replacements that other keys contain."""
    for call in subject.calls_of(*variants("str_replace")):
        params = subject.written_map(call.member("params"))
        keys = [key for key in params.members if isinstance(key, str) and key] if params is not None else []
        for key in keys[:_MOST]:
            longer = next((other for other in keys[:_MOST] if key in other and key != other), None)
            if longer is not None:
                yield Found(f"`{key}` is part of `{longer}`.", params.key_span(key))  # type: ignore[union-attr]
