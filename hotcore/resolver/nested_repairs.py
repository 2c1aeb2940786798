"""Refusals by nested templates of the template's parameter values, with values that all of them would accept."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import chain, islice

from hotcore.budget import Budget
from hotcore.diagnostics import Diagnostic, Refusal
from hotcore.parameters import MOST_OFFERED, UNITS, fits, nearest_values
from hotcore.template import Parameter
from hotcore.values import Value


def nested_refusals(diagnostics: tuple[Diagnostic, ...], values: Mapping[str, Value]) -> dict[str, tuple[Refusal, ...]]:
    """The refusals inside of nested templates, by the parameter of the template that the value comes from.

    `values` are those of the parameters as given.  Where one was passed down unchanged, the refusal has the nearest
    values that every parameter on the way accepts.
    """
    budget = Budget(UNITS)
    found: dict[str, list[Refusal]] = {}
    for diagnostic in diagnostics:
        for refusal in (each for each in diagnostic.refusals if each.file is not None):
            reported = replace(refusal, severity=diagnostic.severity)
            for name in reported.caused_by:
                known = found.setdefault(name, [])
                if all(_is_another(each, reported) for each in known):
                    known.append(replace(reported, repairs=_repairs(reported, values.get(name), budget)))
    return {name: tuple(refusals) for name, refusals in found.items()}


def _is_another(one: Refusal, other: Refusal) -> bool:
    """Whether they differ in more than their wording or phase."""
    return (one.parameter, one.path) != (other.parameter, other.path)


def _repairs(refusal: Refusal, value: Value, budget: Budget) -> tuple[Value, ...]:
    """The nearest values, the likeliest first; none where the value was not passed down unchanged."""
    handed: tuple[Parameter, ...] = refusal.handed
    if value is None or not handed or any(parameter.hidden for parameter in handed):
        return ()
    outermost = handed[-1]
    together = replace(outermost, constraints=tuple(chain.from_iterable(each.constraints for each in handed)))
    alike = len({parameter.type for parameter in handed}) == 1
    near = (each for one in ((together,) if alike else handed) for each in nearest_values(one, value, budget))
    fitting = [each for each in near if all(fits(parameter, each) for parameter in handed)]
    return tuple(islice((each for at, each in enumerate(fitting) if each not in fitting[:at]), MOST_OFFERED))
