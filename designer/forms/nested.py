"""The stacks inside of a resource, as a tree that a page can show."""

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


@dataclass
class Branch:
    """A resource inside of another: its way from the top, and what is inside of it."""

    path: str
    resource: ResourceState
    inside: "Inside | None" = None


@dataclass
class Inside:
    """What is inside of a resource: its branches, and how many more there would be."""

    stack: NestedStack
    branches: list[Branch] = field(default_factory=list)
    more: int = 0

    @property
    def count(self) -> str:
        """How much is inside, in words: the members of a group, or the resources of a template."""
        if isinstance(self.stack.members, Unknown):
            return _("members not known yet")
        if self.stack.members is not None:
            return ngettext("%d member", "%d members", self.stack.members) % self.stack.members
        if self.stack.left_out:
            return ""
        number = len(self.stack.resources)
        return ngettext("%d resource", "%d resources", number) % number

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

    def __init__(self) -> None:
        self.room = MOST_SHOWN

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
        return found


def trees(resources: Mapping[str, ResourceState]) -> dict[str, Inside]:
    """Return what is inside of those resources that are stacks."""
    made = Trees()
    found = {name: made.inside(resource, name) for name, resource in resources.items()}
    return {name: inside for name, inside in found.items() if inside is not None}
