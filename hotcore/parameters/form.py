"""The form schema of a template: sections and parameters in the order of the form."""

from collections.abc import Mapping
from typing import Any

from hotcore.constraints import Constraint
from hotcore.runtime import dataclass
from hotcore.syntax import to_plain
from hotcore.template import NOT_IN_FORMS, Parameter, Template
from hotcore.values import MASK


@dataclass(frozen=True, slots=True)
class FormSection:
    """A section of the form."""

    label: str | None
    """The label of the group; None for the parameters that are in no group."""
    description: str | None
    """The description of the group; None without one."""
    parameters: tuple[Parameter, ...]
    """Its parameters, in the order of the form."""


def form_schema(template: Template) -> tuple[FormSection, ...]:
    """The sections of the form in page order; parameters without a group come last.

    Source: HOT specification, "Parameter groups section".
    """
    left = {name: parameter for name, parameter in template.parameters.items() if name not in NOT_IN_FORMS}
    sections = []
    for group in template.parameter_groups:
        members = tuple(left.pop(name) for name in dict.fromkeys(group.parameters) if name in left)
        sections.append(FormSection(group.label or "", group.description, members))
    if left or not sections:
        sections.append(FormSection(None, None, tuple(left.values())))
    return tuple(sections)


def form_as_data(template: Template) -> dict[str, Any]:
    """The form as JSON-ready data: `description`, `groups` in page order, each with its parameters.

    The default of a hidden parameter is masked: the data show that it has one, but not its value.
    """
    return {
        "heat_template_version": template.version.date,
        "description": template.description,
        "groups": [
            {
                "label": section.label,
                "description": section.description,
                "parameters": [_parameter_as_data(parameter) for parameter in section.parameters],
            }
            for section in form_schema(template)
        ],
    }


def _parameter_as_data(parameter: Parameter) -> dict[str, Any]:
    data: dict[str, Any] = {
        "name": parameter.name,
        "type": parameter.type,
        "label": parameter.label,
        "description": parameter.description,
        "required": parameter.required,
        "hidden": parameter.hidden,
        "immutable": parameter.immutable,
        "tags": list(parameter.tags),
        "constraints": [_constraint_as_data(constraint) for constraint in parameter.constraints],
    }
    if parameter.has_default:
        data["default"] = MASK if parameter.hidden else parameter.default
    return data


def _constraint_as_data(constraint: Constraint) -> dict[str, Any]:
    return {
        constraint.kind: constraint.written,
        "description": constraint.description,
        "rule": constraint.rule,
    }


def heat_form(template: Template, given: Mapping[str, Any], defaults: Mapping[str, Any]) -> dict[str, Any] | None:
    """The answer of Heat's `validate_template` call about the form.

    None when the call fails, because the description of a constraint is not a string.
    """
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
