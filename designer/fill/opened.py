"""A design as opened by a user: at its own address, or by a share link that may not show the template."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from designer.content import analysis
from designer.content.content import Content
from designer.fill.values.origin import NestedFiles
from designer.fill.values.state import FormStates
from designer.models import Design, ShareLink
from designer.store.access import Person, get_readable_design, get_shared_link, get_viewable_link, may_edit
from hotcore import Document
from hotcore.runtime import cached_property, paused_collector
from hotcore.template import Template


@dataclass(frozen=True)
class Opened:
    """A design whose form is filled, the share link used to open it, if any, and whether its author opened it."""

    design: Design
    link: ShareLink | None = None
    by_author: bool = False

    @cached_property
    def content(self) -> Content:
        """The newest revision's text and files."""
        return self.design.newest.content

    @property
    def document(self) -> Document:
        """The parsed document."""
        return analysis.document(self.content)

    @property
    def template(self) -> Template | None:
        """The parsed template; None if the text cannot be read."""
        return self.document.template

    @property
    def shows_template(self) -> bool:
        """Whether responses may contain parts of the template's text."""
        return self.link is None or self.link.shows_template

    @property
    def address(self) -> str:
        """The address of the form."""
        return reverse("shared", args=[self.link.token]) if self.link else reverse("fill", args=[self.design.slug])

    @property
    def choices_address(self) -> str:
        """The address of what a connected cloud offers for a parameter."""
        if self.link:
            return reverse("shared_choices", args=[self.link.token])
        return reverse("choices", args=[self.design.slug])

    @property
    def conditions_address(self) -> str:
        """The address of the condition matrix."""
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
        """The address of the package; empty for users who may not read the template."""
        if not self.shows_template:
            return ""
        if self.link:
            return reverse("shared_package", args=[self.link.token])
        return reverse("package", args=[self.design.slug])

    @property
    def shows_environments(self) -> bool:
        """Whether the user may see and change the list of environment files."""
        return self.link is None or self.link.shows_environments

    @property
    def nested_files(self) -> NestedFiles:
        """What the user may know of nested templates."""
        page = "" if self.link else reverse("design", args=[self.design.slug])
        return NestedFiles(self.shows_template, page)

    @property
    def hides_sets(self) -> bool:
        """Whether value sets are hidden: users who may only fill the form do not see them."""
        return not self.shows_template

    @property
    def shows_outputs(self) -> bool:
        """Whether the user may see the values of outputs."""
        return self.link is None or self.link.shows_outputs

    @cached_property
    def states(self) -> FormStates:
        """The states of the form; the template must be readable."""
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
        """The base address of the template's files; empty for users who may not read them."""
        if not self.shows_template:
            return ""
        if self.link:
            return reverse("shared_raw", args=[self.link.token])
        return reverse("raw", args=[self.design.slug])

    @property
    def values_address(self) -> str:
        """The address to save value sets; empty if that is not possible."""
        return "" if self.link else reverse("values", args=[self.design.slug])

    @property
    def compare_address(self) -> str:
        """The address to compare value sets; empty for users who may not see any."""
        if self.hides_sets:
            return ""
        if self.link:
            return reverse("shared_compare", args=[self.link.token])
        return reverse("compare", args=[self.design.slug])

    def page_context(self, person: Person, page: str = "fill") -> dict[str, Any]:
        """Return the common context of its pages: `page` is the tab, `person` the user."""
        return {
            "opened": self,
            "design": self.design,
            "link": self.link,
            "page": page,
            "owns": not self.link and self.design.owner_id == person.pk,
        }

    @property
    def environment_file_name(self) -> str:
        """The file name of the downloaded environment file."""
        return f"{self.design.slug}-{'environment' if self.shows_template else 'values'}.yaml"


def opened_by_viewable_link(request: HttpRequest, token: str) -> Opened:
    """Return the opened design of a link that shows the template; raise 404 for other links."""
    link = get_viewable_link(request, token)
    return Opened(link.design, link)


def opened_by_link(request: HttpRequest, token: str) -> Opened:
    """Return the opened design of any link that works."""
    link = get_shared_link(request, token)
    return Opened(link.design, link)


def opened_by(user: Person, slug: str) -> Opened:
    """Return an opened design that the user may read; authors see more problems."""
    design = get_readable_design(user, slug)
    return Opened(design, by_author=may_edit(user, design))


def without_collector(answer: Callable[[HttpRequest, Opened], HttpResponse]) -> Callable[..., HttpResponse]:
    """Pause the garbage collector while a view answers about a large template, which would take it half of the time."""

    @wraps(answer)
    def paused(request: HttpRequest, opened: Opened) -> HttpResponse:
        with paused_collector(len(opened.content.text)):
            return answer(request, opened)

    return paused
