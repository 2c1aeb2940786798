"""Completion in a template: keys, names, types, values, and function calls."""

from collections.abc import Callable, Iterator, Mapping

from hotcore.assist.completion import key_help
from hotcore.assist.completion.cursor import Cursor, cursor_at
from hotcore.assist.completion.function_calls import argument_options, functions, missing, takes_only_names
from hotcore.assist.completion.incomplete_declarations import Known, known_in
from hotcore.assist.completion.item import Option, names, typed_names, values
from hotcore.assist.completion.properties import (
    TYPE_HOLDERS,
    properties_skeleton,
    property_keys,
    schemas_of,
    type_options,
    value_options,
)
from hotcore.assist.completion.snippets import key_skeleton
from hotcore.catalogue import Catalogue, PropertySchema
from hotcore.constraints import KINDS, TYPES
from hotcore.evaluation import GAP
from hotcore.resources import ITEM, Expected, expected_at
from hotcore.runtime import dataclass
from hotcore.syntax import LIMITS
from hotcore.versions import VERSIONS

MOST = 300
"""The maximum number of options; there are more if `is_all` is false."""


@dataclass(frozen=True, slots=True)
class Completion:
    """The options at a cursor."""

    start: int
    """The offset, in code points, of the text that they replace up to the cursor."""
    options: tuple[Option, ...]
    """The options."""
    is_all: bool = True
    """Whether there are no others; a long list is cut."""


def complete(text: str, offset: int, catalogue: Catalogue, files: Mapping[str, object] | None = None) -> Completion:
    """The options at an offset, in code points, of a template's text, the likely ones first."""
    if len(text) > LIMITS.size:
        return Completion(offset, ())
    cursor = cursor_at(text, offset)
    if cursor.in_text:
        return Completion(cursor.start, ())
    found = _options(cursor, known_in(text, files), catalogue)
    options = _ranked(found, cursor)
    return Completion(cursor.start, tuple(options[:MOST]), len(options) <= MOST)


def _ranked(found: Iterator[Option], cursor: Cursor) -> list[Option]:
    """The options that contain the word at the cursor: first those that begin with it; last existing keys and
    deprecated options."""
    wanted = cursor.prefix.lower()
    by_label: dict[tuple[str, str], Option] = {}
    for option in found:
        if wanted in option.label.lower():
            by_label.setdefault((option.label, option.text), option)
    return sorted(
        by_label.values(),
        key=lambda option: (
            option.sort == "key" and option.label in cursor.siblings,
            option.is_old,
            not option.label.startswith(cursor.prefix),
            not option.label.lower().startswith(wanted),
        ),
    )


def _options(cursor: Cursor, known: Known, catalogue: Catalogue) -> Iterator[Option]:
    path = cursor.path
    if not path or (cursor.in_brackets and not path[0]):
        return _section_keys(cursor, known)
    found = _SECTIONS.get(path[0])
    return found(cursor, known, catalogue) if found else iter(())


def _section_keys(cursor: Cursor, known: Known) -> Iterator[Option]:
    for name, words in key_help.in_version(key_help.SECTIONS, known.version).items():
        is_single = name in ("heat_template_version", "description")
        lead = " " * known.step
        shape = "" if is_single or cursor.has_colon or cursor.in_brackets else f":\n{lead}{GAP}"
        text = f"{name}{shape}" if shape else key_skeleton(name, "", cursor, known)
        yield Option(name, "section", text, words, "key", goes_on=name == "heat_template_version")


def _keys(keys: Mapping[str, str], cursor: Cursor, known: Known, **shapes: str) -> Iterator[Option]:
    """Keys with their descriptions; `shapes` names those whose values are lists or maps."""
    for key, words in keys.items():
        yield Option(key, words, key_skeleton(key, shapes.get(key, ""), cursor, known), sort="key", goes_on=True)


# -- sections ------------------------------------------------------------------


def _version(_cursor: Cursor, _known: Known, _catalogue: Catalogue) -> Iterator[Option]:
    for version in reversed(VERSIONS):
        yield Option(version.date, version.release or "", sort="value")
    yield from (Option(version.release, version.date) for version in reversed(VERSIONS) if version.release)


