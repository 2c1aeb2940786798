"""A pattern takes less than it looks.

A pattern has to match the whole value, even without `^` and `$`. One that looks for something in a text, such as a
capital letter or the beginning `ami-`, has to say what may stand around it. And where it ends with something lazy, such
as `.*?`, that takes as little as it can, and so nothing else fits.

Example::

    heat_template_version: 2021-04-16
    parameters:
      password: {type: string, hidden: true, constraints: [{allowed_pattern: '[A-Z]'}]}
    resources:
      secret: {type: OS::Barbican::Secret, properties: {payload: {get_param: password}}}

Instead::

    heat_template_version: 2021-04-16
    parameters:
      password: {type: string, hidden: true, constraints: [{allowed_pattern: '.*[A-Z].*'}]}
    resources:
      secret: {type: OS::Barbican::Secret, properties: {payload: {get_param: password}}}
"""

from collections.abc import Iterator

from hotcore.diagnostics import Severity
from hotcore.lint.registry import About, Found, rule
from hotcore.lint.subject import Subject
from hotcore.parameters import is_anchored, is_hopeless, is_lazy_at_end, last_letters, pattern_widths

_OPEN = ("-", "_", ":", "@", "//")
"""With what a text seldom ends."""

_WHOLE = "A pattern has to match the whole value: add what may follow, such as `.*`."


@rule(Severity.WARNING, about=About.DECLARATION)
def narrow_pattern(subject: Subject) -> Iterator[Found]:
    """Finds patterns that match one character, or nothing at all, and say so by nothing; those that look only for a
    beginning, and those that take as little as they can."""
    for parameter in subject.template.parameters.values():
        for constraint in parameter.constraints:
            pattern = constraint.options.get("pattern") if constraint.kind == "allowed_pattern" else None
            if isinstance(pattern, str) and not is_anchored(pattern) and not is_hopeless(pattern):
                yield from (
                    Found(message, constraint.span or parameter.span, hint, severity=severity)
                    for message, hint, severity in _narrow(parameter.name, pattern)
                )


def _narrow(name: str, pattern: str) -> Iterator[tuple[str, str, Severity | None]]:
    """What makes a pattern narrow, and what to do about it."""
    widths, ending = pattern_widths(pattern), last_letters(pattern)
    if is_lazy_at_end(pattern):
        message = f"The end of this pattern is lazy: it takes as little of `{name}` as it can."
        yield message, "A pattern has to match the whole value: leave out the `?` at its end.", None
    elif widths == (0, 0):
        yield f"No character fits `{name}`.", "Add what the value may be, such as `.*`.", None
    elif widths == (1, 1) and pattern.removeprefix("^").startswith(("[", "\\")):
        yield f"Only one character fits `{name}`.", "Add what may stand around it.", None
    elif ending is not None and (ending[1] or ending[0].endswith(_OPEN)):
        is_odd = not ending[0][-1].isalnum()
        yield f"Nothing can follow `{ending[0]}` in `{name}`.", _WHOLE, None if is_odd else Severity.HINT
