"""Application of the fixes of diagnostics, in rounds until there is nothing left to fix.

A fix that could conflict with another one of its round waits for the next round, for which the rules run again.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from hotcore.analysis import Document, load
from hotcore.catalogue import Catalogue
from hotcore.diagnostics import Diagnostic, Fix, Severity
from hotcore.linter.fix_result import MOST_READ, FixResult, ReadBudget
from hotcore.linter.fix_spelling import correct
from hotcore.linter.linter import combined_diagnostics, lint
from hotcore.runtime import LazyModule

if TYPE_CHECKING:
    from hotcore import edits
else:
    edits = LazyModule("hotcore.edits")

_MOST_ROUNDS = 100
_IN_PLACE = ("set", "respell")
"""Gestures that do not change any other path."""

_Left = dict[object, tuple[Diagnostic, str]]


def apply_fixes(
    text: str,
    files: Mapping[str, str] | None = None,
    *,
    catalogue: Catalogue | None = None,
    wanted: Callable[[Diagnostic], bool] = lambda _found: True,
    suggested: bool = False,
    shared_parameters: Collection[str] = (),
    most: int = MOST_READ,
    known: Document | None = None,
) -> FixResult:
    """Applies every safe fix that is wanted, and with `suggested` the suggested ones too, until `most` characters were
    read again for it.

    `shared_parameters` are those that sibling templates declare alike; `known` is the document of the text, if it has
    been read.  Misspelled names are corrected first.  The result of a fix is checked: one that would cause an error is
    not applied.
    """
    budget, before = ReadBudget(most), text

    @lru_cache(maxsize=2)  # what is corrected or fixed is looked at again for the other fixes
    def read(text: str) -> Document:
        return known if known is not None and text == before else load(text, files)

    named = correct(text, read, wanted=wanted, suggested=suggested, budget=budget)

    def find(text: str) -> tuple[Document, Sequence[Diagnostic]]:
        document = read(text)
        return document, _fixable(document, catalogue, wanted, shared_parameters)

    fixed = _in_rounds(named.text, read, find, budget, suggested=suggested)
    makeable = tuple(each for each in offered(fixed.text, fixed.suggested) if each.fix)
    return FixResult(
        fixed.text,
        named.done + fixed.done,
        named.left + fixed.left,
        named.is_all and fixed.is_all,
        makeable + named.suggested,
        fixed.document,
    )


def _in_rounds(
    text: str,
    read: Callable[[str], Document],
    find: Callable[[str], tuple[Document, Sequence[Diagnostic]]],
    budget: ReadBudget,
    *,
    suggested: bool,
) -> FixResult:
    """The text after rounds of fixes; `find` reads a text and finds its fixable problems."""
    done: list[Diagnostic] = []
    left: _Left = {}
    offers: list[Diagnostic] = []
    for number in range(_MOST_ROUNDS):
        if budget.is_used_up:
            return FixResult(text, tuple(done), tuple(left.values()), is_all=False)
        document, found = find(text)
        if number:  # to check a text once is free
            budget.read(text)
        offers = [each for each in found if each.fix and not each.fix.is_safe and not suggested]
        fixable = [each for each in found if each.fix and (each.fix.is_safe or suggested) and _name(each) not in left]
        if not fixable:
            break
        if budget.is_used_up:
            return FixResult(text, tuple(done), tuple(left.values()), is_all=False, document=document)
        round_ = _Round(text, _errors(document), read, budget)
        round_.make(round_.independent(fixable), left)
        if not round_.done:
            break
        text = round_.text
        done += round_.done
    else:
        return FixResult(text, tuple(done), tuple(left.values()), is_all=False)
    return FixResult(text, tuple(done), tuple(left.values()), suggested=tuple(offers), document=document)


def _fixable(
    document: Document,
    catalogue: Catalogue | None,
    wanted: Callable[[Diagnostic], bool],
    shared_parameters: Collection[str],
) -> tuple[Diagnostic, ...]:
    """The wanted diagnostics of a document, of Heat and of rules, with their fixes."""
    found = (*document.diagnostics, *lint(document, catalogue=catalogue, shared_parameters=shared_parameters))
    return combined_diagnostics(document, filter(wanted, found), catalogue)


def offered(text: str, found: Sequence[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Diagnostics of a text, without the fixes that `apply_fixes` would not apply: those of shared YAML nodes."""
    if "&" not in text or not any(each.fix for each in found):
        return tuple(found)
    try:
        tree = edits.TextTree(text)
    except edits.CannotEdit:
        return tuple(found)
    return tuple(
        replace(each, fix=None) if each.fix and each.file is None and _is_shared(tree, each.fix) else each
        for each in found
    )