def _in_groups(cursor: Cursor, known: Known, _catalogue: Catalogue) -> Iterator[Option]:
    if "parameters" in cursor.path:
        later = {name: kind for name, kind in known.parameters.items() if name in known.grouped}
        yield from typed_names({**{n: k for n, k in known.parameters.items() if n not in later}, **later}, "parameter")
    elif cursor.is_key and len(cursor.names) == 1:
        text = GROUP_SKELETON.replace("\n", "\n" + " " * (cursor.behind or known.dash + 2))
        if cursor.in_brackets or cursor.path[-1:] == (ITEM,) or cursor.siblings:
            yield from _keys(key_help.GROUP, cursor, known, parameters="list")
        else:
            yield Option("- label", "a parameter group", f"- {text}", sort="key")


GROUP_SKELETON = "label: ${}\nparameters:\n- ${}"


def _new_names(kind: str, cursor: Cursor, known: Known, body: str) -> Iterator[Option]:
    """The names that are used but not declared, each with a body to fill in."""
    for name in missing(known, kind):
        lead = "\n" + " " * (cursor.behind + known.step)
        text = name if cursor.has_colon else f"{name}:" + body.replace("\n", lead)
        yield Option(name, "used but not declared", text, sort="key", goes_on=True)


def _in_parameters(cursor: Cursor, known: Known, _catalogue: Catalogue) -> Iterator[Option]:
    inner = cursor.names[2:]
    if len(cursor.path) == 1:
        yield from _new_names("parameters", cursor, known, f"\ntype: {GAP}")
    elif not inner and cursor.is_key and len(cursor.path) == 2:
        yield from _keys(key_help.parameter_keys(), cursor, known, constraints="list")
    elif inner == ("type",):
        yield from values(tuple(TYPES))
    elif inner in (("hidden",), ("immutable",)) or (
        inner == ("default",) and known.parameters.get(str(cursor.path[1])) == "boolean"
    ):
        yield from values(("true", "false"))
    elif inner[:1] == ("constraints",):
        yield from _in_constraints(inner[1:], cursor, known)


def _in_constraints(inner: tuple[str, ...], cursor: Cursor, known: Known) -> Iterator[Option]:
    if not inner:
        yield from _keys(key_help.constraint_keys(known.parameters.get(str(cursor.path[1]), "")), cursor, known)
        return
    kind = KINDS.get(inner[0])
    if kind is None:
        return
    if kind.is_map and len(inner) == 1:
        yield from _keys(key_help.option_keys(kind.name), cursor, known)
    for option in kind.options:
        if inner == ((kind.name, option.name) if kind.is_map else (kind.name,)):
            yield from values(option.choices())


def _in_conditions(cursor: Cursor, known: Known, catalogue: Catalogue) -> Iterator[Option]:
    if len(cursor.path) == 1:
        yield from _new_names("conditions", cursor, known, f" {GAP}")
    else:
        yield from _in_value(cursor, known, catalogue, cursor.path[2:], Expected(is_test=True, in_test=True))


def _in_resources(cursor: Cursor, known: Known, catalogue: Catalogue) -> Iterator[Option]:
    if len(cursor.path) == 1:
        yield from _new_names("resources", cursor, known, f"\ntype: {GAP}")
        return
    kind = known.resources.get(str(cursor.path[1])) or cursor.siblings.get("type") or ""
    yield from _in_resource(cursor, cursor.path[2:], kind, known, catalogue)


def _in_resource(
    cursor: Cursor, inner: tuple[object, ...], kind: str, known: Known, catalogue: Catalogue
) -> Iterator[Option]:
    """The options in a resource of a type, which may itself be the value of a property."""
    if not inner:
        if cursor.is_key:
            yield from _resource_keys(cursor, kind, known, catalogue)
        return
    key, rest = inner[0], inner[1:]
    if key == "type":
        yield from type_options(cursor, known, catalogue)
    elif key == "condition":
        yield from _in_value(cursor, known, catalogue, rest, Expected(is_test=True, in_test=True))
    elif key == "depends_on":
        named = {name: kind for name, kind in known.resources.items() if name != cursor.path[1]}
        yield from typed_names({name: kind for name, kind in named.items() if name not in cursor.before}, "resource")
    elif key == "deletion_policy":
        yield from values(key_help.DELETION_POLICIES)
        yield from functions(cursor, known, catalogue)
    elif key == "properties":
        yield from _in_properties(cursor, rest, kind, known, catalogue)
    elif key == "update_policy":
        found = catalogue.find(kind)
        level = PropertySchema("map", keys=found.update_policy) if found and found.update_policy else None
        yield from _in_value(cursor, known, catalogue, rest, Expected(level))
    elif key == "metadata":
        yield from _in_value(cursor, known, catalogue, rest, Expected())


