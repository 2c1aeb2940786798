"""Builder of value forms from the nodes of a template."""

from bisect import bisect_right
from collections.abc import Container, Hashable, Iterable, Sequence
from collections.abc import Mapping as Named
from dataclasses import replace
from typing import Any

from designer.design.inspector.property_search import is_sought
from designer.design.inspector.value_form import (
    DEEPEST,
    LEVEL,
    MOST_ITEMS,
    MOST_PARTS,
    Spot,
    ValueForm,
    ViewState,
)
from hotcore.assist import (
    PresentValues,
    holds_definition,
    index_word,
    item_schema,
    member_type,
    reference_choices,
    scalar_text,
    type_choices,
    value_text,
    with_member_schema,
)
from hotcore.catalogue import Catalogue, PropertySchema, ResourceType
from hotcore.diagnostics import Diagnostic
from hotcore.evaluation import ANY, CONDITIONS, VALUES, ArgumentSpec, Form, Function, functions_of
from hotcore.functions import LIST, LITERAL, MAP, OTHER, PARAMETER_TYPES
from hotcore.runtime import cached_property
from hotcore.syntax import Mapping, Node, Path, Scalar
from hotcore.syntax import Sequence as SequenceNode
from hotcore.template import Template


class FormMaker:
    """Builds the forms of the values of a template."""

    def __init__(
        self,
        template: Template,
        catalogue: Catalogue,
        values: PresentValues | None = None,
        view_state: ViewState | None = None,
        found: Iterable[Diagnostic] = (),
    ) -> None:
        self.template = template
        self.catalogue = catalogue
        self.values = values
        self.view_state = view_state or ViewState()
        self.left = MOST_PARTS
        self._begun: dict[Path, list[Any]] = {}
        for path in self.view_state.begun:
            self._begun.setdefault(path[:-1], []).append(path[-1])
        self._missed: dict[Path, list[Any]] = {}
        for path in (path for one in found if one.file is None for path in one.missing):
            self._missed.setdefault(path[:-1], []).append(path[-1])
        self._functions = {context: functions_of(template.version, context) for context in (VALUES, CONDITIONS)}

    def missing(self, path: Path, schemas: Named[str, PropertySchema], members: Container[Hashable]) -> list[str]:
        """The missing keys of a map at a path: required ones, then others that a diagnostic names."""
        required = (key for key, schema in schemas.items() if schema.required and key not in members)
        named = (key for key in self._missed.get(path, ()) if key not in members)
        return list(dict.fromkeys((*required, *named)))

    def form(self, node: Node | None, spot: Spot, found: Sequence[Diagnostic] = ()) -> ValueForm:
        """The form of a value, or of a missing one; `found` are the diagnostics within it."""
        self.left -= 1
        spot = self._defined(node, spot)
        made = self._made(node, spot, list(found))
        if node is not None and made.is_set:
            made.line, made.start = node.span.line, node.start
        made.fits = self._fitting(made)
        if made.takes_reference and spot.path[0] == "resources" and made.schema is not None:
            made.references = reference_choices(self.template, self.catalogue, made.schema, str(spot.path[1]))
        made.opened = spot.path in self.view_state.opened
        if made.is_text:
            made.index_word = index_word(self.template, spot.path)
        if made.names == "attribute":
            made.options = self._attributes(spot.resource)
        elif made.names == "file" and self.values is not None:
            made.options = self.values.files
        if spot.path == self.view_state.pending:
            self._expect_name(made)
        return made

    def _defined(self, node: Node | None, spot: Spot) -> Spot:
        """A place whose value defines the members of a group, with the keys of a resource of their type."""
        if spot.schema is None or not _is_definition(spot):
            return spot
        return replace(spot, schema=with_member_schema(spot.schema, self.type_named(member_type(node))))

    def type_named(self, name: str) -> ResourceType | None:
        """A resource type, or the interface of a template file, by its name."""
        if not name:
            return None
        return self.values.type_named(name) if self.values is not None else self.catalogue.find(name)

    def _key_wants(self, spot: Spot, key: Hashable) -> ArgumentSpec:
        """What the value of a map's key takes: the type of a group's members is one of the types that there are."""
        return self.type_choices if key == "type" and _is_definition(spot) else ANY

    @cached_property
    def type_choices(self) -> ArgumentSpec:
        """What the type of a group's members takes."""
        return type_choices(self.catalogue, self.values.files if self.values is not None else ())

    def _made(self, node: Node | None, spot: Spot, found: list[Diagnostic]) -> ValueForm:
        if node is None and spot.path in self.view_state.as_text:
            return ValueForm(spot, OTHER, is_set=False, into=spot.path, diagnostics=found)
        if node is None:
            return self._unset(spot, found)
        if spot.path in self.view_state.as_text or spot.depth > DEEPEST or self.left < 0 or _size(node) > MOST_ITEMS:
            return ValueForm(spot, OTHER, value_text(node), into=spot.path, diagnostics=found)
        if isinstance(node, Scalar):
            return ValueForm(spot, LITERAL, scalar_text(node.value), into=spot.path, diagnostics=found, was=_type(node))
        if isinstance(node, SequenceNode):
            return self._list(node, spot, found)
        assert isinstance(node, Mapping)
        function = self._functions[spot.context].get(node.sole_key or "")
        if isinstance(function, Function):
            made = self._call(node, function, spot, found)
            made.present = self.values.of(node, str(spot.path[0]), spot.context) if self.values else None
            return made
        return self._map(node, spot, found)

    # -- lists and maps --------------------------------------------------------

    def _unset(self, spot: Spot, found: list[Diagnostic]) -> ValueForm:
        """The form of a missing value: of a map with its required keys, which are set one by one."""
        grows = {"list": "item", "map": "key"}.get(spot.kind, "")
        made = ValueForm(spot, is_set=False, into=spot.path, diagnostics=found, grows=grows)
        shown = self._add_missing(made, ()) if grows == "key" else ()
        made.keys = _keys(spot, shown)
        self._begin(made, spot.path, 0 if grows == "item" else None, shown)
        return made

    def _add_missing(self, made: ValueForm, members: Container[Hashable]) -> tuple[str, ...]:
        """Adds the fields of a map's missing keys: required ones, or all of a map that is shown whole."""
        spot = made.spot
        if spot.depth >= DEEPEST:
            return ()
        schemas = (spot.schema.keys if spot.schema is not None else None) or {}
        missing = self.missing(spot.path, schemas, members)
        if spot.path in self.view_state.complete:
            others = [key for key in _keys(spot, members) if key not in missing]
            missing += [key for key in others if is_sought(self.view_state.find, key, schemas[key])] or others
        for key in missing:
            schema = schemas.get(key)
            required = bool(schema and schema.required)
            wants = self._key_wants(spot, key)
            own = Spot((*spot.path, key), key, wants, schema, required, spot.context, spot.depth + 1)
            made.parts.append(self.form(None, own))
        return tuple(missing)

    def _list(self, node: SequenceNode, spot: Spot, found: list[Diagnostic]) -> ValueForm:
        schema = item_schema(spot.schema)
        made = ValueForm(spot, LIST, grows="item")
        spots = [
            Spot((*spot.path, at), str(at + 1), _item_wants(spot), schema, context=spot.context, depth=spot.depth + 1,
                 can_go=True, can_move=len(node.items) > 1, resource=spot.resource)
            for at in range(len(node.items))
        ]  # fmt: skip
        self._fill(made, list(zip(node.items, node.items, spots, strict=True)), found)
        self._begin(made, spot.path, len(node.items), ())
        return made

    def _map(self, node: Mapping, spot: Spot, found: list[Diagnostic]) -> ValueForm:
        schemas = (spot.schema.keys if spot.schema is not None else None) or {}
        made = ValueForm(spot, MAP, grows="key")
        spots = []
        for key in node.members:
            schema = schemas.get(key)  # type: ignore[call-overload]  # no schema for a key that is not a string
            free = spot.schema is None or spot.schema.keys is None
            own = Spot((*spot.path, key), str(key), self._key_wants(spot, key), schema,
                       bool(schema and schema.required), spot.context, spot.depth + 1,
                       can_go=True, can_move=len(node.members) > 1, can_rename=free)  # fmt: skip
            spots.append(own)
        nodes = [(node.key_nodes[key], member) for key, member in node.members.items()]
        self._fill(made, [(first, last, own) for (first, last), own in zip(nodes, spots, strict=True)], found)
        shown = (*node.members, *self._add_missing(made, node.members))
        made.keys = _keys(spot, shown)
        self._begin(made, spot.path, None, shown)
        return made

    def _begin(self, made: ValueForm, path: Path, at: int | None, taken: Iterable[object], names: Any = None) -> None:
        """Adds the parts being added to the end of a list, or to a map; `names` are those of a call."""
        if made.spot.depth >= DEEPEST:
            return
        schema, held = made.spot.schema, set(taken)
        for one in self._begun.get(path, ()):
            if (one != at or isinstance(one, bool)) if at is not None else one in held:
                continue
            keys = (schema.keys if schema is not None else None) or {}
            inner = keys.get(one) if at is None else item_schema(schema)
            wants, label = (
                names(one) if names else (_item_wants(made.spot), str(one + 1)) if at is not None else (ANY, one)
            )
            context = _position(wants, made.spot)
            own = Spot((*path, one), str(label), wants, inner, context=context, depth=made.spot.depth + 1, can_go=True)
            made.parts.append(self.form(None, own))

    def _fill(self, made: ValueForm, parts: list[tuple[Node, Node, Spot]], found: list[Diagnostic]) -> None:
        """Builds the parts from their nodes, that of the key and that of the value, each with its diagnostics."""
        shares, made.diagnostics = distributed([(first.start, last.end) for first, last, _ in parts], found)
        made.parts += [self.form(last, spot, share) for (_, last, spot), share in zip(parts, shares, strict=True)]

    # -- calls -----------------------------------------------------------------

    def _call(self, node: Mapping, function: Function, spot: Spot, found: list[Diagnostic]) -> ValueForm:
        argument = node.members[function.name]
        path = (*spot.path, function.name)
        form = function.signature.form
        if isinstance(argument, Mapping) and form is Form.MAPPING and not self._is_call(argument, spot):
            return self._named_arguments(argument, function, path, spot, found)
        wants = function.signature.spec(0)
        is_list = form is Form.SINGLE and wants.kind == "list"
        has_items = form is Form.LIST or function.takes_names_only or is_list
        if isinstance(argument, SequenceNode) and has_items:
            return self._listed_arguments(argument, function, path, spot, found)
        if isinstance(argument, Scalar) and (function.takes_names_only or wants.names or wants.choices):
            text = scalar_text(argument.value)
            grows = "path" if function.path and wants.names == "parameter" and self._has_parts(text) else ""
            return ValueForm(spot, function.name, text, into=path, wants=wants, diagnostics=found, grows=grows)
        if path in self.view_state.as_text:
            return ValueForm(spot, OTHER, value_text(node), into=spot.path, diagnostics=found)
        made = ValueForm(spot, function.name)
        label = function.signature.arguments[0].name if form is Form.SINGLE else function.name
        wants = wants if form is Form.SINGLE else ANY
        own = Spot(path, label, wants, context=_position(wants, spot), depth=spot.depth + 1)
        self._fill(made, [(argument, argument, own)], found)
        return made

    def _has_parts(self, parameter: str) -> bool:
        """Whether a path may lead into a parameter."""
        declared = self.template.parameters.get(parameter)
        return declared is not None and declared.type in ("json", "comma_delimited_list")

    def _is_call(self, node: Mapping, spot: Spot) -> bool:
        return isinstance(self._functions[spot.context].get(node.sole_key or ""), Function)

    def _named_arguments(
        self, argument: Mapping, function: Function, path: Path, spot: Spot, found: list[Diagnostic]
    ) -> ValueForm:
        known = {one.name: one for one in function.signature.arguments}
        others = tuple(name for name in known if name not in argument.members and not known[name].required)
        made = ValueForm(spot, function.name, grows="argument" if others else "", keys=others)
        parts = []
        for key, value in argument.members.items():
            required = key in known and known[str(key)].required
            wants = function.signature.spec(key) if isinstance(key, str) and key in known else ANY
            own = Spot((*path, key), str(key), wants, None, required, _position(wants, spot), spot.depth + 1,
                       can_go=not required)  # fmt: skip
            parts.append((argument.key_nodes[key], value, own))
        self._fill(made, parts, found)
        for name, one in known.items():
            if one.required and name not in argument.members:
                wants = function.signature.spec(name)
                own = Spot((*path, name), name, wants, None, True, _position(wants, spot), spot.depth + 1)
                made.parts.append(self.form(None, own))
        self._begin(made, path, None, argument.members, lambda key: (function.signature.spec(key), key))
        return made

    def _listed_arguments(
        self, argument: SequenceNode, function: Function, path: Path, spot: Spot, found: list[Diagnostic]
    ) -> ValueForm:
        signature = function.signature
        fixed = signature.arguments if signature.form is Form.LIST else ()
        is_list = signature.form is Form.SINGLE and signature.spec(0).kind == "list"
        grows = "item" if signature.variadic or is_list else ""
        made = ValueForm(spot, function.name, grows="path" if function.path else grows)
        resource = argument.items[0].value if argument.items and isinstance(argument.items[0], Scalar) else ""
        parts = []
        for at, item in enumerate(argument.items):
            wants, label = self._argument(function, at)
            required = at < len(fixed) and fixed[at].required
            free = at >= max(len(fixed), 1 if function.takes_names_only else 0)
            own = Spot((*path, at), label, wants, None, required, _position(wants, spot), spot.depth + 1,
                       can_go=free or (at < len(fixed) and not required and at + 1 == len(argument.items)),
                       can_move=free and len(argument.items) > len(fixed) + 1,
                       resource=str(resource) if wants.names == "attribute" else "")  # fmt: skip
            parts.append((item, item, own))
        self._fill(made, parts, found)
        for at in range(len(argument.items), len(fixed)):
            wants, label = self._argument(function, at)
            own = Spot((*path, at), label, wants, None, fixed[at].required, _position(wants, spot), spot.depth + 1)
            made.parts.append(self.form(None, own))
        if len(argument.items) >= len(fixed):
            self._begin(made, path, len(argument.items), (), lambda at: self._argument(function, at))
        return made

    def _argument(self, function: Function, at: int) -> tuple[ArgumentSpec, str]:
        """What an argument of the list form takes, and its label."""
        signature, wants = function.signature, function.signature.spec(at)
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
        """Shows a value as a call of a function whose name argument has not been chosen yet."""
        function = self._functions[made.spot.context].get(self.view_state.expression)
        if not isinstance(function, Function):
            return
        made.expression, made.pending, made.parts, made.grows, made.text = function.name, True, [], "", ""
        made.into, made.wants, made.present = made.path, function.signature.spec(0), None
        made.asks_attribute = function.signature.spec(1).names == "attribute"
        if made.asks_attribute:
            made.text = self.view_state.name
            if self.view_state.name:
                made.options = self._attributes(self.view_state.name)
        made.fits = self._fitting(made)

    def _fitting(self, made: ValueForm) -> tuple[str, ...]:
        """The types of the resources or parameters that match best, for a control that takes a name."""
        if made.names == "parameter":
            kind = made.spot.kind
            return PARAMETER_TYPES.get(kind, ())
        if made.names == "resource" and made.schema is not None:
            return self.catalogue.makers(made.schema)
        return ()

    def _attributes(self, resource: str) -> tuple[str, ...]:
        """The attributes of a resource."""
        declared = self.template.resources.get(resource)
        if declared is None:
            return ()
        known = self.values.type_of(declared) if self.values else self.catalogue.find(declared.type)
        return known.offered_attributes if known is not None else ()


