"""Values as trees of form parts: their expressions, choices and diagnostics."""

import re
from dataclasses import asdict, dataclass, field
from typing import Any

from designer.design.inspector.item_words import item_name, short_words
from hotcore.assist import Present, ReferenceChoice, choices_of, item_schema, scalar_text
from hotcore.catalogue import PropertySchema
from hotcore.diagnostics import Diagnostic, Severity
from hotcore.evaluation import ANY, VALUES, ArgumentSpec
from hotcore.functions import LIST, LITERAL, MAP, OTHER
from hotcore.syntax import Path

DEEPEST = 7
"""The maximum depth of nested parts; what is deeper is shown as text."""

MOST_PARTS = 400
"""The maximum number of parts of one form; the rest is shown as text."""

MOST_ITEMS = 2_000
"""The maximum number of parts of one value; a larger one is shown as text."""

MOST_AT_ONCE = 12
"""The maximum number of parts of a value that is initially expanded."""

LEVEL = 3
"""The length of a path to a field of a declaration; longer paths are within a value."""

_NO_WORD = re.compile(r"[^A-Za-z0-9]")

WIDEST_SEGMENTS = 24
"""The number of characters of all choices together up to which they are shown next to each other."""

SCRIPTS = frozenset({"config", "user_data"})
"""The names of properties whose texts are mostly scripts or files."""

LONG = 80
"""The number of characters above which a text gets more than one line."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A place for a value, and what it takes."""

    path: Path
    """The path of the place in the template."""
    label: str
    """The name of the place in the form."""
    wants: ArgumentSpec = ANY
    """What the place takes, in a call or a field of a declaration."""
    schema: PropertySchema | None = None
    """The schema of the property; None if the type is not known, and outside of properties."""
    required: bool = False
    """Whether a value has to be given."""
    context: str = VALUES
    """Whether the place is in `VALUES` or in `CONDITIONS`."""
    depth: int = 0
    """How deep the place is in the form."""
    can_go: bool = False
    """Whether the value may be removed."""
    can_move: bool = False
    """Whether the value may be moved among its siblings."""
    can_rename: bool = False
    """Whether the key of the value may be changed."""
    resource: str = ""
    """The name of the resource whose attribute the place takes; empty for other places."""

    @property
    def kind(self) -> str:
        """The kind of value that is expected here."""
        return self.schema.type if self.schema is not None else self.wants.kind

    @property
    def is_item(self) -> bool:
        """Whether it is an item of a list."""
        return isinstance(self.path[-1], int)


