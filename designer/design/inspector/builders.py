"""What the builders of conditions and outputs show, as JSON-ready data."""

from typing import Any

from designer.content import analysis
from designer.content.content import Content
from hotcore.edits import draw_condition, draw_output, parameter_types, rows_as_data
from hotcore.syntax import Mapping, to_plain
from hotcore.template import Parameter, Template


def condition_parts(content: Content, name: str = "") -> dict[str, Any] | None:
    """Return the rows of a condition, and what rows can name; None if the text cannot be read."""
    template = analysis.document(content).template
    if template is None:
        return None
    parts = {
        "parameters": {one.name: parameter_as_data(one) for one in template.parameters.values()},
        "conditions": [other for other in template.conditions if other != name],
    }
    return parts | {"condition": condition_rows(template, name)}


def parameter_as_data(parameter: Parameter) -> dict[str, Any]:
    """Return the type of a parameter, and its allowed values as they are typed."""
    allowed = next((one.options["values"] for one in parameter.constraints if one.kind == "allowed_values"), ())
    return {"type": parameter.type, "choices": [str(value) for value in allowed]}


def condition_rows(template: Template, name: str) -> dict[str, Any]:
    """Return the rows of a condition; none if there is no such condition."""
    section = template.root.get("conditions")
    node = section.get(name) if isinstance(section, Mapping) else None
    if node is None:
        return {"join": "all", "rows": []}
    declared = template.root.get("parameters")
    types = parameter_types({"parameters": to_plain(declared)}) if declared is not None else {}
    return rows_as_data(draw_condition(to_plain(node), types).rows)


def output_parts(content: Content, name: str) -> dict[str, Any] | None:
    """Return the value of an output as a form; None if it says something that the form cannot."""
    template = analysis.document(content).template
    section = template.root.get("outputs") if template else None
    body = section.get(name) if isinstance(section, Mapping) else None
    value = body.get("value") if isinstance(body, Mapping) else None
    form = draw_output(to_plain(value)) if value is not None else None
    if form is None:
        return None
    return {
        "resource": form.resource,
        "attribute": form.attribute,
        "items": ".".join(map(str, form.items)),
        "shape": form.shape,
        "text": form.text,
    }
