"""What is put into a text for a key or a function: a skeleton whose gaps its author fills in."""

from hotcore.assist.completion.cursor import Place
from hotcore.assist.completion.symbols import Known
from hotcore.evaluation import Form, Function

GAP = "${}"
_ARGUMENTS = {
    "get_param": GAP,
    "get_resource": GAP,
    "get_file": GAP,
    "get_attr": f"[{GAP}, {GAP}]",
    "resource_facade": GAP,
    "if": f"[{GAP}, ${{then}}, ${{else}}]",
    "list_join": '["${, }", [${items}]]',
    "list_concat": "[${list}, ${list}]",
    "list_concat_unique": "[${list}, ${list}]",
    "map_merge": "[${map}, ${map}]",
    "str_split": '["${,}", ${text}]',
    "digest": "[${sha256}, ${text}]",
    "equals": f"[{GAP}, ${{value}}]",
    "and": f"[{GAP}, {GAP}]",
    "or": f"[{GAP}, {GAP}]",
    "not": GAP,
    "contains": "[${value}, ${list}]",
}
_ENTRIES = {
    "params": "${$name}: ${value}",
    "for_each": "${<%item%>}: ${list}",
    "expression": "${$.data}",
    "keys": "${old}: ${new}",
    "values": "${old}: ${new}",
}
_MAPS = ("params", "for_each", "keys", "values")
_MORE = {"yaql": ("expression", "data"), "make_url": ("scheme", "host")}
_ASKS_AT_ONCE = (
    "get_param", "get_resource", "get_file", "get_attr", "resource_facade", "if", "equals", "and", "or", "not",
)  # fmt: skip


def function_skeleton(found: Function, place: Place, known: Known) -> str:
    """A call of a function: in braces within a line, its arguments line by line where it stands alone below a key or
    takes a map."""
    if found.signature.form is Form.MAPPING or found.name == "map_replace":
        if place.in_brackets:
            call = f"{found.name}: {_flow_map(found)}"
        else:
            return _block_call(found, place, known)
    else:
        call = f"{found.name}: {_ARGUMENTS.get(found.name) or _list(found)}"
    return call if place.is_key and (place.in_brackets or not _is_item(place)) else f"{{{call}}}"


def asks_at_once(found: Function) -> bool:
    """Whether the first gap takes a name that can be chosen."""
    return found.name in _ASKS_AT_ONCE


def _is_item(place: Place) -> bool:
    """Whether a list item begins at the place."""
    return place.path[-1:] == ("-",)


def _list(found: Function) -> str:
    signature = found.signature
    if signature.form is Form.SINGLE:
        return GAP
    wanted = [argument.name for argument in signature.arguments if argument.required]
    if signature.variadic and not wanted:
        wanted = [signature.variadic.name]
    return f"[{', '.join(f'${{{name}}}' for name in wanted)}]"


def _keys(found: Function) -> list[str]:
    if found.name == "map_replace":
        return ["keys", "values"]
    needed = [argument.name for argument in found.signature.arguments if argument.required]
    return list(_MORE.get(found.name) or needed)


def _flow_map(found: Function) -> str:
    if found.name == "map_replace":
        return "[${map}, {keys: {${old}: ${new}}}]"
    pairs = (f"{key}: {f'{{{_ENTRIES[key]}}}' if key in _MAPS else _ENTRIES.get(key, GAP)}" for key in _keys(found))
    return f"{{{', '.join(pairs)}}}"


def _block_call(found: Function, place: Place, known: Known) -> str:
    """The call over several lines, below the key that it is the value of, or where a line begins."""
    starts_line = place.is_key
    lead = " " * (place.behind + (0 if starts_line else known.step))
    step = " " * known.step
    lines = [f"{lead}{found.name}:"]
    if found.name == "map_replace":
        inner = f"{lead}{' ' * known.dash}"
        lines += [f"{inner}- ${{map}}", f"{inner}- keys: {{${{old}}: ${{new}}}}"]
    else:
        for key in _keys(found):
            if key in _MAPS:
                lines += [f"{lead}{step}{key}:", f"{lead}{step * 2}{_ENTRIES[key]}"]
            else:
                lines.append(f"{lead}{step}{key}: {_ENTRIES.get(key, GAP)}")
    text = "\n".join(lines)
    return text.lstrip(" ") if starts_line else f"\n{text}"


def key_skeleton(key: str, shape: str, place: Place, known: Known) -> str:
    """A key with room for its value: `shape` is `map`, `list` or empty for a single value."""
    if place.has_colon:
        return key
    if place.in_brackets or not shape:
        return f"{key}: "
    lead = "\n" + " " * place.behind
    if shape == "map":
        return f"{key}:{lead}{' ' * known.step}{GAP}"
    return f"{key}:{lead}{' ' * known.dash}- {GAP}"
