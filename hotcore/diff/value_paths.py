"""Where two values differ: the paths of the parts that are added, removed or changed.

What is known is compared even where another part is pending.  Calls that pass their arguments on (`if`, `map_merge`,
`list_concat`) add nothing to a path, because the value has no trace of them; others add their name.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Literal

from hotcore.diff.alignment import Alignment
from hotcore.diff.partial_evaluation import PendingCall
from hotcore.diff.partial_values import as_text
from hotcore.diff.value_difference import surely_differ
from hotcore.evaluation import newest_functions, variants
from hotcore.runtime import dataclass, regex
from hotcore.values import Value, has_mask

Kind = Literal["added", "removed", "changed", "included", "excluded"]
"""What happens to a part; `included` and `excluded` are lists and maps whose place in a merged one is not known."""

Path = tuple[str | int | None, ...]
"""Keys and indexes from the outside in; None is an item of a list whose index depends on what is pending."""

MOST_STEPS = 200_000
"""The maximum number of parts that all comparisons of a diff visit."""

MOST_PARTS = 200
"""The maximum number of parts of one value that are told."""

MOST_FOUND = 4_000
"""The maximum number of parts that all comparisons of a diff find."""

_DEEPEST = 100
_NAMES = ("name", "key", "id", "type")
_PLAIN_KEY = regex(r"[^\s.\[\]`'\"]+\Z")


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a value that differs, with what is there on both sides; None where there is nothing."""

    kind: Kind
    path: Path
    was: Value = None
    now: Value = None
    sure: bool = True


def path_text(path: Path) -> str:
    """A path as people write it: `networks[0].port`."""
    text = ""
    for step in path:
        if isinstance(step, str) and _PLAIN_KEY.match(step):
            text += f".{step}" if text else step
        elif isinstance(step, str):
            text += "['" + " ".join(step.replace("`", "'").split()) + "']"
        else:
            text += "[*]" if step is None else f"[{step}]"
    return text


class ValueComparison:
    """Compares values; all comparisons of a diff share the limits of work."""

    def __init__(self) -> None:
        self.alignment = Alignment()
        self.left = MOST_STEPS
        self.room = MOST_FOUND

    def parts(self, was: Value, now: Value, path: Path = ()) -> list[Part]:
        """The parts that differ, at most one more than are told; none if the limits are reached."""
        most = min(MOST_PARTS + 1, self.room)
        found = list(islice(self._compared(was, now, path, sure=True), most))
        self.room -= len(found)
        return found

    def _compared(self, was: Value, now: Value, path: Path, *, sure: bool) -> Iterator[Part]:
        self.left -= 1
        if was is now:
            return
        if self.left > 0 and len(path) < _DEEPEST:
            if isinstance(was, dict) and isinstance(now, dict):
                yield from self._maps(was, now, path, sure=sure)
                return
            if isinstance(was, list) and isinstance(now, list):
                yield from self._lists(was, now, path, sure=sure)
                return
            if isinstance(was, PendingCall) and isinstance(now, PendingCall) and was.function == now.function:
                yield from self._calls(was.function, was.argument, now.argument, path, sure=sure)
                return
        if was != now:
            yield _changed(was, now, path, sure=sure)

    def _maps(self, was: dict, now: dict, path: Path, *, sure: bool) -> Iterator[Part]:  # type: ignore[type-arg]
        for key, value in now.items():
            below = (*path, str(key))
            if key not in was:
                yield Part("added", below, now=value, sure=sure)
            else:
                yield from self._compared(was[key], value, below, sure=sure)
        for key, value in was.items():
            if key not in now:
                yield Part("removed", (*path, str(key)), value, sure=sure)

    def _lists(self, was: list[Value], now: list[Value], path: Path, *, sure: bool) -> Iterator[Part]:
        for old, new in self._aligned(was, now):
            if old is None:
                yield Part("added", (*path, new), now=now[new], sure=sure)  # type: ignore[index]
            elif new is None:
                yield Part("removed", (*path, old), was[old], sure=sure)
            else:
                yield from self._compared(was[old], now[new], (*path, new), sure=sure)

    def _aligned(self, was: Sequence[Value], now: Sequence[Value]) -> Iterator[tuple[int | None, int | None]]:
        """The indexes of items that are added, removed, or differ on both sides."""
        self.left -= len(was) + len(now)
        for old, new in self.alignment.stretches(*([repr(item) for item in items] for items in (was, now))):
            yield from _paired(was, now, old, new)

    def _calls(self, function: str, was: Value, now: Value, path: Path, *, sure: bool) -> Iterator[Part]:
        both_lists = isinstance(was, list) and isinstance(now, list)
        if function == "map_merge" and both_lists:
            yield from self._merged(_joined_maps(was), _joined_maps(now), path, sure=sure)
        elif function in ("list_concat", "list_concat_unique") and both_lists:
            yield from self._merged(was, now, path, sure=sure)
        elif function == "if" and both_lists and len(was) == len(now):
            yield from self._chosen(was, now, path)
        elif function in variants("str_replace") and isinstance(was, dict) and isinstance(now, dict):
            yield from self._replaced(was, now, path, sure=sure)
        elif _is_leaf(function) or as_text(PendingCall(function, now)) is not None:
            if was != now:
                yield _changed(PendingCall(function, was), PendingCall(function, now), path, sure=sure)
        else:
            yield from self._compared(was, now, (*path, function), sure=False)

    def _merged(self, was: list[Value], now: list[Value], path: Path, *, sure: bool) -> Iterator[Part]:
        """The parts of maps that are merged, or of lists that are joined."""
        for old, new in self._aligned(was, now):
            if old is not None and new is not None:
                is_list = isinstance(now[new], list)
                last = is_list or (old, new) == (len(was) - 1, len(now) - 1)
                for part in self._compared(was[old], now[new], path, sure=sure and last):
                    yield _within(part, len(path), is_list=is_list, first=new == 0)
                continue
            value = was[old] if old is not None else now[new]  # type: ignore[index]
            kinds: tuple[Kind, Kind] = ("removed", "excluded") if new is None else ("added", "included")
            for below, item in _members(value, path):
                was_there, is_there = (item, None) if new is None else (None, item)
                yield Part(kinds[below == path], below, was_there, is_there, sure=False)

    def _chosen(self, was: list[Value], now: list[Value], path: Path) -> Iterator[Part]:
        """The parts of values that a pending condition chooses from."""
        if was[0] != now[0]:
            yield _changed(was[0], now[0], (*path, "if"), sure=False)
        for one, other in zip(was[1:], now[1:], strict=True):
            yield from self._compared(one, other, path, sure=False)

    def _replaced(self, was: dict, now: dict, path: Path, *, sure: bool) -> Iterator[Part]:  # type: ignore[type-arg]
        """The parts of a template and of what is inserted into it."""
        call = PendingCall("str_replace", was), PendingCall("str_replace", now)
        if was.get("template") != now.get("template"):
            one, other = was.get("template"), now.get("template")
            certain = sure and surely_differ(*call)
            if isinstance(one, str) and isinstance(other, str):
                yield Part("changed", path, one, other, certain)
            else:
                yield from self._compared(one, other, (*path, "template"), sure=False)
        yield from self._compared(was.get("params"), now.get("params"), (*path, "params"), sure=False)


