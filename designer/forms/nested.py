"""The resources of a template and those of the stacks inside of them, as a tree that a page can show."""

from collections.abc import Container, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from designer.forms.fields import key_of
from hotcore import NestedStack, ResourceState, Unknown
from hotcore.parameters import ParameterState
from hotcore.syntax import Node
from hotcore.template import parameters_read

MOST_SHOWN = 400  # resources inside of others on one page

RefusedInside = Mapping[tuple[str, ...], tuple[str, ...]]
"""The properties that resources in nested templates refuse, by the names that lead from the top to the resource."""

NOTHING: RefusedInside = {}


@dataclass
class Branch:
    """A resource in the tree: its way from the top, and what is inside of it.

    `refused` are the values that it refuses, or that its template refuses and it reads, by their names in there.
    """

    path: str
    resource: ResourceState
    inside: "Inside | None" = None
    is_refused: bool = False
    refused: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """The path as it stands in ids."""
        return key_of(self.path)

    @property
    def is_top(self) -> bool:
        """Whether it is a resource of the template itself."""
        return self.path == self.resource.name

    @property
    def test_id(self) -> str:
        """The mark by which others find it on the page."""
        return f"resource-{self.path}" if self.is_top else f"nested-{self.path}"

    @property
    def is_broken(self) -> bool:
        """Whether the present values break it, or something inside of it."""
        return self.is_refused or bool(self.refused) or self.is_broken_inside

    @property
    def is_broken_inside(self) -> bool:
        """Whether the present values break something inside of it."""
        return bool(self.inside and self.inside.is_broken)


@dataclass
class Inside:
    """What is inside of a resource: its branches, and how many more there would be."""

    stack: NestedStack
    branches: list[Branch] = field(default_factory=list)
    more: int = 0

    @cached_property
    def refused(self) -> dict[str, ParameterState]:
        """The parameters whose values the nested template refuses, by their names."""
        states = self.stack.preview.parameters if self.stack.preview else {}
        return {name: state for name, state in states.items() if state.diagnostics}

    @property
    def refused_by_none(self) -> list[str]:
        """The refused parameters that are told at no resource inside."""
        told = {name for branch in self.branches for name in branch.refused}
        return [name for name in self.refused if name not in told]

    @cached_property
    def is_broken(self) -> bool:
        """Whether a value is refused in it, however deep."""
        return bool(self.refused) or any(branch.is_broken for branch in self.branches)

    @property
    def member_kind(self) -> str:
        """What the members of a group are: the file of their template, or their type; empty without any."""
        first = next(iter(self.stack.resources.values()), None)
        if first is None:
            return ""
        return first.nested.file if first.nested and first.nested.file else first.type.removeprefix("OS::")

    @property
    def members(self) -> int | None:
        """How many members a group has, where that is known."""
        return self.stack.members if isinstance(self.stack.members, int) else None

    @property
    def has_files(self) -> bool:
        """Whether it is a nested template, or a group of them."""
        states = self.stack.resources.values()
        return not self.stack.is_group or any(state.nested and state.nested.file for state in states)

    @property
    def number(self) -> int:
        """How many resources are in it, those of templates further inside included."""
        return resources_in(self.stack)

    @property
    def count(self) -> str:
        """How many resources are in it, in words; nothing where only its members are to be counted."""
        if isinstance(self.stack.members, Unknown):
            return _("members not known yet")
        if self.stack.left_out or not self.has_files:
            return ""
        return ngettext("%d resource", "%d resources", self.number) % self.number

    @property
    def note(self) -> str:
        """What a person has to know to read it rightly."""
        members = self.stack.members
        if self.stack.left_out:
            return {
                "missing": _("The file is missing."),
                "unreadable": _("The file is no template that Heat can read."),
                "foreign": _("It is a CloudFormation template, which is not looked into here."),
                "too-deep": _("Heat allows no stack as deep as this."),
                "too-many": _("There are too many nested templates; this one was left out."),
                "unknown": _("The template is inside of itself, and whether that ends is not known yet."),
            }[self.stack.left_out]
        if isinstance(members, Unknown):
            return _("This is how a member looks.")
        if members and self.stack.alike and members > 1:
            return _("All members are alike; this is one of them.")
        if members and members > len(self.stack.resources):
            return _("These are the first %(count)d.") % {"count": len(self.stack.resources)}
        return ""


class Trees:
    """Makes the trees of a page, which together show no more than there is room for."""

    def __init__(self, refused: Container[str], refused_inside: RefusedInside) -> None:
        self.refused = refused
        self.refused_inside = refused_inside
        self.room = MOST_SHOWN
        self._read: dict[Node, tuple[str, ...]] = {}  # by properties: many stacks may be of one template

    def inside(self, resource: ResourceState, path: str) -> Inside | None:
        """Return what is inside of a resource; None when it is no stack."""
        if resource.nested is None:
            return None
        found = Inside(resource.nested)
        for name, inner in resource.nested.resources.items():
            if self.room <= 0:
                found.more += 1
                continue
            self.room -= 1
            branch = Branch(f"{path}/{name}", inner)
            found.branches.append(branch)
            branch.inside = self.inside(inner, branch.path)
            branch.refused = self.refused_of(branch, found)
        return found

    def refused_of(self, branch: Branch, outer: Inside) -> tuple[str, ...]:
        """Return what a resource refuses, or reads of what the template that it stands in refuses."""
        own = self.refused_inside.get(tuple(branch.path.split("/")), ())
        if branch.inside and not branch.inside.stack.is_group:
            own = ()  # they are told inside of it
        read = self.read_by(branch.resource.name, outer.stack) if outer.refused else ()
        return tuple(dict.fromkeys((*(name for name in read if name in outer.refused), *own)))

    def read_by(self, resource: str, stack: NestedStack) -> tuple[str, ...]:
        """Return the parameters of a nested template that the properties of a resource in it read."""
        properties = stack.properties_of(resource)
        if properties is None:
            return ()
        if properties not in self._read:
            self._read[properties] = parameters_read(properties)
        return self._read[properties]

    def top(self, resource: ResourceState) -> Branch:
        """Return a resource of the template itself with its tree."""
        name = resource.name
        return Branch(name, resource, self.inside(resource, name), is_refused=name in self.refused)


def tree(
    resources: Mapping[str, ResourceState], refused: Container[str] = (), refused_inside: RefusedInside = NOTHING
) -> list[Branch]:
    """Return the resources of a template with what is inside of them.

    `refused` names those that values break, `refused_inside` the properties that resources in nested templates refuse.
    """
    made = Trees(refused, refused_inside)
    return [made.top(resource) for resource in resources.values()]


def resources_in(stack: NestedStack) -> int:
    """Return how many resources a stack has with those of the stacks inside; the members of a group count as theirs."""
    counts = [resources_in(state.nested) if state.nested else 0 for state in stack.resources.values()]
    if not stack.is_group:
        return len(counts) + sum(counts)
    if not isinstance(stack.members, int) or not counts:
        return 0
    # Of many members only the first are there, and the others are taken to have as many.
    each = [count or 1 for count in counts]
    return sum(each) + (stack.members - len(each)) * each[-1]
