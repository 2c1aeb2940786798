"""The safe fixes of what the lint rules find in a text that is being edited: all made at once, and not kept."""

from collections import Counter

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from designer import analysis
from designer.files.content import Content
from hotcore import Diagnostic
from hotcore.edits import CannotEdit, Change
from hotcore.lint import Mended, mend

SECONDS = 8.0
"""How long somebody waits; what is not mended by then is mended the next time."""


def mended(content: Content, text: str, code: str = "", *, hints: bool = True) -> Change:
    """Make the safe fixes of what has a code in a text that is the template of a content, or without one of all.

    Hints only if they are wanted. What is only suggested stays. Raises `CannotEdit` in words for the author where
    nothing could be mended.
    """
    if not analysis.document(content).ok:
        raise CannotEdit(_("A template with errors is not mended: what is wrong with it comes first."))

    def wanted(found: Diagnostic) -> bool:
        return found.code == code if code else hints or found.severity != "hint"

    result = mend(text, content.file_texts, wanted=wanted, seconds=SECONDS)
    if not result.done and not result.is_all:
        raise CannotEdit(_("That takes too long for this template; fix the problems one by one."))
    if not result.done:
        none = _("There is nothing that can be fixed safely.")
        raise CannotEdit(" ".join([none, *_reasons(result), *(f"{words}." for words in _suggestions(result))]))
    return Change(_title(result, code), text, result.text, notes=tuple(_notes(result, code)))


def _suggestions(result: Mended) -> list[str]:
    """Return how many fixes somebody has to choose."""
    count = len(result.suggested)
    words = ngettext(
        "%(count)d fix is only suggested: make it at the problem",
        "%(count)d fixes are only suggested: make them at the problems",
        count,
    )
    return [words % {"count": count}] if count else []


def _reasons(result: Mended) -> list[str]:
    """Return why something could not be mended, each reason once."""
    return list(dict.fromkeys(why for _found, why in result.left))


def _title(result: Mended, code: str) -> str:
    """Return what was done, in a few words."""
    count = len(result.done)
    if code:
        return _("Fixed %(count)d of %(code)s") % {"count": count, "code": code}
    return ngettext("Fixed %(count)d problem", "Fixed %(count)d problems", count) % {"count": count}


def _notes(result: Mended, code: str) -> list[str]:
    """Return of what kinds it was, what is left with the reason, and what is suggested."""
    notes = []
    if not code:
        kinds = Counter(found.code for found in result.done)
        notes.append(", ".join(f"{count} {kind}" for kind, count in kinds.most_common()))
    if result.left:
        words = ngettext("%(count)d could not be fixed", "%(count)d could not be fixed", len(result.left))
        notes.append(f"{words % {'count': len(result.left)}}: {' '.join(_reasons(result)).rstrip('.')}")
    notes += _suggestions(result)
    if not result.is_all:
        notes.append(_("There are more: do it again to go on"))
    return notes
