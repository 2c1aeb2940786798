"""Two values are compared that can never be equal.

A text is never equal to a number or to a boolean, even when they look alike: a parameter of the type `number` is a
number, one of the type `string` a text, one of the type `boolean` is true or false. And a value that a parameter's
`allowed_values` do not list is never given.

Example::

    heat_template_version: 2021-04-16
    parameters:
      count: {type: number, default: 1}
    conditions:
      is_single: {equals: [{get_param: count}, '1']}
    resources:
      net: {type: OS::Neutron::Net, condition: is_single}

Instead::

    heat_template_version: 2021-04-16
    parameters:
      count: {type: number, default: 1}
    conditions:
      is_single: {equals: [{get_param: count}, 1]}
    resources:
      net: {type: OS::Neutron::Net, condition: is_single}
"""

from collections.abc import Iterator

from hotcore.constraints import Refused
from hotcore.diagnostics import Applicability, Fix, Severity
from hotcore.lint.comparisons import Comparison, comparisons
from hotcore.lint.registry import Found, fix, rule
from hotcore.lint.subject import Subject
from hotcore.symbolic import is_legal
from hotcore.syntax import Scalar
from hotcore.values import kind_of


@rule(Severity.WARNING, changes=True, fixes=Applicability.SUGGESTED)
def impossible_comparison(subject: Subject) -> Iterator[Found]:
    """Finds comparisons of a parameter with what it can never be."""
    for one in subject.once(comparisons):
        if not one.is_impossible:
            continue
        shown = "" if one.parameter.hidden else f", {kind_of(one.value)}"
        if one.is_of_type:
            yield Found(f"`{one.parameter.name}` cannot have this value.", one.node.span, _listed(one))
        else:
            message = f"`{one.parameter.name}` is a {one.parameter.type} and never equal to this{shown}."
            yield Found(message, one.node.span, fix=_typed(one))


def _listed(one: Comparison) -> str | None:
    listed = next((each for each in one.parameter.constraints if each.kind == "allowed_values"), None)
    return None if listed is None or one.parameter.hidden else f"It is {listed.rule}."


def _typed(one: Comparison) -> Fix | None:
    """The gesture that writes the value as the parameter has it."""
    value = next((each for each in _candidates(one) if is_legal(one.parameter, each)), None)
    return None if value is None else fix("Write it as the parameter has it", "set", path=list(one.path), value=value)


def _candidates(one: Comparison) -> Iterator[str | int | float]:
    """What may have been meant by a number, a boolean or a text; for a text, first of all what is written."""
    if not isinstance(one.node, Scalar) or not isinstance(one.value, str | int | float):
        return
    if one.parameter.type == "string" and not one.node.style:
        yield one.node.source.text[one.node.start : one.node.end]
    try:
        value = one.parameter.kind.convert(one.value)
    except (Refused, ValueError):
        return
    if isinstance(value, str | int | float):
        yield value
