"""The parts of a nested template that Heat evaluates before it creates anything: conditions and groups."""

from collections.abc import Iterator
from dataclasses import replace

from hotcore.constraints import KINDS, Refused
from hotcore.diagnostics import Diagnostic, Phase, Severity
from hotcore.resolver.nested.inputs import Use
from hotcore.resolver.nested.refusals import refused_by
from hotcore.resolver.states import Preview
from hotcore.resources import GROUPS, RESOURCE_GROUP, SCALING, below
from hotcore.syntax import Node
from hotcore.template import Template, parameters_deciding, parameters_named
from hotcore.values import Unknown


class Early:
    """The parts of a nested template that Heat evaluates for its stack before it creates anything."""

    def __init__(self, template: Template, preview: Preview) -> None:
        self.template = template
        self.decisive = _in_conditions(template)
        read = list(_read_by_groups(template, preview))
        self._strict = [node for node, forgiving in read if not forgiving]
        self._forgiving = [node for node, forgiving in read if forgiving]
        self.indispensable = self.decisive | _named_in(self._strict, template)
        self.grouped = _named_in([node for node, _ in read], template)

    def covers(self, found: Diagnostic) -> bool:
        """Whether Heat finds an error in a value before it creates the stack."""
        if found.phase is Phase.VALUES:
            needed = found.parameter in self.decisive or found.parameter in self.grouped
            return found.code == "bad-default" and needed and not self._has_fitting_default(found.parameter)
        if found.phase is not Phase.RESOURCE_VALUES or _is_ignored(found.code):
            return False
        return _is_in(found, self._strict) or (found.code != "unknown-parameter" and _is_in(found, self._forgiving))

    def _has_fitting_default(self, name: str | None) -> bool:
        """Whether a default is of its type, so that it can only break constraints, which Heat does not check here."""
        parameter = self.template.parameters[name or ""]
        try:
            parameter.kind.convert(parameter.default)
        except (Refused, ValueError):
            return False
        return True


def _is_ignored(code: str) -> bool:
    """Whether Heat ignores such an error when it only reads a property."""
    return code == "conflicting-properties" or any(code == kind.code for kind in KINDS.values())


def wrong_values(early: Early, preview: Preview, file: str, use: Use) -> Iterator[Diagnostic]:
    """The errors in values that only the nested template itself can report."""
    for name, state in preview.parameters.items():
        if state.source == "missing":
            if name in early.indispensable and use.nesting.depth > 0:
                yield _missing(early, name, file, use)
        elif isinstance(state.value, Unknown) and any(found.code == "wrong-type" for found in state.diagnostics):
            severity = Severity.ERROR if name in early.decisive or name in early.grouped else Severity.WARNING
            message = f"`{name}` of `{file}` must be {early.template.parameters[name].kind.words}."
            hint = state.diagnostics[0].message
            found = Diagnostic("wrong-type", message, use.span_of(name), severity, hint, phase=Phase.NESTED_STACKS)
            yield replace(found, refusals=refused_by(early.template.parameters[name], use, file, message))


def _missing(early: Early, name: str, file: str, use: Use) -> Diagnostic:
    """The diagnostic about a missing property.

    For a property that is written, but null, Heat notices it only when it creates the members of a group.
    """
    severity = Severity.WARNING if below(use.properties_node, name) is not None else Severity.ERROR
    what = "condition" if name in early.decisive else "group"
    message = f"`{file}` needs the property `{name}`, because one of its {what}s depends on it."
    return Diagnostic("missing-property", message, use.section_span, severity, phase=Phase.RESOURCE_FUNCTIONS)


def _in_conditions(template: Template) -> frozenset[str]:
    """The parameters that decide whether a resource is enabled."""
    nodes = (resource.field("condition") for resource in template.resources.values())
    return parameters_deciding(filter(None, nodes), template)


def _read_by_groups(template: Template, preview: Preview) -> Iterator[tuple[Node, bool]]:
    """The properties that groups read for their members, and whether they may contain a parameter without a value."""
    for name, state in preview.resources.items():
        if state.type not in GROUPS or state.nested is None or state.enabled is not True:
            continue
        node = template.resources[name].field("properties")
        for key in _keys(state.type, state.nested.members):
            if found := below(node, key):
                yield found, state.type == RESOURCE_GROUP and key == "resource_def"


def _keys(kind: str, members: int | Unknown | None) -> tuple[str, ...]:
    """The properties that a group reads; some only when it has a member, or one that could depend on another."""
    if kind == SCALING:
        return ("min_size", "max_size", "desired_capacity", "resource")
    if kind == RESOURCE_GROUP:
        return ("count", "removal_policies", "resource_def") if members != 0 else ("count",)
    read = ("resources",) if members == 0 else ("resources", "resource_properties")
    return (*read, "concurrent") if isinstance(members, int) and members > 1 else read


def _is_in(found: Diagnostic, nodes: list[Node]) -> bool:
    span = found.span
    return span is not None and any(node.span.start <= span.start and span.end <= node.span.end for node in nodes)


def _named_in(nodes: list[Node], template: Template) -> set[str]:
    return {name for node in nodes for name in parameters_named(node, template)}
