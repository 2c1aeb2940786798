"""A design as it was opened: at its own address, or by a share link that may keep the template's text to itself."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.urls import reverse

from designer import analysis
from designer.access import Person, get_readable_design, get_viewable_link
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
    def package_address(self) -> str:
        """The address of what is deployed; empty for those who may not have the template."""
        if not self.shows_template:
            return ""
        if self.link:
            return reverse("shared_package", args=[self.link.token])
        return reverse("package", args=[self.design.slug])

    @property
    def shows_environments(self) -> bool:
        """Whether the list of environment files may be seen and changed."""
        return self.link is None or self.link.shows_environments

    @property
    def nested_files(self) -> NestedFiles:
        """What the reader may know of nested templates."""
        page = "" if self.link else reverse("design", args=[self.design.slug])
        return NestedFiles(self.shows_template, page)

    @property
    def hides_sets(self) -> bool:
        """Whether saved sets are none of the reader's business: those who only fill a form do not see the template."""
        return not self.shows_template

    @property
    def shows_outputs(self) -> bool:
        """Whether the values of outputs may be seen."""
        return self.link is None or self.link.shows_outputs

    @cached_property
    def states(self) -> FormStates:
        """The states of the form; a template that cannot be read has none."""
        assert self.template is not None
        files = self.link.environments if self.link else ()
        return FormStates(
            self.content,
            self.template,
            files,
            can_arrange=self.shows_environments,
            has_stand_ins=self.shows_template,
        )

    @property
    def file_address(self) -> str:
        """The address below which the files beside the template lie; empty for those who may not read them."""
        if not self.shows_template:
            return ""
        if self.link:
            return reverse("shared_raw", args=[self.link.token])
        return reverse("raw", args=[self.design.slug])

    @property
    def values_address(self) -> str:
        """The address at which values are kept; empty where that cannot be done."""
        return "" if self.link else reverse("values", args=[self.design.slug])

    @property
    def compare_address(self) -> str:
        """The address at which sets of values are compared; empty for those who may see none."""
        if self.hides_sets:
            return ""
        if self.link:
            return reverse("shared_compare", args=[self.link.token])
        return reverse("compare", args=[self.design.slug])

    def page_context(self, person: Person, page: str = "fill") -> dict[str, Any]:
        """Return what every page about it is given: `page` is the tab, `person` who reads it."""
        return {
            "opened": self,
            "design": self.design,
            "link": self.link,
            "page": page,
            "owns": not self.link and self.design.owner_id == person.pk,
        }

    @property
    def environment_file_name(self) -> str:
        """The name under which the environment file is downloaded."""
        return f"{self.design.slug}-{'environment' if self.shows_template else 'values'}.yaml"


def opened_by_viewable_link(token: str) -> Opened:
    """Open the design of a link that shows the template; there is none for a link that does not."""
    link = get_viewable_link(token)
    return Opened(link.design, link)


def opened_by(user: Person, slug: str) -> Opened:
    """Open a design that the person may read; who may change it is told more about it."""
    design = get_readable_design(user, slug)
    return Opened(design, by_author=may_edit(user, design))
