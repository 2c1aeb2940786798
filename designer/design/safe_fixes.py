"""Safe fixes of lint problems in a text that is being edited."""

from collections import Counter

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from designer.content import analysis
from designer.content.content import Content
from hotcore import Diagnostic
from hotcore.edits import CannotEdit, Change
from hotcore.linter import MOST_READ, FixResult, apply_fixes


def fix_safely(content: Content, text: str, code: str = "", *, hints: bool = True) -> Change:
    """Apply the safe fixes of all problems in a text that is a content's template, or of those with a `code`.

    Hints are included only if `hints` is set; fixes that are merely suggested are not applied. Raises `CannotEdit` with
    a message for the author if nothing could be fixed.
    """

    def wanted(found: Diagnostic) -> bool:
        return found.code == code if code else hints or found.severity != "hint"

    result = apply_fixes(text, content.file_texts, wanted=wanted, most=MOST_READ)
    if not result.done and not result.is_all:
        raise CannotEdit(_("Fixing all problems takes too long for this template. Fix them one by one."))
    if not result.done and analysis.document(content).template is None:
        raise CannotEdit(_("Fix the errors of the template first."))
    if not result.done:
        none = _("No problem can be fixed safely.")
        raise CannotEdit(" ".join([none, *_reasons(result), *(f"{words}." for words in _suggestions(result))]))
    return Change(_title(result, code), text, result.text, notes=tuple(_notes(result, code)))


def _suggestions(result: FixResult) -> list[str]:
    """Return a note about the fixes that the author has to choose."""
    count = len(result.suggested)
    words = ngettext(
        "%(count)d fix is only suggested: apply it at the problem",
        "%(count)d fixes are only suggested: apply them at the problems",
        count,
    )
    return [words % {"count": count}] if count else []


def _reasons(result: FixResult) -> list[str]:
    """Return the reasons why problems could not be fixed, each once."""
    return list(dict.fromkeys(why for _found, why in result.left))


def _title(result: FixResult, code: str) -> str:
    """Return a short title for the change."""
    count = len(result.done)
    if code:
        return _("Fixed %(count)d of %(code)s") % {"count": count, "code": code}
    return ngettext("Fixed %(count)d problem", "Fixed %(count)d problems", count) % {"count": count}


def _notes(result: FixResult, code: str) -> list[str]:
    """Return what was fixed by code, what could not be fixed and why, and what is only suggested."""
    notes = []
    if not code:
        kinds = Counter(found.code for found in result.done)
        notes.append(", ".join(f"{count} {kind}" for kind, count in kinds.most_common()))
    if result.left:
        words = ngettext("%(count)d could not be fixed", "%(count)d could not be fixed", len(result.left))
        notes.append(f"{words % {'count': len(result.left)}}: {' '.join(_reasons(result)).rstrip('.')}")
    notes += _suggestions(result)
    if not result.is_all:
        notes.append(_("More problems remain: run it again to fix them"))
    return notes
