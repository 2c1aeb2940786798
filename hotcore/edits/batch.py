"""Batches of gestures on different places of a text, computed from one parse and applied together."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from hotcore.edits.draft import Draft, combined
from hotcore.edits.gestures.registry import Step, make
from hotcore.edits.text.slots import CannotEdit
from hotcore.edits.text.text_edits import TextEdit
from hotcore.edits.text.tree import TextTree
from hotcore.runtime import dataclass

_OVERLAPPING = "These edits overlap."


@dataclass(frozen=True, slots=True)
class Batch:
    """The result of a batch.  By position, `edits` are those of the gestures that were performed; `refused` are the
    gestures that are impossible, and why; `alone` are those that need several steps, each on a text parsed again, and
    were not performed."""

    text: str
    edits: Mapping[int, tuple[TextEdit, ...]]
    refused: Mapping[int, str]
    alone: tuple[int, ...]


def perform_together(text: str, steps: Sequence[Step]) -> Batch:
    """Performs gestures on different parts of a text.

    Raises `CannotEdit` if the combined result is not what each of them expects: then perform them one by one.
    """
    tree = TextTree(text)
    sketches: dict[int, _Sketch] = {}
    refused: dict[int, str] = {}
    alone: list[int] = []
    for position, step in enumerate(steps):
        sketch = _Sketch(text, tree)
        try:
            make(sketch, step)
            sketches[position] = sketch
        except CannotEdit as why:
            refused[position] = str(why)
        except _SeveralSteps:
            alone.append(position)
    edits = {position: tuple(sketch.edits) for position, sketch in sketches.items()}
    return Batch(_applied(text, tree, list(sketches.values())), edits, refused, tuple(alone))


class _SeveralSteps(Exception):
    """A gesture needs the text after its first step."""


class _Sketch(Draft):
    """A draft that records its single step instead of applying it."""

    def __init__(self, text: str, tree: TextTree) -> None:
        super().__init__(text, tree=tree)
        self.edits: list[TextEdit] = []
        self.expected: Callable[[Any], Any] = lambda data: data

    def _step(self, edits: list[TextEdit], expected: Callable[[Any], Any]) -> None:
        self.edits, self.expected = edits, expected
        del self.tree, self.text  # reading them from now on would need the step applied

    def __getattr__(self, name: str) -> Any:
        raise _SeveralSteps(name)


def _applied(text: str, tree: TextTree, sketches: Sequence[_Sketch]) -> str:
    """The text with the steps of all sketches; its data must be what they expect together."""
    draft = Draft(text, tree=tree)

    def expected(data: Any) -> Any:
        for change in combined(sketch.expected for sketch in sketches):
            data = change(data)
        return data

    try:
        draft.replace_texts([edit for sketch in sketches for edit in sketch.edits], expected)
    except LookupError:
        raise CannotEdit(_OVERLAPPING) from None
    return draft.text
