"""The values of parameters: form schema, checks, bounds, and repairs of invalid values."""

from hotcore.parameters.bounds import (
    BEGINNINGS,
    ENDS,
    is_anchored,
    is_hopeless,
    is_lazy_at_end,
    is_sole_step,
    last_letters,
    limits,
    parsed_pattern,
    pattern_widths,
    shadowed,
    steps_apart,
    steps_missed,
    widths,
)
from hotcore.parameters.form import FormSection, form_as_data, form_schema
from hotcore.parameters.given_values import NOWHERE, Locations, ParameterState, check_groups, fits, take_values
from hotcore.parameters.pattern_samples import matching
from hotcore.parameters.repair import MOST_OFFERED, UNITS, nearest_values, repair_hint
from hotcore.parameters.repair.properties import nearest_allowed, repair_of_property

__all__ = [
    "BEGINNINGS",
    "ENDS",
    "MOST_OFFERED",
    "NOWHERE",
    "UNITS",
    "FormSection",
    "Locations",
    "ParameterState",
    "check_groups",
    "fits",
    "form_as_data",
    "form_schema",
    "is_anchored",
    "is_hopeless",
    "is_lazy_at_end",
    "is_sole_step",
    "last_letters",
    "limits",
    "matching",
    "nearest_allowed",
    "nearest_values",
    "parsed_pattern",
    "pattern_widths",
    "repair_hint",
    "repair_of_property",
    "shadowed",
    "steps_apart",
    "steps_missed",
    "take_values",
    "widths",
]
