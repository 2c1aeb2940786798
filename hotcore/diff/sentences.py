"""The sentences about what an update does, with as much of the values as may be shown."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hotcore.diff.changes import ChangeKind, named, shown
from hotcore.diff.partial_evaluation import is_settled
from hotcore.diff.update_effects import Effect, PropertyChange
from hotcore.preview import ResourceState
from hotcore.values import Unknown, Value

ANEW = "an update makes a new one and deletes the old one."
_MOST_TOLD = 4
_KINDS: dict[Effect, ChangeKind] = {
    "refused": "refused",
    "replaced": "replaced",
    "unknown": "replaced",
    "in place": "changed",
}
"""The effects, that which counts for the whole resource first."""


@dataclass(frozen=True, slots=True)
class Told:
    """What an update does to a resource, in words that follow its name."""

    kind: ChangeKind
    words: str
    sure: bool


def told_update(found: Sequence[PropertyChange], before: Value, after: Value, opaque: str | None) -> Told | None:
    """What changes of properties do; `before` and `after` are the properties as they may be shown, `opaque` the name of
    the type when it is not known.  None without changes."""
    effect = next((effect for effect in _KINDS if any(change.effect == effect for change in found)), None)
    if effect is None:
        return None
    hit = [change for change in found if change.effect == effect]
    rest = [change for change in found if change.effect != effect and effect != "refused"]
    sure = effect != "unknown" and any(change.sure for change in hit)
    told = "; ".join(_changes([*hit, *rest], _members(before), _members(after)))
    return Told(_KINDS[effect], f"{told}.{_consequence(effect, hit, alone=not rest, sure=sure, opaque=opaque)}", sure)


def _consequence(effect: Effect, hit: Sequence[PropertyChange], *, alone: bool, sure: bool, opaque: str | None) -> str:
    decisive = named(change.name for change in hit)
    if effect == "in place":
        return ""
    if effect == "refused":
        return f" Heat refuses to change {decisive} of a resource that is there."
    if effect == "unknown":
        unknown = type_words(opaque) if opaque is not None else decisive
        return f" Here {unknown} is not known: an update may make a new one and delete the old one."
    what = "that" if alone and len(hit) == 1 else decisive
    return f" Heat cannot change {what} in place: {ANEW if sure else ANEW.replace('update makes', 'update then makes')}"


def _changes(found: Sequence[PropertyChange], before: Mapping[Any, Value], after: Mapping[Any, Value]) -> list[str]:
    """Each of the changes, the first of many."""
    told = [_change(change, before, after) for change in found[:_MOST_TOLD]]
    left = len(found) - _MOST_TOLD
    return [*told, *([f"{left} more"] if left > 0 else [])]


def _change(change: PropertyChange, before: Mapping[Any, Value], after: Mapping[Any, Value]) -> str:
    was, now = before.get(change.name), after.get(change.name)
    if change.because and (not change.sure or was == now):
        are = "is" if len(change.because) == 1 else "are"
        return f"`{change.name}` {'changes' if change.sure else 'may change'} because {named(change.because)} {are} new"
    return becomes(change.name, was, now, given=(change.name in before, change.name in after), sure=change.sure)


def becomes(
    name: str, before: Value, after: Value, *, given: tuple[bool, bool] = (True, True), sure: bool = True
) -> str:
    """How a value changes; `given` tells on which side there is one, `sure` whether it does change."""
    was = shown(before) if given[0] and is_settled(before) else None
    now = shown(after) if given[1] and is_settled(after) else None
    if not given[1]:
        return f"`{name}` is no longer given{f', was {was}' if was else ''}"
    if now is None or now == was:
        return f"`{name}` {'changes' if sure else 'may change'}" if given[0] else f"`{name}` is given now"
    if not sure:
        return f"`{name}` may change to {now}"
    old = f", was {was}" if was else "" if given[0] else ", was not given"
    return f"`{name}` becomes {now}{old}"


def _members(value: Value) -> Mapping[Any, Value]:
    return value if isinstance(value, dict) else {}


def kept(state: ResourceState) -> str:
    """What is to be said of a resource that goes, but not at once or not at all."""
    if state.deletion_policy == "Retain":
        return " What it stands for stays: its `deletion_policy` is Retain."
    return " A snapshot of it stays." if state.deletion_policy == "Snapshot" else ""


def type_words(kind: str) -> str:
    """The name of a type in a sentence."""
    return f"`{kind}`" if "`" not in kind else "a type of another name"


def why(state: ResourceState) -> str:
    """The condition on which a resource depends, as the end of a sentence."""
    if state.condition is None:
        return ""
    named = "its condition" if state.condition == "expression" else f"`{state.condition}`"
    return f" because {named} is {truth(state.enabled)}"


def truth(value: Any) -> str:
    """The value of a condition in a sentence."""
    return "not known yet" if isinstance(value, Unknown) or value is None else "true" if value else "false"
