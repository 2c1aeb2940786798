"""The gesture that suppresses a diagnostic with a comment at the end of its line."""

import re

from hotcore.edits.draft import Draft
from hotcore.edits.gestures.registry import gesture
from hotcore.edits.text.slots import CannotEdit
from hotcore.edits.text.text_edits import TextEdit
from hotcore.edits.text.tree import TextTree
from hotcore.runtime import regex
from hotcore.template import marks

_CODE = regex(r"[a-z][a-z0-9_-]*")


@gesture("suppress")
def suppress(draft: Draft, *, line: int, code: str) -> str:
    """Adds a comment at the end of a line that suppresses diagnostics with this code there."""
    if not _CODE.fullmatch(code):
        raise CannotEdit("This is not the code of a problem.")
    if draft.tree.style.is_json:
        raise CannotEdit("Problems cannot be ignored in JSON, because it has no comments.")
    edit = _comment(draft.tree, line, code)
    try:
        draft.replace_texts([edit], lambda data: data)
        if not any(mark.end() > edit.start for mark in marks(draft.tree.text, draft.tree.root)):
            raise CannotEdit
    except CannotEdit:
        head = f"put `# hotcore: ignore[{code}]` at the top of the file to ignore it everywhere."
        raise CannotEdit(f"A comment at the end of line {line} would become part of a string; {head}") from None
    return f"Ignore {code} on line {line}"


def _comment(tree: TextTree, line: int, code: str) -> TextEdit:
    """The edit that adds the comment, or adds the code to an existing one."""
    source = tree.source
    if not 1 <= line <= source.position(len(source.text))[0]:
        raise CannotEdit(f"There is no line {line}.")
    start, text = source.start_of(line), source.line(line)
    for mark in marks(tree.text, tree.root):
        if start <= mark.start() < start + len(text):
            return _added(mark, code)
    gap = " " * max(0, 2 - (len(text) - len(text.rstrip(" "))))
    end = start + len(text)
    return TextEdit(end, end, f"{gap}# hotcore: ignore[{code}]")


def _added(mark: re.Match[str], code: str) -> TextEdit:
    """The edit that adds a code to a comment."""
    codes = mark.group(1)
    if codes is None or code in [each.strip() for each in codes.split(",")]:
        raise CannotEdit("The problem is already ignored on this line.")
    return TextEdit(mark.end(1), mark.end(1), f", {code}" if codes.strip() else code)
