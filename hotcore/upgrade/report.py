"""The version report of a template: which it has, which it needs, and what each later one offers."""

from typing import Any

from hotcore.analysis import Document
from hotcore.catalogue import Catalogue, catalogue_in_use
from hotcore.linter import Subject
from hotcore.runtime import dataclass
from hotcore.source import Span
from hotcore.upgrade.gains import Gains, gains
from hotcore.upgrade.opportunities import Opportunity, opportunities_of
from hotcore.upgrade.requirements import Need, lowest_version
from hotcore.upgrade.rewriting import Rewriting, needs_of, plans
from hotcore.versions import Version


@dataclass(frozen=True, slots=True)
class LaterVersion:
    """A later version."""

    gains: Gains
    """What it added."""
    offers: tuple[Opportunity, ...]
    """What of that the template could use."""
    plan: Rewriting
    """What rewriting the template for it would do."""

    @property
    def version(self) -> Version:
        """The version."""
        return self.gains.version


@dataclass(frozen=True, slots=True)
class TemplateVersions:
    """The version of a template, and those that it needs and could have."""

    present: Version
    """The version that it has."""
    lowest: Version
    """The lowest version that it needs."""
    needs: tuple[Need, ...]
    """Why it needs that version."""
    later: tuple[LaterVersion, ...]
    """The later versions, oldest first."""


def template_versions(document: Document, catalogue: Catalogue | None = None) -> TemplateVersions | None:
    """The version report of a template; None if the text is not a template."""
    template = document.template
    if template is None:
        return None
    needs = needs_of(document, catalogue)
    offers = opportunities_of(Subject(template, catalogue or catalogue_in_use(), document.files))
    after = [each for each in gains() if each.version.date > template.version.date]
    planned = plans(document, [each.version.date for each in after], catalogue, needs)
    later = tuple(
        LaterVersion(
            each,
            tuple(opportunity for opportunity in offers if opportunity.since == each.version.date),
            planned[each.version.date],
        )
        for each in after
    )
    return TemplateVersions(template.version, lowest_version(needs), needs, later)


def versions_as_data(found: TemplateVersions) -> dict[str, Any]:
    """The version report as JSON-ready data; lines and columns count from 1."""
    return {
        "version": found.present.date,
        "lowest": found.lowest.date,
        "needs": [
            {"version": need.since, "message": need.message, "perhaps": need.perhaps, **_position(need.span)}
            for need in found.needs
        ],
        "later": [_later_as_data(each) for each in found.later],
    }


def _later_as_data(later: LaterVersion) -> dict[str, Any]:
    gained = later.gains
    return {
        "version": later.version.date,
        "release": later.version.release,
        "offers": [{"message": one.message, "places": [_position(span) for span in one.spans]} for one in later.offers],
        "functions": list(gained.functions),
        "condition_functions": list(gained.condition_functions),
        "features": list(gained.features),
        "removed": [{"name": each.name, "instead": each.instead or None} for each in gained.lost],
        "rewritten": [{"message": one.message, **_position(one.span)} for one in later.plan.rewritten],
        "refused": [{"message": one.message, "hint": one.hint, **_position(one.span)} for one in later.plan.refused],
    }


def _position(span: Span | None) -> dict[str, int | None]:
    keys = ("line", "column", "end_line", "end_column")
    return {key: getattr(span, key) if span is not None else None for key in keys}
