"""What runs tell of values of parameters that a later revision hides: plans, reasons and events, and those to come."""

from collections.abc import Container, Iterator, Mapping
from typing import Any

from designer.models import Design, RunEvent
from designer.store.masks import masks_of, without_quoted
from hotcore.environment import read_environment

IN_WORDS = ("sentence", "details")
"""What a row of a plan says of values."""
OF_HEAT = ("refusal", "ours")
"""What a plan says of a value that Heat refuses, or would."""


def run_words_forget(design: Design, names: Container[str]) -> None:
    """Erase what plans say of values, and what the words of Heat quote; those to come are masked.

    The forms of the runs still have the values of the parameters with these names.
    """
    for run in design.runs.select_for_update():
        changed: dict[str, Any] = {"plan": plan_without_words(run.plan), "reason": without_quoted(run.reason)}
        if run.is_at_work:
            changed["masks"] = [*run.masks, *masks_of(values_in(run.form, names))]
        design.runs.filter(pk=run.pk).update(**changed)
    events = RunEvent.objects.filter(run__design=design)
    reworded = [event for event in events.only("reason").iterator() if _reword(event)]
    RunEvent.objects.bulk_update(reworded, ["reason"], batch_size=500)


def values_in(form: Mapping[str, Any], names: Container[str]) -> Iterator[object]:
    """Yield the values that the stored state of a form has under some names, also in its environment files."""
    files = (read_environment(str(file.get("text", ""))) for file in form.get("environments", ()))
    given = ({**file.parameter_defaults, **file.parameters} for file in files)
    for values in (form.get("values", {}), *given):
        yield from (value for name, value in values.items() if name in names)


def plan_without_words(plan: Mapping[str, Any]) -> dict[str, Any]:
    """Return a plan without what it says of values."""
    return {name: "" if name in OF_HEAT else _without_words(value) for name, value in plan.items()}


def _without_words(value: Any) -> Any:
    if isinstance(value, list):
        return [_without_words(each) for each in value]
    if isinstance(value, Mapping):
        return {name: _without_words(each) for name, each in value.items() if name not in IN_WORDS}
    return value


def _reword(event: RunEvent) -> bool:
    before, event.reason = event.reason, without_quoted(event.reason)
    return event.reason != before