def _is_shared(tree: "edits.TextTree", fix: Fix) -> bool:
    """Whether a fix would change a node that other places share."""
    path = tuple(fix.arguments.get("path", ()))
    try:
        holder = tree.parent(path) if path else None
    except edits.Shared:
        return True
    except edits.CannotEdit:
        return False
    slot = tree.slot(holder, path[-1]) if holder is not None and tree.has(path) else None
    return slot is not None and not slot.is_alias and tree.shared_anchor(slot.node) is not None


class _Round:
    """Fixes that are applied together, each to a different part of the template."""

    def __init__(self, text: str, errors: int, read: Callable[[str], Document], budget: ReadBudget) -> None:
        self.before = self.text = text
        self.errors = errors
        self.read = read
        self.budget = budget
        self.done: list[Diagnostic] = []
        self._claimed: dict[tuple[Any, ...], list[tuple[Any, ...] | None]] = {}

    def independent(self, found: Sequence[Diagnostic]) -> list[Diagnostic]:
        """The diagnostics whose fixes do not have to wait for the next round."""
        return [each for each in found if each.fix is not None and self._claim(each.fix)]

    def make(self, found: Sequence[Diagnostic], left: _Left) -> None:
        """Applies all fixes at once; if that causes an error, only those that do not cause one."""
        alone = self._make_together(found, left)
        self._make_alone(alone, left, checked=False)
        if self.text != self.before and not self._is_good(self.text):
            self.done, self.text = [], self.before
            self._make_alone(found, left, checked=True)
        places = {id(each): place for place, each in enumerate(found)}
        self.done.sort(key=lambda each: places[id(each)])

    def _make_together(self, found: Sequence[Diagnostic], left: _Left) -> Sequence[Diagnostic]:
        """Applies the fixes that are a single step, and returns the others."""
        try:
            together = edits.perform_together(self.text, [_step(each) for each in found])
        except edits.CannotEdit:
            return found
        left |= {_name(found[position]): (found[position], why) for position, why in together.refused.items()}
        others = {*together.refused, *together.alone}
        self.text = together.text
        self.done = [each for position, each in enumerate(found) if position not in others]
        return [found[position] for position in together.alone]

    def _make_alone(self, found: Sequence[Diagnostic], left: _Left, *, checked: bool) -> None:
        """Applies fixes one by one until the budget is used up; if `checked`, only those that do not cause an error."""
        for each in found:
            if self.budget.is_used_up:
                return
            self.budget.read(self.text)
            try:
                after = edits.perform(self.text, _step(each).name, _step(each).arguments).after
            except edits.CannotEdit as why:
                left[_name(each)] = each, str(why)
                continue
            if not checked or self._is_good(after):
                self.text = after
                self.done.append(each)
            else:
                left[_name(each)] = each, "Heat would refuse the fixed template."

    def _is_good(self, text: str) -> bool:
        document = self.read(text)
        return document.template is not None and _errors(document) <= self.errors

    def _claim(self, fix: Fix) -> bool:
        """Whether no other fix of this round changes the same part of the template; if so, claims the part."""
        parts = _parts(fix)
        for part, path in parts:
            for other in self._claimed.get(part, ()):
                if path is None or other is None or path[: len(other)] == other or other[: len(path)] == path:
                    return False
        for part, path in parts:
            self._claimed.setdefault(part, []).append(path)
        return True


def _parts(fix: Fix) -> list[tuple[tuple[Any, ...], tuple[Any, ...] | None]]:
    """The parts of a template that a fix changes, and the path in each if it leaves the rest of it unchanged."""
    arguments = fix.arguments
    groups = ("parameter_groups",)
    if fix.gesture == "read-parameters":
        read = arguments["members"].values()
        return [(tuple(arguments["path"][:2]), None), *((("parameters", name), None) for name in read)]
    if fix.gesture == "place-parameter":
        return [(groups, (arguments["name"],))]
    if fix.gesture == "remove":
        own = (arguments["section"], arguments["name"])
        return [(own, None), (groups, (arguments["name"],))]
    if "path" not in arguments:
        return [(groups, None)]
    path = tuple(arguments["path"])
    return [(path[:2], path if fix.gesture in _IN_PLACE else None)]


def _step(found: Diagnostic) -> "edits.Step":
    """The gesture that fixes a diagnostic."""
    assert found.fix is not None
    return edits.Step(found.fix.gesture, found.fix.arguments)


def _name(found: Diagnostic) -> object:
    """The identity of a diagnostic from one round to the next."""
    assert found.fix is not None
    return found.code, found.message, found.fix.gesture, repr(found.fix.arguments)


def _errors(document: Document) -> int:
    return sum(each.severity is Severity.ERROR for each in document.diagnostics)