@dataclass(slots=True)
class ValueForm:
    """A part of a form: a value, its expression, and its own parts."""

    spot: Spot
    """The place of the value."""
    expression: str = LITERAL
    """LITERAL, LIST, MAP, OTHER or the name of a function."""
    text: str = ""
    """The text of its control."""
    is_set: bool = True
    """Whether the template has the value."""
    into: Path = ()
    """The path to which its control writes: that of the value, or of the only argument of its function."""
    wants: ArgumentSpec = ANY
    """What the only argument of its function takes."""
    grows: str = ""
    """What can be added to it: an `item`, a `key`, an `argument`, or a `path` after a name; empty for nothing."""
    keys: tuple[str, ...] = ()
    """The keys that it does not have yet; empty for keys of any name."""
    parts: list["ValueForm"] = field(default_factory=list)
    """Its parts."""
    diagnostics: list[Diagnostic] = field(default_factory=list)
    """The diagnostics about it, without those about its parts."""
    present: Present | None = None
    """Its current value; None if that is not shown."""
    line: int = 0
    """The line of the value, from 1; 0 if there is none."""
    start: int = 0
    """The offset of the value, in code points."""
    pending: bool = False
    """Whether it is not in the text yet, since it waits for a name."""
    asks_attribute: bool = False
    """Whether a part that is pending also waits for the name of an attribute."""
    fits: tuple[str, ...] = ()
    """The types of the resources or parameters that match best, for a control that takes a name."""
    options: tuple[str, ...] = ()
    """The names that its control offers."""
    references: tuple[ReferenceChoice, ...] = ()
    """The things that its property can name."""
    was: str = ""
    """The kind of the scalar that is written; empty for anything else."""
    opened: bool = False
    """Whether its parts were opened."""
    index_word: str = ""
    """What stands for the number of a group's member in its text; empty outside of members."""

    @property
    def path(self) -> Path:
        """Its path in the text."""
        return self.spot.path

    @property
    def slug(self) -> str:
        """Its path as an identifier for the page."""
        return "-".join(_NO_WORD.sub(lambda found: f"_{ord(found.group()):x}", str(key)) for key in self.path)

    @property
    def schema(self) -> PropertySchema | None:
        """The catalogue's schema for it."""
        return self.spot.schema

    @property
    def kind(self) -> str:
        """The kind of value that the control takes."""
        return self.spot.kind if self.expression == LITERAL else self.wants.kind

    @property
    def type_name(self) -> str:
        """What the place takes, in a word: the kind of thing that it names, or its type."""
        schema = self.schema
        if schema is None:
            return ""
        return schema.references[0] if schema.references and schema.type == "string" else schema.type

    @property
    def names(self) -> str:
        """The sort of names that the control takes, if any."""
        return self.wants.names if self.expression != LITERAL else self.spot.wants.names

    @property
    def choices(self) -> tuple[str, ...]:
        """The allowed values of the control, if they are limited."""
        if self.expression != LITERAL:
            return self.wants.choices
        if self.schema is None or self.spot.wants.choices:
            return ("true", "false") if self.spot.wants.kind == "boolean" else self.spot.wants.choices
        return choices_of(self.schema)

    @property
    def is_switch(self) -> bool:
        """Whether its control is a switch: true or false, as a literal."""
        return self.choices == ("true", "false") and self.text in ("", *self.choices)

    @property
    def is_segments(self) -> bool:
        """Whether its control shows all choices next to each other, for they are few and short."""
        width = sum(map(len, self.choices))
        return len(self.choices) > 1 and width <= WIDEST_SEGMENTS and self.text in ("", *self.choices)

    @property
    def limits(self) -> dict[str, Any]:
        """The least and the greatest number that the control takes, as far as there are limits."""
        if self.kind not in ("integer", "number") or self.expression != LITERAL or self.schema is None:
            return {}
        ranges = [one.options for one in self.schema.constraints if one.kind == "range"]
        return {key: value for one in ranges for key, value in one.items() if value is not None}

    @property
    def takes_reference(self) -> bool:
        """Whether its control takes the name or ID of a thing of a kind as a literal."""
        is_text = self.schema is not None and self.schema.type == "string" and bool(self.schema.references)
        return is_text and self.expression == LITERAL and not (self.choices or self.is_long)

    @property
    def reference_data(self) -> list[dict[str, Any]]:
        """The things that it can name, as JSON-ready data."""
        return [asdict(one) for one in self.references]

    @property
    def has_expressions(self) -> bool:
        """Whether other expressions are possible; not if it is chosen from names or keywords."""
        wants = self.spot.wants
        chosen = wants.names or (wants.choices and len(self.path) > LEVEL)
        return self.expression != LITERAL or wants.kind == "condition" or not chosen

    @property
    def is_structured(self) -> bool:
        """Whether it shows its parts instead of a control."""
        return self.expression not in (LITERAL, OTHER) and self.into == ()

    @property
    def is_boxed(self) -> bool:
        """Whether it is a map in a list, which has a box of its own."""
        is_map = self.expression == MAP or (not self.is_set and not self.pending and self.grows == "key")
        return self.spot.is_item and self.spot.can_go and is_map

    @property
    def is_text(self) -> bool:
        """Whether it is a text that is typed freely."""
        is_typed = self.expression == LITERAL and not (self.choices or self.names or self.grows)
        return is_typed and self.kind in ("string", "any")

    @property
    def can_be_file(self) -> bool:
        """Whether it is a text of several lines, which may be in a file of its own."""
        return self.is_text and self.is_set and "\n" in self.text.strip()

    @property
    def is_row(self) -> bool:
        """Whether it is in a row with its key or number: a literal in a map of any keys, or an item of a list."""
        is_literal = self.spot.can_rename and self.expression == LITERAL and not self.pending
        is_entry = is_literal or (self.spot.is_item and self.spot.can_go and self.spot.label.isdigit())
        return is_entry and not (self.is_structured or self.is_long or (not self.is_set and self.grows))

    @property
    def takes_any_key(self) -> bool:
        """Whether a key of any name can be added to it."""
        return self.grows == "key" and not self.keys and (self.schema is None or self.schema.keys is None)

    @property
    def short_words(self) -> str:
        """What a map says in a few words."""
        return short_words({one.spot.label: one.word for one in self.parts if one.is_set})

    @property
    def word(self) -> str:
        """The text of a single value, or the name that a call refers to; empty for anything else."""
        if self.expression == LITERAL:
            return "" if self.kind == "boolean" or self.text in ("true", "false") else self.text.strip()
        if self.into and self.wants.names:
            return self.text
        named = self.parts[0] if self.parts else None
        return named.text if named is not None and named.names == "resource" else ""

    @property
    def item_name(self) -> str:
        """What an item that is added to it is called; empty if its name says nothing about that."""
        return item_name(self.spot.label)

    @property
    def opens_items_whole(self) -> bool:
        """Whether an item that is added to it shows all its keys, for none is required."""
        schema = item_schema(self.schema)
        keys = schema.keys if schema is not None else None
        return bool(keys) and not any(one.required for one in (keys or {}).values())

    @property
    def is_long(self) -> bool:
        """Whether its control has several lines."""
        if self.expression == OTHER or "\n" in self.text or len(self.text) > LONG:
            return True
        return self.expression == LITERAL and (self.spot.wants.is_long or self.is_script) and not self.choices

    @property
    def is_script(self) -> bool:
        """Whether its text is mostly a script or a file."""
        return self.schema is not None and self.schema.type == "string" and self.spot.label in SCRIPTS

    @property
    def is_initially_open(self) -> bool:
        """Whether its parts are initially shown: always with diagnostics; otherwise not for a property's call with a
        known value, nor if there are very many."""
        known = self.present is not None and self.present.state != "unknown"
        is_known_call = self.expression not in (LIST, MAP) and known and self.path[0] == "resources"
        return self.is_wrong or not (is_known_call or self.count > MOST_AT_ONCE)

    @property
    def shows_parts(self) -> bool:
        """Whether its parts are shown."""
        return self.opened or not self.is_structured or self.is_initially_open

    @property
    def is_wrong(self) -> bool:
        """Whether it contains an error or a warning."""
        return self.worst in (Severity.ERROR, Severity.WARNING) or any(part.is_wrong for part in self.parts)

    @property
    def worst(self) -> Severity | None:
        """The highest severity of its own diagnostics."""
        found = {one.severity for one in self.diagnostics}
        return next((severity for severity in Severity if severity in found), None)

    @property
    def placeholder(self) -> str:
        """The default that applies if nothing is written."""
        schema = self.schema
        if schema is None or self.is_set or not schema.has_default or schema.default is None:
            return ""
        return scalar_text(schema.default)

    @property
    def help(self) -> str:
        """What the value is for."""
        return self.schema.description if self.schema is not None else ""

    @property
    def described_by(self) -> str:
        """The identifiers of what describes its control on the page: what it is for (`h-`), its diagnostics (`e-`)."""
        return " ".join(f"{mark}-{self.slug}" for mark, shown in (("h", self.help), ("e", self.diagnostics)) if shown)

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules of the schema's constraints, each in a few words."""
        found = self.schema.constraints if self.schema is not None and self.expression == LITERAL else ()
        return tuple(one.rule for one in found if one.kind != "allowed_values")

    @property
    def count(self) -> int:
        """The number of parts, including itself."""
        return 1 + sum(part.count for part in self.parts)


@dataclass(frozen=True, slots=True)
class ViewState:
    """The state of a form's view."""

    as_text: frozenset[Path] = frozenset()
    """The paths of values that are shown as text."""
    begun: tuple[Path, ...] = ()
    """The paths of values that are being added."""
    opened: frozenset[Path] = frozenset()
    """The paths of values that are expanded."""
    complete: frozenset[Path] = frozenset()
    """The paths of maps that show all their keys."""
    pending: Path | None = None
    """The path of a value whose chosen function still needs a name; None without one."""
    expression: str = ""
    """The name of that function."""
    name: str = ""
    """The resource that is chosen for it so far."""
    themes: frozenset[str] = frozenset()
    """The themes that are unfolded."""
    find: str = ""
    """The words that are sought."""
    in_member: bool = False
    """Whether the definition of a group's members is shown."""
