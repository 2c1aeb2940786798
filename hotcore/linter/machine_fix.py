"""A fix that a program can apply."""

from typing import TYPE_CHECKING

from hotcore.diagnostics import Applicability
from hotcore.runtime import dataclass

if TYPE_CHECKING:
    from hotcore.edits import TextEdit


@dataclass(frozen=True, slots=True)
class MachineFix:
    """A fix that a program can apply."""

    title: str
    """What the fix does, as a phrase in the imperative."""
    applicability: Applicability
    """Whether it may be applied automatically."""
    edits: "tuple[TextEdit, ...]"
    """Its edits of the file of the diagnostic."""
