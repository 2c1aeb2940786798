"""What may stand at a place of a template: keys, names, types, values, and calls of functions."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from hotcore.assist.completion import key_help
from hotcore.assist.completion.arguments import argument_options, functions, missing, takes_only_names
from hotcore.assist.completion.cursor import Place, place_at
from hotcore.assist.completion.expected import ITEM, Expected, expected_at
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
from hotcore.assist.completion.symbols import Known, known_in
from hotcore.catalogue import Catalogue, PropertySchema
from hotcore.constraints import KINDS, TYPES
from hotcore.evaluation import GAP
from hotcore.syntax import LIMITS
from hotcore.versions import VERSIONS

MOST = 300
"""Options that are told; more are there when `is_all` is false."""


@dataclass(frozen=True, slots=True)
class Completion:
    """The options at a place; they replace the text from the offset `start` to the cursor."""

    start: int
    options: tuple[Option, ...]
    is_all: bool = True


def complete(text: str, offset: int, catalogue: Catalogue, files: Mapping[str, object] | None = None) -> Completion:
    """What may stand at an offset, in code points, of a template's text, the likely things first."""
    if len(text) > LIMITS.size:
        return Completion(offset, ())
    place = place_at(text, offset)
    if place.in_text:
        return Completion(place.start, ())
    found = _options(place, known_in(text, files), catalogue)
    options = _ranked(found, place)
    return Completion(place.start, tuple(options[:MOST]), len(options) <= MOST)


def _ranked(found: Iterator[Option], place: Place) -> list[Option]:
    """Those that the word at the cursor fits: what begins with it first; what is there already and what is old last."""
    wanted = place.prefix.lower()
    by_label: dict[tuple[str, str], Option] = {}
    for option in found:
        if wanted in option.label.lower():
            by_label.setdefault((option.label, option.text), option)
    return sorted(
        by_label.values(),
        key=lambda option: (
            option.sort == "key" and option.label in place.beside,
            option.is_old,
            not option.label.startswith(place.prefix),
            not option.label.lower().startswith(wanted),
        ),
    )


def _options(place: Place, known: Known, catalogue: Catalogue) -> Iterator[Option]:
    path = place.path
    if not path or (place.in_brackets and not path[0]):
        return _section_keys(place, known)
    found = _SECTIONS.get(path[0])
    return found(place, known, catalogue) if found else iter(())


def _section_keys(place: Place, known: Known) -> Iterator[Option]:
    for name, words in key_help.in_version(key_help.SECTIONS, known.version).items():
        is_single = name in ("heat_template_version", "description")
        lead = " " * known.step
        shape = "" if is_single or place.has_colon or place.in_brackets else f":\n{lead}{GAP}"
        text = f"{name}{shape}" if shape else key_skeleton(name, "", place, known)
        yield Option(name, "section", text, words, "key", goes_on=name == "heat_template_version")


def _keys(keys: Mapping[str, str], place: Place, known: Known, **shapes: str) -> Iterator[Option]:
    """Keys with what they are for; `shapes` says what their values are where they are not single ones."""
    for key, words in keys.items():
        yield Option(key, words, key_skeleton(key, shapes.get(key, ""), place, known), sort="key", goes_on=True)


# -- sections ------------------------------------------------------------------


def _version(_place: Place, _known: Known, _catalogue: Catalogue) -> Iterator[Option]:
    for version in reversed(VERSIONS):
        yield Option(version.date, version.release or "", sort="value")
    yield from (Option(version.release, version.date) for version in reversed(VERSIONS) if version.release)


