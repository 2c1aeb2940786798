"""Sentences about the effect of an update, with the values that may be shown."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hotcore.diff.changes import ChangeKind, change_words, named, shown
from hotcore.diff.partial_evaluation import is_fully_known
from hotcore.diff.update_effects import Effect, PropertyChange
from hotcore.preview import ResourceState
from hotcore.values import Unknown, Value

REPLACED = "the update replaces the resource."
_MOST_SHOWN = 4
_KINDS: dict[Effect, ChangeKind] = {
    "refused": "refused",
    "replaced": "replaced",
    "unknown": "replaced",
    "in place": "changed",
}
"""The effects with their kinds of changes; the first that occurs decides for the whole resource."""


@dataclass(frozen=True, slots=True)
class UpdateEffect:
    """The effect of an update on a resource, with words that follow its name."""

    kind: ChangeKind
    words: str
    sure: bool


def update_effect(
    found: Sequence[PropertyChange], before: Value, after: Value, opaque: str | None
) -> UpdateEffect | None:
    """The effect of changed properties; None without changes.

    `before` and `after` are the properties as they may be shown, `opaque` is the name of the type if it is unknown.
    """
    effect = next((effect for effect in _KINDS if any(change.effect == effect for change in found)), None)
    if effect is None:
        return None
    hit = [change for change in found if change.effect == effect]
    rest = [change for change in found if change.effect != effect and effect != "refused"]
    sure = effect != "unknown" and any(change.sure for change in hit)
    changes = "; ".join(_changes([*hit, *rest], _members(before), _members(after)))
    return UpdateEffect(
        _KINDS[effect], f"{changes}.{_consequence(effect, hit, alone=not rest, sure=sure, opaque=opaque)}", sure
    )


def _consequence(effect: Effect, hit: Sequence[PropertyChange], *, alone: bool, sure: bool, opaque: str | None) -> str:
    decisive = named(change.name for change in hit)
    if effect == "in place":
        return ""
    if effect == "refused":
        return f" Heat refuses to change {decisive} of an existing resource."
    if effect == "unknown":
        unknown = f"The type {type_words(opaque)}" if opaque is not None else f"The property {decisive}"
        if opaque is None and len(hit) > 1:
            return f" The properties {decisive} are not known: the update may replace the resource."
        return f" {unknown} is not known: the update may replace the resource."
    what = "that" if alone and len(hit) == 1 else decisive
    return f" Heat cannot change {what} in place: {'' if sure else 'in that case '}{REPLACED}"


def _changes(found: Sequence[PropertyChange], before: Mapping[Any, Value], after: Mapping[Any, Value]) -> list[str]:
    """The words for each change; of many, only for the first."""
    words = [_change(change, before, after) for change in found[:_MOST_SHOWN]]
    left = len(found) - _MOST_SHOWN
    return [*words, *([f"{left} more"] if left > 0 else [])]


def _change(change: PropertyChange, before: Mapping[Any, Value], after: Mapping[Any, Value]) -> str:
    was, now = before.get(change.name), after.get(change.name)
    if change.because and (not change.sure or was == now):
        are = "is" if len(change.because) == 1 else "are"
        return f"`{change.name}` {'changes' if change.sure else 'may change'} because {named(change.because)} {are} new"
    return value_change(change.name, was, now, given=(change.name in before, change.name in after), sure=change.sure)


def value_change(
    name: str, before: Value, after: Value, *, given: tuple[bool, bool] = (True, True), sure: bool = True
) -> str:
    """How a value changes; `given` says which sides have one, `sure` whether it certainly changes."""
    was = shown(before) if given[0] and is_fully_known(before) else None
    now = shown(after) if given[1] and is_fully_known(after) else None
    if not given[1]:
        return f"`{name}` is removed{f', was {was}' if was else ''}"
    if now is None or now == was:
        return f"`{name}` {'changes' if sure else 'may change'}" if given[0] else f"`{name}` is added"
    if not sure:
        return f"`{name}` may change to {now}"
    return f"`{name}` changes {change_words(was, now)}" if given[0] else f"`{name}` is set to {now}"


def _members(value: Value) -> Mapping[Any, Value]:
    return value if isinstance(value, dict) else {}


def retention(state: ResourceState) -> str:
    """What remains of a deleted resource, as a sentence."""
    if state.deletion_policy == "Retain":
        return " The actual resource is kept: its `deletion_policy` is `Retain`."
    return " A snapshot of it is kept." if state.deletion_policy == "Snapshot" else ""


def type_words(kind: str) -> str:
    """The name of a type for a sentence."""
    return f"`{kind}`" if "`" not in kind else "another type"


def reason(state: ResourceState) -> str:
    """The condition that a resource depends on, as the end of a sentence."""
    if state.condition is None:
        return ""
    named = "its condition" if state.condition == "expression" else f"`{state.condition}`"
    return f" because {named} is {truth(state.enabled)}"


def truth(value: Any) -> str:
    """The value of a condition for a sentence."""
    return "not known yet" if isinstance(value, Unknown) or value is None else "true" if value else "false"
