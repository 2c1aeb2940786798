"""Changes of inputs that keep them readable: lines and words move, vanish, or come from other inputs.

Changes of single bytes seldom come further than the first mistake of YAML.
"""

import re
from collections.abc import Callable, Iterable
from random import Random

_WORD = re.compile(rb"[^\s,:{}\[\]\"'\0=&?]+")
_VALUE = re.compile(rb"(?<=[:\-] )[^\n\0]+")
_VALUES = (
    b"{get_param: %s}", b"{get_resource: %s}", b"{get_attr: [%s, show]}", b"{if: [%s, 1, {}]}", b"{get_file: %s}",
    b"[%s, %s]", b"{%s: %s}", b"'%s'", b"!!binary %s", b"&a %s", b"*a", b"", b"null", b"1e999", b"-1", b"{not: %s}",
    b"{equals: [{get_param: %s}, '']}", b"{list_join: ['', [%s]]}", b"{repeat: {for_each: {%s: [a]}, template: %s}}",
)  # fmt: skip


class Mutations:
    """Changes of inputs, with the lines and words of other ones."""

    def __init__(self, others: Iterable[bytes], words: Iterable[bytes] = ()) -> None:
        self.others = [lines for other in others if (lines := other.splitlines())] or [[b""]]
        found = {word for lines in self.others for line in lines for word in _WORD.findall(line)}
        self.words = sorted({b"", *found, *words})

    def changed(self, data: bytes, most: int, seed: int) -> bytes:
        """A changed input; the same one for the same seed."""
        chance = Random(seed)
        for _ in range(chance.choice((1, 1, 2, 3, 5))):
            parts = data.split(b"\0")
            place = chance.randrange(len(parts))
            parts[place] = chance.choice(self._ways())(parts[place], data, chance)
            data = b"\0".join(parts)
        return data[:most]

    def _ways(self) -> tuple[Callable[[bytes, bytes, Random], bytes], ...]:
        return (_without_lines, self._with_lines, _moved_lines, self._other_word, self._other_word, _other_value)

    def _with_lines(self, part: bytes, _data: bytes, chance: Random) -> bytes:
        """Adds lines of another input, half of the time with the indentation of their new place."""
        lines, other = part.splitlines(), chance.choice(self.others)
        start, place = chance.randrange(len(other)), chance.randrange(len(lines) + 1)
        added = other[start : start + chance.choice((1, 2, 4, 12))]
        if lines and chance.random() < 0.5:
            near = lines[min(place, len(lines) - 1)]
            own = min(map(_indent, added))
            added = [b" " * _indent(near) + line[own:] for line in added]
        lines[place:place] = added
        return b"\n".join(lines)

    def _other_word(self, part: bytes, data: bytes, chance: Random) -> bytes:
        """Replaces a word, half of the time by one of the same input, so that names still refer to something."""
        found = list(_WORD.finditer(part))
        if not found:
            return part + chance.choice(self.words)
        place = chance.choice(found)
        other = chance.choice(_WORD.findall(data) if chance.random() < 0.5 else self.words)
        return part[: place.start()] + other + part[place.end() :]


def _indent(line: bytes) -> int:
    return len(line) - len(line.lstrip(b" "))


def _without_lines(part: bytes, _data: bytes, chance: Random) -> bytes:
    lines = part.splitlines()
    start = chance.randrange(len(lines) + 1)
    del lines[start : start + chance.choice((1, 1, 2, 6))]
    return b"\n".join(lines)


def _moved_lines(part: bytes, _data: bytes, chance: Random) -> bytes:
    """Moves or repeats some lines."""
    lines = part.splitlines()
    start, length = chance.randrange(len(lines) + 1), chance.choice((1, 1, 2, 5))
    block = lines[start : start + length]
    if chance.random() < 0.5:
        del lines[start : start + length]
    place = chance.randrange(len(lines) + 1)
    lines[place:place] = block
    return b"\n".join(lines)


def _other_value(part: bytes, data: bytes, chance: Random) -> bytes:
    """Replaces a value by a call or something unusual, with the value or a word of the input in it."""
    found = list(_VALUE.finditer(part))
    if not found:
        return part
    place = chance.choice(found)
    inner = chance.choice([place[0], *_WORD.findall(data)])
    return part[: place.start()] + chance.choice(_VALUES).replace(b"%s", inner) + part[place.end() :]
