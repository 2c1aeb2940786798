"""Hidden values are taken out of the words of a cloud, in whatever form it quotes them."""

import hmac
import json
from hashlib import sha256

import pytest

from designer.store.masks import KEPT, masked, masks_of
from hotcore.values import MASK
from tests.pace import within

LINES = [f"line-{number:03}-{'x' * 50}" for number in range(40)]
KEY = "\n".join(["-----BEGIN KEY-----", *LINES, "-----END KEY-----"])


@pytest.mark.parametrize("quote", [str, repr, json.dumps, lambda text: text.splitlines()[7], lambda text: text[:400]])
def test_a_long_value_leaves_no_line_of_itself(quote) -> None:
    words = masked(f"Property key: {quote(KEY)} is not valid", masks_of([KEY]))
    assert "line-007" not in words
    assert words.startswith("Property key: ")


def test_values_in_lists_and_maps_are_found_and_other_words_stay() -> None:
    masks = masks_of([{"a": ["first-secret", 12345]}, "ab"])
    words = masked("first-secret of 12345 in ab and no more", masks)
    assert "first-secret" not in words
    assert "12345" not in words
    assert words.endswith("in ab and no more")  # two letters are in every text


def test_lines_of_many_lengths_cost_little_and_each_is_found() -> None:
    lines = [chr(ord("a") + at % 26) * (at - 1) + "." for at in range(8, 257)]
    masks, words = masks_of(["\n".join(lines)]), "no line is in it " * 470
    with within(1.6):  # a search for each length would take six
        assert masked(words, masks) == words[:KEPT]
    for line in lines[::20]:
        assert masked(f"It is {line}", masks) == f"It is {MASK}"


def test_a_mask_that_a_run_has_kept_since_an_earlier_release_finds_its_value(settings) -> None:
    value = "twenty-eight characters, all"  # of which all were compared
    settings.CLOUD_KEYS = ["new", "old"]
    kept = [28, hmac.digest(sha256(b"old").digest(), value.encode(), "sha256").hex(), 28]
    assert masked(f"It is {value}.", [kept]) == f"It is {MASK}."
