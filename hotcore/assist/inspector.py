"""A resource as a form shows it: what is written for its properties, what may be, and what fits to them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from hotcore.catalogue import Catalogue, PropertySchema, ResourceType
from hotcore.diagnostics import Report
from hotcore.edits.places import CannotEdit, content_end, indentation
from hotcore.edits.values import ITEM
from hotcore.graph import depends_on
from hotcore.nodes import Mapping as MappingNode
from hotcore.nodes import Node, Scalar, to_plain
from hotcore.reader import read
from hotcore.source import Source
from hotcore.template import Resource, Template

LITERAL, OTHER = "", "yaml"
"""How a value is written: as a single value, or in a way that is best shown as its text."""


@dataclass(frozen=True, slots=True)
class Row:
    """One property: its schema if the type is known, and what is written for it.

    `function` is `get_param`, `get_resource` or `get_attr` when the value is just that call, `LITERAL` for a single
    value, else `OTHER`; `text` is what stands in the control then: a name, the value, or its YAML.
    """

    name: str
    schema: PropertySchema | None
    is_set: bool
    function: str = LITERAL
    text: str = ""
    line: int = 0
    fits: tuple[str, ...] = ()

    @property
    def choices(self) -> tuple[str, ...]:
        """The values that are allowed, if there are only some."""
        if self.schema is None:
            return ()
        if self.schema.type == "boolean":
            return ("true", "false")
        for constraint in self.schema.constraints:
            if constraint.kind == "allowed_values":
                return tuple(str(value) for value in constraint.options["values"])
        return ()

    @property
    def is_long(self) -> bool:
        """Whether the value takes several lines to write."""
        return "\n" in self.text or self.function == OTHER or self._is_structured

    @property
    def _is_structured(self) -> bool:
        return self.schema is not None and self.schema.type in ("list", "map", "any")


@dataclass(frozen=True, slots=True)
class Inspected:
    """A resource: its properties that are set, then required ones that are missing; `others` are those to add."""

    resource: Resource
    known: ResourceType | None
    rows: tuple[Row, ...]
    others: tuple[str, ...]
    condition: str
    depends_on: tuple[str, ...]


def inspect_resource(template: Template, name: str, catalogue: Catalogue, extra: str = "") -> Inspected | None:
    """What a form shows of a resource, with a row for one `extra` property that is to be set; None when the template
    has no resource of that name."""
    resource = template.resources.get(name)
    if resource is None:
        return None
    known = catalogue.find(resource.type)
    schemas: Mapping[str, PropertySchema] = known.properties if known else {}
    properties = resource.field("properties")
    written = properties.members if isinstance(properties, MappingNode) else {}
    rows = [_row(str(key), node, schemas.get(str(key)), template, catalogue) for key, node in written.items()]
    wanted = (key for key, schema in schemas.items() if schema.required or key == extra)
    missing = sorted(key for key in wanted if key not in written)
    rows += [Row(key, schemas[key], False, fits=_fitting(template, schemas[key], catalogue)) for key in missing]
    shown = {row.name for row in rows}
    others = tuple(key for key, schema in sorted(schemas.items()) if key not in shown and schema.implemented)
    condition = resource.field("condition")
    return Inspected(
        resource,
        known,
        tuple(rows),
        others,
        value_text(condition) if condition else "",
        tuple(node.value for node in depends_on(resource.field("depends_on"))),
    )


def _row(name: str, node: Node, schema: PropertySchema | None, template: Template, catalogue: Catalogue) -> Row:
    function, text = _written(node)
    fits = _fitting(template, schema, catalogue) if schema else ()
    return Row(name, schema, True, function, text, node.span.line, fits)


def _written(node: Node) -> tuple[str, str]:
    """How a value is written, and the text that stands for it in a control."""
    if isinstance(node, Scalar):
        if isinstance(node.value, bool):
            return LITERAL, str(node.value).lower()
        return LITERAL, "" if node.value is None else str(node.value)
    if isinstance(node, MappingNode) and node.sole_key in ("get_param", "get_resource", "get_attr"):
        argument = to_plain(node.members[node.sole_key])
        parts = argument if isinstance(argument, list) else [argument]
        if all(isinstance(part, str | int) and not isinstance(part, bool) for part in parts):
            return node.sole_key, " ".join(map(str, parts))
    return OTHER, value_text(node)


def value_text(node: Node) -> str:
    """The text of a value as it is written, its lines moved to the left."""
    text = node.source.text
    first, *rest = text[node.start : content_end(node)].splitlines() or [""]
    indent = indentation(text, node.start)
    return "\n".join([first, *(line[min(indent, len(line) - len(line.lstrip(" "))) :] for line in rest)])


def read_value(text: str) -> Any:
    """A value that somebody typed as YAML.  Raises `CannotEdit` when it is none."""
    report = Report()
    node = read(Source(text), report) if text.strip() else None
    if node is None and text.strip():
        raise CannotEdit(next((found.message for found in report), "This is no YAML."))
    return to_plain(node) if node is not None else None


def typed_value(text: str, schema_type: str | None) -> Any:
    """A single value that somebody typed for a property of a type: a number where one is wanted and given."""
    if schema_type == "boolean" and text.lower() in ("true", "false"):
        return text.lower() == "true"
    if schema_type in ("integer", "number"):
        try:
            return int(text) if schema_type == "integer" else float(text) if "." in text else int(text)
        except ValueError:
            return text
    return text


def _fitting(template: Template, schema: PropertySchema, catalogue: Catalogue) -> tuple[str, ...]:
    """The resources that a property may refer to, by what the catalogue says of it."""
    types = set(_made_by(schema, catalogue))
    return tuple(name for name, resource in template.resources.items() if resource.type in types)


def _made_by(schema: PropertySchema, catalogue: Catalogue) -> Iterator[str]:
    inner = schema
    while inner.items is not None and inner.items.keys is None:
        inner = inner.items
    for name in (*schema.references, *inner.references):
        kind = catalogue.references.get(name)
        yield from kind.types if kind else ()


def connections(template: Template, source: str, target: str, catalogue: Catalogue) -> tuple[tuple[str, ...], ...]:
    """The paths of the properties of one resource that take another, those nearest to the top first."""
    if source not in template.resources or target not in template.resources:
        return ()
    known = catalogue.find(template.resources[source].type)
    wanted = template.resources[target].type
    pending: list[tuple[tuple[str, ...], PropertySchema]] = [
        ((name,), schema) for name, schema in (known.properties if known else {}).items()
    ]
    found: dict[tuple[str, ...], None] = {}
    while pending:
        path, schema = pending.pop(0)
        if not schema.implemented or schema.support.status in ("DEPRECATED", "HIDDEN"):
            continue
        references = [catalogue.references[name] for name in schema.references if name in catalogue.references]
        if any(wanted in kind.types for kind in references):
            found[(*path, ITEM) if schema.type == "list" else path] = None
        if schema.items is not None:
            pending.append(((*path, ITEM), schema.items))
        elif schema.keys is not None:
            pending.extend(((*path, key), inner) for key, inner in schema.keys.items())
    return tuple(found)
