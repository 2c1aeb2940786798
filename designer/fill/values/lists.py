"""Lists in text fields: separated by commas, as Heat splits them, or written as JSON or YAML."""

import json
import re

from designer.site.json_text import SURROGATE, json_text

QUOTED = r"""("(?:[^"\\]|\\.)*"|'(?:[^']|'')*')"""
ITEM = re.compile(rf"""\s*(?:{QUOTED}\s*|([^\s"'\[\]{{}},][^\[\]{{}},]*))(?:,|$)""")
DASHED = re.compile(r"\s*-(?:\s+(.*))?")


def list_text(items: list[str]) -> str:
    """Return the items as one line that `items_of` parses back."""
    line = ",".join(items)
    is_plain = not ("\n" in line or SURROGATE.search(line)) and items_of(line) == items
    return line if is_plain else json_text(items)


def items_of(text: str) -> list[str]:
    """Return the items of a list in a text field."""
    items = listed_items(text)
    return split_items(text) if items is None else items


def split_items(text: str) -> list[str]:
    """Return the items of a text as Heat splits it."""
    return text.split(",") if text else []


def listed_items(text: str) -> list[str] | None:
    """Return the items of a list in brackets, of lines with dashes, or of several lines; None for any other text."""
    text = text.strip()
    if text.startswith("[") and text.endswith("]"):
        return bracketed_items(text[1:-1].strip())
    lines = [line for line in text.split("\n") if line.strip()]
    dashed = [match for line in lines if (match := DASHED.fullmatch(line))]
    if lines and len(dashed) == len(lines):
        return unquoted_all([(match[1] or "").strip() for match in dashed])
    if len(lines) > 1:
        return [part.strip() for line in lines for part in line.split(",") if part.strip()]
    return None


def bracketed_items(text: str) -> list[str] | None:
    """Return the items between brackets; None if it is not a list of strings."""
    items = []
    at = 0
    while at < len(text):
        match = ITEM.match(text, at)
        if not match:
            return None
        items.append(match[1] or match[2].strip())
        at = match.end()
    return unquoted_all(items)


def unquoted_all(items: list[str]) -> list[str] | None:
    """Return the items without their quotes; None if one of them is malformed."""
    try:
        return [unquoted(item) for item in items]
    except ValueError:
        return None


def unquoted(item: str) -> str:
    """Return an item without its quotes. Raises ValueError if its quotes or escapes are malformed."""
    if item.startswith('"'):
        return str(json.loads(item))
    if item.startswith("'"):
        if not re.fullmatch(QUOTED, item):
            raise ValueError(item)
        return item[1:-1].replace("''", "'")
    return item