def _in_groups(place: Place, known: Known, _catalogue: Catalogue) -> Iterator[Option]:
    if "parameters" in place.path:
        later = {name: kind for name, kind in known.parameters.items() if name in known.grouped}
        yield from typed_names({**{n: k for n, k in known.parameters.items() if n not in later}, **later}, "parameter")
    elif place.is_key and len(place.names) == 1:
        text = GROUP_SKELETON.replace("\n", "\n" + " " * (place.behind or known.dash + 2))
        if place.in_brackets or place.path[-1:] == (ITEM,) or place.beside:
            yield from _keys(key_help.GROUP, place, known, parameters="list")
        else:
            yield Option("- label", "a group of parameters", f"- {text}", sort="key")


GROUP_SKELETON = "label: ${}\nparameters:\n- ${}"


def _new_names(kind: str, place: Place, known: Known, body: str) -> Iterator[Option]:
    """The names that are used and not declared, each with a body to fill in."""
    for name in missing(known, kind):
        lead = "\n" + " " * (place.behind + known.step)
        text = name if place.has_colon else f"{name}:" + body.replace("\n", lead)
        yield Option(name, "used, not declared yet", text, sort="key", goes_on=True)


def _in_parameters(place: Place, known: Known, _catalogue: Catalogue) -> Iterator[Option]:
    inner = place.names[2:]
    if len(place.path) == 1:
        yield from _new_names("parameters", place, known, f"\ntype: {GAP}")
    elif not inner and place.is_key and len(place.path) == 2:
        yield from _keys(key_help.parameter_keys(), place, known, constraints="list")
    elif inner == ("type",):
        yield from values(tuple(TYPES))
    elif inner in (("hidden",), ("immutable",)) or (
        inner == ("default",) and known.parameters.get(str(place.path[1])) == "boolean"
    ):
        yield from values(("true", "false"))
    elif inner[:1] == ("constraints",):
        yield from _in_constraints(inner[1:], place, known)


def _in_constraints(inner: tuple[str, ...], place: Place, known: Known) -> Iterator[Option]:
    if not inner:
        yield from _keys(key_help.constraint_keys(known.parameters.get(str(place.path[1]), "")), place, known)
        return
    kind = KINDS.get(inner[0])
    if kind is None:
        return
    if kind.is_map and len(inner) == 1:
        yield from _keys(key_help.option_keys(kind.name), place, known)
    for option in kind.options:
        if inner == ((kind.name, option.name) if kind.is_map else (kind.name,)):
            yield from values(option.choices())


def _in_conditions(place: Place, known: Known, catalogue: Catalogue) -> Iterator[Option]:
    if len(place.path) == 1:
        yield from _new_names("conditions", place, known, f" {GAP}")
    else:
        yield from _in_value(place, known, catalogue, place.path[2:], Expected(is_test=True, in_test=True))


def _in_resources(place: Place, known: Known, catalogue: Catalogue) -> Iterator[Option]:
    if len(place.path) == 1:
        yield from _new_names("resources", place, known, f"\ntype: {GAP}")
        return
    kind = known.resources.get(str(place.path[1])) or place.beside.get("type") or ""
    yield from _in_resource(place, place.path[2:], kind, known, catalogue)


def _in_resource(
    place: Place, inner: tuple[object, ...], kind: str, known: Known, catalogue: Catalogue
) -> Iterator[Option]:
    """What may stand in a resource of a type, which may itself be the value of a property."""
    if not inner:
        if place.is_key:
            yield from _resource_keys(place, kind, known, catalogue)
        return
    key, rest = inner[0], inner[1:]
    if key == "type":
        yield from type_options(place, known, catalogue)
    elif key == "condition":
        yield from _in_value(place, known, catalogue, rest, Expected(is_test=True, in_test=True))
    elif key == "depends_on":
        named = {name: kind for name, kind in known.resources.items() if name != place.path[1]}
        yield from typed_names({name: kind for name, kind in named.items() if name not in place.before}, "resource")
    elif key == "deletion_policy":
        yield from values(key_help.DELETION_POLICIES)
        yield from functions(place, known)
    elif key == "properties":
        yield from _in_properties(place, rest, kind, known, catalogue)
    elif key == "update_policy":
        found = catalogue.find(kind)
        level = PropertySchema("map", keys=found.update_policy) if found and found.update_policy else None
        yield from _in_value(place, known, catalogue, rest, Expected(level))
    elif key == "metadata":
        yield from _in_value(place, known, catalogue, rest, Expected())


