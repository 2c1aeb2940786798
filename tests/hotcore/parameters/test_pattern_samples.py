"""Texts generated from a pattern."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hotcore.parameters.pattern_samples import matching

pytestmark = pytest.mark.long

PATTERNS = [
    "abc",
    "^[a-z]([a-z0-9-]*[a-z0-9])?$",
    "(https?://.+/containers/[0-9a-f-]{36})?",
    r"[^@\s]+@[^@\s]+\.[^@\s]+",
    r"\d{1,3}(\.\d{1,3}){3}/\d+",
    "yes|no|(?:maybe)",
    r"[^a]\w\W\S\D.",
    "(?i)UPPER[A-F]+?x{2,3}",
]


@pytest.mark.parametrize("pattern", PATTERNS)
def test_all_of_them_match(pattern):
    found = list(matching(pattern))
    assert found
    assert all(re.match(pattern, text) for text in found)


def test_an_optional_part_occurs_once():
    assert list(matching("a(bb|cd)?")) == ["a", "abb", "acd"]


@pytest.mark.parametrize("pattern", ["(", "a" * 3000, "(?<=x)y", r"(a)\1", "[^\\s\\S]", "(" * 500 + ")" * 500])
def test_no_pattern_raises(pattern):
    assert all(isinstance(text, str) for text in matching(pattern))


def test_texts_stay_short():
    assert all(len(text) <= 1000 for text in matching("(a{900}){900}(b{900}){900}"))


parts = st.recursive(
    st.sampled_from(["a", "b", ".", "[a-f]", "[^x]", r"\d", r"\w", r"\s"]),
    lambda inner: st.one_of(
        st.builds("({})".format, inner),
        st.builds("(?:{}|{})".format, inner, inner),
        st.builds("{}{}".format, inner, inner),
        st.builds("(?:{}){}".format, inner, st.sampled_from(["?", "*", "+", "{2}", "{1,3}", "+?"])),
    ),
    max_leaves=8,
)


@settings(max_examples=200, deadline=None)
@given(parts)
def test_every_text_matches_the_pattern_that_it_was_made_after(pattern):
    found = list(matching(pattern))
    assert found
    assert all(re.fullmatch(pattern, text) for text in found)
