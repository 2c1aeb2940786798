"""A value as a tree of form parts: how it is said, what may be chosen for it, what is wrong with it."""

import re
from dataclasses import dataclass, field
from typing import Any

from hotcore.assist.inspector.current_values import Present
from hotcore.catalogue import PropertySchema
from hotcore.diagnostics import Diagnostic, Severity
from hotcore.edits import content_end, indentation
from hotcore.evaluation import ANY, VALUES, Wanted
from hotcore.functions import LIST, LITERAL, MAP, OTHER
from hotcore.syntax import Node, Path

DEEPEST = 7
"""Levels of parts within each other; what is below is shown as text."""

MOST_PARTS = 400
"""Parts of one form; what comes after them is shown as text."""

MOST_ITEMS = 2_000
"""Parts of one value; one with more is shown as text as a whole."""

MOST_AT_ONCE = 12
"""Parts of a value that show without being asked for."""

LEVEL = 3
"""Steps to a field of a declaration; what is deeper is part of a value."""

_NO_WORD = re.compile(r"[^A-Za-z0-9]")

LONG = 80
"""Characters from which on a text takes more than one line."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A place for a value, and what belongs there.

    `schema` is that of the property if the type is known; `can_go` and `can_move` tell whether it may be taken away
    and put elsewhere among its neighbours, `can_rename` whether its key is free.
    """

    path: Path
    label: str
    wants: Wanted = ANY
    schema: PropertySchema | None = None
    required: bool = False
    place: str = VALUES
    depth: int = 0
    can_go: bool = False
    can_move: bool = False
    can_rename: bool = False
    resource: str = ""

    @property
    def kind(self) -> str:
        """The kind of value that belongs here."""
        return self.schema.type if self.schema is not None else self.wants.kind


@dataclass(slots=True)
class ValueForm:
    """A part of a form: a value, how it is said, and the parts that it has in turn.

    `way` is LITERAL, LIST, MAP, OTHER or the name of a function; `text` is what stands in its control, which writes to
    `into`: a value for itself, or the argument of the function whose only argument it is. `grows` tells what can be
    added to it: an item, one of its missing `keys` or a key of any name, or the path behind a name. A part that is
    `pending` is not in the text yet: it waits for a name, and with `asks_attribute` for that of an attribute as well.
    """

    spot: Spot
    way: str = LITERAL
    text: str = ""
    is_set: bool = True
    into: Path = ()
    wants: Wanted = ANY
    grows: str = ""
    keys: tuple[str, ...] = ()
    parts: list["ValueForm"] = field(default_factory=list)
    findings: list[Diagnostic] = field(default_factory=list)
    present: Present | None = None
    line: int = 0
    pending: bool = False
    asks_attribute: bool = False
    fits: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    was: str = ""
    opened: bool = False

    @property
    def path(self) -> Path:
        """Where it stands in the text."""
        return self.spot.path

    @property
    def slug(self) -> str:
        """Its path as a word, for names in a page."""
        return "-".join(_NO_WORD.sub(lambda found: f"_{ord(found.group()):x}", str(key)) for key in self.path)

    @property
    def schema(self) -> PropertySchema | None:
        """What the catalogue says of it."""
        return self.spot.schema

    @property
    def kind(self) -> str:
        """The kind of value that belongs into the control."""
        return self.spot.kind if self.way == LITERAL else self.wants.kind

    @property
    def names(self) -> str:
        """Of what sort a name the control holds, if it holds one."""
        return self.wants.names if self.way != LITERAL else self.spot.wants.names

    @property
    def choices(self) -> tuple[str, ...]:
        """The only values that are allowed in the control, if there are only some."""
        if self.way != LITERAL:
            return self.wants.choices
        if self.schema is None:
            return ("true", "false") if self.spot.wants.kind == "boolean" else self.spot.wants.choices
        return choices_of(self.schema)

    @property
    def has_ways(self) -> bool:
        """Whether it can be said in other ways: only what is chosen from names or words cannot."""
        wants = self.spot.wants
        chosen = wants.names or (wants.choices and len(self.path) > LEVEL)
        return self.way != LITERAL or wants.kind == "condition" or not chosen

    @property
    def is_structured(self) -> bool:
        """Whether it shows its parts instead of a control."""
        return self.way not in (LITERAL, OTHER) and self.into == ()

    @property
    def is_long(self) -> bool:
        """Whether its control takes several lines."""
        if self.way == OTHER or "\n" in self.text or len(self.text) > LONG:
            return True
        return self.way == LITERAL and self.spot.wants.is_long and not self.choices

    @property
    def starts_open(self) -> bool:
        """Whether its parts show at first: not those of a property's call whose value is
        known, nor very many, if all are well."""
        known = self.present is not None and self.present.state != "unknown"
        settled = self.way not in (LIST, MAP) and known and self.path[0] == "resources"
        return self.is_wrong or not (settled or self.count > MOST_AT_ONCE)

    @property
    def shows_parts(self) -> bool:
        """Whether its parts show."""
        return self.opened or not self.is_structured or self.starts_open

    @property
    def is_wrong(self) -> bool:
        """Whether a finding lies within it that is more than a hint."""
        return self.worst in (Severity.ERROR, Severity.WARNING) or any(part.is_wrong for part in self.parts)

    @property
    def worst(self) -> Severity | None:
        """How much the worst of its own findings matters."""
        found = {one.severity for one in self.findings}
        return next((severity for severity in Severity if severity in found), None)

    @property
    def placeholder(self) -> str:
        """What holds when nothing is written."""
        schema = self.schema
        if schema is None or self.is_set or not schema.has_default or schema.default is None:
            return ""
        return shown(schema.default)

    @property
    def rules(self) -> tuple[str, ...]:
        """What the constraints of the schema ask for, in a few words each."""
        found = self.schema.constraints if self.schema is not None and self.way == LITERAL else ()
        return tuple(one.rule for one in found if one.kind != "allowed_values")

    @property
    def count(self) -> int:
        """How many parts there are, itself included."""
        return 1 + sum(part.count for part in self.parts)


def choices_of(schema: PropertySchema) -> tuple[str, ...]:
    """The values that a schema allows, as they are typed, if there are only some."""
    if schema.type == "boolean":
        return ("true", "false")
    for constraint in schema.constraints:
        if constraint.kind == "allowed_values" and schema.type not in ("list", "map"):
            return tuple(shown(value) for value in constraint.options["values"])
    return ()


def shown(value: Any) -> str:
    """A single value as it is typed."""
    return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def value_text(node: Node) -> str:
    """The text of a value as it is written, its lines moved to the left."""
    text = node.source.text
    first, *rest = text[node.start : content_end(node)].splitlines() or [""]
    indent = indentation(text, node.start)
    return "\n".join([first, *(line[min(indent, len(line) - len(line.lstrip(" "))) :] for line in rest)])


@dataclass(frozen=True, slots=True)
class Wish:
    """How somebody looks at a form: the paths of values that they want to see as text, `begun` those of values that
    they want to add, `opened` those of values whose parts they want to see, and a value for which they chose a
    function that takes a name, which they still have to choose; `name` is the resource that they chose."""

    as_text: frozenset[Path] = frozenset()
    begun: tuple[Path, ...] = ()
    opened: frozenset[Path] = frozenset()
    pending: Path | None = None
    way: str = ""
    name: str = ""
