"""The gesture that silences a finding where it stands: a comment at the end of its line."""

import re

from hotcore.edits.draft import Draft
from hotcore.edits.gestures.registry import gesture
from hotcore.edits.text.edit import TextEdit
from hotcore.edits.text.slots import CannotEdit
from hotcore.edits.text.tree import TextTree
from hotcore.template import marks

_CODE = re.compile(r"[a-z][a-z0-9_-]*")


@gesture("silence")
def silence(draft: Draft, *, line: int, code: str) -> str:
    """A comment at the end of a line, so that findings of this kind are silent there."""
    if not _CODE.fullmatch(code):
        raise CannotEdit("This is not the code of a finding.")
    if draft.tree.style.is_json:
        raise CannotEdit("JSON has no comments, so that nothing can be silenced in it.")
    edit = _comment(draft.tree, line, code)
    try:
        draft.replace_texts([edit], lambda data: data)
        if not any(mark.end() > edit.start for mark in marks(draft.tree.text, draft.tree.root)):
            raise CannotEdit
    except CannotEdit:
        head = f"`# hotcore: ignore[{code}]` at the head of the file silences it everywhere."
        raise CannotEdit(f"At the end of line {line} a comment would be a part of the text; {head}") from None
    return f"Ignore {code} in line {line}"


def _comment(tree: TextTree, line: int, code: str) -> TextEdit:
    """The edit that makes the comment, or adds the code to the one that is there."""
    source = tree.source
    if not 1 <= line <= source.position(len(source.text))[0]:
        raise CannotEdit("There is no such line.")
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
        raise CannotEdit("It is ignored there already.")
    return TextEdit(mark.end(1), mark.end(1), f", {code}" if codes.strip() else code)
