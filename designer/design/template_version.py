"""The template version as the design page shows it."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from designer.content import analysis
from designer.content.content import Content
from hotcore.catalogue import catalogue_in_use
from hotcore.upgrade import Need, TemplateVersions, plans, rewrite, template_versions
from hotcore.versions import VERSIONS, Version, find_version


@dataclass(frozen=True, slots=True)
class About:
    """The versions of a template, the earlier ones that would also do, and whether its version is a release name.

    `unknown` are the dates of the versions that the connected cloud does not know.
    """

    found: TemplateVersions
    earlier: tuple[Version, ...]
    by_release: bool
    cloud: str
    unknown: frozenset[str]

    @property
    def deciding(self) -> tuple[Need, ...]:
        """The features that need the lowest sufficient version."""
        return tuple(need for need in self.found.needs if need.since == self.found.lowest.date)

    @property
    def others(self) -> tuple[Need, ...]:
        """The features for which an earlier version would be enough."""
        return tuple(need for need in self.found.needs if need.since != self.found.lowest.date)


def about(content: Content) -> About | None:
    """Return the facts about a content's template version; None if it cannot be read."""
    document = analysis.document(content)
    found = template_versions(document)
    if found is None or document.template is None:
        return None
    between = [each for each in VERSIONS if found.lowest.date <= each.date < found.present.date]
    planned = plans(document, [each.date for each in between], needs=found.needs)
    earlier = tuple(each for each in between if not planned[each.date].refused)
    written = document.template.root.members["heat_template_version"]
    by_release = getattr(written, "value", None) == found.present.release
    catalogue = catalogue_in_use()
    known = catalogue.template_versions
    unknown = frozenset(each.date for each in VERSIONS if known and each.date not in known)
    return About(found, earlier, by_release, catalogue.cloud, unknown)


def rewriting(content: Content, name: str) -> dict[str, Any]:
    """Return the gestures that rewrite a content to another version, or in `refused` why that would change it."""
    document = analysis.document(content)
    if document.template is None:
        return {"refused": _("This is not a valid template. Fix its errors first.")}
    if find_version(name) is None:
        return {"refused": _("There is no such template version.")}
    plan = rewrite(document, name)
    if plan.refused:
        first = plan.refused[0]
        line = first.span.line if first.span else 1
        return {"refused": _("Line %(line)s: %(why)s") % {"line": line, "why": first.message}}
    title = _("Rewrite to %(version)s") if plan.is_compared else _("Rewrite to %(version)s; not all results compared")
    steps = [{"name": one.name, "arguments": one.arguments} for one in plan.steps]
    return {"title": title % {"version": name}, "steps": steps}
