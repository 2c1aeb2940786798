"""Language definitions for the design page's scripts: parameter types, constraints and their options."""

from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from hotcore.constraints import KINDS, TYPES, Kind, Option, ParameterType


def definitions() -> dict[str, Any]:
    """Return the definitions as JSON-ready data, by name."""
    return {
        "types": {name: type_as_data(kind) for name, kind in TYPES.items()},
        "constraints": {
            name: [option_as_data(kind, option) for option in kind.options] for name, kind in KINDS.items()
        },
    }


def type_as_data(kind: ParameterType) -> dict[str, Any]:
    """Return how a default of a type is entered and parsed, and the initial value of a new one."""
    return {"entry": kind.entry, "propertyType": kind.property_type, "empty": kind.empty}


def option_as_data(kind: Kind, option: Option) -> dict[str, Any]:
    """Return what a form needs to show an option of a constraint."""
    return {
        "name": option.name,
        "label": capfirst(_(option.label)),
        "kind": option.kind,
        "required": option.required,
        "choices": f"choices-{kind.name}-{option.name}" if option.choices() else "",
    }
