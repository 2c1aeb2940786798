"""Values of hidden parameters: what is stored never has them, and a revision that hides more erases those."""

from collections.abc import Callable
from functools import cache, partial
from typing import Any

from designer.content import analysis
from designer.content.content import Content
from designer.models import Design
from designer.store.run_texts import run_words_forget

STORED = (
    ("value_sets", ("values", "environments")),
    ("form_drafts", ("state", "former")),
    ("share_links", ("environments",)),
    ("runs", ("form",)),
)
"""Where values of a design's parameters are stored: its relations, and the fields of each."""


def hidden_values_forget(design: Design, content: Content) -> None:
    """Erase the values of parameters that the content hides, and what environment files set for them."""
    names = _hidden_names(content)
    if not names:
        return
    more = names - _hidden_before(design)
    if more and design.runs.exists():
        run_words_forget(design, more)
    open_text = cache(partial(analysis.without_hidden_values, content))
    hidden = analysis.hidden_parameters(content)
    for relation, fields in STORED:
        stored = getattr(design, relation)
        for entry in stored.values("pk", *fields):
            kept = {name: _opened(entry[name], hidden, open_text, is_map=name == "values") for name in fields}
            if any(kept[name] != entry[name] for name in fields):
                stored.filter(pk=entry["pk"]).update(**kept)


def _hidden_names(content: Content) -> frozenset[str]:
    """Return the names that a content hides, in its template or in nested ones."""
    return analysis.hidden_parameters(content).union(analysis.withheld(content).names)


def _hidden_before(design: Design) -> frozenset[str]:
    """Return those that the revision before the newest one hides."""
    before = design.revisions.exclude(pk=design.newest.pk).first()
    return _hidden_names(before.content) if before else frozenset()


def storable_state(content: Content, sent: Any) -> Any:
    """Return the state of a form, or its environment files, without the values that a content hides."""
    if not _hidden_names(content):
        return sent
    return _opened(sent, analysis.hidden_parameters(content), partial(analysis.without_hidden_values, content))


def locked_content(design: Design) -> Content:
    """Lock a design until the transaction ends, and return the newest content that can be read.

    That one says which values may be stored, whatever revision they were sent for: a later one may hide a parameter.
    """
    locked = Design.objects.select_for_update().get(pk=design.pk, deleted_at=None)
    for revision in locked.revisions.iterator(chunk_size=1):
        if analysis.document(revision.content).template:
            return revision.content
    return locked.newest.content


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
