"""The place of a template in a tree of stacks, and the budget of the whole tree."""

from collections.abc import Hashable, Mapping
from dataclasses import field, replace
from typing import Any

from hotcore.budget import Budget
from hotcore.catalogue import ResourceType
from hotcore.runtime import dataclass
from hotcore.source import Span
from hotcore.template import Bundle

DEEPEST_STACK = 5
"""Levels of stacks below the root stack that Heat allows (`max_nested_stack_depth`)."""

MOST_USES = 300
"""Nested templates that one preview evaluates; every different use of one counts."""

MOST_CHARACTERS = 3_000_000
"""The total length of their texts, about two seconds of work."""

LARGEST_TREE = 6_000_000
"""The size of the whole tree: characters of the texts of its stacks, however often one occurs, and `_RESOURCE` for
every resource in it."""

_RESOURCE = 300
"""The size of a resource, as a preview writes it, in characters."""


class Tree:
    """The state that the stacks of one preview share: the files, the inherited defaults, the budget."""

    def __init__(self, bundle: Bundle, defaults: Mapping[str, Any]) -> None:
        self.bundle = bundle
        self.defaults = defaults
        self.schemas: dict[str, ResourceType] = {}
        self.types: dict[tuple[str | None, str], Any] = {}
        self.remembered: dict[Hashable, Any] = {}
        self.budget = Budget()
        self.reported = False
        self.size = 0
        self._uses = MOST_USES
        self._characters = MOST_CHARACTERS

    def spend(self, characters: int) -> bool:
        """Deducts one more use of a template of that length from the budget; False when it is exhausted."""
        if self._uses < 1 or characters > self._characters:
            return False
        self._uses -= 1
        self._characters -= characters
        return True

    def grow(self, characters: int, resources: int = 0) -> bool:
        """Adds a stack to the size of the tree; False when the tree would be too large."""
        size = self.size + characters + resources * _RESOURCE
        if size > LARGEST_TREE:
            return False
        self.size = size
        return True


@dataclass(frozen=True, slots=True)
class Step:
    """A use of a file."""

    file: str
    """The file."""
    span: Span
    """The place of the use."""
    used_in: str | None
    """The file that has the use; None for the main template."""


@dataclass(frozen=True, slots=True)
class Nesting:
    """A stack's place in the tree."""

    tree: Tree
    """What the stacks of one preview share."""
    file: str | None = None
    """The template's file; None for the main one."""
    depth: int = 0
    """The number of stacks above it."""
    chain: tuple[Step, ...] = ()
    """The uses of files that lead to it, from the main template downwards."""
    gone: frozenset[str] = field(default=frozenset())
    """The types that the registry has removed here."""
    sure: bool = True
    """Whether no stack above depends on an unknown value."""

    @property
    def is_deepest(self) -> bool:
        """Whether Heat creates no stack below this one."""
        return self.depth >= DEEPEST_STACK

    def below(self, *, sure: bool) -> "Nesting":
        """The place of a stack without a file, such as a group's."""
        return replace(self, depth=self.depth + 1, sure=self.sure and sure)

    def of_file(self, file: str, span: Span, gone: frozenset[str], *, sure: bool) -> "Nesting":
        """The place of the stack that a file creates, used at the span."""
        chain = (*self.chain, Step(file, span, self.file))
        return replace(self.below(sure=sure), file=file, chain=chain, gone=self.gone | gone)

    def uses(self, file: str) -> bool:
        """Whether this stack, or one above it, is created from a file."""
        return any(step.file == file for step in self.chain)


def first_cycle(chain: tuple[Step, ...]) -> tuple[Step, ...]:
    """The first cycle in a chain of uses, from the first use of a file to its second; () without one."""
    seen: dict[str, int] = {}
    for at, step in enumerate(chain):
        if step.file in seen:
            return chain[seen[step.file] : at + 1]
        seen[step.file] = at
    return ()
