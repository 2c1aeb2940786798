"""The fields of a long form that are shown at once. The others keep their values, which the page carries along."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.http import QueryDict

from designer.fill.form.fields import Field

MOST_FIELDS = 500  # shown at once; a form that has no more is shown as a whole
FILTERS = (EVERYTHING := "everything", "needed", "typed", "file", "set", "cloud")


@dataclass(frozen=True)
class FieldWindow:
    """The `names` of the shown fields; `start` is the place of the first one among the `count` fields that match.

    It stays the same until the user moves it: a field does not leave the page while its value is being typed.
    """

    names: frozenset[str]
    show: str = EVERYTHING
    words: str = ""
    start: int = 0
    count: int = 0
    is_moved: bool = False

    @property
    def first(self) -> int:
        """The number of the first field, from 1."""
        return self.start + 1

    @property
    def last(self) -> int:
        """The number of the last field, from 1."""
        return min(self.start + MOST_FIELDS, self.count)

    @property
    def previous_start(self) -> int | None:
        """The start of the window before this one, if there is one."""
        return max(self.start - MOST_FIELDS, 0) if self.start else None

    @property
    def next_start(self) -> int | None:
        """The start of the window after this one, if there is one."""
        return self.last if self.last < self.count else None

    @property
    def sent(self) -> dict[str, object]:
        """What the page sends back."""
        place = {"show": self.show, "words": self.words, "start": self.start, "count": self.count}
        return {**place, "names": sorted(self.names)}


def window_of(sections: Sequence[tuple[str, Sequence[Field]]], data: QueryDict) -> FieldWindow | None:
    """Return the window that a submitted form shows or asks for; None for a form that is shown as a whole.

    `sections` are the labels of the sections with their fields.
    """
    fields = {field.name: field for _, inside in sections for field in inside}
    if len(fields) <= MOST_FIELDS:
        return None
    now = _shown(data, fields)
    words = data.get("find_field", now.words).strip()
    is_moved = "show" in data or "fields_from" in data or words != now.words
    if now.names and not is_moved:
        return now
    # a new search is one among all fields
    show = filter_in(data.get("show") or (now.show if words == now.words else EVERYTHING))
    found = _matching(sections, show, words)
    start = min(_number(data.get("fields_from")), max(len(found) - 1, 0))
    return FieldWindow(_with_secrets(found[start : start + MOST_FIELDS], fields), show, words, start, len(found), True)


def filter_in(text: str | None) -> str:
    """Return the filter of the form that a request names, else the one that includes every field."""
    return text if text in FILTERS else EVERYTHING


def _shown(data: QueryDict, fields: Mapping[str, Field]) -> FieldWindow:
    """Return the window that the page shows; one without fields if the request does not tell."""
    try:
        sent = json.loads(data.get("fields_shown") or "{}")
        names = frozenset(name for name in sent["names"] if name in fields)
        show, words = filter_in(sent["show"]), str(sent["words"])
        start, count = (min(max(int(sent[key]), 0), len(fields)) for key in ("start", "count"))
    except (ValueError, KeyError, TypeError, RecursionError, OverflowError):
        return FieldWindow(frozenset())
    return FieldWindow(names if len(names) <= 2 * MOST_FIELDS else frozenset(), show, words, start, count)


def _matching(sections: Sequence[tuple[str, Sequence[Field]]], show: str, words: str) -> list[str]:
    """Return the names of the fields that a filter includes and that have the words in a name, label or section."""
    wanted = words.casefold()
    return [
        field.name
        for label, inside in sections
        for field in inside
        if show in field.shown_under
        and any(wanted in text.casefold() for text in (field.name, field.parameter.label, label))
    ]


def _with_secrets(names: Sequence[str], fields: Mapping[str, Field]) -> frozenset[str]:
    """Return the names with those of hidden parameters that were typed: only their controls hold these values."""
    typed = [name for name, field in fields.items() if field.parameter.hidden and field.is_touched]
    return frozenset((*names, *typed[:MOST_FIELDS]))


def _number(text: str | None) -> int:
    return int(text) if text and text.isdecimal() and len(text) < 9 else 0
