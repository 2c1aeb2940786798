"""The next name in a series of names, numbered the way the author numbers."""

import re
from collections.abc import Collection, Iterator
from itertools import count

from hotcore.runtime import regex

_NUMBERED = regex(r"(?P<stem>.*?)(?P<number>[0-9]{1,9})")
_VERSION = regex(r"(.*[^A-Za-z])?(ip)?v[0-9]+", re.IGNORECASE)
"""Names that end in a version, as `subnet_ipv4` does: with another number they would mean something else."""
_LETTERED = regex(r"(?P<stem>.+[-_])(?P<letter>[a-zA-Z])")


def next_name(name: str, known: Collection[str]) -> str:
    """The name itself if it is free, or else the next one in its series, such as `web2` after `web1`."""
    return next(one for one in _series(name, known) if one not in known)


def _series(name: str, known: Collection[str]) -> Iterator[str]:
    yield name
    is_version = _VERSION.fullmatch(name) is not None
    if (found := _NUMBERED.fullmatch(name)) and not is_version:
        width = len(found["number"]) if found["number"].startswith("0") else 0
        yield from (f"{found['stem']}{number:0{width}}" for number in count(int(found["number"]) + 1))
    if found := _LETTERED.fullmatch(name):
        last = "z" if found["letter"].islower() else "Z"
        yield from (found["stem"] + chr(code) for code in range(ord(found["letter"]) + 1, ord(last) + 1))
    separator = "_" if is_version else _separator(name, known)
    yield from (f"{name}{separator}{number}" for number in count(2))


def _separator(name: str, known: Collection[str]) -> str:
    """What stands before the number: as in names that are numbered after this one, or else as between its words."""
    numbered = re.compile(re.escape(name) + "([-_]?)[0-9]+")
    if found := next(filter(None, map(numbered.fullmatch, known)), None):
        return found[1]
    if "_" in name or name.islower():
        return "-" if "-" in name and "_" not in name else "_"
    return "-" if "-" in name else ""
