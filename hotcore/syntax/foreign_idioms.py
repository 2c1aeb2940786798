"""Idioms of other template languages, and their counterparts in HOT."""

import re

from hotcore.constraints import KINDS
from hotcore.runtime import regex
from hotcore.syntax.nodes import Node, Sequence

TYPES = {
    **dict.fromkeys(("integer", "int", "float", "double", "long"), "number"),
    **dict.fromkeys(("list", "array", "commadelimitedlist", "list(string)", "list<string>"), "comma_delimited_list"),
    **dict.fromkeys(("map", "dict", "object", "map(string)"), "json"),
    **dict.fromkeys(("str", "text"), "string"),
    "bool": "boolean",
}
"""Names for types of parameters in other languages."""

PARAMETER_KEYS = {
    **dict.fromkeys(("noecho", "secret", "sensitive", "no_echo"), "hidden"),
    **dict.fromkeys(("title", "display_name"), "label"),
    **dict.fromkeys(("help", "descr", "comment", "constraintdescription"), "description"),
    "value": "default",
}
"""Names for keys of parameters in other languages."""

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
    "!Base64": "the string itself",
    "!include": "`{get_file: name}`",
}
"""CloudFormation's short forms, and their counterparts."""

_SECTIONS = {
    **dict.fromkeys(("variables", "inputs", "params"), "parameters"),
    "mappings": "a parameter of the type json",
    "metadata": "`metadata` of a resource",
}


_TERRAFORM = regex(r'^(?:resource|variable|provider|module|data) "[^"\n]+"(?: "[^"\n]+")? \{', re.MULTILINE)

RESOURCE_KEYS = dict.fromkeys(
    ("count", "for_each", "loop", "with_items"), "For several similar resources, use an `OS::Heat::ResourceGroup`."
)
"""Hints for keys that resources have in other languages."""


def map_hint(node: Node) -> str | None:
    """A hint for a list that must be a map of names."""
    if isinstance(node, Sequence):
        return "Names are keys: write `name:` instead of `- name`."
    return None


def constraint_hint(key: object) -> str | None:
    """A hint for a constraint that is written as a key of the parameter."""
    name = key.lower() if isinstance(key, str) else ""
    kind = name if name in KINDS else _CONSTRAINTS.get(name)
    return f"Constraints are a list: write `- {kind}: ...` below `constraints:`." if kind else None


def section_hint(key: object) -> str | None:
    """A hint for a section of other template languages."""
    if key in ("parameter_defaults", "resource_registry", "encrypted_param_names", "event_sinks"):
        return f"`{key}` belongs in an environment file."
    section = _SECTIONS.get(key.lower()) if isinstance(key, str) else None
    return f"Use {section if ' ' in section else f'`{section}`'} instead." if section else None


def is_terraform(text: str) -> bool:
    """Whether a text has a line that looks like Terraform."""
    return _TERRAFORM.search(text) is not None
