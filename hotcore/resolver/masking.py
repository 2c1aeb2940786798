"""Masking of hidden values: what a preview shows of them, and of values that contain them.

`Scope` masks what expressions evaluate to; the parameters of a nested template may be masked by its parent already.
"""

from collections.abc import Mapping
from dataclasses import replace

from hotcore.evaluation import Scope
from hotcore.parameters import ParameterState
from hotcore.resolver.nested.inputs import Inputs
from hotcore.values import MASK, Value


def masked_scope(scope: Scope, inputs: Inputs) -> Scope:
    """The scope that replaces hidden values, and those that are masked already."""
    masked = {name for name, value in inputs.masked.items() if value == MASK}
    return Scope(
        scope.template,
        replace(scope.surroundings, parent=inputs.shown_parent) if inputs.parent else scope.surroundings,
        {**scope.parameters, **inputs.masked},
        scope.hidden | masked,
        masked=True,
    )


def masked_state(state: ParameterState, hidden: frozenset[str], masked: Mapping[str, Value]) -> ParameterState:
    """The state of a parameter without its value if that is hidden, or as it is masked already."""
    if state.name in hidden:
        return state.masked
    return replace(state, value=masked[state.name]) if state.name in masked else state
