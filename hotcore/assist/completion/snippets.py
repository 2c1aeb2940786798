"""Snippets for keys and functions: text with gaps to fill in."""

from hotcore.assist.completion.cursor import Cursor
from hotcore.assist.completion.incomplete_declarations import Known
from hotcore.evaluation import GAP, Argument, Form, Function


def function_skeleton(found: Function, cursor: Cursor, known: Known) -> str:
    """A call of a function: on one line, or on several if it takes a map."""
    takes_map = found.signature.form is Form.MAPPING or any(argument.spec.entry for argument in _shown(found))
    if takes_map and not cursor.in_brackets:
        return _block_call(found, cursor, known)
    call = f"{found.name}: {_in_a_line(found)}"
    return call if cursor.is_key and (cursor.in_brackets or not _is_item(cursor)) else f"{{{call}}}"


def continues_completion(found: Function) -> bool:
    """Whether the first gap takes a name or a keyword that completion can offer."""
    signature = found.signature
    if signature.form is Form.SINGLE:
        wants = signature.spec(0)
        return bool(wants.names or wants.choices)
    shown = _shown(found) if signature.form is Form.LIST else []
    return bool(shown) and _gap(shown[0]) == GAP


def _is_item(cursor: Cursor) -> bool:
    """Whether a list item begins at the cursor."""
    return cursor.path[-1:] == ("-",)


def _shown(found: Function) -> list[Argument]:
    """The arguments of a new call; a function with any number of arguments gets two."""
    signature = found.signature
    shown = [one for one in signature.arguments if one.required or one.spec.gap or one.spec.entry]
    return shown or ([signature.variadic] * 2 if signature.variadic else [])


def _gap(argument: Argument) -> str:
    """The text of an argument in a list; empty for a name, which completion offers."""
    wants = argument.spec
    begun = wants.choices[0] if wants.choices else argument.name
    return f"{{{wants.entry}}}" if wants.entry else wants.gap or (GAP if wants.names else f"${{{begun}}}")


def _in_a_line(found: Function) -> str:
    signature = found.signature
    if signature.form is Form.MAPPING:
        pairs = (f"{one.name}: {_gap(one) if one.spec.entry else one.spec.gap or GAP}" for one in _shown(found))
        return f"{{{', '.join(pairs)}}}"
    if signature.form is Form.LIST:
        return f"[{', '.join(map(_gap, _shown(found)))}]"
    parts = signature.arguments[0].specs
    return f"[{', '.join(part.gap for part in parts)}]" if len(parts) > 1 and parts[0].gap else parts[0].gap or GAP


def _block_call(found: Function, cursor: Cursor, known: Known) -> str:
    """The call on several lines, below its key or at the start of a line."""
    starts_line = cursor.is_key
    lead = " " * (cursor.behind + (0 if starts_line else known.step))
    step, dash = " " * known.step, " " * known.dash
    lines = [f"{lead}{found.name}:"]
    for argument in _shown(found):
        wants = argument.spec
        if found.signature.form is not Form.MAPPING:
            lines.append(f"{lead}{dash}- {wants.entry or _gap(argument)}")
        elif wants.entry:
            lines += [f"{lead}{step}{argument.name}:", f"{lead}{step * 2}{wants.entry}"]
        else:
            lines.append(f"{lead}{step}{argument.name}: {wants.gap or GAP}")
    text = "\n".join(lines)
    return text.lstrip(" ") if starts_line else f"\n{text}"


def key_skeleton(key: str, shape: str, cursor: Cursor, known: Known) -> str:
    """A key with a gap for its value: `shape` is `map`, `list` or empty for a single value."""
    if cursor.has_colon:
        return key
    if cursor.in_brackets or not shape:
        return f"{key}: "
    lead = "\n" + " " * cursor.behind
    if shape == "map":
        return f"{key}:{lead}{' ' * known.step}{GAP}"
    return f"{key}:{lead}{' ' * known.dash}- {GAP}"
