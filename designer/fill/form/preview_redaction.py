"""Previews without the text of their template, for users who may fill the form but not read the template."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TypeVar

from hotcore import Preview
from hotcore.resolver import ConditionState, OutputState, Reader, Reason, ResourceState

State = TypeVar("State", ConditionState, ResourceState, OutputState, Reader)


def without_text(preview: Preview) -> Preview:
    """Return a preview whose reasons name parameters and conditions but quote no expression."""
    return replace(
        preview,
        conditions=redacted(preview.conditions),
        resources=redacted(preview.resources),
        outputs=redacted(preview.outputs),
        irrelevant={name: tuple(map(without_words, readers)) for name, readers in preview.irrelevant.items()},
    )


def redacted(states: Mapping[str, State]) -> dict[str, State]:
    """Return states with their reasons redacted."""
    return {name: without_words(state) for name, state in states.items()}


def without_words(state: State) -> State:
    """Return a state or a reader with its reason redacted."""
    return replace(state, reason=tuple(in_general(state.reason)))


def in_general(reasons: Iterable[Reason]) -> Iterable[Reason]:
    """Yield the reasons; those that quote a value of the template say only that it depends on the parameter."""
    for reason in reasons:
        is_written = reason.kind in ("contains", "not-contains", "literal")
        yield replace(reason, kind="expression", value=None) if is_written else reason
