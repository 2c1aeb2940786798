"""The tree of a template's resources, including those of nested stacks, as a page shows it."""

from collections.abc import Container, Mapping
from dataclasses import dataclass, field

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from designer.fill.form.fields import key_of
from hotcore import Unknown
from hotcore.parameters import ParameterState
from hotcore.resolver import NestedStack, ResourceState
from hotcore.runtime import cached_property
from hotcore.syntax import Node
from hotcore.template import parameters_read

MOST_SHOWN = 400  # nested resources on one page

RefusedInside = Mapping[tuple[str, ...], tuple[str, ...]]
"""The properties that resources in nested templates reject, by the resource names from the top."""

NOTHING: RefusedInside = {}


@dataclass
class Branch:
    """A resource in the tree: its path from the top, and its nested stack.

    `refused` are the rejected values, by their names inside: those that the resource rejects, and those that it reads
    and that its template rejects.
    """

    path: str
    resource: ResourceState
    inside: "Inside | None" = None
    is_refused: bool = False
    refused: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """The path for use in ids."""
        return key_of(self.path)

    @property
    def is_top(self) -> bool:
        """Whether it is a resource of the template itself."""
        return self.path == self.resource.name

    @property
    def test_id(self) -> str:
        """The `data-testid` of the resource."""
        return f"resource-{self.path}" if self.is_top else f"nested-{self.path}"

    @property
    def is_broken(self) -> bool:
        """Whether the current values cause an error in it or in a resource inside it."""
        return self.is_refused or bool(self.refused) or self.is_broken_inside

    @property
    def is_broken_inside(self) -> bool:
        """Whether the current values cause an error in a resource inside it."""
        return bool(self.inside and self.inside.is_broken)


@dataclass
class Inside:
    """The nested stack of a resource: its branches, and the number of those that are not shown."""

    stack: NestedStack
    branches: list[Branch] = field(default_factory=list)
    more: int = 0

    @cached_property
    def refused(self) -> dict[str, ParameterState]:
        """The parameters whose values the nested template rejects, by name."""
        states = self.stack.preview.parameters if self.stack.preview else {}
        return {name: state for name, state in states.items() if state.diagnostics}

    @property
    def refused_by_none(self) -> list[str]:
        """The rejected parameters that are not shown at any resource inside."""
        shown = {name for branch in self.branches for name in branch.refused}
        return [name for name in self.refused if name not in shown]

    @cached_property
    def is_broken(self) -> bool:
        """Whether a value is rejected in it, at any depth."""
        return bool(self.refused) or any(branch.is_broken for branch in self.branches)

    @property
    def member_kind(self) -> str:
        """The template file or the type of a group's members; empty if there are none."""
        first = next(iter(self.stack.resources.values()), None)
        if first is None:
            return ""
        return first.nested.file if first.nested and first.nested.file else first.type.removeprefix("OS::")

    @property
    def members(self) -> int | None:
        """The number of a group's members; None if it is not known."""
        return self.stack.members if isinstance(self.stack.members, int) else None

    @property
    def has_files(self) -> bool:
        """Whether it is a nested template or a group of nested templates."""
        states = self.stack.resources.values()
        return not self.stack.is_group or any(state.nested and state.nested.file for state in states)

    @property
    def number(self) -> int:
        """The number of resources in it, including those of templates further inside."""
        return resources_in(self.stack)

    @property
    def count(self) -> str:
        """The number of resources in it, in words; empty if only its members are counted."""
        if isinstance(self.stack.members, Unknown):
            return _("number of members not known yet")
        if self.stack.left_out or not self.has_files:
            return ""
        return ngettext("%d resource", "%d resources", self.number) % self.number

    @property
    def note(self) -> str:
        """A note on what is shown of the nested stack."""
        members = self.stack.members
        if self.stack.left_out:
            return {
                "missing": _("The file is missing."),
                "unreadable": _("The file is not a valid template."),
                "foreign": _("CloudFormation templates are not analyzed here."),
                "too-deep": _("The nesting is deeper than Heat allows."),
                "too-many": _("There are too many nested templates. This one is not shown."),
                "unknown": _("The template nests itself; it is not known yet whether that ends."),
            }[self.stack.left_out]
        if isinstance(members, Unknown):
            return _("This is what a member looks like.")
        if members and self.stack.alike and members > 1:
            return _("All members are the same; this is one of them.")
        if members and members > len(self.stack.resources):
            return _("Only the first %(count)d are shown.") % {"count": len(self.stack.resources)}
        return ""


class Trees:
    """Builds the trees of a page within a common limit of shown resources."""

    def __init__(self, refused: Container[str], refused_inside: RefusedInside) -> None:
        self.refused = refused
        self.refused_inside = refused_inside
        self.room = MOST_SHOWN
        self._read: dict[Node, frozenset[str]] = {}  # by properties: many stacks may share one template

    def inside(self, resource: ResourceState, path: str) -> Inside | None:
        """Return the nested stack of a resource; None if it has none."""
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
        """Return the values that a resource rejects, and those that it reads and its template rejects."""
        own = self.refused_inside.get(tuple(branch.path.split("/")), ())
        if branch.inside and not branch.inside.stack.is_group:
            own = ()  # they are shown inside it
        read = self.read_by(branch.resource.name, outer.stack) if outer.refused else frozenset()
        return tuple(dict.fromkeys((*(name for name in outer.refused if name in read), *own)))

    def read_by(self, resource: str, stack: NestedStack) -> frozenset[str]:
        """Return the parameters of a nested template that the properties of a resource in it read."""
        properties = stack.properties_of(resource)
        if properties is None:
            return frozenset()
        if properties not in self._read:
            self._read[properties] = parameters_read(properties, stack.inside.template)
        return self._read[properties]

    def top(self, resource: ResourceState) -> Branch:
        """Return a top-level resource with its tree."""
        name = resource.name
        return Branch(name, resource, self.inside(resource, name), is_refused=name in self.refused)


def tree(
    resources: Mapping[str, ResourceState], refused: Container[str] = (), refused_inside: RefusedInside = NOTHING
) -> list[Branch]:
    """Return the resources of a template with their nested stacks.

    `refused` names the resources with errors caused by values, `refused_inside` the properties that resources in nested
    templates reject.
    """
    made = Trees(refused, refused_inside)
    return [made.top(resource) for resource in resources.values()]


def resources_in(stack: NestedStack) -> int:
    """Return the number of resources in a stack and its nested stacks; groups count by their members."""
    counts = [resources_in(state.nested) if state.nested else 0 for state in stack.resources.values()]
    if not stack.is_group:
        return len(counts) + sum(counts)
    if not isinstance(stack.members, int) or not counts:
        return 0
    # Only the first of many members are evaluated; the others are assumed to have as many resources.
    each = [count or 1 for count in counts]
    return sum(each) + (stack.members - len(each)) * each[-1]
