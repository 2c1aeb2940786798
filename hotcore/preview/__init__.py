"""Previews of what Heat would create from a template: resolution, nested stacks, reasons, relevance."""

from hotcore.preview.build import (
    declarations_as_data,
    preview_as_data,
    resolve_stack,
    resolve_values,
)
from hotcore.preview.empty_defaults import with_empty_defaults
from hotcore.preview.nested.expansion import has_nested
from hotcore.preview.nested.inputs import ResolvedStack
from hotcore.preview.nested_repairs import nested_refusals
from hotcore.preview.reasons import Reason
from hotcore.preview.relevance import Reader, by_reason
from hotcore.preview.repairs import with_repairs
from hotcore.preview.resolution import Resolution
from hotcore.preview.states import ConditionState, LeftOut, NestedStack, OutputState, Preview, ResourceState

__all__ = [
    "ConditionState",
    "LeftOut",
    "NestedStack",
    "OutputState",
    "Preview",
    "Reader",
    "Reason",
    "Resolution",
    "ResolvedStack",
    "ResourceState",
    "by_reason",
    "declarations_as_data",
    "has_nested",
    "nested_refusals",
    "preview_as_data",
    "resolve_stack",
    "resolve_values",
    "with_empty_defaults",
    "with_repairs",
]
