"""A key of `str_replace` does not occur in its template.

Nothing is replaced, usually because of a typo in one of them.

Example::

    heat_template_version: 2021-04-16
    parameters:
      name: {type: string}
    outputs:
      greeting:
        value:
          str_replace:
            template: Hello $name
            params:
              $nmae: {get_param: name}

Instead::

    heat_template_version: 2021-04-16
    parameters:
      name: {type: string}
    outputs:
      greeting:
        value:
          str_replace:
            template: Hello $name
            params:
              $name: {get_param: name}
"""

from collections.abc import Iterator

from hotcore.diagnostics import Severity
from hotcore.linter.registry import About, Found, rule
from hotcore.linter.subject import Subject, text_of

_MOST = 1000


@rule(Severity.WARNING, about=About.PLACE)
def unused_replacement(subject: Subject) -> Iterator[Found]:
    """Finds keys of `str_replace` that its template lacks; Heat itself refuses that in the strict forms."""
    for call in subject.calls_of("str_replace"):
        text, params = text_of(call.member("template")), subject.written_map(call.member("params"))
        if text is None or params is None:
            continue
        inserted = "\0".join(filter(None, map(text_of, params.members.values())))  # a value may contain another key
        for key in list(params.members)[:_MOST]:
            if isinstance(key, str) and key and key not in text and key not in inserted:
                yield Found(f"The template does not contain `{key}`.", params.key_span(key))
