"""The form schema of a template: sections and parameters in the order of the form."""

from typing import Any

from hotcore.constraints import Constraint
from hotcore.runtime import dataclass
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