def _resource_keys(cursor: Cursor, kind: str, known: Known, catalogue: Catalogue) -> Iterator[Option]:
    keys = key_help.in_version(key_help.RESOURCE, known.version)
    for option in _keys(keys, cursor, known, metadata="map", update_policy="map"):
        if option.label == "properties":
            text = properties_skeleton(kind, cursor, known, catalogue)
            yield Option("properties", option.detail, text, sort="key", goes_on=True)
        else:
            yield option


def _in_properties(
    cursor: Cursor, rest: tuple[object, ...], kind: str, known: Known, catalogue: Catalogue
) -> Iterator[Option]:
    """The options in properties; if one of them holds a resource, in that."""
    for at, part in enumerate(rest):
        is_holder = part in TYPE_HOLDERS and kind.startswith("OS::Heat::")
        if is_holder and at + 1 < len(rest) and rest[at + 1] in ("type", "properties", "metadata"):
            yield from _in_resource(cursor, rest[at + 1 :], cursor.owner, known, catalogue)
            return
    owner = kind or cursor.owner
    schema = PropertySchema("map", keys=schemas_of(owner, known, catalogue))
    yield from _in_value(cursor, known, catalogue, rest, Expected(schema))


def _in_outputs(cursor: Cursor, known: Known, catalogue: Catalogue) -> Iterator[Option]:
    if len(cursor.path) == 1:
        return
    inner = cursor.path[2:]
    if not inner:
        if cursor.is_key:
            yield from _keys(key_help.in_version(key_help.OUTPUT, known.version), cursor, known)
    elif inner[0] == "condition":
        yield from _in_value(cursor, known, catalogue, inner[1:], Expected(is_test=True, in_test=True))
    elif inner[0] == "value":
        yield from _in_value(cursor, known, catalogue, inner[1:], Expected())


# -- values --------------------------------------------------------------------


def _in_value(
    cursor: Cursor, known: Known, catalogue: Catalogue, path: tuple[object, ...], start: Expected
) -> Iterator[Option]:
    """The options in a value, given what is expected at its start."""
    here = expected_at(path, start, known.version)
    if here.call:
        yield from argument_options(here, cursor, known, catalogue)
        if here.is_whole_call and cursor.is_key and not cursor.in_brackets:
            return
        if takes_only_names(here, cursor):
            return
    if here.is_test:
        if not here.call and not (cursor.in_brackets and cursor.is_key):
            yield from names((name for name in known.conditions if name != _own_name(cursor)), "condition")
            yield from values(("true", "false"))
        yield from functions(cursor, known, catalogue, tests=True)
        return
    schema = here.schema
    begins_map = cursor.is_key and not cursor.siblings
    if cursor.is_key and schema is not None:
        yield from property_keys(_keys_of(schema), cursor, known)
    if schema is not None and (not cursor.is_key or begins_map):
        yield from value_options(schema, cursor, known, catalogue)
    is_properties = schema is start.schema and bool(schema and schema.keys) and not path
    if (not cursor.is_key or begins_map) and not is_properties:
        yield from functions(cursor, known, catalogue, tests=here.in_test)


def _own_name(cursor: Cursor) -> object:
    """The condition being written, which must not refer to itself."""
    return cursor.path[1] if cursor.path[0] == "conditions" else None


def _keys_of(schema: PropertySchema) -> Mapping[str, PropertySchema]:
    while schema.keys is None and schema.items is not None:
        schema = schema.items
    return schema.keys or {}


_Section = Callable[[Cursor, Known, Catalogue], Iterator[Option]]
_SECTIONS: dict[object, _Section] = {
    "heat_template_version": _version,
    "parameter_groups": _in_groups,
    "parameters": _in_parameters,
    "conditions": _in_conditions,
    "resources": _in_resources,
    "outputs": _in_outputs,
}
