"""Maps with one key that look like a call of a function and are none: Heat takes them as plain data without a word."""

from difflib import SequenceMatcher
from functools import cache, lru_cache

from hotcore.diagnostics import Diagnostic, Phase, Severity
from hotcore.habits import SHORT_FORMS
from hotcore.nodes import Mapping
from hotcore.registry import arrival, function_names
from hotcore.versions import LATEST, Version

_PROPERTIES = frozenset(("resource", "resource_def"))
"""Properties of resource types whose names are like that of a function."""

_ALIKE = 0.8
_LONGEST = 40
_HABITS = {
    f"Fn::{short.removeprefix('!')}": instead
    for short, instead in SHORT_FORMS.items()
    if short not in ("!Ref", "!Join", "!Split", "!Select", "!Base64", "!Condition", "!include")
}
"""Functions of CloudFormation that no version has."""

_PROPERTIES = frozenset(("resource_def",))
"""Properties of resource types whose names are much like those of functions."""

_START = 4
"""So many characters at its beginning are right in most misspelt names."""


def doubt(node: Mapping, version: Version, phase: Phase) -> Diagnostic | None:
    """A word about a map whose only key is the name of a later function, or nearly the name of one."""
    name = node.sole_key
    assert name is not None
    since = arrival(name)
    if since is not None and since > version.date:
        message = f"`{name}` is no function before version {since}; here it is a plain map."
        hint = f"To call it, write `heat_template_version: {since}` or later."
        severity = Severity.WARNING if "_" in name else Severity.HINT  # other names may well be meant as plain keys
        return Diagnostic("later-function", message, node.key_span(name), severity, hint, phase=phase)
    meant = _meant(name) if len(name) < _LONGEST and name not in _PROPERTIES else None
    if meant is None:
        return None
    message = f"`{name}` is no function; here it is a plain map."
    hint = f"Did you mean {meant}?"
    return Diagnostic("unknown-function", message, node.key_span(name), Severity.WARNING, hint, phase=phase)


MEANT_AS_CALLS = frozenset(("get_param", "get_resource", "get_attr", "get_file", "str_replace", "list_join", "Ref"))
"""Names of functions that nobody has among the keys of a map that is meant as one."""


def mixed(node: Mapping, phase: Phase) -> Diagnostic:
    """A word about a map that has the name of a function among other keys."""
    name = next(key for key in node.members if key in MEANT_AS_CALLS)
    message = f"`{name}` is not called here, because the map has other keys too."
    hint = "A function is the only key of its map. Is the next line indented deeper than it should be?"
    return Diagnostic("functions-as-data", message, node.key_span(name), Severity.WARNING, hint, phase=phase)


@cache
def _starts() -> frozenset[str]:
    return frozenset(name[:_START] for name in function_names() if "_" in name)


@lru_cache(maxsize=4096)
def _meant(name: str) -> str | None:
    """What a name is instead of, that is no function: in code or in the words of a hint."""
    if name in _PROPERTIES:
        return None
    if name in _HABITS:
        return _HABITS[name]
    word = name.lower().replace("-", "").replace("_", "")
    if word in _words():
        return f"`{_words()[word]}`"
    if name[:_START] not in _starts():
        return None
    ratios = {known: SequenceMatcher(None, name, known).ratio() for known in function_names(LATEST)}
    best = max(ratios, key=lambda known: ratios[known])
    return f"`{best}`" if _ALIKE <= ratios[best] < 1 else None


@cache
def _words() -> dict[str, str]:
    return {name.replace("_", ""): name for name in function_names(LATEST) if "_" in name}
