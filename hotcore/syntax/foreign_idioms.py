"""What people write out of habit from elsewhere, and what it is called in a template."""

import re

from hotcore.constraints import KINDS
from hotcore.syntax.nodes import Node, Sequence

TYPES = {
    **dict.fromkeys(("integer", "int", "float", "double", "long"), "number"),
    **dict.fromkeys(("list", "array", "commadelimitedlist", "list(string)", "list<string>"), "comma_delimited_list"),
    **dict.fromkeys(("map", "dict", "object", "map(string)"), "json"),
    **dict.fromkeys(("str", "text"), "string"),
    "bool": "boolean",
}
"""What other languages call the types of parameters."""

PARAMETER_KEYS = {
    **dict.fromkeys(("noecho", "secret", "sensitive", "no_echo"), "hidden"),
    **dict.fromkeys(("title", "display_name"), "label"),
    **dict.fromkeys(("help", "descr", "comment", "constraintdescription"), "description"),
    "value": "default",
}
"""What other languages call the keys of a parameter."""

_CONSTRAINTS = {
    **dict.fromkeys(("allowedvalues", "enum", "choices", "options", "values", "one_of"), "allowed_values"),
    **dict.fromkeys(("allowedpattern", "pattern", "regex"), "allowed_pattern"),
    **dict.fromkeys(("min", "max", "minvalue", "maxvalue", "minimum", "maximum"), "range"),
    **dict.fromkeys(("minlength", "maxlength", "min_length", "max_length"), "length"),
}

SHORT_FORMS = {
    "!Ref": "`{get_param: name}` or `{get_resource: name}`",
    "!GetAtt": "`{get_attr: [resource, attribute]}`",
    "!Sub": "`{str_replace: {template: ..., params: ...}}`",
    "!Join": "`{list_join: [delimiter, strings]}`",
    "!Split": "`{str_split: [delimiter, string]}`",
    "!If": "`{if: [condition, value_if_true, value_if_false]}`",
    "!Equals": "`{equals: [value_1, value_2]}`",
    "!And": "`{and: [condition_1, condition_2]}`",
    "!Or": "`{or: [condition_1, condition_2]}`",
    "!Not": "`{not: condition}`",
    "!Condition": "the condition's name",
    "!Select": "a path in `get_param` or `get_attr`",
    "!FindInMap": "a path in `get_param`",
    "!Base64": "the text itself",
    "!include": "`{get_file: name}`",
}
"""CloudFormation's short forms, and how they are written here."""

_SECTIONS = {
    **dict.fromkeys(("variables", "inputs", "params"), "parameters"),
    "mappings": "a parameter of the type json",
    "metadata": "`metadata` of a resource",
}


CALLS = ("get_param", "get_resource", "get_attr", "get_file", "str_replace", "list_join", "Ref", "Fn::Join")
"""Functions that people call in places where nothing is called."""


_TERRAFORM = re.compile(r'^(?:resource|variable|provider|module|data) "[^"\n]+"(?: "[^"\n]+")? \{', re.MULTILINE)

RESOURCE_KEYS = dict.fromkeys(
    ("count", "for_each", "loop", "with_items"), "Several resources alike are one `OS::Heat::ResourceGroup`."
)
"""What serves in place of keys that resources have elsewhere."""


def map_meant(node: Node) -> str | None:
    """How a list is written that has to be a map of names."""
    if isinstance(node, Sequence):
        return "Names are keys: each has a `:` behind it, and no `-` before it."
    return None


def constraint_meant(key: object) -> str | None:
    """How a constraint is written that somebody has written as a key of the parameter."""
    name = key.lower() if isinstance(key, str) else ""
    meant = name if name in KINDS else _CONSTRAINTS.get(name)
    return f"Constraints are a list: write `- {meant}: ...` below `constraints:`." if meant else None


def section_meant(key: object) -> str | None:
    """What serves in place of a section that templates of another kind have."""
    if key in ("parameter_defaults", "resource_registry", "encrypted_param_names", "event_sinks"):
        return f"`{key}` belongs in an environment file."
    meant = _SECTIONS.get(key.lower()) if isinstance(key, str) else None
    return f"Heat has {meant if ' ' in meant else f'`{meant}`'} for that." if meant else None


def is_terraform(text: str) -> bool:
    """Whether a text has a line as Terraform's language has them."""
    return _TERRAFORM.search(text) is not None
