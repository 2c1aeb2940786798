"""Stored values of parameters that a new revision hides: they are erased wherever they are."""

from collections.abc import Callable
from functools import cache, partial
from typing import Any

from designer import analysis
from designer.files.content import Content
from designer.models import Design

STORED = (
    ("value_sets", ("values", "environments")),
    ("form_drafts", ("state", "former")),
    ("share_links", ("environments",)),
    ("runs", ("form",)),
)
"""Where values of a design's parameters are stored: its relations, and the fields of each."""


def hidden_values_forget(design: Design, content: Content) -> None:
    """Erase the values of parameters that the content hides, and what environment files set for them."""
    hidden = analysis.hidden_parameters(content)
    if not hidden and not analysis.withheld(content).names:
        return
    open_text = cache(partial(analysis.without_hidden_values, content))
    for relation, fields in STORED:
        stored = getattr(design, relation)
        for entry in stored.values("pk", *fields):
            kept = {name: _opened(entry[name], hidden, open_text, is_map=name == "values") for name in fields}
            if any(kept[name] != entry[name] for name in fields):
                stored.filter(pk=entry["pk"]).update(**kept)


def _opened(found: Any, hidden: frozenset[str], open_text: Callable[[str], str], *, is_map: bool = False) -> Any:
    """Return stored data without hidden values; `is_map` says that it maps names of parameters to values."""
    if isinstance(found, list):
        return [_opened(each, hidden, open_text) for each in found]
    if not isinstance(found, dict):
        return found
    if is_map:
        return {name: value for name, value in found.items() if name not in hidden}
    return {
        key: open_text(value)
        if key == "text" and isinstance(value, str)
        else _opened(value, hidden, open_text, is_map=key == "values")
        for key, value in found.items()
    }
