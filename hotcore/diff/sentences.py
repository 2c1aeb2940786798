"""Sentences about the effect of an update, with the values that may be shown."""

from collections.abc import Sequence
from typing import Any

from hotcore.catalogue import PropertySchema
from hotcore.diff.changes import ChangeKind, Detail, named
from hotcore.diff.update_effects import Effect, Properties, PropertyChange
from hotcore.diff.value_paths import MOST_PARTS, ValueComparison
from hotcore.diff.value_sentences import Phrase, joined, value_phrase
from hotcore.evaluation import ResolvedType
from hotcore.resolver import ResourceState
from hotcore.runtime import dataclass
from hotcore.values import Unknown

REPLACED = "the update replaces the resource."
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
    details: tuple[Detail, ...] = ()


def update_effect(
    found: Sequence[PropertyChange],
    seen: tuple[Properties, Properties],
    resolved_type: ResolvedType,
    name: str,
    values: ValueComparison,
) -> UpdateEffect | None:
    """The effect of changed properties; None without changes.

    `seen` are the properties of both sides as they may be shown, `name` is that of the type, for one without a schema.
    """
    effect = next((effect for effect in _KINDS if any(change.effect == effect for change in found)), None)
    if effect is None:
        return None
    hit = [change for change in found if change.effect == effect]
    rest = [change for change in found if change.effect != effect and effect != "refused"]
    sure = effect != "unknown" and any(change.sure for change in hit)
    kind = resolved_type.schema
    schemas = kind.properties if kind is not None else {}
    was, now = (properties.moved(schemas) for properties in seen)
    changes = [*hit, *rest]
    phrases = [_change(change, was, now, schemas.get(change.name), values) for change in changes[:MOST_PARTS]]
    told = joined(phrases, len(changes))
    opaque = (resolved_type.name or name) if kind is None else None
    consequence = _consequence(effect, hit, alone=not rest, sure=sure, opaque=opaque)
    return UpdateEffect(_KINDS[effect], f"{told.words}.{consequence}", sure, told.details)


def _consequence(effect: Effect, hit: Sequence[PropertyChange], *, alone: bool, sure: bool, opaque: str | None) -> str:
    decisive = named(change.written for change in hit)
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


def _change(
    change: PropertyChange,
    before: Properties,
    after: Properties,
    schema: PropertySchema | None,
    values: ValueComparison,
) -> Phrase:
    """The words for one changed property."""
    was, now = (properties.shown(change.name, schema) for properties in (before, after))
    label = f"`{change.written}`"
    if change.because and (not change.sure or was == now):
        are = "is" if len(change.because) == 1 else "are"
        how = "changes" if change.sure else "may change"
        return Phrase(f"{label} {how} because {named(change.because)} {are} new")
    given = change.name in before.given, change.name in after.given
    return value_phrase(label, was, now, values, root=(change.written,), given=given, sure=change.sure)


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
