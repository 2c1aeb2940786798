"""Maps with one key that look like a call of a function and are none: Heat takes them as plain data without a word."""

from difflib import SequenceMatcher
from functools import cache, lru_cache

from hotcore.diagnostics import Diagnostic, Phase, Severity
from hotcore.nodes import Mapping
from hotcore.registry import arrival, function_names
from hotcore.versions import LATEST, Version

_ALIKE = 0.8
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
    meant = _meant(name) if name[:_START] in _starts() and len(name) < 40 else None
    if meant is None:
        return None
    message = f"`{name}` is no function; here it is a plain map."
    hint = f"Did you mean `{meant}`?"
    return Diagnostic("unknown-function", message, node.key_span(name), Severity.WARNING, hint, phase=phase)


@cache
def _starts() -> frozenset[str]:
    return frozenset(name[:_START] for name in function_names() if "_" in name)


@lru_cache(maxsize=1024)
def _meant(name: str) -> str | None:
    ratios = {known: SequenceMatcher(None, name, known).ratio() for known in function_names(LATEST)}
    best = max(ratios, key=lambda known: ratios[known])
    return best if _ALIKE <= ratios[best] < 1 else None
