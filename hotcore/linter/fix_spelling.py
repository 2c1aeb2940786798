"""Correction of misspelled names, all at once.

Each correction replaces the name in the text as one would by hand, and the result is checked.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from hotcore.analysis import Document
from hotcore.diagnostics import Diagnostic, Severity
from hotcore.linter.fix_result import FixResult, ReadBudget
from hotcore.linter.misspelt_names import is_misspelt
from hotcore.runtime import LazyModule
from hotcore.syntax import Mapping, Scalar, maps
from hotcore.syntax import Sequence as List
from hotcore.template import Template

if TYPE_CHECKING:
    from hotcore import edits
else:
    edits = LazyModule("hotcore.edits")

Wanted = Callable[[Diagnostic], bool]

_WHY = "The correction alone does not solve the problem; fix it by hand."


def correct(
    text: str, read: Callable[[str], Document], *, wanted: Wanted, suggested: bool, budget: ReadBudget
) -> FixResult:
    """Replaces each unknown name that is wanted by the known one that is certainly meant, with `suggested` by the
    nearest one.  `read` loads a text.

    A name whose correction would not reduce the number of problems is left as it is, and so are all names when the
    budget is used up.
    """

    def asked(document: Document) -> list[Diagnostic]:
        return [each for each in misspelt(document, wanted) if suggested or each.has_certain_suggestion]

    document = read(text)
    found = asked(document)
    after = _written(text, found)
    if found:
        budget.read(after)
    if found and _is_better(document, better := read(after), found):
        is_all = not asked(better)
        return FixResult(after, tuple(found), is_all=is_all, suggested=_offers(better, wanted, suggested=suggested))
    done: list[Diagnostic] = []
    left: dict[str, Diagnostic] = {}
    while found := [each for each in asked(document) if each.message not in left]:
        if budget.is_used_up:
            break
        budget.read(text)
        after = _written(text, found[:1])
        if _is_better(document, better := read(after), found[:1]):
            text, document = after, better
            done.append(found[0])
        else:
            left[found[0].message] = found[0]
    reasons = tuple((each, _WHY) for each in left.values())
    return FixResult(text, tuple(done), reasons, not found, _offers(document, wanted, suggested=suggested))


def _offers(document: Document, wanted: Wanted, *, suggested: bool) -> tuple[Diagnostic, ...]:
    """The names whose correction was not asked for, because it is only suggested."""
    return () if suggested else tuple(each for each in misspelt(document, wanted) if not each.has_certain_suggestion)


def misspelt(document: Document, wanted: Wanted = lambda _found: True) -> list[Diagnostic]:
    """The wanted errors and warnings in the text itself that suggest a name, by place, one for each."""
    told = with_free_names(document.template, document.diagnostics)
    found = {each.span.start: each for each in told if each.span and is_misspelt(each) and wanted(each)}
    return [found[start] for start in sorted(found)]


def with_free_names(template: Template | None, found: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """The diagnostics, without the suggestion of a key that the map has already: of two, only one would count."""
    diagnostics = tuple(found)
    if template is None or not any(map(is_misspelt, diagnostics)):
        return diagnostics
    keys = {key.start: around.members for around in maps(template.root) for key in around.written[::2]}
    return tuple(
        replace(each, hint=f"`{each.suggestion}` is there already.")
        if is_misspelt(each) and each.span and each.suggestion in keys.get(each.span.start, ())
        else each
        for each in diagnostics
    )


def respelling(found: Diagnostic) -> "edits.TextEdit":
    """The edit that replaces a name by the suggested one, in the same quotes."""
    assert found.span is not None
    assert found.suggestion is not None
    old = found.span.text
    quote = old[0] if len(old) > 1 and old[0] in "'\"" and old[-1] == old[0] else ""
    return edits.TextEdit(found.span.start, found.span.end, f"{quote}{found.suggestion}{quote}")


def _written(text: str, found: Iterable[Diagnostic]) -> str:
    """The text with each name replaced."""
    return edits.apply_edits(text, [respelling(each) for each in found])


def _is_better(before: Document, after: Document, corrected: Sequence[Diagnostic]) -> bool:
    """Whether at least as many problems are gone as names were corrected, without new ones in their place.

    Problems that only the wrong names kept from being noticed do not count.  Where there are more problems than are
    kept, others come up behind the last correction; these do not count either.
    """
    old, new = _wrong(before), _wrong(after)
    if any(each.code == "more-problems" for each in before.diagnostics):
        end = max(each.span.end for each in corrected if each.span)
        behind = len(before.text) - end
        old, new = _until(old, end), _until(new, len(after.text) - behind)
    return len(new) - len(_uncovered(before, after, old, new, corrected)) + len(corrected) <= len(old)


def _until(found: Iterable[Diagnostic], end: int) -> list[Diagnostic]:
    """The problems of the text itself up to an offset, and those without a place or in other files."""
    return [each for each in found if each.span is None or each.file is not None or each.span.start <= end]


def _wrong(document: Document) -> list[Diagnostic]:
    return [each for each in document.diagnostics if each.severity is not Severity.HINT]


def _uncovered(
    before: Document,
    after: Document,
    old: Iterable[Diagnostic],
    new: Iterable[Diagnostic],
    corrected: Iterable[Diagnostic],
) -> list[Diagnostic]:
    """The new problems in what Heat looks at only now that the names are right: what is around them."""
    if after.template is None:
        return []
    made = [respelling(each) for each in corrected]

    def moved(offset: int) -> int:
        """The offset in the new text."""
        return offset + sum(len(edit.text) - (edit.end - edit.start) for edit in made if edit.end <= offset)

    names = [moved(edit.start) for edit in made]
    around = _surroundings(after.template.root, was_read=before.template is not None)
    looked_at = [around[name] for name in names if name in around]
    known = {(each.code, moved(each.span.start)) for each in old if each.span and each.file is None}
    return [
        each
        for each in new
        if each.span is not None
        and each.file is None
        and each.span.start not in names  # there, the right name itself is wrong
        and (each.code, each.span.start) not in known
        and any(start <= each.span.start and each.span.end <= end for start, end in looked_at)
    ]


def _surroundings(root: Mapping, *, was_read: bool) -> dict[int, tuple[int, int]]:
    """The start and end of the map around each name, by the start of the name: a call, a declaration, or a part of one.

    Of the name of a section, it is the section; if the template was not read before, all of it.
    """
    found: dict[int, tuple[int, int]] = {}
    for around in maps(root):
        for key, value in around.entries:
            node = value if around is root and was_read else around
            names = (key, *value.items) if isinstance(value, List) else (key, value)
            found |= {name.start: (node.start, node.end) for name in names if isinstance(name, Scalar)}
    return found
