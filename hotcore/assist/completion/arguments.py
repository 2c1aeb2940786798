"""What may stand as an argument of a function."""

from collections.abc import Callable, Iterable, Iterator

from hotcore.assist.completion import key_help
from hotcore.assist.completion.cursor import Place
from hotcore.assist.completion.expected import ITEM, Expected
from hotcore.assist.completion.item import Option, names, typed_names, values
from hotcore.assist.completion.snippets import asks_at_once, function_skeleton, key_skeleton
from hotcore.assist.completion.symbols import Known
from hotcore.catalogue import Catalogue
from hotcore.evaluation import CONDITIONS, VALUES, Form, Function, function_names, functions_of
from hotcore.functions import DIGESTS

_OFTEN = ("get_param", "get_resource", "get_attr", "str_replace", "list_join", "get_file", "if")


def functions(place: Place, known: Known, *, tests: bool = False) -> Iterator[Option]:
    """The functions that a version has, with their arguments to fill in, the most used first."""
    where = CONDITIONS if tests else VALUES
    every = function_names(known.version, where)
    for name in sorted(every, key=lambda one: (one not in _OFTEN, _OFTEN.index(one) if one in _OFTEN else 0, one)):
        found = functions_of(known.version, where)[name]
        assert isinstance(found, Function)
        text = name if place.has_colon else function_skeleton(found, place, known)
        info = f"{found.usage}\n\n{found.help}"
        yield Option(name, "function", text, info, "function", goes_on=asks_at_once(found))


def argument_options(here: Expected, place: Place, known: Known, catalogue: Catalogue) -> Iterator[Option]:
    """What may stand in a call, for an argument of it or for all of them."""
    found = functions_of(known.version, CONDITIONS if here.in_test else VALUES).get(here.call)
    if here.is_whole_call and place.is_key and isinstance(found, Function) and found.signature.form is Form.MAPPING:
        for argument in found.signature.arguments:
            words = "required" if argument.required else "optional"
            yield Option(argument.name, words, key_skeleton(argument.name, "", place, known), sort="key")
        return
    at = _position(here, place)
    offer = _ARGUMENTS.get(here.call)
    if offer is not None and at is not None:
        yield from offer(at, place, known, catalogue)


def takes_only_names(here: Expected, place: Place) -> bool:
    """Whether nothing but a name makes sense here."""
    return here.call in _NAMING and _position(here, place) == 0


def _position(here: Expected, place: Place) -> int | None:
    """Which argument it is: 0 for all of them, counted where they are a list line by line."""
    if here.argument is None:
        return 0
    if here.argument == ITEM:
        return len(place.before) if place.path[-1:] == (ITEM,) or place.in_brackets else None
    return here.argument if isinstance(here.argument, int) else None


def missing(known: Known, kind: str) -> Iterable[str]:
    """The names that the text uses and does not declare."""
    declared = getattr(known, kind)
    return (name for name in known.used.get(kind, ()) if name not in declared and not name.startswith("OS::"))


def parameter_names(known: Known) -> Iterator[Option]:
    """The parameters, those that Heat makes last."""
    yield from typed_names(known.parameters, "parameter")
    yield from (Option(name, words, sort="parameter") for name, words in key_help.PSEUDO_PARAMETERS.items())


def _parameters(at: int, _place: Place, known: Known, _catalogue: Catalogue) -> Iterator[Option]:
    return parameter_names(known) if at == 0 else iter(())


def _resources(at: int, _place: Place, known: Known, _catalogue: Catalogue) -> Iterator[Option]:
    return typed_names(known.resources, "resource") if at == 0 else iter(())


def _attributes(at: int, place: Place, known: Known, catalogue: Catalogue) -> Iterator[Option]:
    """For `get_attr`: a resource, an attribute of it, and what is known of what is in that."""
    if at == 0:
        yield from (Option(name, kind, sort="resource", goes_on=True) for name, kind in known.resources.items())
        return
    before = place.before
    declared = known.resources.get(before[0], "") if before else ""
    nested = known.nested(declared)
    if nested is not None and at == 1:
        yield from names(nested.outputs, "attribute", "output")
    kind = catalogue.find(declared)
    if kind is None:
        return
    if at == 1:
        for name, found in kind.attributes.items():
            old = found.support.status != "SUPPORTED"
            yield Option(name, found.type or "attribute", info=found.description, sort="attribute", is_old=old)
    elif len(before) > 1:
        yield from _within(kind.name, before[1:], catalogue)


def _within(kind: str, path: tuple[str, ...], catalogue: Catalogue) -> Iterator[Option]:
    """What may follow an attribute: an index of a list, or the keys of its items."""
    told = _SHAPES.get((kind, path[0]))
    known = catalogue.find(kind)
    attribute = known.attributes.get(path[0]) if known else None
    if told and len(path) - 1 < len(told):
        yield from values(told[len(path) - 1])
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


def _files(at: int, _place: Place, known: Known, _catalogue: Catalogue) -> Iterator[Option]:
    return names(known.files, "file") if at == 0 else iter(())


def _condition_names(at: int, place: Place, known: Known, catalogue: Catalogue) -> Iterator[Option]:
    return _every_condition(at, place, known, catalogue) if at == 0 else iter(())


def _every_condition(_at: int, place: Place, known: Known, _catalogue: Catalogue) -> Iterator[Option]:
    own = place.path[1] if place.path[0] == "conditions" else None
    return names((name for name in known.conditions if name != own and name not in place.before), "condition")


def _facade(at: int, _place: Place, _known: Known, _catalogue: Catalogue) -> Iterator[Option]:
    return values(key_help.FACADE) if at == 0 else iter(())


def _digest(at: int, _place: Place, _known: Known, _catalogue: Catalogue) -> Iterator[Option]:
    return values(tuple(sorted(DIGESTS))) if at == 0 else iter(())


_Argument = Callable[[int, Place, Known, Catalogue], Iterator[Option]]

_ARGUMENTS: dict[str, _Argument] = {
    "get_param": _parameters,
    "get_resource": _resources,
    "get_attr": _attributes,
    "get_file": _files,
    "if": _condition_names,
    "and": _every_condition,
    "or": _every_condition,
    "not": _every_condition,
    "resource_facade": _facade,
    "digest": _digest,
}
_NAMING = ("get_param", "get_resource", "get_attr", "get_file", "resource_facade")
