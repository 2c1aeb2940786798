"""A design as it was opened: at its own address, or by a share link that may keep the template's text to itself."""

from dataclasses import dataclass
from functools import cached_property

from django.urls import reverse

from designer import analysis
from designer.access import Person, get_readable_design
from designer.files.content import Content
from designer.forms.origin import NestedFiles
from designer.forms.state import FormStates
from designer.models import Design, ShareLink
from designer.views.design.requests import may_edit
from hotcore import Document, Template


@dataclass(frozen=True)
class Opened:
    """A design whose form is filled, the share link by which it was reached, if any, and whether its author did."""

    design: Design
    link: ShareLink | None = None
    by_author: bool = False

    @cached_property
    def content(self) -> Content:
        """The newest revision's text and files."""
        return self.design.newest.content

    @property
    def document(self) -> Document:
        """What the text says."""
        return analysis.document(self.content)

    @property
    def template(self) -> Template | None:
        """The declarations; None when the text cannot be read."""
        return self.document.template

    @property
    def shows_template(self) -> bool:
        """Whether answers may hold parts of the template's text."""
        return self.link is None or self.link.shows_template

    @property
    def address(self) -> str:
        """The address of the form."""
        return reverse("shared", args=[self.link.token]) if self.link else reverse("fill", args=[self.design.slug])

    @property
    def conditions_address(self) -> str:
        """The address of all combinations of the conditions."""
        if self.link:
            return reverse("shared_conditions", args=[self.link.token])
        return reverse("conditions", args=[self.design.slug])

    @property
    def environment_address(self) -> str:
        """The address of the environment file."""
        if self.link:
            return reverse("shared_environment", args=[self.link.token])
        return reverse("environment", args=[self.design.slug])

    @property
    def environment_paths(self) -> tuple[str, ...]:
        """The environment files beside the template; their values are part of what a link may keep to itself."""
        return analysis.environment_paths(self.content) if self.shows_template else ()

    @property
    def values_address(self) -> str:
        """The address at which values are kept; empty where that cannot be done."""
        return "" if self.link else reverse("values", args=[self.design.slug])

    @property
    def environment_file_name(self) -> str:
        """The name under which the environment file is downloaded."""
        return f"{self.design.slug}-environment.yaml"

    def command(self, request: HttpRequest) -> str:
        """Return the command that creates a stack from this template with the downloaded environment file."""
        if self.link and self.link.shows_template:
            template = request.build_absolute_uri(reverse("shared_raw", args=[self.link.token]))
        elif self.design.is_public and not self.link:
            template = request.build_absolute_uri(reverse("raw", args=[self.design.slug]))
        else:
            template = f"{self.design.slug}.yaml"
        stack = self.design.slug if re.match("[a-zA-Z]", self.design.slug) else f"stack-{self.design.slug}"
        return shlex.join(["openstack", "stack", "create", "-t", template, "-e", self.environment_file_name, stack])


def opened_by(user: Person, slug: str) -> Opened:
    """Open a design that the person may read; who may change it is told more about it."""
    design = get_readable_design(user, slug)
    return Opened(design, by_author=may_edit(user, design))
