"""The properties of a resource as the parts of its form: the main ones, then the others by theme.

Every property that Heat offers is in one part; one that is set is always shown.  A search shows those that it finds by
name, by description, or by a key inside them.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from designer.design.inspector.property_search import is_sought, keys_inside
from designer.design.inspector.value_form import Spot, ValueForm
from designer.design.inspector.value_form_builder import FormMaker, distributed
from hotcore.catalogue import PropertySchema, ResourceType
from hotcore.diagnostics import Diagnostic
from hotcore.evaluation import ANY, ArgumentSpec
from hotcore.syntax import Mapping as MappingNode
from hotcore.syntax import Node, Path

MAIN = ""
"""The title of the part with the main properties."""

OTHERS = "Everything else"
"""The title of the part with the properties that belong to no theme."""

FEW = 8
"""The number of properties up to which a type needs only one part."""


@dataclass(frozen=True, slots=True)
class PropertyPart:
    """A part of a form."""

    title: str
    """Its title; `MAIN` for the main properties."""
    forms: tuple[ValueForm, ...]
    """The forms that it shows."""
    unshown: tuple[str, ...]
    """The names of its properties that have no form."""
    is_open: bool
    """Whether it shows all its properties."""

    @property
    def set_count(self) -> int:
        """The number of its properties that are set."""
        return sum(form.is_set for form in self.forms)

    @property
    def count(self) -> int:
        """The number of its properties."""
        return len(self.forms) + len(self.unshown)


@dataclass(frozen=True, slots=True)
class PropertyParts:
    """The properties at a path, in parts."""

    path: Path
    """The path."""
    parts: tuple[PropertyPart, ...]
    """The parts."""
    diagnostics: tuple[Diagnostic, ...]
    """The diagnostics that belong to none of them."""

    @property
    def forms(self) -> tuple[ValueForm, ...]:
        """The forms of all parts."""
        return tuple(form for part in self.parts for form in part.forms)

    @property
    def unshown(self) -> tuple[str, ...]:
        """The names of the properties that can be added."""
        return tuple(sorted(name for part in self.parts for name in part.unshown))


def property_parts(
    maker: FormMaker, known: ResourceType | None, node: Node | None, path: Path, extra: str, found: list[Diagnostic]
) -> PropertyParts:
    """The parts of the properties that a node sets, with one `extra` property to set; `found` are its diagnostics."""
    schemas: Mapping[str, PropertySchema] = known.properties if known else {}
    if node is not None and not isinstance(node, MappingNode):
        form = maker.form(node, Spot(path, "properties", ArgumentSpec("map"), can_go=True), found)
        return PropertyParts(path, (PropertyPart(MAIN, (form,), tuple(schemas), True),), ())
    _open_matches(maker, schemas, node, path)
    forms, rest = _written(maker, schemas, node, path, found)
    begun = [str(one[-1]) for one in maker.view_state.begun if one[:-1] == path]
    asked = [*maker.missing(path, schemas, forms), *begun, *([extra] if extra else [])]
    needs_field = {key for key in asked if key not in forms}
    parts = []
    for title, names in _divided(known, [*forms, *needs_field]).items():
        is_open = _is_open(maker, title, names, path, {*forms, *needs_field})
        shown = [name for name in names if name in forms or name in needs_field or is_open]
        made = [
            forms.get(name) or _missing(maker, schemas.get(name), (*path, name), name in (extra, *begun))
            for name in shown
            if is_sought(maker.view_state.find, name, schemas.get(name))
        ]
        parts.append(PropertyPart(title, tuple(made), tuple(name for name in names if name not in shown), is_open))
    return PropertyParts(path, tuple(parts), tuple(rest))


def _written(
    maker: FormMaker, schemas: Mapping[str, PropertySchema], node: MappingNode | None, path: Path,
    found: list[Diagnostic],
) -> tuple[dict[str, ValueForm], list[Diagnostic]]:  # fmt: skip
    """The forms of the properties that are set, and the diagnostics that belong to none."""
    if node is None:
        return {}, found
    shares, rest = distributed([(node.key_nodes[key].start, value.end) for key, value in node.members.items()], found)
    forms = {}
    for (key, value), share in zip(node.members.items(), shares, strict=True):
        schema = schemas.get(str(key))
        spot = Spot((*path, key), str(key), ANY, schema, bool(schema and schema.required), can_go=True,
                    can_move=len(node.members) > 1)  # fmt: skip
        forms[str(key)] = maker.form(value, spot, share)
    return forms, rest


def _missing(maker: FormMaker, schema: PropertySchema | None, path: Path, can_go: bool) -> ValueForm:
    required = bool(schema and schema.required)
    return maker.form(None, Spot(path, str(path[-1]), ANY, schema, required, can_go=can_go))


def _divided(known: ResourceType | None, needed: Sequence[str]) -> dict[str, list[str]]:
    """The names of all properties by the title of their part: those offered, and others that are `needed`."""
    schemas = known.properties if known else {}
    offered = sorted(name for name, schema in schemas.items() if schema.is_offered)
    required = [name for name in offered if schemas[name].required]
    main = list(known.main_properties) if known and known.main_properties else required
    if known is None or (not known.main_properties and len(offered) <= FEW):
        main = [*required, *(name for name in offered if name not in required)]
    main += [name for name in needed if name not in schemas]
    left = [name for name in dict.fromkeys((*offered, *needed)) if name not in main]
    parts = {MAIN: main}
    for title, names in (known.themes if known else {}).items():
        parts[title] = [name for name in names if name in left]
        left = [name for name in left if name not in names]
    parts.setdefault(OTHERS, []).extend(left)
    return {title: names for title, names in parts.items() if names}


def _is_open(maker: FormMaker, title: str, names: Sequence[str], path: Path, needed: set[str]) -> bool:
    """Whether a part shows all its properties: the main one, one that is opened or in use, or what is sought."""
    view = maker.view_state
    return title in (MAIN, *view.themes) or path in view.complete or bool(view.find) or not needed.isdisjoint(names)


def _open_matches(
    maker: FormMaker, schemas: Mapping[str, PropertySchema], node: MappingNode | None, path: Path
) -> None:
    """Opens the maps with keys that a search finds."""
    words = maker.view_state.find
    if not words:
        return
    opened = set()
    for name, schema in schemas.items():
        value = node.members.get(name) if node is not None else None
        opened |= set(_found_inside(words, schema, value, (*path, name)))
    view = maker.view_state
    maker.view_state = replace(view, opened=view.opened | opened, complete=view.complete | opened)


def _found_inside(words: str, schema: PropertySchema, node: Node | None, path: Path) -> Iterator[Path]:
    """The paths of the maps and lists below a value that have a key which a search finds."""
    if not any(is_sought(words, key, one) for key, one in keys_inside(schema)):
        return
    yield path
    for at, item in enumerate(getattr(node, "items", ()) if schema.items is not None else ()):
        yield from _found_inside(words, schema.items, item, (*path, at)) if schema.items is not None else ()
    for key, inner in (schema.keys or {}).items():
        member = node.members.get(key) if isinstance(node, MappingNode) else None
        yield from _found_inside(words, inner, member, (*path, key))
