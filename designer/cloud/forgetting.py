"""Words of runs that may tell values of parameters which a later revision hides."""

from collections.abc import Mapping
from typing import Any

from designer.cloud.masks import without_quoted
from designer.models import Design, RunEvent

IN_WORDS = ("sentence", "details")
"""What a row of a plan says of values."""
OF_HEAT = ("refusal", "ours")
"""What a plan says of a value that Heat refuses, or would."""


def words_forget(design: Design) -> None:
    """Erase what plans say of values, and what the words of Heat quote."""
    for run in design.runs.only("plan", "reason").iterator():
        run.plan = plan_without_words(run.plan)
        run.reason = without_quoted(run.reason)
        run.save(update_fields=["plan", "reason"])
    events = RunEvent.objects.filter(run__design=design)
    changed = [event for event in events.only("reason").iterator() if _reword(event)]
    RunEvent.objects.bulk_update(changed, ["reason"], batch_size=500)


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
