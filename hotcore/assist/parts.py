"""Parameters, conditions and outputs as a form shows them: what is written for each field, and what may be."""

from dataclasses import dataclass
from typing import Any

from hotcore.assist.inspector import value_text
from hotcore.nodes import Mapping, Node, Scalar
from hotcore.parameter_types import TYPES
from hotcore.template import Template

KINDS = ("parameters", "conditions", "outputs")


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a declaration: its key (empty for a declaration that is one value), and what is written for it.

    `typed` tells how a new value is read: as `text`, or as `yaml`.
    """

    key: str
    text: str
    is_set: bool
    typed: str = "text"
    choices: tuple[str, ...] = ()

    @property
    def is_long(self) -> bool:
        """Whether it takes several lines to write."""
        return "\n" in self.text or self.key in ("constraints", "value", "")


@dataclass(frozen=True, slots=True)
class Part:
    """A declaration: its fields, and for a parameter the groups and the one that asks for it, None for no group."""

    kind: str
    name: str
    fields: tuple[Field, ...]
    groups: tuple[str, ...] = ()
    group: int | None = None


_FIELDS: dict[str, tuple[tuple[str, str, tuple[str, ...]], ...]] = {
    "parameters": (
        ("type", "text", tuple(TYPES)),
        ("label", "text", ()),
        ("description", "text", ()),
        ("default", "yaml", ()),
        ("hidden", "yaml", ("true", "false")),
        ("immutable", "yaml", ("true", "false")),
        ("constraints", "yaml", ()),
        ("tags", "yaml", ()),
    ),
    "outputs": (("description", "text", ()), ("value", "yaml", ()), ("condition", "yaml", ())),
}


def inspect_part(template: Template, kind: str, name: str) -> Part | None:
    """What a form shows of a declaration; None when the template has none of that name."""
    section = template.root.get(kind)
    node = section.get(name) if kind in KINDS and isinstance(section, Mapping) else None
    if node is None:
        return None
    if kind == "conditions":
        return Part(kind, name, (Field("", value_text(node), is_set=True, typed="yaml"),))
    body = node if isinstance(node, Mapping) else None
    fields = tuple(
        _field(key, body.get(key) if body else None, typed, choices) for key, typed, choices in _FIELDS[kind]
    )
    if kind == "outputs":
        return Part(kind, name, fields)
    labels = tuple(group.label or "" for group in template.parameter_groups)
    places = (index for index, group in enumerate(template.parameter_groups) if name in group.parameters)
    return Part(kind, name, fields, labels, next(places, None))


def _field(key: str, node: Node | None, typed: str, choices: tuple[str, ...]) -> Field:
    if node is None:
        return Field(key, "", is_set=False, typed=typed, choices=choices)
    return Field(key, _shown(node, typed), is_set=True, typed=typed, choices=choices)


def _shown(node: Node, typed: str) -> str:
    """A text as it reads, anything else as it is written."""
    value: Any = node.value if isinstance(node, Scalar) else None
    if isinstance(value, bool):
        return str(value).lower()
    return value if typed == "text" and isinstance(value, str) else value_text(node)
