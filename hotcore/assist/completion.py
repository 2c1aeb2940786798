"""What may stand at a place of a template: keys, names, types, values."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from hotcore.assist.known import Known, known_in
from hotcore.assist.place import Place, place_at
from hotcore.catalogue import Catalogue, PropertySchema
from hotcore.constraints.custom import CUSTOM_NAMES
from hotcore.constraints.declaration import KINDS
from hotcore.edits.declarations import SECTIONS
from hotcore.parameter_types import TYPES
from hotcore.reader import LIMITS
from hotcore.registry import CONDITIONS, VALUES, Form, Function, function_names, functions_of
from hotcore.template import PSEUDO_PARAMETERS
from hotcore.versions import CONDITIONS_SINCE, VERSIONS

_RESOURCE_KEYS = {
    "type": "what is made", "properties": "how it is made", "condition": "whether it is made",
    "depends_on": "what has to be there before", "metadata": "what the resource can be asked for",
    "deletion_policy": "what happens when it goes", "update_policy": "what happens when it changes",
    "external_id": "something that is there already", "description": "what it is for",
}  # fmt: skip
_PARAMETER_KEYS = {
    "type": "string, number, boolean, json or comma_delimited_list", "label": "its name for people",
    "description": "what it is for", "default": "what it is when nobody says", "hidden": "never shown",
    "constraints": "what may be given", "immutable": "a change is refused", "tags": "words to find it by",
}  # fmt: skip
_OUTPUT_KEYS = {"description": "what it is", "value": "what it comes to", "condition": "whether it is there"}
_GROUP_KEYS = {"label": "its title", "description": "what it is about", "parameters": "the names, in order"}
_SNIPPETS = {"get_param": "{get_param: %s}", "get_resource": "{get_resource: %s}", "get_attr": "{get_attr: [%s]}"}


@dataclass(frozen=True, slots=True)
class Option:
    """Something that may stand at a place: what it is called, what it is, and the text that is put there."""

    label: str
    detail: str = ""
    text: str = ""
    info: str = ""


@dataclass(frozen=True, slots=True)
class Completion:
    """The options at a place; they replace the text from the offset `start` to the cursor."""

    start: int
    options: tuple[Option, ...]


def complete(text: str, offset: int, catalogue: Catalogue, files: Mapping[str, object] | None = None) -> Completion:
    """What may stand at an offset, in code points, of a template's text, the likely things first."""
    if len(text) > LIMITS.size:
        return Completion(offset, ())
    place = place_at(text, offset)
    if place.in_text:
        return Completion(place.start, ())
    known = known_in(text, files)
    found = dict.fromkeys(_options(place, known, catalogue))
    wanted = place.prefix.lower()
    fitting = [option for option in found if wanted in option.label.lower()]
    fitting.sort(key=lambda option: not option.label.lower().startswith(wanted))
    return Completion(place.start, tuple(fitting))


def _options(place: Place, known: Known, catalogue: Catalogue) -> Iterator[Option]:
    called = _call(place, known, catalogue)
    if called is not None:
        yield from called
        return
    path = place.path
    if not path:
        yield from _keys({name: "" for name in SECTIONS if name != "conditions" or _has_conditions(known)})
        return
    section = path[0]
    if section == "heat_template_version":
        yield from (Option(version.date, version.release or "") for version in reversed(VERSIONS))
    elif section == "parameter_groups":
        yield from _in_group(place, known)
    elif section in _SECTIONS and len(path) > 1:
        yield from _SECTIONS[section](place, known, catalogue)
    in_brackets = place.is_key and place.in_brackets and not place.before
    if not place.is_key or in_brackets:
        if section in ("resources", "outputs") and len(path) > 2 and path[2] in _RESOLVED:
            yield from _functions(known, VALUES, in_brackets=in_brackets)
        if section == "conditions" and len(path) == 2:
            yield from _functions(known, CONDITIONS, in_brackets=in_brackets)


