"""Nodes of a template to the forms of their values."""

from bisect import bisect_right
from collections.abc import Container, Hashable, Iterable, Sequence
from collections.abc import Mapping as Named
from typing import Any

from hotcore.assist.inspector.current_values import PresentValues
from hotcore.assist.inspector.value_form import (
    DEEPEST,
    MOST_ITEMS,
    MOST_PARTS,
    Spot,
    ValueForm,
    Wish,
    shown,
    value_text,
)
from hotcore.catalogue import Catalogue, PropertySchema
from hotcore.diagnostics import Diagnostic
from hotcore.evaluation import ANY, CONDITIONS, VALUES, Form, Function, Wanted, functions_of
from hotcore.functions import LIST, LITERAL, MAP, OTHER, PARAMETER_TYPES
from hotcore.syntax import Mapping, Node, Path, Scalar
from hotcore.syntax import Sequence as SequenceNode
from hotcore.template import Template


class FormMaker:
    """Makes the forms of the values of a template."""

    def __init__(
        self,
        template: Template,
        catalogue: Catalogue,
        values: PresentValues | None = None,
        wish: Wish | None = None,
        found: Iterable[Diagnostic] = (),
    ) -> None:
        self.template = template
        self.catalogue = catalogue
        self.values = values
        self.wish = wish or Wish()
        self.left = MOST_PARTS
        self._begun: dict[Path, list[Any]] = {}
        for path in self.wish.begun:
            self._begun.setdefault(path[:-1], []).append(path[-1])
        self._missed: dict[Path, list[Any]] = {}
        for path in (path for one in found if one.file is None for path in one.missing):
            self._missed.setdefault(path[:-1], []).append(path[-1])
        self._functions = {place: functions_of(template.version, place) for place in (VALUES, CONDITIONS)}

    def missing(self, path: Path, schemas: Named[str, PropertySchema], members: Container[Hashable]) -> list[str]:
        """The keys that a map at a path lacks: those that are required, then others that a finding names."""
        required = sorted(key for key, schema in schemas.items() if schema.required and key not in members)
        named = (key for key in self._missed.get(path, ()) if key not in members)
        return list(dict.fromkeys((*required, *named)))

    def form(self, node: Node | None, spot: Spot, found: Sequence[Diagnostic] = ()) -> ValueForm:
        """The form of a value, or of one that is not there yet; `found` are the findings that lie within it."""
        self.left -= 1
        made = self._made(node, spot, list(found))
        made.line = node.span.line if node is not None and made.is_set else 0
        made.fits = self._fitting(made)
        made.opened = spot.path in self.wish.opened
        if made.names == "attribute":
            made.options = self._attributes(spot.resource)
        elif made.names == "file" and self.values is not None:
            made.options = self.values.files
        if spot.path == self.wish.pending:
            self._expect_name(made)
        return made

    def _made(self, node: Node | None, spot: Spot, found: list[Diagnostic]) -> ValueForm:
        if node is None and spot.path in self.wish.as_text:
            return ValueForm(spot, OTHER, is_set=False, into=spot.path, findings=found)
        if node is None:
            grows = {"list": "item", "map": "key"}.get(spot.kind, "")
            made = ValueForm(spot, is_set=False, into=spot.path, findings=found, grows=grows, keys=_keys(spot, ()))
            self._begin(made, spot.path, 0 if grows == "item" else None, ())
            return made
        if spot.path in self.wish.as_text or spot.depth > DEEPEST or self.left < 0 or _size(node) > MOST_ITEMS:
            return ValueForm(spot, OTHER, value_text(node), into=spot.path, findings=found)
        if isinstance(node, Scalar):
            return ValueForm(spot, LITERAL, shown(node.value), into=spot.path, findings=found, was=_type(node))
        if isinstance(node, SequenceNode):
            return self._list(node, spot, found)
        assert isinstance(node, Mapping)
        function = self._functions[spot.place].get(node.sole_key or "")
        if isinstance(function, Function):
            made = self._call(node, function, spot, found)
            made.present = self.values.of(node, str(spot.path[0]), spot.place) if self.values else None
            return made
        return self._map(node, spot, found)

    # -- lists and maps --------------------------------------------------------

    def _list(self, node: SequenceNode, spot: Spot, found: list[Diagnostic]) -> ValueForm:
        schema = spot.schema.items if spot.schema is not None else None
        made = ValueForm(spot, LIST, grows="item")
        spots = [
            Spot((*spot.path, at), str(at + 1), _item_wants(spot), schema, place=spot.place, depth=spot.depth + 1,
                 can_go=True, can_move=len(node.items) > 1, resource=spot.resource)
            for at in range(len(node.items))
        ]  # fmt: skip
        self._fill(made, list(zip(node.items, node.items, spots, strict=True)), found)
        self._begin(made, spot.path, len(node.items), ())
        return made

    def _map(self, node: Mapping, spot: Spot, found: list[Diagnostic]) -> ValueForm:
        schemas = (spot.schema.keys if spot.schema is not None else None) or {}
        missing = self.missing(spot.path, schemas, node.members)
        made = ValueForm(spot, MAP, grows="key", keys=_keys(spot, (*node.members, *missing)))
        spots = []
        for key in node.members:
            schema = schemas.get(key)  # type: ignore[call-overload]  # no schema for a key that is no text
            free = spot.schema is None or spot.schema.keys is None
            spots.append(
                Spot((*spot.path, key), str(key), ANY, schema, bool(schema and schema.required), spot.place,
                     spot.depth + 1, can_go=True, can_move=len(node.members) > 1, can_rename=free)
            )  # fmt: skip
        nodes = [(node.key_nodes[key], member) for key, member in node.members.items()]
        self._fill(made, [(first, last, own) for (first, last), own in zip(nodes, spots, strict=True)], found)
        for key in missing:
            schema = schemas.get(key)
            required = bool(schema and schema.required)
            own = Spot((*spot.path, key), key, ANY, schema, required, spot.place, spot.depth + 1)
            made.parts.append(self.form(None, own))
        self._begin(made, spot.path, None, (*node.members, *missing))
        return made

    def _begin(self, made: ValueForm, path: Path, at: int | None, taken: Iterable[object], names: Any = None) -> None:
        """Adds the parts that somebody wants to add to a list, at its end, or to a map; `names` are those of a call."""
        if made.spot.depth >= DEEPEST:
            return
        schema, held = made.spot.schema, set(taken)
        for one in self._begun.get(path, ()):
            if (one != at or isinstance(one, bool)) if at is not None else one in held:
                continue
            keys = (schema.keys if schema is not None else None) or {}
            inner = keys.get(one) if at is None else schema.items if schema is not None else None
            wants, label = (
                names(one) if names else (_item_wants(made.spot), str(one + 1)) if at is not None else (ANY, one)
            )
            place = _place(wants, made.spot)
            own = Spot((*path, one), str(label), wants, inner, place=place, depth=made.spot.depth + 1, can_go=True)
            made.parts.append(self.form(None, own))

    def _fill(self, made: ValueForm, parts: list[tuple[Node, Node, Spot]], found: list[Diagnostic]) -> None:
        """Makes the parts from their nodes, first the key's and then the value's, with the findings that are theirs."""
        shares, made.findings = shared_out([(first.start, last.end) for first, last, _ in parts], found)
        made.parts += [self.form(last, spot, share) for (_, last, spot), share in zip(parts, shares, strict=True)]

    # -- calls -----------------------------------------------------------------

    def _call(self, node: Mapping, function: Function, spot: Spot, found: list[Diagnostic]) -> ValueForm:
        argument = node.members[function.name]
        path = (*spot.path, function.name)
        form = function.signature.form
        if isinstance(argument, Mapping) and form is Form.MAPPING and not self._is_call(argument, spot):
            return self._named_arguments(argument, function, path, spot, found)
        wants = function.signature.wanted(0)
        is_list = form is Form.SINGLE and wants.kind == "list"
        has_items = form is Form.LIST or function.takes_names_only or is_list
        if isinstance(argument, SequenceNode) and has_items:
            return self._listed_arguments(argument, function, path, spot, found)
        if isinstance(argument, Scalar) and (function.takes_names_only or wants.names or wants.choices):
            text = shown(argument.value)
            grows = "path" if function.path and wants.names == "parameter" and self._has_parts(text) else ""
            return ValueForm(spot, function.name, text, into=path, wants=wants, findings=found, grows=grows)
        if path in self.wish.as_text:
            return ValueForm(spot, OTHER, value_text(node), into=spot.path, findings=found)
        made = ValueForm(spot, function.name)
        label = function.signature.arguments[0].name if form is Form.SINGLE else function.name
        wants = wants if form is Form.SINGLE else ANY
        own = Spot(path, label, wants, place=_place(wants, spot), depth=spot.depth + 1)
        self._fill(made, [(argument, argument, own)], found)
        return made

    def _has_parts(self, parameter: str) -> bool:
        """Whether a path may lead into a parameter."""
        declared = self.template.parameters.get(parameter)
        return declared is not None and declared.type in ("json", "comma_delimited_list")

    def _is_call(self, node: Mapping, spot: Spot) -> bool:
        return isinstance(self._functions[spot.place].get(node.sole_key or ""), Function)

    def _named_arguments(
        self, argument: Mapping, function: Function, path: Path, spot: Spot, found: list[Diagnostic]
    ) -> ValueForm:
        known = {one.name: one for one in function.signature.arguments}
        others = tuple(name for name in known if name not in argument.members and not known[name].required)
        made = ValueForm(spot, function.name, grows="argument" if others else "", keys=others)
        parts = []
        for key, value in argument.members.items():
            required = key in known and known[str(key)].required
            wants = function.signature.wanted(key) if isinstance(key, str) and key in known else ANY
            own = Spot((*path, key), str(key), wants, None, required, _place(wants, spot), spot.depth + 1,
                       can_go=not required)  # fmt: skip
            parts.append((argument.key_nodes[key], value, own))
        self._fill(made, parts, found)
        for name, one in known.items():
            if one.required and name not in argument.members:
                wants = function.signature.wanted(name)
                own = Spot((*path, name), name, wants, None, True, _place(wants, spot), spot.depth + 1)
                made.parts.append(self.form(None, own))
        self._begin(made, path, None, argument.members, lambda key: (function.signature.wanted(key), key))
        return made

    def _listed_arguments(
        self, argument: SequenceNode, function: Function, path: Path, spot: Spot, found: list[Diagnostic]
    ) -> ValueForm:
        signature = function.signature
        fixed = signature.arguments if signature.form is Form.LIST else ()
        is_list = signature.form is Form.SINGLE and signature.wanted(0).kind == "list"
        grows = "item" if signature.variadic or is_list else ""
        made = ValueForm(spot, function.name, grows="path" if function.path else grows)
        resource = argument.items[0].value if argument.items and isinstance(argument.items[0], Scalar) else ""
        parts = []
        for at, item in enumerate(argument.items):
            wants, label = self._argument(function, at)
            required = at < len(fixed) and fixed[at].required
            free = at >= max(len(fixed), 1 if function.takes_names_only else 0)
            own = Spot((*path, at), label, wants, None, required, _place(wants, spot), spot.depth + 1,
                       can_go=free or (at < len(fixed) and not required and at + 1 == len(argument.items)),
                       can_move=free and len(argument.items) > len(fixed) + 1,
                       resource=str(resource) if wants.names == "attribute" else "")  # fmt: skip
            parts.append((item, item, own))
        self._fill(made, parts, found)
        for at in range(len(argument.items), len(fixed)):
            wants, label = self._argument(function, at)
            own = Spot((*path, at), label, wants, None, fixed[at].required, _place(wants, spot), spot.depth + 1)
            made.parts.append(self.form(None, own))
        if len(argument.items) >= len(fixed):
            self._begin(made, path, len(argument.items), (), lambda at: self._argument(function, at))
        return made

    def _argument(self, function: Function, at: int) -> tuple[Wanted, str]:
        """What belongs to an argument of the list form, and what it is called."""
        signature, wants = function.signature, function.signature.wanted(at)
        if signature.form is not Form.LIST:
            if not (function.takes_names_only and (function.path or wants.names)):
                return ANY, str(at + 1)
            return wants, wants.names or "key"
        if at < len(signature.arguments):
            return wants, signature.arguments[at].name
        rest = signature.variadic
        return wants, f"{rest.name if rest and rest.name != 'more' else ''} {at + 1}".strip()

    # -- names -----------------------------------------------------------------

    def _expect_name(self, made: ValueForm) -> None:
        """Shows a value as the call of a function that takes a name, which is still to be chosen."""
        function = self._functions[made.spot.place].get(self.wish.way)
        if not isinstance(function, Function):
            return
        made.way, made.pending, made.parts, made.grows, made.text = function.name, True, [], "", ""
        made.into, made.wants, made.present = made.path, function.signature.wanted(0), None
        made.asks_attribute = function.signature.wanted(1).names == "attribute"
        if made.asks_attribute:
            made.text = self.wish.name
            if self.wish.name:
                made.options = self._attributes(self.wish.name)
        made.fits = self._fitting(made)

    def _fitting(self, made: ValueForm) -> tuple[str, ...]:
        """The types of the resources or parameters that fit best where a name is to be chosen."""
        if made.names == "parameter":
            kind = made.spot.kind
            return PARAMETER_TYPES.get(kind, ())
        if made.names == "resource" and made.schema is not None:
            return self.catalogue.makers(made.schema)
        return ()

    def _attributes(self, resource: str) -> tuple[str, ...]:
        """The attributes that a resource has."""
        declared = self.template.resources.get(resource)
        if declared is None:
            return ()
        known = self.values.type_of(declared) if self.values else self.catalogue.find(declared.type)
        return tuple(sorted(known.attributes)) if known is not None else ()


