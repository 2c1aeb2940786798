"""The inputs of conditions: parameters, or members of them at a path, with the values that conditions distinguish."""

from collections.abc import Iterable, Iterator
from itertools import chain, permutations
from typing import Any, ClassVar

from hotcore.constraints import Constraint, Refused
from hotcore.evaluation import CONDITIONS, Function, functions_of, readers
from hotcore.parameters import matching
from hotcore.runtime import dataclass
from hotcore.syntax import Mapping, Node, Scalar, Sequence, maps, to_plain
from hotcore.template import Parameter, Template, path_read, value_read
from hotcore.values import value_at
from hotcore.versions import Version

Key = tuple[Any, ...]
"""The name of a parameter, and a path in it."""

OPAQUE = object()
"""The name of an opaque input."""

_MOST_COMPARED = 60
_COMPARING = ("equals", "contains")
_MOST_LISTED = 1000
_FEW = 6
"""Legal values that are all distinguished where a parameter is compared with another."""
LAST_ITEM = 100
_MOST_CONSTRAINTS = 20
_MOST_TRIED = 20

_OF_KINDS = (
    "10.0.0.0/24", "10.0.0.1", "fd00::1", "02:00:00:00:00:01", "example.org.", "example", "0 0 * * *", "Europe/Berlin",
    "2100-01-01T00:00:00Z",
)  # fmt: skip
"""Strings of the kinds that custom constraints accept."""


class Other:
    """Any value but the distinguished ones; it is equal to none of them."""

    __slots__ = ()
    is_other: ClassVar[bool] = True


OTHER = Other()


@dataclass(frozen=True, slots=True)
class Input:
    """A parameter that conditions read, or a part of it at a path, with the distinguished values; the first is the
    default, if there is one.

    `others` are examples of all other values.
    """

    key: Key
    values: tuple[Any, ...]
    has_default: bool = False
    others: tuple[Any, ...] = ()

    @property
    def name(self) -> Any:
        """The parameter."""
        return self.key[0]

    @property
    def path(self) -> tuple[Any, ...]:
        """The path of the part that is read."""
        return self.key[1:]

    @property
    def label(self) -> str:
        """The label: the parameter, and the path into it."""
        return ".".join(map(str, self.key))

    @property
    def is_closed(self) -> bool:
        """Whether there are no other values."""
        return OTHER not in self.values

    @property
    def is_opaque(self) -> bool:
        """Whether it stands for an opaque condition."""
        return self.name is OPAQUE

    def examples(self, index: int) -> tuple[Any, ...]:
        """Example values to give; empty where none is known."""
        value = self.values[index]
        return self.others if value is OTHER else (value,)


def reading(node: Node | None, template: Template) -> Key | None:
    """The input whose value a call is, when its name and path are literals."""
    parts = value_read(node, template, CONDITIONS)
    steps = [part.value if isinstance(part, Scalar) else None for part in parts]
    plain = all(isinstance(step, str) or (type(step) is int and 0 <= step < LAST_ITEM) for step in steps)
    if not steps or not plain or steps[0] not in template.parameters:
        return None
    return tuple(steps)


def read_whole(node: Node, template: Template) -> Key | None:
    """The parameter that a call reads otherwise: a part of it at a computed path, or what is made from it."""
    parts = path_read(node, template, CONDITIONS)
    name = parts[0].value if parts and isinstance(parts[0], Scalar) else None
    is_declared = isinstance(name, str) and name in template.parameters
    return (name,) if is_declared and reading(node, template) is None else None


def inputs_of(template: Template, others: Iterable[Node] = ()) -> dict[Key, Input]:
    """All inputs of conditions, wherever these are written; `others` are conditions from other places."""
    compared = compared_in(chain(maps(template.root), *map(maps, others)), template)
    return {
        key: _input(key, template.parameters[key[0]], values)
        for key, values in compared.items()
        if len(values) <= _MOST_COMPARED
    }


def compared_in(nodes: Iterable[Mapping], template: Template) -> dict[Key, list[Any]]:
    """The inputs that maps read, each with the values that it is compared with."""
    compared: dict[Key, list[Any]] = {}
    looked_at = readers("parameter").union(_COMPARING)
    for node in nodes:
        if node.sole_key not in looked_at:
            continue
        key = reading(node, template)
        whole = read_whole(node, template) if key is None else None
        if key is not None:
            compared.setdefault(key, [])
        elif whole is not None:
            compared.setdefault(whole, [])
        elif node.sole_key in _COMPARING:
            _compare(node, template, compared)
    return compared


