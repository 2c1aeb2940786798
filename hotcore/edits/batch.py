"""Gestures that leave each other's places alone, worked out on one reading of a text and made at once."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hotcore.edits.draft import Draft
from hotcore.edits.gestures.registry import Step, make
from hotcore.edits.text.edit import TextEdit
from hotcore.edits.text.slots import CannotEdit
from hotcore.edits.text.tree import TextTree

_OTHERWISE = "These edits get into each other's way."


@dataclass(frozen=True, slots=True)
class Together:
    """What became of a text, by the positions of the gestures: `refused` cannot be made, and why; `alone` are those
    that take several steps, each on a text that was read anew, and have not been made."""

    text: str
    refused: Mapping[int, str]
    alone: tuple[int, ...]


def perform_together(text: str, steps: Sequence[Step]) -> Together:
    """Makes gestures on different parts of a text.

    Raises `CannotEdit` when together they do not say what each of them should: then they are made one by one.
    """
    tree = TextTree(text)
    sketches: list[_Sketch] = []
    refused: dict[int, str] = {}
    alone: list[int] = []
    for position, step in enumerate(steps):
        sketch = _Sketch(text, tree)
        try:
            make(sketch, step)
            sketches.append(sketch)
        except CannotEdit as why:
            refused[position] = str(why)
        except _SeveralSteps:
            alone.append(position)
    return Together(_made(text, tree, sketches), refused, tuple(alone))


class _SeveralSteps(Exception):
    """A gesture has to see what its first step made of the text."""


class _Sketch(Draft):
    """A draft whose one step is taken down, not made."""

    def __init__(self, text: str, tree: TextTree) -> None:
        super().__init__(text, tree=tree)
        self.edits: list[TextEdit] = []
        self.expected: Callable[[Any], Any] = lambda data: data

    def _step(self, edits: list[TextEdit], expected: Callable[[Any], Any]) -> None:
        self.edits, self.expected = edits, expected
        del self.tree, self.text  # who asks for them now wants to see the step made

    def __getattr__(self, name: str) -> Any:
        raise _SeveralSteps(name)


def _made(text: str, tree: TextTree, sketches: Sequence[_Sketch]) -> str:
    """The text with the steps of all sketches, which has to say what each of them expects."""
    draft = Draft(text, tree=tree)

    def expected(data: Any) -> Any:
        for sketch in sketches:
            data = sketch.expected(data)
        return data

    try:
        draft.replace_texts([edit for sketch in sketches for edit in sketch.edits], expected)
    except LookupError:
        raise CannotEdit(_OTHERWISE) from None
    return draft.text
