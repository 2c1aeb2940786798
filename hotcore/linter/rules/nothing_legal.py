"""The constraints of a parameter allow no value.

For example: a range whose minimum is above its maximum, or that has no step of `modulo` or no allowed value in it; two
`modulo` that no number satisfies at once; a pattern that no string of the allowed length matches.

Example::

    heat_template_version: 2021-04-16
    parameters:
      count:
        type: number
        constraints:
        - range: {min: 11, max: 14}
        - modulo: {step: 10, offset: 0}
    resources:
      disk: {type: OS::Cinder::Volume, properties: {size: {get_param: count}}}

Instead::

    heat_template_version: 2021-04-16
    parameters:
      count:
        type: number
        constraints:
        - range: {min: 10, max: 40}
        - modulo: {step: 10, offset: 0}
    resources:
      disk: {type: OS::Cinder::Volume, properties: {size: {get_param: count}}}
"""

from collections.abc import Iterator

from hotcore.diagnostics import Severity
from hotcore.linter.registry import About, Found, rule
from hotcore.linter.subject import Subject
from hotcore.parameters import limits, steps_apart, steps_missed, widths
from hotcore.source import Span
from hotcore.symbolic import converted, is_legal
from hotcore.template import Parameter

_MOST = 1000
_LIMITS = {"range": "", "length": " length"}
"""The constraints with a minimum and a maximum, and what they limit."""


@rule(Severity.WARNING, about=About.PLACE)
def nothing_legal(subject: Subject) -> Iterator[Found]:
    """Finds parameters whose constraints cannot all be satisfied."""
    for parameter in (each for each in subject.template.parameters.values() if each.constraints):
        for kind, words in _LIMITS.items():
            low, high = limits(parameter, kind)
            if low is not None and high is not None and low > high:
                why = f"the minimum{words}, {low}, is above the maximum, {high}"
                yield Found(f"No value of `{parameter.name}` is valid: {why}.", _last(parameter, kind))
                break
        else:
            if reason := _why(parameter):
                yield Found(f"No value of `{parameter.name}` is valid: {reason}.", parameter.span)


def _last(parameter: Parameter, kind: str) -> Span:
    """The place of the last constraint of a kind."""
    spans = [each.span for each in parameter.constraints if each.kind == kind and each.span]
    return spans[-1] if spans else parameter.span


def _why(parameter: Parameter) -> str | None:
    """Why constraints that are possible by themselves allow no value together."""
    low, high = limits(parameter, "range")
    missed = steps_missed(parameter)
    if missed is not None:
        return f"no number between {low} and {high} is {missed}"
    apart = steps_apart(parameter)
    if apart is not None:
        return f"no number is both {apart[0]} and {apart[1]}"
    shortest, longest = limits(parameter, "length")
    listed = next((each.options["values"] for each in parameter.constraints if each.kind == "allowed_values"), None)
    if (
        listed is not None
        and len(listed) <= _MOST
        and not any(is_legal(parameter, converted(parameter, value)) for value in listed)
    ):
        return "the constraints refuse every allowed value" if listed else "`allowed_values` is empty"
    narrow, wide = widths(parameter)
    if longest is not None and narrow is not None and narrow > longest:
        return f"the pattern requires at least {narrow} characters, but at most {longest} are allowed"
    if shortest is not None and wide is not None and wide < shortest:
        return f"the pattern matches at most {wide} characters, but at least {shortest} are required"
    return None