def _is_definition(spot: Spot) -> bool:
    """Whether a value defines the members of a group."""
    if spot.schema is None or len(spot.path) <= LEVEL or spot.path[-2] != "properties":
        return False
    return holds_definition(spot.path[-1], spot.schema)


def _size(node: Node) -> int:
    """The number of parts of a value, or of the argument of a call."""
    if isinstance(node, Mapping):
        sole = node.members[node.sole_key] if node.sole_key is not None else None
        return max(len(node.members), _size(sole) if isinstance(sole, SequenceNode) else 0)
    return len(node.items) if isinstance(node, SequenceNode) else 0


def diagnostics_within(found: Iterable[Diagnostic], start: int, end: int) -> list[Diagnostic]:
    """The diagnostics about a range of the template's own text."""
    return [one for one in found if one.file is None and one.span and start <= one.span.start <= one.span.end <= end]


def distributed(
    ranges: list[tuple[int, int]], found: Iterable[Diagnostic]
) -> tuple[list[list[Diagnostic]], list[Diagnostic]]:
    """The diagnostics within each range of a text, and those within none."""
    shares: list[list[Diagnostic]] = [[] for _ in ranges]
    order = sorted(range(len(ranges)), key=lambda at: ranges[at])
    starts = [ranges[at][0] for at in order]
    rest = []
    for one in found:
        context = bisect_right(starts, one.span.start) - 1 if one.span is not None else -1
        if context >= 0 and one.span is not None and one.span.end <= ranges[order[context]][1]:
            shares[order[context]].append(one)
        else:
            rest.append(one)
    return shares, rest


def _keys(spot: Spot, members: Any) -> tuple[str, ...]:
    """The optional keys that a map does not have yet, without those that Heat retires."""
    keys = (spot.schema.keys if spot.schema is not None else None) or {}
    return tuple(key for key, one in keys.items() if key not in members and one.is_offered and not one.required)


def _item_wants(spot: Spot) -> ArgumentSpec:
    """What an item of a list argument takes."""
    return ArgumentSpec(spot.wants.items)


def _position(wants: ArgumentSpec, spot: Spot) -> str:
    return CONDITIONS if wants.kind == "condition" else spot.context


def _type(node: Scalar) -> str:
    """The kind of a written scalar."""
    if node.style or node.value is None:
        return "string" if isinstance(node.value, str) else ""
    kinds = {bool: "boolean", int: "number", float: "number", str: "string"}
    return kinds.get(type(node.value), "")
