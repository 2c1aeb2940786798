"""Common parts of pages: icons, times, user initials and the texts of diagnostics."""

import re
from collections.abc import Mapping
from datetime import datetime
from functools import lru_cache
from typing import Any

from django import template
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.templatetags.static import static
from django.utils import timezone
from django.utils.dateformat import format as format_date
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe

from designer.content.zips import LITTER
from designer.library import thumbnail as drawing
from designer.site.people import person
from designer.site.times import words_ago

register = template.Library()
register.filter("person", person)

ICONS = "vendor/bootstrap-icons/icons.svg"
QUOTED = re.compile(r"`([^`\n]+)`")
SENTENCE_END = re.compile(r"(?<=[.!?]) (?=[A-Z])")


@register.simple_tag
@lru_cache(maxsize=1024, typed=True)  # a safe label is not the same as an unsafe one
def icon(name: str, label: str = "", tone: str = "") -> SafeString:
    """Return an icon of the sprite; one without text next to it needs a `label` for screen readers."""
    classes = f"icon tone-{tone}" if tone else "icon"
    spoken = format_html('role="img" aria-label="{}"', label) if label else mark_safe('aria-hidden="true"')
    return format_html('<svg class="{}" {}><use href="{}#{}"></use></svg>', classes, spoken, static(ICONS), name)


@register.simple_tag
def litter() -> str:
    """Return the names that the upload script ignores in a folder."""
    return " ".join(sorted(LITTER))


@register.inclusion_tag("site/parts/graph_thumbnail.html")
def thumbnail(shape: Mapping[str, Any]) -> dict[str, drawing.Thumbnail]:
    """Render the thumbnail of a template's diagram."""
    return {"thumbnail": drawing.thumbnail(shape)}


@register.filter
def pairs(mapping: Mapping[str, Any] | None) -> list[tuple[str, Any]]:
    """Return the items of a mapping with user-defined keys, where `.items` might look up a key of that name."""
    return list(mapping.items()) if isinstance(mapping, Mapping) else []


@register.filter
def first_sentence(text: str) -> str:
    """Return the first sentence of a description."""
    return SENTENCE_END.split(" ".join(text.split()), maxsplit=1)[0]


@register.filter
def backticks(sentence: str) -> SafeString:
    """Return a message as HTML, with text in backticks as code."""
    return mark_safe(QUOTED.sub(r"<code>\1</code>", conditional_escape(sentence)))  # noqa: S308 -- escaped just before


@register.filter
def line_kind(line: str) -> str:
    """Return the class of a line of a difference by its sign: `add`, `del` or `same`."""
    return {"+": "add", "-": "del"}.get(line[:1], "same")


@register.filter
def initials(user: AbstractBaseUser | AnonymousUser) -> str:
    """Return the one or two initials of a user."""
    words = re.split(r"[\s._@-]+", person(user))
    letters = [word[0] for word in words if word]
    return "".join(letters[:2]).upper() or "?"


@register.filter
def ago(moment: datetime) -> SafeString:
    """Return how long ago a moment was, as HTML with the exact time as a tooltip."""
    exact = format_date(timezone.localtime(moment), "j F Y, H:i")
    return format_html(
        '<time datetime="{}" title="{}">{}</time>', moment.isoformat(timespec="seconds"), exact, words_ago(moment)
    )
