"""What belongs to the arguments of intrinsic functions: their kinds, whose names they are, what a new call begins
with."""

from dataclasses import dataclass
from typing import Any

from hotcore.evaluation import Form, Function

LITERAL, LIST, MAP, OTHER = "", "list", "map", "yaml"
"""The ways to say a value that are no functions: written out, item by item, key by key, or as text."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What belongs to an argument.

    `kind` is that of its value: string, number, integer, boolean, list, map, condition or any; `names` tells of what
    sort a name there is: parameter, resource, attribute, condition or file; `choices` are the only words there are,
    and `is_long` tells that it is likely to take several lines.
    """

    kind: str = "any"
    names: str = ""
    choices: tuple[str, ...] = ()
    is_long: bool = False


ANY = Wanted()
CONDITION = Wanted("condition", "condition")
_PARTS = ("metadata", "deletion_policy", "update_policy")
DIGESTS = ("sha256", "sha512", "sha384", "sha224", "sha1", "md5")
"""The algorithms of `digest` that are offered, the best first."""

_BY_FUNCTION: dict[tuple[str, str | int], Wanted] = {
    ("get_param", 0): Wanted("string", "parameter"),
    ("Ref", 0): Wanted("string", "parameter"),
    ("get_resource", 0): Wanted("string", "resource"),
    ("get_attr", 0): Wanted("string", "resource"),
    ("get_attr", 1): Wanted("string", "attribute"),
    ("get_file", 0): Wanted("string", "file"),
    ("resource_facade", 0): Wanted("string", choices=_PARTS),
    ("Fn::ResourceFacade", 0): Wanted("string", choices=("Metadata", "DeletionPolicy", "UpdatePolicy")),
    ("Fn::GetAZs", 0): Wanted("string"),
    ("if", "condition"): CONDITION,
    ("repeat", "template"): ANY,
    ("Fn::Replace", "template"): Wanted("string", is_long=True),
    ("digest", "value"): Wanted("string"),
    ("filter", "values"): Wanted("list"),
}
_BY_ARGUMENT: dict[str, Wanted] = {
    "template": Wanted("string", is_long=True),
    "params": Wanted("map"),
    "for_each": Wanted("map"),
    "permutations": Wanted("boolean"),
    "delimiter": Wanted("string"),
    "strings": Wanted("list"),
    "string": Wanted("string"),
    "index": Wanted("integer"),
    "lists": Wanted("list"),
    "sequence": Wanted("list"),
    "maps": Wanted("list"),
    "members": Wanted("list"),
    "map": Wanted("map"),
    "replacements": Wanted("map"),
    "query": Wanted("map"),
    "algorithm": Wanted("string", choices=DIGESTS),
    "expression": Wanted("string", is_long=True),
    "data": Wanted("map"),
    "condition": CONDITION,
    "condition_1": CONDITION,
    "condition_2": CONDITION,
    "text": Wanted("string"),
}
_MORE: dict[str, Wanted] = {
    "list_join": Wanted("list"),
    "list_concat": Wanted("list"),
    "list_concat_unique": Wanted("list"),
    "str_split": Wanted("integer"),
    "and": CONDITION,
    "or": CONDITION,
}
"""What any further arguments are."""

_MAIN: dict[str, tuple[str | int, bool]] = {
    "str_replace": ("template", False),
    "str_replace_strict": ("template", False),
    "str_replace_vstrict": ("template", False),
    "repeat": ("template", False),
    "list_join": (1, True),
    "Fn::Join": (1, True),
    "str_split": (1, False),
    "Fn::Split": (1, False),
    "list_concat": (0, True),
    "list_concat_unique": (0, True),
    "digest": (1, False),
    "map_replace": (0, False),
    "yaql": ("data", False),
    "filter": (1, True),
    "contains": (1, True),
    "if": (1, False),
    "equals": (0, False),
    "and": (0, False),
    "or": (0, False),
    "make_url": ("host", False),
    "Fn::Replace": (1, False),
    "Fn::MemberListToMap": (2, True),
    "Fn::Select": (1, True),
}
"""Where the value goes that is there when a function is put around it, and whether it becomes an item of a list."""

REFERENCES = (
    "get_param",
    "get_resource",
    "get_attr",
    "get_file",
    "resource_facade",
    "Ref",
    "Fn::ResourceFacade",
    "Fn::GetAZs",
)
"""The functions that take names only: nothing can be kept in them."""

BLANKS: dict[str, Any] = {"string": "", "list": [], "map": {}, "integer": 0, "number": 0, "boolean": False,
                          "condition": True, "any": ""}  # fmt: skip
"""What a new value of a kind begins with."""


PARAMETER_TYPES: dict[str, tuple[str, ...]] = {
    "string": ("string",),
    "integer": ("number",),
    "number": ("number",),
    "boolean": ("boolean",),
    "condition": ("boolean",),
    "list": ("comma_delimited_list", "json"),
    "map": ("json",),
}
"""The types of parameters that have a value of a kind, the likeliest first."""


def wanted(function: Function, position: str | int) -> Wanted:
    """What belongs to an argument of a function, by its name or, in a list, its position."""
    name: str | int = position
    if isinstance(position, int) and function.name not in REFERENCES:
        arguments = function.signature.arguments
        if function.signature.form is Form.LIST and position >= len(arguments):
            return _MORE.get(function.name, ANY)
        name = arguments[position].name if position < len(arguments) else position
    return _BY_FUNCTION.get((function.name, name)) or _BY_ARGUMENT.get(str(name), ANY)


def main_argument(name: str) -> tuple[tuple[str | int, ...], bool] | None:
    """The path, within a call's argument, to where a value goes that is kept, and whether as an item of a list; None
    when the function takes names only."""
    if name in REFERENCES:
        return None
    if name in _MAIN:
        place, many = _MAIN[name]
        return (place,), many
    return (), name == "map_merge"


def new_call(function: Function, kept: Any) -> Any:
    """What stands behind a function's name in a new call with a value that is kept."""
    main = main_argument(function.name)
    if main is None:
        return kept if isinstance(kept, str) else ""
    path, many = main
    value = [kept] if many and not isinstance(kept, list) else kept
    if not path:
        return value
    if function.signature.form is Form.MAPPING:
        arguments = [one.name for one in function.signature.arguments if one.required or one.name == path[0]]
        data: Any = {name: BLANKS[wanted(function, name).kind] for name in arguments}
        data[path[0]] = value
        return {**data, "expression": "$.data"} if function.name == "yaql" else data
    data = [_blank(function, position) for position in range(max(function.signature.least, int(path[0]) + 1))]
    data[int(path[0])] = value
    return data


def _blank(function: Function, position: int) -> Any:
    """What an argument of the list form begins with."""
    found = wanted(function, position)
    if function.name == "str_split" and position == 0:
        return ","
    return found.choices[0] if found.choices else BLANKS[found.kind]