def _resource_keys(place: Place, kind: str, known: Known, catalogue: Catalogue) -> Iterator[Option]:
    keys = key_help.in_version(key_help.RESOURCE, known.version)
    for option in _keys(keys, place, known, metadata="map", update_policy="map"):
        if option.label == "properties":
            text = properties_skeleton(kind, place, known, catalogue)
            yield Option("properties", option.detail, text, sort="key", goes_on=True)
        else:
            yield option


def _in_properties(
    place: Place, rest: tuple[object, ...], kind: str, known: Known, catalogue: Catalogue
) -> Iterator[Option]:
    """What may stand in properties; where one of them holds a resource, in that."""
    for at, part in enumerate(rest):
        is_holder = part in TYPE_HOLDERS and kind.startswith("OS::Heat::")
        if is_holder and at + 1 < len(rest) and rest[at + 1] in ("type", "properties", "metadata"):
            yield from _in_resource(place, rest[at + 1 :], place.owner, known, catalogue)
            return
    owner = kind or place.owner
    schema = PropertySchema("map", keys=schemas_of(owner, known, catalogue))
    yield from _in_value(place, known, catalogue, rest, Expected(schema))


def _in_outputs(place: Place, known: Known, catalogue: Catalogue) -> Iterator[Option]:
    if len(place.path) == 1:
        return
    inner = place.path[2:]
    if not inner:
        if place.is_key:
            yield from _keys(key_help.in_version(key_help.OUTPUT, known.version), place, known)
    elif inner[0] == "condition":
        yield from _in_value(place, known, catalogue, inner[1:], Expected(is_test=True, in_test=True))
    elif inner[0] == "value":
        yield from _in_value(place, known, catalogue, inner[1:], Expected())


# -- values --------------------------------------------------------------------


def _in_value(
    place: Place, known: Known, catalogue: Catalogue, path: tuple[object, ...], start: Expected
) -> Iterator[Option]:
    """What may stand in a value, below what is expected where it begins."""
    here = expected_at(path, start, known.version)
    if here.call:
        yield from argument_options(here, place, known, catalogue)
        if here.is_whole_call and place.is_key and not place.in_brackets:
            return
        if takes_only_names(here, place):
            return
    if here.is_test:
        if not here.call and not (place.in_brackets and place.is_key):
            yield from names((name for name in known.conditions if name != _own_name(place)), "condition")
            yield from values(("true", "false"))
        yield from functions(place, known, tests=True)
        return
    schema = here.schema
    begins_map = place.is_key and not place.beside
    if place.is_key and schema is not None:
        yield from property_keys(_keys_of(schema), place, known)
    if schema is not None and (not place.is_key or begins_map):
        yield from value_options(schema, place, known, catalogue)
    is_properties = schema is start.schema and bool(schema and schema.keys) and not path
    if (not place.is_key or begins_map) and not is_properties:
        yield from functions(place, known, tests=here.in_test)


def _own_name(place: Place) -> object:
    """The condition that is being written, which cannot be a part of itself."""
    return place.path[1] if place.path[0] == "conditions" else None


def _keys_of(schema: PropertySchema) -> Mapping[str, PropertySchema]:
    while schema.keys is None and schema.items is not None:
        schema = schema.items
    return schema.keys or {}


_Section = Callable[[Place, Known, Catalogue], Iterator[Option]]
_SECTIONS: dict[object, _Section] = {
    "heat_template_version": _version,
    "parameter_groups": _in_groups,
    "parameters": _in_parameters,
    "conditions": _in_conditions,
    "resources": _in_resources,
    "outputs": _in_outputs,
}