def _size(node: Node) -> int:
    """How many parts a value has, or the argument of a call."""
    if isinstance(node, Mapping):
        sole = node.members[node.sole_key] if node.sole_key is not None else None
        return max(len(node.members), _size(sole) if isinstance(sole, SequenceNode) else 0)
    return len(node.items) if isinstance(node, SequenceNode) else 0


def lying_within(found: Iterable[Diagnostic], start: int, end: int) -> list[Diagnostic]:
    """The findings about a range of the template's own text."""
    return [one for one in found if one.file is None and one.span and start <= one.span.start <= one.span.end <= end]


def shared_out(
    ranges: list[tuple[int, int]], found: Iterable[Diagnostic]
) -> tuple[list[list[Diagnostic]], list[Diagnostic]]:
    """The findings that lie within each range of a text, and those that lie in none."""
    shares: list[list[Diagnostic]] = [[] for _ in ranges]
    order = sorted(range(len(ranges)), key=lambda at: ranges[at])
    starts = [ranges[at][0] for at in order]
    rest = []
    for one in found:
        place = bisect_right(starts, one.span.start) - 1 if one.span is not None else -1
        if place >= 0 and one.span is not None and one.span.end <= ranges[order[place]][1]:
            shares[order[place]].append(one)
        else:
            rest.append(one)
    return shares, rest


def _keys(spot: Spot, members: Any) -> tuple[str, ...]:
    """The keys that a map may still take, those that are there or required left out."""
    keys = (spot.schema.keys if spot.schema is not None else None) or {}
    return tuple(
        sorted(key for key, one in keys.items() if key not in members and one.implemented and not one.required)
    )


def _item_wants(spot: Spot) -> Wanted:
    """What belongs to an item of a list that is an argument."""
    return Wanted(spot.wants.items)


def _place(wants: Wanted, spot: Spot) -> str:
    return CONDITIONS if wants.kind == "condition" else spot.place


def _type(node: Scalar) -> str:
    """Of what kind a single value is that is written."""
    if node.style or node.value is None:
        return "string" if isinstance(node.value, str) else ""
    kinds = {bool: "boolean", int: "number", float: "number", str: "string"}
    return kinds.get(type(node.value), "")
