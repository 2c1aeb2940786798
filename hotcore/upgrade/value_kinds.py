"""Static inference of the kinds of values that a node can evaluate to: never too few."""

from hotcore.catalogue import Catalogue
from hotcore.evaluation import Function, functions_of, newest_functions
from hotcore.syntax import Mapping, Node, Scalar, Sequence
from hotcore.template import Template, arguments_of, value_read

Kinds = frozenset[str]

STRING, PLAIN, LIST, MAP = "string", "plain", "list", "map"
"""A string; a number, a boolean or null; a list; a map."""

ANY: Kinds = frozenset((STRING, PLAIN, LIST, MAP))
NESTED: Kinds = frozenset((LIST, MAP))

_OF_CALLS: dict[str, Kinds] = {
    "string": frozenset((STRING,)),
    "scalar": frozenset((STRING, PLAIN)),
    **dict.fromkeys(("boolean", "integer", "number"), frozenset((PLAIN,))),
    "list": frozenset((LIST,)),
    "map": frozenset((MAP,)),
    "any": ANY,
}
_OF_CLASSES: dict[type, Kinds] = {
    str: frozenset((STRING,)),
    **dict.fromkeys((bool, int, float), frozenset((PLAIN,))),
    list: frozenset((LIST,)),
    object: ANY,
}
_OF_ATTRIBUTES: dict[str | None, Kinds] = {
    "string": frozenset((STRING, PLAIN)),
    "integer": frozenset((PLAIN,)),
    "number": frozenset((PLAIN,)),
    "boolean": frozenset((PLAIN,)),
    "list": frozenset((LIST, PLAIN)),
    "map": frozenset((MAP, PLAIN)),
}
_MOST_LEVELS = 40


def kinds_of(node: Node, template: Template, catalogue: Catalogue, levels: int = _MOST_LEVELS) -> Kinds:
    """The kinds of values that a node can evaluate to."""
    if isinstance(node, Scalar):
        return frozenset((STRING if isinstance(node.value, str) else PLAIN,))
    if isinstance(node, Sequence):
        return frozenset((LIST,))
    name = node.sole_key if isinstance(node, Mapping) else None
    if not isinstance(node, Mapping) or name is None or not _is_called(name, template):
        return frozenset((MAP,))
    items = arguments_of(node)
    if name == "if":
        chosen = items[1:] if levels else []
        kinds = [kinds_of(item, template, catalogue, levels - 1) for item in chosen]
        return frozenset((PLAIN,)).union(*kinds) if kinds else ANY
    if value_read(node, template):
        return _of_name(items, template)
    if name == "get_attr":
        return _of_attribute(items, template, catalogue)
    return _OF_CALLS[newest_functions()[name].gives]


def items_of(call: Node, template: Template) -> Kinds:
    """The kinds of the items of a list that is computed by a call."""
    name = call.sole_key if isinstance(call, Mapping) else None
    if not isinstance(call, Mapping) or name is None or not _is_called(name, template):
        return ANY
    parts = value_read(call, template)
    from_parameter = bool(parts) and _of_name(parts, template) == frozenset((LIST,))
    return frozenset((STRING,)) if from_parameter or newest_functions()[name].items == "string" else ANY


def _is_called(name: str, template: Template) -> bool:
    return isinstance(functions_of(template.version).get(name), Function)


def _text(node: Node | None) -> str:
    return node.value if isinstance(node, Scalar) and isinstance(node.value, str) else ""


def _of_name(items: list[Node], template: Template) -> Kinds:
    name = _text(items[0]) if items else ""
    if name in template.resources and name not in template.parameters:
        return _OF_CALLS["scalar"]
    parameter = template.parameters.get(name)
    if parameter is None:
        return frozenset((STRING,)) if name.startswith("OS::") else ANY
    if len(items) > 1:
        return ANY if object in parameter.kind.classes else frozenset((STRING,))
    return frozenset().union(*(_OF_CLASSES[each] for each in parameter.kind.classes))


def _of_attribute(items: list[Node], template: Template, catalogue: Catalogue) -> Kinds:
    resource = template.resources.get(_text(items[0])) if items else None
    known = catalogue.find(resource.type) if resource is not None else None
    if known is None or len(items) != 2:
        return ANY
    schema = known.attributes.get(_text(items[1]))
    return _OF_ATTRIBUTES.get(schema.type, ANY) if schema is not None else ANY
