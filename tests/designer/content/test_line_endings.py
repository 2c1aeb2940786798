"""Line endings, which form fields do not preserve."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from designer.content.line_endings import like, plain

TEXTS = st.text(alphabet="ab\r\n", max_size=40)


@given(TEXTS)
def test_what_was_not_changed_keeps_every_byte(text):
    assert like(text, plain(text).replace("\n", "\r\n")) == text


@given(TEXTS, TEXTS)
def test_what_was_typed_is_what_is_read(before, typed):
    assert plain(like(before, typed)) == plain(typed)


@pytest.mark.parametrize(
    ("before", "typed", "after"),
    [
        ("a\r\nb\r\n", "a\nX\nb\n", "a\r\nX\r\nb\r\n"),
        ("a\nb\n", "a\r\nX\r\n", "a\nX\n"),
        ("a\r\nb\nc\r\n", "a\nX\nc\n", "a\r\nX\r\nc\r\n"),
        ("a\nb\r\nc\n", "a\nb\nc\nd", "a\nb\r\nc\nd"),
        ("", "a\r\nb", "a\nb"),
        ("a\rb\r", "a\nb\nc\n", "a\rb\rc\r"),
    ],
)
def test_lines_that_were_not_touched_keep_their_end(before, typed, after):
    assert like(before, typed) == after
