"""A pattern matches less than it seems to.

A pattern has to match the whole value, even without `^` and `$`. One that looks for something in a string, such as a
capital letter or the prefix `ami-`, has to allow what may be around it. A lazy quantifier at the end, such as `.*?`,
matches as little as it can, so that nothing longer is accepted.

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
from hotcore.linter.registry import About, Found, rule
from hotcore.linter.subject import Subject
from hotcore.parameters import is_anchored, is_hopeless, is_lazy_at_end, last_letters, pattern_widths

_OPEN = ("-", "_", ":", "@", "//")
"""What a value seldom ends with."""

_WHOLE = "A pattern has to match the whole value: add what may follow, such as `.*`."


@rule(Severity.WARNING, about=About.DECLARATION)
def narrow_pattern(subject: Subject) -> Iterator[Found]:
    """Finds patterns that match one character or none without saying so, that only match a prefix, or that end with a
    lazy quantifier."""
    for parameter in subject.template.parameters.values():
        for constraint in parameter.constraints:
            pattern = constraint.options.get("pattern") if constraint.kind == "allowed_pattern" else None
            if isinstance(pattern, str) and not is_anchored(pattern) and not is_hopeless(pattern):
                yield from (
                    Found(message, constraint.span or parameter.span, hint, severity=severity)
                    for message, hint, severity in _narrow(parameter.name, pattern)
                )


def _narrow(name: str, pattern: str) -> Iterator[tuple[str, str, Severity | None]]:
    """Why a pattern is too narrow, what to do about it, and its severity."""
    widths, ending = pattern_widths(pattern), last_letters(pattern)
    if is_lazy_at_end(pattern):
        message = f"The lazy quantifier at the end of this pattern matches as little of `{name}` as it can."
        yield message, "A pattern has to match the whole value: remove the `?` at its end.", None
    elif widths == (0, 0):
        yield f"Only an empty `{name}` matches this pattern.", "Add what the value may be, such as `.*`.", None
    elif widths == (1, 1) and pattern.removeprefix("^").startswith(("[", "\\")):
        yield f"Only a single character of `{name}` matches this pattern.", "Add what may be around it.", None
    elif ending is not None and (ending[1] or ending[0].endswith(_OPEN)):
        is_odd = not ending[0][-1].isalnum()
        yield f"Nothing can follow `{ending[0]}` in `{name}`.", _WHOLE, None if is_odd else Severity.HINT
