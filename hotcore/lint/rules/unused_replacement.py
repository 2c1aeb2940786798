"""`str_replace` has a key that its text does not have.

Nothing is replaced, most often because of a slip in either name.

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
from hotcore.lint.registry import About, Found, rule
from hotcore.lint.subject import Subject, text_of

_MOST = 1000


@rule(Severity.WARNING, about=About.PLACE)
def unused_replacement(subject: Subject) -> Iterator[Found]:
    """Finds keys of `str_replace` that its text lacks; the strict forms refuse that themselves."""
    for call in subject.calls_of("str_replace"):
        text, params = text_of(call.member("template")), subject.written_map(call.member("params"))
        if text is None or params is None:
            continue
        brought = "\0".join(filter(None, map(text_of, params.members.values())))  # one may bring another
        for key in list(params.members)[:_MOST]:
            if isinstance(key, str) and key and key not in text and key not in brought:
                yield Found(f"The text has no `{key}` to replace.", params.key_span(key))
