"""What is put into a text for a key or a function: a skeleton whose gaps its author fills in."""

from hotcore.assist.completion.cursor import Place
from hotcore.assist.completion.symbols import Known
from hotcore.evaluation import GAP, Argument, Form, Function


def function_skeleton(found: Function, place: Place, known: Known) -> str:
    """A call of a function: in braces within a line, its arguments line by line where it stands alone below a key or
    takes a map."""
    takes_map = found.signature.form is Form.MAPPING or any(argument.wants.entry for argument in _shown(found))
    if takes_map and not place.in_brackets:
        return _block_call(found, place, known)
    call = f"{found.name}: {_in_a_line(found)}"
    return call if place.is_key and (place.in_brackets or not _is_item(place)) else f"{{{call}}}"


def asks_at_once(found: Function) -> bool:
    """Whether the first gap takes a name or a word that can be chosen."""
    signature = found.signature
    if signature.form is Form.SINGLE:
        wants = signature.wanted(0)
        return bool(wants.names or wants.choices)
    shown = _shown(found) if signature.form is Form.LIST else []
    return bool(shown) and _gap(shown[0]) == GAP


def _is_item(place: Place) -> bool:
    """Whether a list item begins at the place."""
    return place.path[-1:] == ("-",)


def _shown(found: Function) -> list[Argument]:
    """The arguments that a new call has; a function that takes any number of them gets two."""
    signature = found.signature
    shown = [one for one in signature.arguments if one.required or one.wants.gap or one.wants.entry]
    return shown or ([signature.variadic] * 2 if signature.variadic else [])


def _gap(argument: Argument) -> str:
    """What stands in a list for an argument; a name is chosen, so that nothing is there at first."""
    wants = argument.wants
    begun = wants.choices[0] if wants.choices else argument.name
    return f"{{{wants.entry}}}" if wants.entry else wants.gap or (GAP if wants.names else f"${{{begun}}}")


def _in_a_line(found: Function) -> str:
    signature = found.signature
    if signature.form is Form.MAPPING:
        pairs = (f"{one.name}: {_gap(one) if one.wants.entry else one.wants.gap or GAP}" for one in _shown(found))
        return f"{{{', '.join(pairs)}}}"
    if signature.form is Form.LIST:
        return f"[{', '.join(map(_gap, _shown(found)))}]"
    parts = signature.arguments[0].parts
    return f"[{', '.join(part.gap for part in parts)}]" if len(parts) > 1 and parts[0].gap else parts[0].gap or GAP


def _block_call(found: Function, place: Place, known: Known) -> str:
    """The call over several lines, below the key that it is the value of, or where a line begins."""
    starts_line = place.is_key
    lead = " " * (place.behind + (0 if starts_line else known.step))
    step, dash = " " * known.step, " " * known.dash
    lines = [f"{lead}{found.name}:"]
    for argument in _shown(found):
        wants = argument.wants
        if found.signature.form is not Form.MAPPING:
            lines.append(f"{lead}{dash}- {wants.entry or _gap(argument)}")
        elif wants.entry:
            lines += [f"{lead}{step}{argument.name}:", f"{lead}{step * 2}{wants.entry}"]
        else:
            lines.append(f"{lead}{step}{argument.name}: {wants.gap or GAP}")
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
