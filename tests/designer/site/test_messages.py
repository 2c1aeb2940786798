"""The messages at the top of a page."""

from django.contrib.messages import SUCCESS
from django.contrib.messages.storage.base import Message
from django.template.loader import render_to_string


def test_what_two_answers_in_a_row_say_is_shown_once():
    """A page that is left before it has come, as when something is saved twice, leaves its message to the next one."""
    messages = [Message(SUCCESS, words) for words in ("Saved.", "Saved.", "Renamed.")]
    page = render_to_string("site/frame/messages.html", {"messages": messages})
    assert [page.count(each) for each in ("Saved.", "Renamed.")] == [1, 1]
