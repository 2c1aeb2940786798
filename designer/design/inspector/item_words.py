"""Words for the items of a list in a form: what a new one is called, and what one of them says in short."""

import re
from collections.abc import Iterator, Mapping

from hotcore.runtime import regex

_MOST_WORDS = 3
_LONGEST = 40
_SHORT_NAMES = {"acl", "az", "cidr", "dns", "http", "id", "ip", "mac", "os", "qos", "ssl", "tls", "url", "vpc"}
_SINGULAR = ("data", "dns", "ss", "us", "is")
"""Endings of words that are no plurals."""
_VERSION = regex(r"_v\d+$")


def item_name(label: str) -> str:
    """What an item of a list is called, from the name of the list: `allowed_address_pairs`: Allowed address pair."""
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", _VERSION.sub("", label)).lower().split("_")
    if not any(character.isalpha() for character in label):
        return ""
    words[-1] = _singular(words[-1])
    name = " ".join(word.upper() if word in _SHORT_NAMES else word for word in words)
    return name[:1].upper() + name[1:]


def _singular(word: str) -> str:
    if word.endswith("ies"):
        return f"{word[:-3]}y"
    if word.endswith(("sses", "xes", "tches")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith(_SINGULAR) else word


def short_words(words: Mapping[str, str]) -> str:
    """What a map says in a few words, from those of its parts by their names: `tcp 22`."""
    return " ".join(list(_ranges(words))[:_MOST_WORDS])[:_LONGEST]


def _ranges(words: Mapping[str, str]) -> Iterator[str]:
    """The words of each part; a `…_max` that follows its `…_min` is one range with it."""
    for label, word in words.items():
        least, most = label.removesuffix("_max") + "_min", label.removesuffix("_min") + "_max"
        if label.endswith("_max") and words.get(least):
            continue
        if label.endswith("_min") and words.get(most, word) != word:
            word = f"{word}-{words[most]}"
        if word:
            yield word
