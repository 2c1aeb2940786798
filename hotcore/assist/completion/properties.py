"""What may stand in the properties of a resource, at any depth."""

from collections.abc import Iterator, Mapping

from hotcore.assist.completion.cursor import Place
from hotcore.assist.completion.item import Option, values
from hotcore.assist.completion.snippets import key_skeleton
from hotcore.assist.completion.symbols import Known
from hotcore.catalogue import Catalogue, PropertySchema, SupportStatus
from hotcore.constraints import TYPES
from hotcore.evaluation import GAP
from hotcore.functions import PARAMETER_TYPES

TYPE_HOLDERS = ("resource_def", "resource")
"""Properties that hold a resource, with `type` and `properties` of its own."""


def schemas_of(kind: str, known: Known, catalogue: Catalogue) -> Mapping[str, PropertySchema]:
    """The properties of a resource type, or of a template among the files, which are its parameters."""
    nested = known.nested(kind)
    if nested is not None:
        return {
            name: PropertySchema(_property_type(type_), required=name not in nested.defaulted)
            for name, type_ in nested.parameters.items()
        }
    found = catalogue.find(kind)
    return found.properties if found else {}


def _property_type(parameter_type: str) -> str:
    known = TYPES.get(parameter_type)
    return known.property_type if known is not None else "string"


def property_keys(level: Mapping[str, PropertySchema], place: Place, known: Known) -> Iterator[Option]:
    """The keys of a map: those that are needed first, then those that can be added; the old ones when they are typed,
    last."""
    aside = [name for name, schema in level.items() if not schema.implemented or _is_hidden(schema.support)]
    for name in sorted(level, key=lambda one: (_is_old(level[one].support), not level[one].required, one)):
        schema = level[name]
        if name in aside and not (place.prefix and name.startswith(place.prefix)):
            continue
        words = f"{schema.type}, required" if schema.required else schema.type
        text = key_skeleton(name, shape_of(schema), place, known)
        old = _is_old(schema.support)
        yield Option(name, f"{words}, deprecated" if old else words, text, about(schema), "key", old, goes_on=True)


def shape_of(schema: PropertySchema) -> str:
    """How a value of a property is laid out below its key."""
    if schema.type == "map":
        return "map" if schema.keys else ""
    return "list" if schema.type == "list" and schema.items is not None else ""


def about(schema: PropertySchema) -> str:
    """A property in words: what it is, its default, what its value has to be, what a change of it does."""
    lines = [schema.description] if schema.description else []
    if schema.has_default:
        lines.append(f"default: {written(schema.default)}")
    lines += [constraint.rule for constraint in schema.constraints]
    lines.append("a change updates in place" if schema.update_allowed else "a change replaces the resource")
    if schema.replaced_by:
        lines.append(f"instead: {', '.join(schema.replaced_by)}")
    return "\n".join(lines)


def written(value: object) -> str:
    """A default as YAML writes it."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return '""' if value == "" else str(value)


def value_options(schema: PropertySchema, place: Place, known: Known, catalogue: Catalogue) -> Iterator[Option]:
    """What fits a property: its allowed values, resources that it may refer to, parameters."""
    for constraint in schema.constraints:
        if constraint.kind == "allowed_values":
            yield from values(dict.fromkeys(map(written, constraint.options["values"]), "allowed value"))
    if schema.type == "boolean":
        yield from values(("true", "false"))
    elif schema.has_default and isinstance(schema.default, str | int | float) and schema.default != "":
        yield Option(str(schema.default), "default", sort="value")
    wanted = catalogue.makers(schema)
    for name, kind in known.resources.items():
        if kind in wanted:
            yield Option(name, kind, _call("get_resource", name, place), sort="resource")
    yield from _parameters(schema, place, known)


def _parameters(schema: PropertySchema, place: Place, known: Known) -> Iterator[Option]:
    """The parameters, first the one that is called like the property, then those whose type fits."""
    fitting = PARAMETER_TYPES.get(schema.type, ())
    called = place.names[-1] if place.names else ""
    ordered = sorted(known.parameters.items(), key=lambda pair: (pair[0] != called, pair[1] not in fitting))
    for name, kind in ordered:
        yield Option(name, f"parameter, {kind}", _call("get_param", name, place), sort="parameter")


def _call(function: str, name: str, place: Place) -> str:
    """The call of a function; within braces of their own their keys are there already."""
    return f"{function}: {name}" if place.in_brackets and place.is_key else f"{{{function}: {name}}}"


def _is_old(support: SupportStatus) -> bool:
    return support.status in ("DEPRECATED", "HIDDEN")


def _is_hidden(support: SupportStatus) -> bool:
    return support.status == "HIDDEN"


def type_options(place: Place, known: Known, catalogue: Catalogue) -> Iterator[Option]:
    """The templates among the files, the types that the text has already, and all others; the old ones last."""
    for name in known.files:
        if known.nested(name) is not None:
            yield Option(name, "template of this bundle", sort="file")
    used = dict.fromkeys(known.resources.values())
    every = [name for name in (*used, *catalogue.type_names) if catalogue.find(name) is not None]
    later = [kind for name in dict.fromkeys(every) if (kind := catalogue.find(name)) and _is_old(kind.support)]
    for name in dict.fromkeys(every):
        kind = catalogue.find(name)
        if kind is not None and kind not in later:
            yield Option(name, "used here" if name in used else "", info=kind.description, sort="type")
    for kind in later:
        if kind.support.status != "HIDDEN" or place.prefix:
            yield Option(kind.name, "deprecated", info=kind.description, sort="type", is_old=True)


def properties_skeleton(kind: str, place: Place, known: Known, catalogue: Catalogue) -> str:
    """The key `properties` with those below it that have to be given."""
    needed = sorted(name for name, schema in schemas_of(kind, known, catalogue).items() if schema.required)
    if place.has_colon or place.in_brackets or not needed:
        return key_skeleton("properties", "map", place, known)
    lead = "\n" + " " * (place.behind + known.step)
    return "properties:" + "".join(f"{lead}{name}: {GAP}" for name in needed)
