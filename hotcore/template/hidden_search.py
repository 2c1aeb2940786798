"""The names of hidden parameters in a text that is too long to be read as YAML with all others."""

import json
import re
from collections.abc import Iterator
from itertools import pairwise

from hotcore.runtime import regex

_DECLARATIONS = regex(r"""(["']?)[Pp]arameters\1[ \t]*:[ \t]*(?:#.*)?$""")
_PLAIN = regex(r"""(?:["']?\w+["']?[ \t]*:(?:[ \t].*)?|#.*|---|\.\.\.|%.*)?""")
"""A line that is not indented, in block style: the key of a section, a comment or a mark."""
_ELSEWHERE = regex(r"^ *\? |<< *:|(?:^|[:,\[{-]) *[&*]\S", re.MULTILINE)
"""An explicit key, a merge, an anchor or an alias: not all that belongs to a parameter is in its lines."""
_ESCAPED = regex(r'"[^"\\\n]{0,254}+\\(?:[^"\\\n]|\\.){0,254}+"[ \t]*:')
_WORD = regex(r"""(?:(?<![\w.-])([\w.-]+)|"((?:[^"\\\n]|\\.){1,255}+)"|'([^'\n]+)')[ \t]*:""")
_OF_LINE = regex(r"^[ \t]*(?:- )?([^\s#].{0,254}?):(?=[ \t]|$)", re.MULTILINE)
_EXPLICIT = regex(r"^ *\? +([^\s#].{0,254})$", re.MULTILINE)
_IN_FLOW = regex(r"""[{,][ \t]*([^\s"'{},\[\]:][^{},\[\]:\n]{0,254}):""")
_ANCHORED = regex(r"""&[^\s,\[\]{}]+[ \t]+["']?([^\s"',\[\]{}]{1,255})""")


def possibly_hidden(content: str) -> set[str]:
    """The names in a text that may be those of hidden parameters: all of those that are, and as few others as a look
    at its lines can tell.

    Among the declarations of parameters in block style they are the keys in each line that says so, and in the line
    above it that is indented less.  Of a text in another style they are all of its keys.
    """
    lines = content.lstrip("\ufeff").splitlines()
    declared = list(_declarations(lines))
    if not declared or not all(map(_is_in_lines, declared)):
        text = "\n".join(lines)
        return _keys_in(text).union(_ANCHORED.findall(text))  # an alias may be a key
    return {name for block in declared for name in _of_lines(block)}


def _declarations(lines: list[str]) -> Iterator[str]:
    """The text behind each line with the key of the parameters, up to the next line that is not indented.

    There is none in a text whose lines that are not indented are anything else than sections.
    """
    starts = [number for number, line in enumerate(lines) if line[:1] not in ("", " ", "#")]
    if not all(_PLAIN.fullmatch(lines[number]) for number in starts):
        return
    for start, end in pairwise([*starts, len(lines)]):
        if _DECLARATIONS.match(lines[start]):
            yield "\n".join(lines[start + 1 : end])


def _is_in_lines(block: str) -> bool:
    """Whether the lines of a parameter are all that belongs to it, and no mapping goes over several of them."""
    opened = any(line.count("{") > line.count("}") for line in block.split("\n"))
    return not opened and not _ELSEWHERE.search(block) and not _ESCAPED.search(block)


def _of_lines(block: str) -> set[str]:
    found: set[str] = set()
    above: list[tuple[int, str]] = []
    for line in block.split("\n"):
        text = line.lstrip(" ")
        if not text or text[0] == "#":
            continue
        indent = len(line) - len(text)
        while above and above[-1][0] >= indent:
            above.pop()
        if "hidden" in text or "NoEcho" in text:
            found |= _keys_in(text)
            if above:
                found |= _keys_in(above[-1][1])
                above[-1] = above[-1][0], ""  # its keys are taken once
        above.append((indent, text))
    return found


def _keys_in(text: str) -> set[str]:
    """Every word, quoted string or beginning of a line or an entry that may be a key."""
    found = {word or _unescaped(quoted) or single for word, quoted, single in _WORD.findall(text)}
    longer = [key for pattern in (_OF_LINE, _IN_FLOW, _EXPLICIT) for key in pattern.findall(text)]
    return found.union(map(str.strip, longer))


def _unescaped(quoted: str) -> str:
    try:
        return str(json.loads(f'"{quoted}"'))
    except ValueError:
        return quoted
