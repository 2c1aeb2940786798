"""What of a preview is told to whoever only fills the form, and may not read the template."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TypeVar

from hotcore import Preview, Reason
from hotcore.preview import ConditionState, OutputState, Reader, ResourceState

State = TypeVar("State", ConditionState, ResourceState, OutputState, Reader)


def without_text(preview: Preview) -> Preview:
    """Return a preview whose reasons speak of parameters and conditions, and repeat no word of the expressions."""
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
    """Return a state, or what would read a parameter, with its reason redacted."""
    return replace(state, reason=tuple(in_general(state.reason)))


def in_general(reasons: Iterable[Reason]) -> Iterable[Reason]:
    """Yield reasons, where the value of one is written in the template only that it depends on the parameter."""
    for reason in reasons:
        is_written = reason.kind in ("contains", "not-contains", "literal")
        yield replace(reason, kind="expression", value=None) if is_written else reason
