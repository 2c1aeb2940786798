"""Misspelt names, and what the lint rules find, in a text that is being edited: mended all at once, and not kept."""

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
    """Mend what has a code in a text that is the template of a content, or without one misspelt names, and all that
    rules find.

    Hints only if they are wanted. Raises `CannotEdit` in words for the author where nothing could be mended.
    """
    read = analysis.document(content)
    if read.template is None:
        raise CannotEdit(_("A template with errors is not mended: what is wrong with it comes first."))
    until = time.monotonic() + SECONDS
    named = Mended(text) if code else correct(text, content.file_texts, seconds=SECONDS)
    if named.done:
        read = analysis.document(Content(named.text.encode(), content.files))
    if not read.ok:
        return _beside_errors(named, text)

    def wanted(found: Diagnostic) -> bool:
        return found.code == code if code else found.code not in ON_REQUEST and (hints or found.severity != "hint")

    result = mend(named.text, content.file_texts, wanted=wanted, seconds=until - time.monotonic())
    result = replace(result, done=named.done + result.done)
    if not result.done and not result.is_all:
        raise CannotEdit(_("That takes too long for this template; fix the problems one by one."))
    if not result.done:
        raise CannotEdit(
            " ".join([_("There is nothing that can be fixed."), *_reasons(result), *_on_request(content, code)])
        )
    return Change(_title(result, code), text, result.text, notes=tuple(_notes(result, code)))


def _beside_errors(named: Mended, text: str) -> Change:
    """Return what was made of a text that has errors all the same: only names in it are put right."""
    if not named.done:
        raise CannotEdit(
            " ".join([_("A template with errors is not mended: what is wrong with it comes first."), *_reasons(named)])
        )
    rest = _("The other errors come first: what rules find is fixed after them.")
    return Change(_title(named, ""), text, named.text, notes=(*_notes(named, ""), rest))


def _reasons(result: Mended) -> list[str]:
    """Return why something could not be mended, each reason once."""
    return list(dict.fromkeys(why for _found, why in result.left))


def _on_request(content: Content, code: str) -> list[str]:
    """Return what can only be mended by its name, where no name was given."""
    kinds = {found.code for found in analysis.rule_findings(content) if found.fix and found.code in ON_REQUEST}
    words = _("%(code)s is fixed one by one, or all of the kind: somebody may give a value.")
    return [words % {"code": kind} for kind in sorted(kinds - {code}) if not code]


def _title(result: Mended, code: str) -> str:
    """Return what was done, in a few words."""
    count = len(result.done)
    if code:
        return _("Fixed %(count)d of %(code)s") % {"count": count, "code": code}
    return ngettext("Fixed %(count)d problem", "Fixed %(count)d problems", count) % {"count": count}


def _notes(result: Mended, code: str) -> list[str]:
    """Return of what kinds it was, and what is left with the reason."""
    notes = []
    if not code:
        kinds = Counter(found.code for found in result.done)
        notes.append(", ".join(f"{count} {kind}" for kind, count in kinds.most_common()))
    if result.left:
        words = ngettext("%(count)d could not be fixed", "%(count)d could not be fixed", len(result.left))
        notes.append(f"{words % {'count': len(result.left)}}: {' '.join(_reasons(result)).rstrip('.')}")
    if not result.is_all:
        notes.append(_("There are more: do it again to go on"))
    return notes