_RESOLVED = ("properties", "metadata", "update_policy", "value")


def _has_conditions(known: Known) -> bool:
    return known.version.date >= CONDITIONS_SINCE


def _keys(keys: Mapping[str, str]) -> Iterator[Option]:
    return (Option(key, detail, f"{key}: ") for key, detail in keys.items())


def _names(names: Iterable[str], detail: str = "") -> Iterator[Option]:
    return (Option(name, detail) for name in names)


# -- calls of functions --------------------------------------------------------


def _call(place: Place, known: Known, catalogue: Catalogue) -> Iterator[Option] | None:
    """The options for an argument of the function call around a place; None when it stands in none."""
    path = place.path
    for at in range(len(path) - 1, -1, -1):
        name = path[at]
        if name in _ARGUMENTS:
            argument = path[at + 1] if at + 1 < len(path) else 0
            return _ARGUMENTS[name](argument, place, known, catalogue) if at + 2 >= len(path) else None
    found = functions_of(known.version).get(path[-1]) if path and isinstance(path[-1], str) else None
    if place.is_key and isinstance(found, Function) and found.signature.form is Form.MAPPING:
        return _keys({argument.name: "" for argument in found.signature.arguments})
    return None


def _parameters(argument: object, _place: Place, known: Known, _catalogue: Catalogue) -> Iterator[Option]:
    if argument == 0:
        yield from (Option(name, kind) for name, kind in known.parameters.items())
        yield from _names(PSEUDO_PARAMETERS, "pseudo parameter")


def _resources(argument: object, _place: Place, known: Known, _catalogue: Catalogue) -> Iterator[Option]:
    if argument == 0:
        yield from (Option(name, kind) for name, kind in known.resources.items())


def _attributes(argument: object, place: Place, known: Known, catalogue: Catalogue) -> Iterator[Option]:
    """For `get_attr`: a resource, then an attribute of it."""
    yield from _resources(argument, place, known, catalogue)
    kind = catalogue.find(known.resources.get(place.before[0], "")) if argument == 1 and place.before else None
    if kind is not None:
        yield from (Option(name, found.type or "", info=found.description) for name, found in kind.attributes.items())


def _files(_argument: object, _place: Place, known: Known, _catalogue: Catalogue) -> Iterator[Option]:
    return _names(known.files, "file")


def _condition_names(argument: object, _place: Place, known: Known, _catalogue: Catalogue) -> Iterator[Option]:
    return _names(known.conditions, "condition") if argument == 0 else iter(())


def _facade(_argument: object, _place: Place, _known: Known, _catalogue: Catalogue) -> Iterator[Option]:
    return _names(("metadata", "deletion_policy", "update_policy"))


_Argument = Callable[[object, Place, Known, Catalogue], Iterator[Option]]

_ARGUMENTS: dict[str, _Argument] = {
    "get_param": _parameters,
    "get_resource": _resources,
    "get_attr": _attributes,
    "get_file": _files,
    "if": _condition_names,
    "resource_facade": _facade,
}


def _functions(known: Known, where: str, *, in_brackets: bool) -> Iterator[Option]:
    for name in function_names(known.version, where):
        found = functions_of(known.version, where)[name]
        assert isinstance(found, Function)
        yield Option(name, "function", f"{name}: " if in_brackets else f"{{{name}: ", found.help)


# -- sections ------------------------------------------------------------------


def _in_group(place: Place, known: Known) -> Iterator[Option]:
    if place.path[-1:] == ("parameters",) or "parameters" in place.path:
        yield from (Option(name, kind) for name, kind in known.parameters.items())
    elif place.is_key:
        yield from _keys(_GROUP_KEYS)


