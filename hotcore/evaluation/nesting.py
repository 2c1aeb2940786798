"""Where a template stands in a tree of stacks, and what the whole tree may cost."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from hotcore.catalogue import ResourceType
from hotcore.source import Span
from hotcore.template import Bundle

DEEPEST_STACK = 5
"""Levels of stacks below the topmost one that Heat allows (`max_nested_stack_depth`)."""

MOST_USES = 300
"""Nested templates that are worked out in one preview, every different use of one counted."""

MOST_CHARACTERS = 3_000_000
"""What their texts may come to together, about two seconds."""


class Tree:
    """What the stacks of one preview have in common: the files, the defaults that go down, the budget."""

    def __init__(self, bundle: Bundle, defaults: Mapping[str, Any]) -> None:
        self.bundle = bundle
        self.defaults = defaults
        self.schemas: dict[str, ResourceType] = {}
        self.remembered: dict[Hashable, Any] = {}
        self.told = False
        self._uses = MOST_USES
        self._characters = MOST_CHARACTERS

    def spend(self, characters: int) -> bool:
        """Takes one more use of a template of that length off the budget; False when it does not suffice."""
        if self._uses < 1 or characters > self._characters:
            return False
        self._uses -= 1
        self._characters -= characters
        return True


@dataclass(frozen=True, slots=True)
class Step:
    """A use of a file: where in which file (None: the main template) it stands."""

    file: str
    span: Span
    used_in: str | None


@dataclass(frozen=True, slots=True)
class Nesting:
    """A stack's place in the tree.

    `file` is the template's file, None for the main one; `chain` has the uses that lead to it; `gone` are the
    types that the registry has no longer here.  `sure` tells that nothing above depends on what is unknown.
    """

    tree: Tree
    file: str | None = None
    depth: int = 0
    chain: tuple[Step, ...] = ()
    gone: frozenset[str] = field(default=frozenset())
    sure: bool = True

    @property
    def is_deepest(self) -> bool:
        """Whether Heat makes no stack below this one."""
        return self.depth >= DEEPEST_STACK

    def below(self, *, sure: bool) -> "Nesting":
        """The place of a stack without a file, such as a group's."""
        return replace(self, depth=self.depth + 1, sure=self.sure and sure)

    def of_file(self, file: str, span: Span, gone: frozenset[str], *, sure: bool) -> "Nesting":
        """The place of the stack that a file makes, used at the span."""
        chain = (*self.chain, Step(file, span, self.file))
        return replace(self.below(sure=sure), file=file, chain=chain, gone=self.gone | gone)

    def uses(self, file: str) -> bool:
        """Whether a stack above, or this one, is made from a file."""
        return any(step.file == file for step in self.chain)


def first_circle(chain: tuple[Step, ...]) -> tuple[Step, ...]:
    """The uses that come back to a file for the first time, from its first use to its second; () without one."""
    seen: dict[str, int] = {}
    for at, step in enumerate(chain):
        if step.file in seen:
            return chain[seen[step.file] : at + 1]
        seen[step.file] = at
    return ()