def _compare(node: Mapping, template: Template, compared: dict[Key, list[Any]]) -> None:
    argument = node.members[node.sole_key]
    items = argument.items if isinstance(argument, Sequence) else []
    if len(items) != 2:
        return
    for at in (0, 1):
        key, other = reading(items[at], template), reading(items[1 - at], template)
        if key is not None and other is not None:
            values = _values_of(template, other, template.parameters[key[0]].hidden)
            if node.sole_key == "contains":
                values = [[value] for value in values] if at else [item for each in values for item in _items(each)]
            compared.setdefault(key, []).extend(values)
        elif key is not None and not has_calls(items[1 - at], template.version):
            value = to_plain(items[1 - at])
            found = [value] if node.sole_key == "equals" else value if isinstance(value, list) and not at else [[value]]
            compared.setdefault(key, []).extend(found)


def _items(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def partners_of(nodes: Iterable[Node], template: Template) -> dict[Key, list[Key]]:
    """Inputs and the inputs they are compared with; hidden ones are paired with hidden ones only."""
    found: dict[Key, list[Key]] = {}
    for node in nodes:
        argument = node.members[node.sole_key] if isinstance(node, Mapping) and node.sole_key == "equals" else None
        keys = [reading(item, template) for item in argument.items] if isinstance(argument, Sequence) else []
        for one, other in permutations(keys, 2) if len(keys) == 2 else ():
            if one and other and (template.parameters[one[0]].hidden or not template.parameters[other[0]].hidden):
                found.setdefault(one, []).append(other)
    return found


def _values_of(template: Template, key: Key, is_for_hidden: bool) -> list[Any]:
    """The known values of an input: all where they are few, or the default; those of a hidden parameter are no examples
    for a shown one."""
    parameter = template.parameters[key[0]]
    if parameter.hidden and not is_for_hidden:
        return []
    allowed = (allowed_values(parameter) if len(key) == 1 else None) or []
    default = [_default(parameter, key)] if parameter.has_default else []
    return [*default, *allowed] if len(allowed) <= _FEW else default


def has_calls(node: Node, version: Version) -> bool:
    """Whether a node calls a function of conditions."""
    known = functions_of(version, CONDITIONS)
    return any(isinstance(known.get(one.sole_key or ""), Function) for one in maps(node))


def _input(key: Key, parameter: Parameter, compared: list[Any]) -> Input:
    default = [_default(parameter, key)] if parameter.has_default else []
    distinguished, closed, spare = _distinguished(key, parameter, compared)
    first = [value for value in default if value in distinguished]
    values = list(distinct([*first, *distinguished]))
    rest = [] if closed else [OTHER]
    if not closed and default and not first:
        values = [*rest, *values]
        spare = default[0]
    else:
        values = [*values, *rest]
    if not closed and spare is None:
        spare = unlike(parameter, key, values)
    others = () if closed or spare is None else (spare,)
    return Input(key, tuple(values or [OTHER]), bool(default), others)


def _default(parameter: Parameter, key: Key) -> Any:
    """The default value of an input."""
    return value_at(converted(parameter, parameter.default), key[1:])


def _distinguished(key: Key, parameter: Parameter, compared: list[Any]) -> tuple[list[Any], bool, Any]:
    """The distinguished values, whether there are no others, and one of the others."""
    if len(key) > 1:
        return list(distinct(compared)), False, None
    if parameter.type == "boolean":
        return [value for value in (True, False) if is_legal(parameter, value)], True, None
    allowed = allowed_values(parameter)
    if allowed is not None:
        distinguished = [value for value in allowed if value in compared]
        rest = [value for value in allowed if value not in compared]
        return (allowed, True, None) if len(rest) <= 1 else (distinguished, False, rest[0])
    return (
        [value for value in distinct(compared) if fits(parameter, value) and is_legal(parameter, value)],
        False,
        None,
    )


def allowed_values(parameter: Parameter) -> list[Any] | None:
    """The values that a parameter can have, when its constraints list them."""
    listed = next((c for c in parameter.constraints if c.kind == "allowed_values"), None)
    if listed is None or parameter.type not in ("string", "number") or len(listed.options["values"]) > _MOST_LISTED:
        return None
    values = (converted(parameter, value) for value in listed.options["values"])
    return [value for value in distinct(values) if is_legal(parameter, value)]


def converted(parameter: Parameter, value: Any) -> Any:
    """A value as the parameter converts it; unchanged, when its type refuses it."""
    try:
        return parameter.kind.convert(value)
    except (Refused, ValueError):
        return value


def fits(parameter: Parameter, value: Any) -> bool:
    """Whether a parameter can have a value at all."""
    return isinstance(value, parameter.kind.classes)


def is_legal(parameter: Parameter, value: Any) -> bool:
    """Whether no constraint certainly refuses a value; only the first of very many constraints are checked."""
    asked = parameter.constraints[:_MOST_CONSTRAINTS]
    return not any(each.definition.is_certain and refuses(parameter, each, value) for each in asked)


def refuses(parameter: Parameter, constraint: Constraint, value: Any) -> bool:
    """Whether a constraint of a parameter refuses a value."""
    try:
        return constraint.failure(parameter.kind.constrained(value)) is not None
    except (Refused, ValueError, TypeError, OverflowError):
        return False


def unlike(parameter: Parameter, key: Key, distinguished: list[Any]) -> Any:
    """A value that is not distinguished and that no constraint refuses; None when none was found."""
    return next(all_unlike(parameter, key, distinguished), None)


def all_unlike(parameter: Parameter, key: Key, distinguished: Iterable[Any]) -> Iterator[Any]:
    """A few such values."""
    distinguished = list(distinguished)
    candidates = distinct(_candidates(parameter if len(key) == 1 else None))
    return (value for value in candidates if value not in distinguished and is_accepted(parameter, key, value))


def is_accepted(parameter: Parameter, key: Key, value: Any) -> bool:
    """Whether no constraint refuses a value of an input; only the first of very many constraints are checked."""
    asked = parameter.constraints[:_MOST_CONSTRAINTS] if len(key) == 1 else ()
    return not any(refuses(parameter, each, value) for each in asked)


def _candidates(parameter: Parameter | None) -> Iterator[Any]:
    classes = parameter.kind.classes if parameter else (str,)
    if str in classes:
        length = _option(parameter, "length", "min", 1)
        yield from ("other", "another", "x" * min(length, 1000), "y" * min(length, 1000), "1", "2")
        for constraint in parameter.constraints if parameter else ():
            yield from matching(constraint.options["pattern"]) if constraint.kind == "allowed_pattern" else ()
            yield from _OF_KINDS if constraint.kind == "custom_constraint" else ()
    elif int in classes and bool not in classes:
        start, step = _option(parameter, "range", "min", 0), _option(parameter, "modulo", "step", 1)
        offset = _option(parameter, "modulo", "offset", 0)
        aligned = start + (offset - start) % step if step else start
        yield from (start, *(aligned + step * times for times in range(20)), _option(parameter, "range", "max", 1))
    elif parameter and list in classes:
        listed: list[Any] = next(
            (each.options["values"] for each in parameter.constraints if each.kind == "allowed_values"), []
        )
        yield from ([], ["other"], ["other", "another"], *([value] for value in listed[:_MOST_TRIED]), listed[:2])
    else:
        yield from ({}, {"other": 1})


def _option(parameter: Parameter | None, kind: str, option: str, otherwise: Any) -> Any:
    constraints: Iterable[Constraint] = parameter.constraints if parameter else ()
    found = (each.options.get(option) for each in constraints if each.kind == kind)
    return next((value for value in found if isinstance(value, int) and value == value), otherwise)


def distinct(values: Iterable[Any]) -> Iterator[Any]:
    """The values without duplicates."""
    seen: list[Any] = []
    for value in values:
        if value not in seen:
            seen.append(value)
            yield value


def placed(whole: Any, path: tuple[Any, ...], value: Any) -> Any:
    """A value with another one placed at a path of keys and positions."""
    if not path:
        return value
    key, rest = path[0], path[1:]
    if isinstance(key, int):
        items = list(whole) if isinstance(whole, list) else []
        items += [""] * (key + 1 - len(items))
        items[key] = placed(items[key], rest, value)
        return items
    members = dict(whole) if isinstance(whole, dict) else {}
    return {**members, key: placed(members.get(key), rest, value)}
