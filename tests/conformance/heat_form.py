"""The answer of Heat's `validate_template` call about the form of a template, from what hotcore knows of it."""

from collections.abc import Mapping
from typing import Any

from hotcore.syntax import to_plain
from hotcore.template import NOT_IN_FORMS, Parameter, Template


def heat_form(template: Template, given: Mapping[str, Any], defaults: Mapping[str, Any]) -> dict[str, Any] | None:
    """The answer about the form; None when the call fails, because the description of a constraint is not a string."""
    if any(map(_has_invalid_description, template.parameters.values())):
        return None
    description = template.root.get("description")
    form: dict[str, Any] = {
        "Description": (description and to_plain(description)) or "No description",
        "Parameters": {
            name: _heat_parameter(parameter, given.get(name), defaults.get(name))
            for name, parameter in template.parameters.items()
            if name not in NOT_IN_FORMS
        },
    }
    if template.groups_as_written:
        form["ParameterGroups"] = template.groups_as_written
    return form


def _has_invalid_description(parameter: Parameter) -> bool:
    constraints = parameter.declared.get("constraints") or ()
    return any(not isinstance(constraint.get("description") or "", str) for constraint in constraints)


def _heat_parameter(parameter: Parameter, given: Any, overriding: Any) -> dict[str, Any]:
    declared = parameter.declared
    data: dict[str, Any] = {
        "Type": parameter.kind.form_name,
        "Description": declared.get("description") or "",
        "NoEcho": "true" if parameter.hidden else "false",
        "Label": declared.get("label") or parameter.name,
    }
    default = parameter.default if overriding is None else overriding
    if default is not None:
        data["Default"] = default
    if given:
        data["Value"] = given
    if parameter.tags:
        data["Tags"] = declared["tags"]
    descriptions = []
    for constraint in parameter.constraints:
        for option in constraint.definition.options:
            if option.name in constraint.options:
                value = constraint.options[option.name]
                data[option.form_name] = list(value) if isinstance(value, tuple) else value
        if constraint.description:
            descriptions.append(constraint.description)
    if descriptions:
        data["ConstraintDescription"] = " ".join(descriptions)
    return data
