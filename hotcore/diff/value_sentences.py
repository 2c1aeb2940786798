"""Sentences about values that change, with as much of them as may be shown."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from hotcore.diff.alignment import Alignment
from hotcore.diff.changes import Detail, in_words
from hotcore.diff.partial_evaluation import PendingCall, has_more_parts
from hotcore.diff.partial_values import as_text, block_text
from hotcore.diff.text_lines import line_difference
from hotcore.diff.value_paths import MOST_PARTS, Part, Path, ValueComparison, path_text
from hotcore.runtime import dataclass
from hotcore.values import MASK, Value, has_mask, to_json

_MOST_NAMED = 4
_MOST_PARTS_AS_DATA = 1000


@dataclass(frozen=True, slots=True)
class Phrase:
    """The words for a change of a value, and the places in it that change."""

    words: str
    details: tuple[Detail, ...] = ()


def value_phrase(
    label: str,
    was: Value,
    now: Value,
    values: ValueComparison,
    *,
    root: Path = (),
    given: tuple[bool, bool] = (True, True),
    sure: bool = True,
) -> Phrase:
    """How a value changes.

    `label` names the value, which has the path `root`; `given` says which sides have one, `sure` whether it certainly
    changes.
    """
    if given[0] and given[1]:
        parts = values.parts(was, now, root)
        parts = [replace(part, sure=True) if sure and part.path == root else part for part in parts]
    else:
        parts = [Part("added", root, now=now) if given[1] else Part("removed", root, was)]
    details = tuple(
        _detail(part, label if part.path == root else f"`{path_text(part.path)}`", values.alignment)
        for part in parts[:MOST_PARTS]
    )
    verb = "changes" if sure or any(detail.sure for detail in details) else "may change"
    if len(details) == 1:
        words = details[0].sentence.removesuffix(".")
        is_inside = not root and details[0].path
        return Phrase(f"{label}: {words}" if is_inside else words, (replace(details[0], told=True),))
    count = len(details) if len(parts) <= MOST_PARTS else f"more than {MOST_PARTS}"
    return Phrase(f"{label} {verb} in {count} places" if details else f"{label} {verb}", details)


def joined(phrases: Sequence[Phrase], count: int = 0) -> Phrase:
    """Several phrases as one, out of `count` if that is more; of many, only the first in words, and the details of
    all."""
    words = [phrase.words for phrase in phrases[:_MOST_NAMED]]
    left = max(len(phrases), count) - _MOST_NAMED
    details = [detail for phrase in phrases[:_MOST_NAMED] for detail in phrase.details]
    details += [replace(detail, told=False) for phrase in phrases[_MOST_NAMED:] for detail in phrase.details]
    return Phrase("; ".join([*words, *([f"{left} more"] if left > 0 else [])]), tuple(details))


def _detail(part: Part, subject: str, alignment: Alignment) -> Detail:
    words, lines = _words(part, alignment)
    data: dict[str, Any] = {}
    if part.kind not in ("added", "included"):
        data |= _shown_data("old", part.was)
    if part.kind not in ("removed", "excluded"):
        data |= _shown_data("new", part.now)
    return Detail(part.kind, part.path, f"{subject} {words}.", part.sure, lines, data)


def _words(part: Part, alignment: Alignment) -> tuple[str, tuple[str, ...]]:
    """What happens to a part, behind its name, and the lines of it that are too long for a sentence."""
    was, now = (in_words(_joined_text(value)) for value in (part.was, part.now))
    if part.kind in ("added", "included"):
        lines = () if now else _lines("", _block(part.now), alignment)
        if part.kind == "included":
            return f"now includes {now or 'more'}", lines
        is_key = not part.path or isinstance(part.path[-1], str)
        return (f"is set to {now}" if is_key else f"is added: {now}") if now else "is added", lines
    if part.kind in ("removed", "excluded"):
        lines = () if was else _lines(_block(part.was), "", alignment)
        verb = "is removed" if part.kind == "removed" else f"no longer includes {was or 'some'}"
        return f"{verb}, was {was}" if was and part.kind == "removed" else verb, lines
    verb = "changes" if part.sure else "may change"
    if was and now:
        if was == now:
            was, now = (f"`{_with_type(value)}`" for value in (part.was, part.now))
        return (f"{verb} from {was} to {now}" if was != now else verb), ()
    return (f"{verb} to {now}" if now and not has_mask(part.now) else verb), _changed_lines(
        part.was, part.now, alignment
    )


def _joined_text(value: Value) -> Value:
    """The text of a pending `list_join`; other values as they are."""
    text = as_text(value) if isinstance(value, PendingCall) and value.function == "list_join" else None
    return value if text is None else text


def _with_type(value: Value) -> str:
    """A value that shows whether it is a string."""
    return f'"{value}"' if isinstance(value, str) else str(to_json(value))


def _changed_lines(was: Value, now: Value, alignment: Alignment) -> tuple[str, ...]:
    before, after = as_text(was), as_text(now)
    if before is None or after is None:
        before, after = _block(was), _block(now)
    return _lines(before, after, alignment)


def _block(value: Value) -> str | None:
    return value if isinstance(value, str) else block_text(value)


def _lines(was: str | None, now: str | None, alignment: Alignment) -> tuple[str, ...]:
    """The lines that differ; none if one side is too long, entirely hidden, or hardly more than something hidden."""
    if was is None or now is None or MASK in (was, now):
        return ()
    if MASK in was + now and "\n" not in was + now:
        return ()
    lines = line_difference(was, now, alignment)
    return lines if any(line[0] in "-+" for line in lines) else ()


def _shown_data(key: str, value: Value) -> Mapping[str, Any]:
    """A value for programs, with pending calls as a template has them; nothing if it is large or partly hidden."""
    if has_more_parts(value, _MOST_PARTS_AS_DATA):
        return {}
    data = _as_data(value)
    return {} if has_mask(data) else {key: to_json(data)}


def _as_data(value: Value) -> Value:
    if isinstance(value, PendingCall):
        return {value.function or "unknown": _as_data(value.argument)}
    if isinstance(value, dict):
        return {key: _as_data(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_as_data(item) for item in value]
    return value
