"""Explanations of why parameters are not used with the current values, for a terminal."""

import json
from collections.abc import Sequence

from hotcore.resolver import Reader, Reason, by_reason
from hotcore.spelling import listed
from hotcore.values import to_json

_MOST_NAMED = 3
_LONGEST_VALUE = 40

_WHY = {
    "off": ("is off", "are off"),
    "branch": ("takes another branch", "take another branch"),
    "decided": ("is decided without it", "are decided without it"),
    "unused": ("is not used", "are not used"),
}


def not_used_now(readers: Sequence[Reader]) -> str:
    """The note on a parameter that is not used with the current values."""
    if not readers:
        return "not used now: nothing reads it"
    names = list(dict.fromkeys(reader.name for reader in readers))
    reads = f"only {listed(names, most=_MOST_NAMED)} {'reads' if len(names) == 1 else 'read'} it"
    reasons = [
        f"{_whose(names, group)} {_WHY[why][len(group) > 1]}{_because(reason)}"
        for why, reason, group in by_reason(readers)
    ]
    return f"not used now: {reads}, and {'; '.join(reasons)}"


def _whose(names: list[str], group: list[str]) -> str:
    if len(group) < len(names):
        return listed(group, most=_MOST_NAMED)
    return "that" if len(names) == 1 else "they"


def _because(reasons: Sequence[Reason]) -> str:
    words = list(filter(None, map(_in_words, reasons)))
    shown = [*words[:_MOST_NAMED], *(["…"] if len(words) > _MOST_NAMED else [])]
    return f" because {', '.join(shown)}" if words else ""


def _in_words(reason: Reason) -> str:
    if reason.subject == "condition":
        return f"{reason.name} is {reason.kind if reason.kind in ('true', 'false') else 'not known yet'}"
    if reason.subject != "parameter":
        return "the template says so" if reason.kind == "literal" else ""
    words = {"is": "is", "contains": "contains", "not-contains": "does not contain"}.get(reason.kind)
    if words:
        return f"{reason.name} {words} {_shown(reason.value)}"
    return {"missing": f"{reason.name} has no value", "invalid": f"{reason.name} has no valid value"}.get(
        reason.kind, f"of the content of {reason.name}"
    )


def _shown(value: object) -> str:
    text = json.dumps(to_json(value), ensure_ascii=False)
    return text if len(text) <= _LONGEST_VALUE else f"{text[:_LONGEST_VALUE]}…"
