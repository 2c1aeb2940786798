"""A parameter is compared with a value that it can never have.

A string never equals a number or a boolean, even if they look alike: a parameter of type `number` is a number, one of
type `string` a string, and one of type `boolean` is true or false. Nor does a parameter ever have a value that its
`allowed_values` do not list.

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
from hotcore.linter.comparisons import Comparison, comparisons
from hotcore.linter.registry import Found, fix, rule
from hotcore.linter.subject import Subject
from hotcore.symbolic import is_legal
from hotcore.syntax import Scalar
from hotcore.values import kind_of


@rule(Severity.WARNING, changes=True, fixes=Applicability.SUGGESTED)
def impossible_comparison(subject: Subject) -> Iterator[Found]:
    """Finds comparisons of a parameter with a value that it can never have."""
    for one in subject.once(comparisons):
        if not one.is_impossible:
            continue
        shown = "" if one.parameter.hidden else f", {kind_of(one.value)}"
        if one.is_of_type:
            yield Found(f"`{one.parameter.name}` cannot have this value.", one.node.span, _listed(one))
        else:
            message = f"`{one.parameter.name}` is a {one.parameter.type} and never equals this{shown}."
            yield Found(message, one.node.span, fix=_typed(one))


def _listed(one: Comparison) -> str | None:
    listed = next((each for each in one.parameter.constraints if each.kind == "allowed_values"), None)
    return None if listed is None or one.parameter.hidden else f"It is {listed.rule}."


def _typed(one: Comparison) -> Fix | None:
    """The gesture that converts the value to the parameter's type."""
    value = next((each for each in _candidates(one) if is_legal(one.parameter, each)), None)
    return None if value is None else fix("Convert it to the parameter's type", "set", path=list(one.path), value=value)


def _candidates(one: Comparison) -> Iterator[str | int | float]:
    """What a number, a boolean or a string may have been meant as; as a string, first of all what is written."""
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