def _changed(was: Value, now: Value, path: Path, *, sure: bool) -> Part:
    certain = sure and not has_mask(was) and not has_mask(now) and surely_differ(was, now)
    return Part("changed", path, was, now, certain)


def _is_leaf(function: str) -> bool:
    """Whether the arguments of a function are names or parts of something else, which mean nothing alone."""
    if not function:
        return True
    found = newest_functions()[function]
    first = found.signature.spec(0)
    return found.takes_names_only and bool(first.names or first.choices)


def _within(part: Part, at: int, *, is_list: bool, first: bool) -> Part:
    """A part of a map or list that is merged into another one: a key may be in several maps, and an index of any list
    but the first depends on those before it."""
    if len(part.path) <= at:
        return part
    if is_list:
        return part if first else replace(part, path=(*part.path[:at], None, *part.path[at + 1 :]))
    return replace(part, sure=part.sure and (part.kind == "changed" or len(part.path) > at + 1))


def _members(value: Value, path: Path) -> list[tuple[Path, Value]]:
    """The parts of a map or list that is merged into another one; of what is pending, the whole."""
    if isinstance(value, dict):
        return [((*path, str(key)), item) for key, item in value.items()]
    if isinstance(value, list):
        return [((*path, None), item) for item in value]
    return [(path, value)]


def _joined_maps(maps: Sequence[Value]) -> list[Value]:
    """The maps of a `map_merge`, with those that follow each other and are known made one."""
    joined: list[Value] = []
    for each in maps:
        if joined and isinstance(each, dict) and isinstance(joined[-1], dict):
            joined[-1] = joined[-1] | each
        else:
            joined.append(each)
    return joined


def _paired(
    was: Sequence[Value], now: Sequence[Value], old: range, new: range
) -> Iterator[tuple[int | None, int | None]]:
    """The items of two stretches in pairs of what is probably the same item, and the rest alone."""
    pairs = list(zip(old, new, strict=False))
    if len(old) == len(new) and not any(_are_others(was[one], now[other]) for one, other in pairs):
        yield from pairs
        return
    left = list(old)
    for other in new:
        twin = next((at for at, one in enumerate(left) if _is_like(was[one], now[other])), None)
        if twin is None:
            yield None, other
            continue
        yield from ((each, None) for each in left[:twin])
        yield left[twin], other
        left = left[twin + 1 :]
    yield from ((each, None) for each in left)


def _are_others(one: Value, other: Value) -> bool:
    """Whether two items have names, and different ones."""
    return any(name[0] != name[1] for name in _names(one, other)[:1])


def _names(one: Value, other: Value) -> list[tuple[Value, Value]]:
    if not isinstance(one, dict) or not isinstance(other, dict):
        return []
    return [(one[key], other[key]) for key in _NAMES if key in one and key in other]


def _is_like(one: Value, other: Value) -> bool:
    """Whether an item is probably a changed form of the other one."""
    if names := _names(one, other):
        return bool(names[0][0] == names[0][1])
    if isinstance(one, dict) and isinstance(other, dict):
        same = sum(key in other and other[key] == value for key, value in one.items())
        return bool(same * 2 >= max(len(one), len(other)) > 0)
    return isinstance(one, PendingCall) and isinstance(other, PendingCall) and one.function == other.function
