"""What the design page's scripts know of the language: parameter types, constraints and their options."""

from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from hotcore.constraints import KINDS, TYPES, Kind, Option, ParameterType


def definitions() -> dict[str, Any]:
    """Return it as JSON-ready data, by names."""
    return {
        "types": {name: type_as_data(kind) for name, kind in TYPES.items()},
        "constraints": {
            name: [option_as_data(kind, option) for option in kind.options] for name, kind in KINDS.items()
        },
    }


def type_as_data(kind: ParameterType) -> dict[str, Any]:
    """Return how a default of a type is typed and read, and what a new one begins with."""
    return {"entry": kind.entry, "propertyType": kind.property_type, "empty": kind.empty}


def option_as_data(kind: Kind, option: Option) -> dict[str, Any]:
    """Return what a form for an option of a constraint has to know."""
    return {
        "name": option.name,
        "label": capfirst(_(option.label)),
        "kind": option.kind,
        "required": option.required,
        "choices": f"choices-{kind.name}-{option.name}" if option.choices() else "",
    }
