"""Maps with one key that look like a function call but are none: Heat silently takes them as plain data."""

from difflib import SequenceMatcher
from functools import partial

from hotcore.diagnostics import Diagnostic, Phase, Severity
from hotcore.function_registry import (
    Form,
    arrival,
    function_names,
    newest_functions,
    table_of_functions,
    unmistakable_names,
)
from hotcore.runtime import dataclass
from hotcore.syntax import SHORT_FORMS, Mapping, Node, Scalar, Sequence
from hotcore.versions import LATEST, Version

_ALIKE = 0.8
_ALIKE_IN_NEED = 0.75
_LONGEST = 40
_HABITS = {
    f"Fn::{short.removeprefix('!')}": instead
    for short, instead in SHORT_FORMS.items()
    if short not in ("!Ref", "!Join", "!Split", "!Select", "!Base64", "!Condition", "!include")
}
"""Functions of CloudFormation that no version supports."""

_PROPERTIES = frozenset(("resource_def",))
"""Properties of resource types with names similar to those of functions."""


_START = 4
"""The number of leading characters that most misspelt names have right."""


@dataclass(frozen=True, slots=True)
class Slip:
    """A map that was probably meant as a call."""

    code: str
    """The code of the diagnostic."""
    key: str
    """The key that was meant as the name of a function."""
    reason: str
    """Why it is no call, as the predicate of a sentence."""
    hint: str
    """What to do about it, in a sentence."""
    severity: Severity = Severity.WARNING
    """The severity of the diagnostic."""


def lookalike(node: Mapping, version: Version, phase: Phase) -> Diagnostic | None:
    """A diagnostic about a map whose only key is the name of a later function, or similar to one."""
    assert node.sole_key is not None
    slip = _slip(node, node.sole_key, version)
    if slip is None:
        return None
    message = f"`{slip.key}` {slip.reason}; here it is a plain map."
    return Diagnostic(slip.code, message, node.key_span(slip.key), slip.severity, slip.hint, phase=phase)


def slip_at(node: Node, version: Version, *, in_need: bool = False) -> Slip | None:
    """Why a node was probably meant as a call but is none.

    With `in_need`, a map is an error there, so that a less similar name is enough.
    """
    if not isinstance(node, Mapping):
        return None
    if node.sole_key is None:
        return None if unmistakable_names().isdisjoint(node.members) else _mixed_up(node)
    found = _slip(node, node.sole_key, version)
    if found is None and in_need and len(node.sole_key) < _LONGEST:
        intended = _most_alike(node.sole_key, _ALIKE_IN_NEED)
        found = _misspelt(node.sole_key, f"`{intended}`") if intended else None
    return found


def _slip(node: Mapping, name: str, version: Version) -> Slip | None:
    since = arrival(name)
    if since is not None and since > version.date:
        reason = f"is not a function before version {since}"
        hint = f"To call it, use `heat_template_version: {since}` or later."
        is_call = "_" in name or _is_shaped(name, node.members[name])
        severity = Severity.WARNING if is_call else Severity.HINT  # other names may well be plain keys
        return Slip("later-function", name, reason, hint, severity)
    intended = _intended(name) if len(name) < _LONGEST and name not in _PROPERTIES else None
    return _misspelt(name, intended) if intended else None


def _is_shaped(name: str, argument: Node) -> bool:
    """Whether the value of a plain key is an argument of the function of that name, and hardly anything else."""
    signature = newest_functions()[name].signature
    names = {each.name for each in signature.arguments}
    if isinstance(argument, Mapping) and signature.form is Form.MAPPING:
        return {each.name for each in signature.arguments if each.required} <= argument.members.keys() <= names
    if not isinstance(argument, Sequence) or signature.form is not Form.LIST or len(argument.items) != len(names):
        return False
    first, wants = argument.items[0], signature.spec(0)
    written = first.value if isinstance(first, Scalar) else None
    return written in wants.choices or (wants.kind == "condition" and isinstance(written, str | bool))


def _misspelt(name: str, intended: str) -> Slip:
    return Slip("unknown-function", name, "is not a function", f"Did you mean {intended}?")


def mixed(node: Mapping, phase: Phase) -> Diagnostic:
    """A diagnostic about a map that has the name of a function among other keys."""
    slip = _mixed_up(node)
    message = f"`{slip.key}` {slip.reason}."
    return Diagnostic(slip.code, message, node.key_span(slip.key), slip.severity, slip.hint, phase=phase)


def _mixed_up(node: Mapping) -> Slip:
    name = next(key for key in node.members if key in unmistakable_names())
    argument = node.members[name]
    hint = f"A function must be the only key of its map{_neighbour(node, name)}"
    if isinstance(argument, Scalar) and argument.value is None:
        hint = f"A function must be the only key of its map. Indent the arguments of `{name}` deeper."
    return Slip("functions-as-data", name, "is not called, because the map has other keys too", hint)


def _neighbour(node: Mapping, name: str) -> str:
    """The end of a hint with the key beside a function, which is the next one or else the one before, and its line."""
    keys = list(node.members)
    at = keys.index(name)
    beside = keys[at + 1] if at + 1 < len(keys) else keys[at - 1]
    line = node.key_span(beside).line
    shown = f"`{str(beside)[:_LONGEST]}`"
    if line == node.key_span(name).line:
        return f", but {shown} is beside it."
    return f". Is line {line}, {shown}, indented correctly?"


@table_of_functions
def _starts() -> frozenset[str]:
    return frozenset(name[:_START] for name in function_names() if "_" in name)


@partial(table_of_functions, most=4096)
def _intended(name: str) -> str | None:
    """The function that an unknown name was probably meant to be, as code or in the words of a hint."""
    if name in _PROPERTIES:
        return None
    if name in _HABITS:
        return _HABITS[name]
    word = name.lower().replace("-", "").replace("_", "")
    if word in _names_without_separators():
        return f"`{_names_without_separators()[word]}`"
    if name[:_START] not in _starts():
        return None
    best = _most_alike(name, _ALIKE)
    return f"`{best}`" if best else None


def _most_alike(name: str, least: float) -> str | None:
    """The function with the name most similar to an unknown one."""
    ratios = {known: SequenceMatcher(None, name, known).ratio() for known in function_names(LATEST)}
    best = max(ratios, key=lambda known: ratios[known])
    return best if least <= ratios[best] < 1 else None


@table_of_functions
def _names_without_separators() -> dict[str, str]:
    return {name.replace("_", ""): name for name in function_names(LATEST) if "_" in name}
