"""Hidden values are taken out of the words of a cloud, in whatever form it quotes them."""

import json

import pytest

from designer.cloud.masks import masked, masks_of

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
