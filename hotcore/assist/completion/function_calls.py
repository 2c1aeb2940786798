"""Completion of function calls and their arguments."""

from collections.abc import Iterable, Iterator

from hotcore.assist.completion import key_help
from hotcore.assist.completion.cursor import Cursor
from hotcore.assist.completion.incomplete_declarations import Known
from hotcore.assist.completion.item import Option, names, typed_names, values
from hotcore.assist.completion.snippets import continues_completion, function_skeleton, key_skeleton
from hotcore.catalogue import Catalogue
from hotcore.evaluation import (
    CONDITIONS,
    VALUES,
    Form,
    Function,
    callable_functions,
    functions_of,
    newest_functions,
)
from hotcore.resources import ITEM, Expected


def functions(cursor: Cursor, known: Known, catalogue: Catalogue, *, tests: bool = False) -> Iterator[Option]:
    """The functions of a version, with their arguments to fill in, the most used first."""
    where = CONDITIONS if tests else VALUES
    for found in sorted(callable_functions(known.version, where), key=lambda one: (one.rank is None, one.rank or 0)):
        if not catalogue.has_function(known.version.date, found.name):
            continue
        text = found.name if cursor.has_colon else function_skeleton(found, cursor, known)
        info = f"{found.usage}\n\n{found.help}"
        yield Option(found.name, "function", text, info, "function", goes_on=continues_completion(found))


def argument_options(here: Expected, cursor: Cursor, known: Known, catalogue: Catalogue) -> Iterator[Option]:
    """The options in a call, for one argument or for all of them."""
    found = functions_of(known.version, CONDITIONS if here.in_test else VALUES).get(here.call)
    if here.is_whole_call and cursor.is_key and isinstance(found, Function) and found.signature.form is Form.MAPPING:
        for argument in found.signature.arguments:
            words = "required" if argument.required else "optional"
            yield Option(argument.name, words, key_skeleton(argument.name, "", cursor, known), sort="key")
        return
    at = _position(here, cursor)
    called = newest_functions().get(here.call)
    if called is None or at is None or (here.is_whole_call and called.signature.form is Form.MAPPING):
        return
    wants = called.signature.spec(at)
    if wants.choices:
        yield from values(wants.explained_choices if wants.meanings else tuple(sorted(wants.choices)))
    elif isinstance(at, int) and at and called.path and called.signature.spec(1).names == "attribute":
        yield from _attributes(at, cursor, known, catalogue)
    else:
        wants_attribute = called.signature.spec(1).names == "attribute"
        for sort in filter(None, (wants.names, wants.also)):
            yield from _named(sort, cursor, known, goes_on=wants_attribute)


def takes_only_names(here: Expected, cursor: Cursor) -> bool:
    """Whether only a name is valid here."""
    called = newest_functions().get(here.call)
    if called is None or not called.takes_names_only or _position(here, cursor) != 0:
        return False
    wants = called.signature.spec(0)
    return bool(wants.names or wants.choices)


def _position(here: Expected, cursor: Cursor) -> int | str | None:
    """The position of the argument: 0 for all of them, counted by line in a block list."""
    if here.argument is None:
        return 0
    if here.argument == ITEM:
        return len(cursor.before) if cursor.path[-1:] == (ITEM,) or cursor.in_brackets else None
    return here.argument if isinstance(here.argument, int | str) else None


def missing(known: Known, kind: str) -> Iterable[str]:
    """The names that the text uses and does not declare."""
    declared = getattr(known, kind)
    return (name for name in known.used.get(kind, ()) if name not in declared and not name.startswith("OS::"))


def parameter_names(known: Known) -> Iterator[Option]:
    """The parameters; those that Heat defines come last."""
    yield from typed_names(known.parameters, "parameter")
    yield from (Option(name, words, sort="parameter") for name, words in key_help.PSEUDO_PARAMETERS.items())


def _named(sort: str, cursor: Cursor, known: Known, *, goes_on: bool) -> Iterator[Option]:
    """The names of one sort; with `goes_on`, completion continues after the name."""
    match sort:
        case "parameter":
            return parameter_names(known)
        case "resource":
            found = known.resources.items()
            return (Option(name, kind or "resource", sort="resource", goes_on=goes_on) for name, kind in found)
        case "file":
            return names(known.files, "file")
        case "condition":
            own = cursor.path[1] if cursor.path[0] == "conditions" else None
            others = (name for name in known.conditions if name != own and name not in cursor.before)
            return names(others, "condition")
    return iter(())


def _attributes(at: int, cursor: Cursor, known: Known, catalogue: Catalogue) -> Iterator[Option]:
    """The attributes of a resource, and the known structure within one."""
    before = cursor.before
    declared = known.resources.get(before[0], "") if before else ""
    nested = known.nested(declared)
    if nested is not None and at == 1:
        yield from names(nested.outputs, "attribute", "output")
    kind = catalogue.find(declared)
    if kind is None:
        return
    if at == 1:
        for name in kind.offered_attributes:
            found = kind.attributes[name]
            yield Option(name, found.type or "attribute", info=found.description, sort="attribute")
    elif len(before) > 1:
        yield from _within(kind.name, before[1:], catalogue)


def _within(kind: str, path: tuple[str, ...], catalogue: Catalogue) -> Iterator[Option]:
    """The options after an attribute: an index of a list, or the keys of its items."""
    steps = _SHAPES.get((kind, path[0]))
    known = catalogue.find(kind)
    attribute = known.attributes.get(path[0]) if known else None
    if steps and len(path) - 1 < len(steps):
        yield from values(steps[len(path) - 1])
    elif len(path) == 1 and attribute is not None and attribute.type == "list":
        yield Option("0", "the first", sort="value")


_FIXED_IPS = (("0",), ("ip_address", "subnet_id"))
_SHAPES: dict[tuple[str, str], tuple[tuple[str, ...], ...]] = {
    ("OS::Neutron::Port", "fixed_ips"): _FIXED_IPS,
    ("OS::Neutron::Port", "allowed_address_pairs"): (("0",), ("ip_address", "mac_address")),
    ("OS::Neutron::Router", "external_gateway_info"): (("network_id", "enable_snat", "external_fixed_ips"),),
    ("OS::Neutron::Subnet", "allocation_pools"): (("0",), ("start", "end")),
    ("OS::Neutron::Subnet", "host_routes"): (("0",), ("destination", "nexthop")),
}
