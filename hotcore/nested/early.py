"""Parameters of a nested template that Heat needs before it creates anything: those in conditions and in groups."""

from collections.abc import Iterator

from hotcore.diagnostics import Diagnostic, Phase, Severity
from hotcore.nested.members import GROUPS
from hotcore.nested.use import Use
from hotcore.nodes import Node, Scalar, walk
from hotcore.references import references
from hotcore.states import Preview
from hotcore.template import Template
from hotcore.values import Unknown


def wrong_values(template: Template, preview: Preview, file: str, use: Use) -> Iterator[Diagnostic]:
    """What is wrong with values for which nothing but the nested template itself could tell."""
    decisive, grouped = _in_conditions(template), _in_groups(template, preview)
    for name, state in preview.parameters.items():
        if state.source == "missing":
            if name in decisive and use.nesting.depth > 0:
                message = f"`{file}` needs the property `{name}`: a condition there depends on it."
                yield Diagnostic("missing-property", message, use.section_span, phase=Phase.RESOURCE_FUNCTIONS)
        elif isinstance(state.value, Unknown) and any(found.code == "wrong-type" for found in state.diagnostics):
            severe = name in decisive or (name in grouped and state.source == "given")
            severity = Severity.ERROR if severe else Severity.WARNING
            message = f"`{name}` of `{file}` takes {_TAKES[template.parameters[name].type]}; this is none."
            hint = state.diagnostics[0].message
            yield Diagnostic("wrong-type", message, use.span_of(name), severity, hint, phase=Phase.NESTED_STACKS)


_TAKES = {
    "string": "a text",
    "number": "a number",
    "boolean": "a boolean",
    "comma_delimited_list": "a list with commas",
    "json": "JSON",
}


def _in_conditions(template: Template) -> set[str]:
    """The parameters on which it depends whether a resource is on."""
    nodes = [node for resource in template.resources.values() if (node := resource.field("condition"))]
    followed: set[str] = set()
    found: set[str] = set()
    while nodes:
        for item in walk(nodes.pop()):
            name = item.value if isinstance(item, Scalar) else None
            if isinstance(name, str) and name in template.conditions and name not in followed:
                followed.add(name)
                nodes.append(template.conditions[name].node)
            found.update(_parameters(item))
    return found


def _in_groups(template: Template, preview: Preview) -> set[str]:
    """The parameters that groups with members get."""
    return {
        name
        for group, state in preview.resources.items()
        if state.type in GROUPS and state.nested is not None and state.nested.members != 0
        for name in _parameters(template.resources[group].node)
    }


def _parameters(node: Node) -> Iterator[str]:
    if isinstance(node, Scalar):
        return
    yield from (reference.name for reference in references(node) if reference.kind == "parameter")