def _in_parameter(place: Place, known: Known, _catalogue: Catalogue) -> Iterator[Option]:
    names = place.names[2:]
    if not names and place.is_key and len(place.path) == 2:
        yield from _keys(_PARAMETER_KEYS)
    elif names == ("type",):
        yield from _names(TYPES, "type")
    elif names in (("hidden",), ("immutable",)):
        yield from _names(("true", "false"))
    elif names == ("constraints",):
        kind = known.parameters.get(str(place.path[1]), "")
        fitting = {name: "" for name, rule in KINDS.items() if not kind or kind in rule.types}
        yield from _keys({**fitting, "description": "in your words"})
    elif names == ("constraints", "custom_constraint"):
        yield from _names(CUSTOM_NAMES, "custom constraint")
    elif names[:1] == ("constraints",) and names[1:] in (("range",), ("length",)):
        yield from _keys({"min": "", "max": ""})
    elif names == ("constraints", "modulo"):
        yield from _keys({"step": "", "offset": ""})


def _in_resource(place: Place, known: Known, catalogue: Catalogue) -> Iterator[Option]:
    names = place.names[2:]
    if not names and place.is_key:
        later = ("condition", "external_id")
        now = _has_conditions(known)
        yield from _keys({key: words for key, words in _RESOURCE_KEYS.items() if now or key not in later})
    elif names == ("type",):
        yield from (Option(name, "file") for name in known.files if name.endswith((".yaml", ".template")))
        yield from _names(catalogue.type_names)
    elif names == ("condition",):
        yield from _names(known.conditions, "condition")
    elif names == ("depends_on",):
        own = place.path[1]
        yield from (Option(name, kind) for name, kind in known.resources.items() if name != own)
    elif names == ("deletion_policy",):
        yield from _names(("Delete", "Retain", "Snapshot"))
    elif names[:1] == ("properties",):
        yield from _properties(place, known, catalogue)


def _properties(place: Place, known: Known, catalogue: Catalogue) -> Iterator[Option]:
    kind = catalogue.find(known.resources.get(str(place.path[1]), ""))
    if kind is None:
        return
    level: Mapping[str, PropertySchema] | None = kind.properties
    schema: PropertySchema | None = None
    for name in place.names[3:]:
        schema = (level or {}).get(name)
        while schema is not None and schema.items is not None:
            schema = schema.items
        level = schema.keys if schema is not None else None
    if place.is_key:
        ordered = sorted((level or {}).items(), key=lambda pair: (not pair[1].required, pair[0]))
        for name, found in ordered:
            if found.implemented:
                words = f"{found.type}, required" if found.required else found.type
                yield Option(name, words, f"{name}: ", found.description)
    elif schema is not None:
        yield from _values_of(schema, known, catalogue)


def _values_of(schema: PropertySchema, known: Known, catalogue: Catalogue) -> Iterator[Option]:
    """What fits a property: its allowed values, resources that it may refer to, parameters."""
    for constraint in schema.constraints:
        if constraint.kind == "allowed_values":
            yield from _names((str(value) for value in constraint.options["values"]), "allowed value")
    if schema.type == "boolean":
        yield from _names(("true", "false"))
    wanted = {kind for name in schema.references for kind in _types_of(catalogue, name)}
    for name, kind in known.resources.items():
        if kind in wanted:
            yield Option(name, kind, _SNIPPETS["get_resource"] % name)
    for name, kind in known.parameters.items():
        yield Option(name, f"parameter, {kind}", _SNIPPETS["get_param"] % name)


def _types_of(catalogue: Catalogue, name: str) -> Iterable[str]:
    kind = catalogue.references.get(name)
    return kind.types if kind is not None else ()


def _in_output(place: Place, known: Known, _catalogue: Catalogue) -> Iterator[Option]:
    names = place.names[2:]
    if not names and place.is_key:
        now = _has_conditions(known)
        yield from _keys({key: words for key, words in _OUTPUT_KEYS.items() if now or key != "condition"})
    elif names == ("condition",):
        yield from _names(known.conditions, "condition")


_Section = Callable[[Place, Known, Catalogue], Iterator[Option]]
_SECTIONS: dict[object, _Section] = {"parameters": _in_parameter, "resources": _in_resource, "outputs": _in_output}
