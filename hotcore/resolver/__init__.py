"""Previews of what Heat would create from a template: resolution, nested stacks, reasons, relevance."""

from hotcore.resolver.build import (
    declarations_as_data,
    preview_as_data,
    resolve_stack,
    resolve_values,
)
from hotcore.resolver.empty_defaults import with_empty_defaults
from hotcore.resolver.nested.expansion import has_nested
from hotcore.resolver.nested.inputs import ResolvedStack
from hotcore.resolver.nested_repairs import nested_refusals
from hotcore.resolver.reasons import Reason
from hotcore.resolver.relevance import Reader, by_reason
from hotcore.resolver.repairs import with_repairs
from hotcore.resolver.resolution import Resolution
from hotcore.resolver.states import ConditionState, LeftOut, NestedStack, OutputState, Preview, ResourceState

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
