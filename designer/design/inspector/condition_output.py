"""Conditions and outputs as forms: their definitions, current values, and uses."""

from collections.abc import Sequence
from dataclasses import dataclass

from designer.design.inspector.resource import Link, present_condition
from designer.design.inspector.value_form import Spot, ValueForm, ViewState
from designer.design.inspector.value_form_builder import FormMaker, diagnostics_within, distributed
from hotcore.assist import Present, PresentValues
from hotcore.catalogue import Catalogue
from hotcore.diagnostics import Diagnostic
from hotcore.evaluation import ANY, CONDITION, CONDITIONS, VALUES, ArgumentSpec
from hotcore.syntax import Mapping as MappingNode
from hotcore.syntax import Node
from hotcore.template import Template, occurrences
from hotcore.versions import CONDITIONS_SINCE


@dataclass(frozen=True, slots=True)
class Outcome:
    """A condition or an output."""

    kind: str
    """Its section."""
    name: str
    """Its name."""
    forms: tuple[ValueForm, ...]
    """The forms of its fields."""
    present: Present | None
    """Its current value; None if that is not shown."""
    diagnostics: tuple[Diagnostic, ...]
    """The diagnostics about the whole."""
    used_by: tuple[Link, ...] = ()
    """The uses of a condition."""


_OUTPUT = {"description": ArgumentSpec("string", is_long=True), "value": ANY, "condition": CONDITION}


def inspect_outcome(
    template: Template,
    kind: str,
    name: str,
    catalogue: Catalogue,
    *,
    values: PresentValues | None = None,
    found: Sequence[Diagnostic] = (),
    view_state: ViewState | None = None,
) -> Outcome | None:
    """A condition or an output for its form; None if the template has none of that name."""
    section = template.root.get(kind)
    node = section.get(name) if isinstance(section, MappingNode) else None
    if node is None or kind not in ("conditions", "outputs"):
        return None
    assert isinstance(section, MappingNode)
    own = diagnostics_within(found, section.key_nodes[name].start, node.end)
    maker = FormMaker(template, catalogue, values, view_state)
    if kind == "conditions":
        (share,), rest = distributed([(node.start, node.end)], own)
        form = maker.form(node, Spot((kind, name), "definition", ArgumentSpec("boolean"), context=CONDITIONS), share)
        now = values.condition(name) if values and name in template.conditions else None
        return Outcome(kind, name, (form,), now, tuple(rest), _users(template, name))
    return _output(maker, name, node, own, values)


def _output(maker: FormMaker, name: str, node: Node, found: list[Diagnostic], values: PresentValues | None) -> Outcome:
    if not isinstance(node, MappingNode):
        return Outcome(
            "outputs",
            name,
            (maker.form(node, Spot(("outputs", name), "output", ArgumentSpec("map")), found),),
            None,
            (),
        )
    keys = [key for key in node.members if key in _OUTPUT]
    shares, rest = distributed([(node.key_nodes[key].start, node.members[key].end) for key in keys], found)
    by_key = dict(zip(keys, shares, strict=True))
    offered = [key for key in _OUTPUT if key != "condition" or maker.template.version.date >= CONDITIONS_SINCE]
    forms = []
    for key in offered:
        context = CONDITIONS if key == "condition" else VALUES
        can_go = key != "value" and key in keys
        spot = Spot(("outputs", name, key), key, _OUTPUT[key], required=key == "value", context=context, can_go=can_go)
        forms.append(maker.form(node.get(key), spot, by_key.get(key, [])))
    return Outcome("outputs", name, tuple(forms), _output_now(node, values), tuple(rest))


def _output_now(node: MappingNode, values: PresentValues | None) -> Present | None:
    """The current value of an output, which is left out if its condition is false."""
    value = node.get("value")
    condition = present_condition(node.get("condition"), values)
    if values is None or value is None:
        return None
    if condition is not None and condition.text == "false":
        return Present("left-out")
    return values.of(value, "outputs")


def _users(template: Template, name: str) -> tuple[Link, ...]:
    """The resources, outputs and conditions that use a condition."""
    return tuple(
        Link(str(use.path[1]), str(use.path[0]), use.path)
        for use in occurrences(template.root)
        if use.kind == "conditions" and use.name == name and len(use.path) > 1
    )
